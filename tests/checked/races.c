/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels compiled with -DSL_BOUNDS_CHECK: a race between two iterations fails the loop, wherever it runs, and the text
 * names an element and two iterations. Which iterations touch which elements is worked out here, in plain C. Loops
 * without a race pass; own elements of out(..., own) that were not written are found. */
#include "data/split.h"
#include "data/view.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ra_histogram, (i), in(int32_t, 1, bin, own), inout(double, 1, tally));
SL_KERNEL_DECLARE(ra_stencil, (i, j), inout(double, 2, u, halo(1)));
SL_KERNEL_DECLARE(ra_transpose, (i, j), inout(double, 2, u));
SL_KERNEL_DECLARE(ra_sum, (i), in(double, 1, x, own), inout(double, 1, total));
SL_KERNEL_DECLARE(ra_row_sum, (i, j), in(double, 2, a, own), inout(double, 1, y, own(0)));
SL_KERNEL_DECLARE(ra_reverse, (i), scalar(int64_t, n), inout(double, 1, y));
SL_KERNEL_DECLARE(ra_slice, (i, j), inout(double, 2, u));
SL_KERNEL_DECLARE(ra_point, (i), inout(double, 2, u));
SL_KERNEL_DECLARE(ra_scan, (i), in(double, 1, x, own), inout(double, 1, y), reduce(double, sum, s));
SL_KERNEL_DECLARE(ra_reduce, (i), in(double, 1, x, own), inout(double, 1, y), reduce(double, sum, s));
SL_KERNEL_DECLARE(ra_red_black, (i, j), scalar(int, colour), inout(double, 2, u, halo(1)));
SL_KERNEL_DECLARE(ra_lu, (i, j), scalar(int64_t, k), inout(double, 2, a));
SL_KERNEL_DECLARE(ra_swap_halves, (i), scalar(int64_t, half), inout(double, 1, y));
SL_KERNEL_DECLARE(ra_same, (i), inout(double, 1, y));
SL_KERNEL_DECLARE(ra_permute, (i), in(int32_t, 1, to, own), out(double, 1, y));
SL_KERNEL_DECLARE(ra_rows, (i), inout(double, 2, u));
SL_KERNEL_DECLARE(ra_odd, (i), out(double, 1, y, own));
SL_KERNEL_DECLARE(ra_odd_bytes, (i), out(uint8_t, 1, y, own));
SL_KERNEL_DECLARE(ra_turned, (i, j), scalar(int64_t, hole), out(float, 2, y, own(1, 0)));
SL_KERNEL_DECLARE(ra_diagonal, (i), scalar(int64_t, hole), out(double, 2, y, own(0, 0)));
SL_KERNEL_DECLARE(ra_rank_3, (i, j, k), scalar(int64_t, hole), out(int32_t, 3, y, own));
SL_KERNEL_DECLARE(ra_bytes, (i), out(uint8_t, 1, y, own));
SL_KERNEL_DECLARE(ra_fill, (i), scalar(double, v), out(double, 1, y, own));
SL_KERNEL_DECLARE(ra_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(ra_atomic, (i), in(int32_t, 1, bin, own), inout(int64_t, 1, tally));
SL_KERNEL_DECLARE(ra_atomic_value, (i), inout(int64_t, 1, tally));
SL_KERNEL_DECLARE(ra_atomic_beside, (i), inout(int64_t, 1, tally));
SL_KERNEL_DECLARE(ra_atomic_but_one, (i), scalar(int64_t, plain), inout(int64_t, 1, tally));
SL_KERNEL_DECLARE(ra_atomic_both, (i), scalar(int64_t, plain), inout(int64_t, 1, tally));
struct ra_pair {
    double first;
    int32_t second;
};
SL_STRUCT(struct ra_pair);
SL_KERNEL_DECLARE(ra_atomic_member, (i), scalar(int64_t, plain), inout(struct ra_pair, 1, pairs));

enum { N = 600, ROWS = 24, COLUMNS = 25, BINS = 10 };

/* ---- races ---------------------------------------------------------------------------------------------- */

/* A point, of a loop or of a view. */
typedef struct point {
    long long x[3];
} point;

static sl_view *line, *wide, *square, *bins, *few;

static int bin_of(long long i)
{
    return (int)(i * 7 % BINS);
}

static sl_status histogram(sl_policy p)
{
    return sl_forall_with(p, ra_histogram, SL_RANGE(0, N), bins, few);
}
static int in_histogram(point i, point e)
{
    return bin_of(i.x[0]) == e.x[0];
}
static sl_status stencil(sl_policy p)
{
    return sl_forall_with(p, ra_stencil, SL_BOX(1, ROWS - 1, 1, COLUMNS - 1), wide);
}
static int in_stencil(point i, point e)
{
    const long long di = e.x[0] - i.x[0], dj = e.x[1] - i.x[1];
    return (dj == 0 && di >= -1 && di <= 1) || (di == 0 && dj == -1);
}
static sl_status transpose(sl_policy p)
{
    return sl_forall_with(p, ra_transpose, SL_BOX(0, ROWS, 0, ROWS), square);
}
static int in_transpose(point i, point e)
{
    return (i.x[0] == e.x[0] && i.x[1] == e.x[1]) || (i.x[0] == e.x[1] && i.x[1] == e.x[0]);
}
static sl_status sum(sl_policy p)
{
    return sl_forall_with(p, ra_sum, SL_RANGE(10, N), line, few);
}
static int in_sum(point i, point e)
{
    return i.x[0] >= 10 && e.x[0] == 0;
}
static sl_status row_sum(sl_policy p)
{
    return sl_forall_with(p, ra_row_sum, SL_BOX(3, 8, 0, COLUMNS), wide, few);
}
static int in_row_sum(point i, point e)
{
    return i.x[0] == e.x[0] && i.x[0] >= 3;
}
static sl_status reverse(sl_policy p)
{
    return sl_forall_with(p, ra_reverse, SL_RANGE(0, N), N, line);
}
static int in_reverse(point i, point e)
{
    return e.x[0] == i.x[0] || e.x[0] == N - 1 - i.x[0];
}
static sl_status slice(sl_policy p)
{
    return sl_forall_with(p, ra_slice, SL_BOX(1, ROWS, 0, COLUMNS - 1), wide);
}
static int in_slice(point i, point e)
{
    return e.x[0] == 2 && e.x[1] == i.x[1] + 1;
}
static sl_status at_point(sl_policy p)
{
    return sl_forall_with(p, ra_point, SL_RANGE(1, N), wide);
}
static int in_point(point i, point e)
{
    return i.x[0] > 0 && e.x[0] == 1 && e.x[1] == 2;
}
static const struct {
    const char *kernel, *argument, *label;
    sl_status (*call)(sl_policy p);
    int (*touches)(point i, point e);
    int rank, view_rank;
} cases[] = {
    {"ra_histogram", "tally", "few", histogram, in_histogram, 1, 1},
    {"ra_stencil", "u", "wide", stencil, in_stencil, 2, 2},
    {"ra_transpose", "u", "square", transpose, in_transpose, 2, 2},
    {"ra_sum", "total", "few", sum, in_sum, 1, 1},
    {"ra_row_sum", "y", "few", row_sum, in_row_sum, 2, 1},
    {"ra_reverse", "y", "line", reverse, in_reverse, 1, 1},
    {"ra_slice", "u", "wide", slice, in_slice, 2, 2},
    {"ra_point", "u", "wide", at_point, in_point, 1, 2},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Values of which no two are alike; few: zeros. */
static void fill_all(void)
{
    sl_view *const doubles[] = {line, wide, square, few};
    for (int v = 0; v < 4; v++) {
        double *p = SL_HOST_WRITE(double, doubles[v]);
        for (sl_index i = 0; i < (sl_index)(doubles[v]->span / sizeof *p); i++)
            p[i] = v < 3 ? (double)(i + 1) : 0;
        must(sl_host_end(doubles[v]));
    }
}

/* Reads "(3, 4)" behind a text. */
static const char *read_point(const char *text, const char *behind, int rank, point *at)
{
    const char *from = text ? strstr(text, behind) : NULL;
    if (from == NULL)
        return NULL;
    from += strlen(behind);
    for (int d = 0; d < rank; d++) {
        char *end;
        at->x[d] = strtoll(from, &end, 10);
        if (end == from || *end != (d < rank - 1 ? ',' : ')'))
            return NULL;
        from = end + 1;
    }
    return from;
}

static void check_race(int c, sl_status status, const char *where)
{
    const char *text = sl_last_error();
    char start[128];
    point e = {{0}}, one = {{0}}, other = {{0}};
    is_int(status, SL_ERR_RACE, "%s, %s: a race is found", cases[c].kernel, where);
    snprintf(start, sizeof start, "kernel %s (task \"%s\"), argument %s: element ", cases[c].kernel, cases[c].kernel,
             cases[c].argument);
    like(text, start, "%s, %s: the text names kernel and argument", cases[c].kernel, where);
    const char *at = read_point(text, "element (", cases[c].view_rank, &e);
    at = read_point(at, "touched by iterations (", cases[c].rank, &one);
    at = read_point(at, " and (", cases[c].rank, &other);
    if (!ok(at != NULL && memcmp(&one, &other, sizeof one) != 0 && cases[c].touches(one, e) &&
                cases[c].touches(other, e),
            "%s, %s: the two iterations that it names are two that touch the element", cases[c].kernel, where))
        diag("%s", text);
    sl_clear_error();
}

static void test_policies(void)
{
    static const struct {
        const char *name;
        sl_policy policy;
    } ways[] = {
        {"as it comes", {0}},
        {"dynamic", {.schedule = SL_DYNAMIC, .chunk = 3}},
        {"guided", {.schedule = SL_GUIDED}},
        {"vectorised", {.schedule = SL_SIMD}},
        {"tiled", {.tile = {4, 4}}},
        {"waited for", {.synchronous = 1}},
    };
    for (int c = 0; c < CASES; c++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            sl_policy p = ways[w].policy;
            if (cases[c].rank == 1)
                p.tile[1] = 0;
            fill_all();
            sl_status status = cases[c].call(p);
            check_race(c, status == SL_SUCCESS ? sl_wait() : status, ways[w].name);
        }
}

/* In sequence there is no race, whatever the order. */
static void test_sequence(void)
{
    for (int c = 0; c < CASES; c++) {
        fill_all();
        sl_status status = cases[c].call((sl_policy)SL_POLICY(.schedule = SL_SEQ));
        is_int(status == SL_SUCCESS ? sl_wait() : status, SL_SUCCESS, "%s: no race in sequence", cases[c].kernel);
    }
}

/* Loops that StarPU gets as one task, or that would be a chain. */
static void test_batch(void)
{
    for (int c = 0; c < CASES; c++) {
        fill_all();
        for (int k = 0; k < 20; k++)
            must(sl_forall(ra_fill, SL_RANGE(0, N), k, line));
        for (int k = 0; k < 5; k++)
            must(sl_forall(ra_copy, SL_RANGE(0, BINS), line, few));
        fill_all();
        must(cases[c].call((sl_policy){0}));
        check_race(c, sl_wait(), "behind other loops");
    }
}

static void test_region(void)
{
    for (int c = 0; c < CASES; c++) {
        sl_region *region = NULL;
        fill_all();
        must(sl_region_begin(&region));
        must(cases[c].call((sl_policy){0}));
        must(sl_region_end(region));
        fill_all();
        sl_status status = sl_region_run(region);
        check_race(c, status == SL_SUCCESS ? sl_wait() : status, "in a region");
        sl_region_destroy(&region);
    }
}

/* What depends on a race is skipped; a loop that writes the view anew makes it good. */
static void test_poison(void)
{
    fill_all();
    must(sl_forall(ra_reverse, SL_RANGE(0, N), N, line));
    sl_status status = sl_forall(ra_copy, SL_RANGE(0, BINS), line, few);
    surfaces(status == SL_SUCCESS ? sl_wait() : status, SL_ERR_RACE, "a race", "ra_reverse", "argument y");
    ok(SL_HOST_READ(double, few) == NULL, "what was to be computed from it is not there");
    must(sl_forall(ra_fill, SL_RANGE(0, N), 2, line));
    must(sl_forall(ra_copy, SL_RANGE(0, BINS), line, few));
    is_int(sl_wait(), SL_SUCCESS, "and is once its input is written anew");
}

/* A reduction of a loop with a race has no result. */
static void test_reduction(void)
{
    double s = -7;
    fill_all();
    surfaces(sl_reduce(ra_reduce, SL_RANGE(0, 2 * BINS), line, few, &s), SL_ERR_RACE, "a race beside a reduction",
             "ra_reduce", "argument y");
    is_close(s, -7, 0, "and its result is not written");
    must(sl_forall(ra_fill, SL_RANGE(0, BINS), 0, few));
    surfaces(sl_reduce(ra_scan, SL_RANGE(0, 2 * BINS), line, few, &s), SL_ERR_RACE, "a race in a scan", "ra_scan",
             "argument y");
    must(sl_forall(ra_fill, SL_RANGE(0, BINS), 0, few));
}

/* ---- none ----------------------------------------------------------------------------------------------- */

static void passes(const char *what)
{
    is_int(sl_wait(), SL_SUCCESS, "no race: %s", what);
    sl_clear_error();
}

static void test_none(void)
{
    fill_all();
    for (int sweep = 0; sweep < 4; sweep++)
        must(sl_forall(ra_red_black, SL_BOX(1, ROWS - 1, 1, COLUMNS - 1), sweep % 2, wide));
    passes("red-black sweeps in place");
    for (int k = 0; k < 5; k++)
        must(sl_forall(ra_lu, SL_BOX(k + 1, ROWS, k + 1, ROWS), k, square));
    passes("steps of an LU decomposition in place");
    must(sl_forall(ra_swap_halves, SL_RANGE(0, N / 2), N / 2, line));
    passes("two halves swap");
    must(sl_forall(ra_rows, SL_RANGE(0, ROWS), wide));
    passes("each iteration has its row");
    int32_t *to = SL_HOST_WRITE(int32_t, bins);
    for (int i = 0; i < N; i++)
        to[i] = i * 7 % N;
    must(sl_host_end(bins));
    must(sl_forall(ra_permute, SL_RANGE(0, N), bins, line));
    passes("a permutation");
    must(sl_forall(ra_fill, SL_RANGE(0, N), 1, line));
    must(sl_forall(ra_same, SL_RANGE(0, N), line));
    passes("all store what is there already");
    must(sl_forall(ra_sum, SL_RANGE(5, 6), line, few));
    passes("one iteration");
}

/* Atomic operations race with others only. */
static void test_atomic(void)
{
    sl_view *tally = view_of("tally", SL_INT64, RIGHT, SL_EXTENTS(N + 5));
    int64_t *p = SL_HOST_WRITE(int64_t, tally);
    for (int i = 0; i < N + 5; i++)
        p[i] = i;
    must(sl_host_end(tally));
    must(sl_forall(ra_atomic, SL_RANGE(0, N), bins, tally));
    passes("atomic operations");
    must(sl_forall(ra_atomic_value, SL_RANGE(0, N), tally));
    passes("atomic operations with a value from elements that are only read");
    must(sl_forall(ra_atomic_beside, SL_RANGE(0, N), tally));
    passes("beside others on own elements");
    const int64_t plain[] = {0, 1, N / 2, N - 1};
    for (int k = 0; k < 4; k++) {
        surfaces((sl_forall(ra_atomic_but_one, SL_RANGE(0, N), plain[k], tally), sl_wait()), SL_ERR_RACE,
                 "one of many is not atomic", "ra_atomic_but_one", "argument tally", "element (0)");
        p = SL_HOST_WRITE(int64_t, tally);
        must(sl_host_end(tally));
        surfaces((sl_forall(ra_atomic_both, SL_RANGE(0, N), plain[k], tally), sl_wait()), SL_ERR_RACE,
                 "one of many is not only atomic", "ra_atomic_both", "argument tally", "element (0)");
        p = SL_HOST_WRITE(int64_t, tally);
        must(sl_host_end(tally));
    }
    sl_view_destroy(&tally);
    sl_view *pairs = view_of("pairs", SL_TYPE(struct ra_pair), RIGHT, SL_EXTENTS(3));
    for (int k = 0; k < 2; k++) {
        struct ra_pair *q = SL_HOST_WRITE(struct ra_pair, pairs);
        memset(q, 0, 3 * sizeof *q);
        must(sl_host_end(pairs));
        if (k == 0) {
            must(sl_forall(ra_atomic_member, SL_RANGE(0, N), -1, pairs));
            passes("atomic operations on a member");
        } else {
            surfaces((sl_forall(ra_atomic_member, SL_RANGE(0, N), 7, pairs), sl_wait()), SL_ERR_RACE,
                     "one of those is not atomic", "ra_atomic_member", "argument pairs", "element (1)");
        }
    }
    sl_view_destroy(&pairs);
}

/* ---- elements that are not written ------------------------------------------------------------------------- */

static void unwritten(sl_status status, const char *kernel, const char *element, const char *what)
{
    char start[128];
    snprintf(start, sizeof start, "kernel %s (task \"%s\"), argument y: element (%s) of \"", kernel, kernel, element);
    surfaces(status == SL_SUCCESS ? sl_wait() : status, SL_ERR_UNWRITTEN, what, start, "has not written");
}

static void test_unwritten(int layout)
{
    sl_view *bytes = view_of("bytes", SL_UINT8, layout, SL_EXTENTS(1000));
    sl_view *floats = view_of("floats", SL_FLOAT, layout, SL_EXTENTS(9, 8));
    sl_view *cube = view_of("cube", SL_INT32, layout, SL_EXTENTS(5, 6, 7));
    sl_view *plane = view_of("plane", SL_DOUBLE, layout, SL_EXTENTS(20, 20));
    const char *where = layout_name[layout];
    diag("layout %s", where);
    for (int seq = 0; seq < 2; seq++) {
        const sl_policy p = SL_POLICY(.schedule = seq ? SL_SEQ : SL_AUTO);
        unwritten(sl_forall_with(p, ra_odd, SL_RANGE(2, N), line), "ra_odd", "2", "every other element");
        unwritten(sl_forall_with(p, ra_odd_bytes, SL_RANGE(0, 1000), bytes), "ra_odd_bytes", "0", "bytes");
        unwritten(sl_forall_with(p, ra_turned, SL_BOX(1, 8, 2, 9), 305, floats), "ra_turned", "5, 3",
                  "a view with its dimensions turned");
        unwritten(sl_forall_with(p, ra_diagonal, SL_RANGE(0, 20), 11, plane), "ra_diagonal", "11, 11", "a diagonal");
        unwritten(sl_forall_with(p, ra_rank_3, SL_BOX(0, 5, 0, 6, 0, 7), 456, cube), "ra_rank_3", "4, 5, 6",
                  "the last element of rank 3");
    }
    must(sl_forall(ra_turned, SL_BOX(1, 8, 2, 9), -1, floats));
    must(sl_forall(ra_rank_3, SL_BOX(0, 5, 0, 6, 0, 7), -1, cube));
    must(sl_forall(ra_diagonal, SL_RANGE(0, 20), -1, plane));
    must(sl_forall(ra_bytes, SL_RANGE(0, 1000), bytes));
    is_int(sl_wait(), SL_SUCCESS, "layout %s: all is written, and passes", where);
    const uint8_t *p = SL_HOST_READ(uint8_t, bytes);
    int wrong = 0;
    for (int i = 0; i < 1000; i++)
        wrong += p[i * sl_view_stride(bytes, 0)] != (uint8_t)i;
    is_int(wrong, 0, "layout %s: bytes of all values are what was stored", where);
    must(sl_host_end(bytes));
    sl_view_destroy(&bytes);
    sl_view_destroy(&floats);
    sl_view_destroy(&cube);
    sl_view_destroy(&plane);
}

/* What is not the loop's own stays as it was. */
static void test_rest(void)
{
    fill_all();
    must(sl_forall(ra_fill, SL_RANGE(100, 200), 5, line));
    must(sl_wait());
    const double *p = SL_HOST_READ(double, line);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += p[i] != (i >= 100 && i < 200 ? 5 : i + 1);
    is_int(wrong, 0, "elements beside the loop's own keep their values");
    must(sl_host_end(line));
}

/* ---- split views ---------------------------------------------------------------------------------------- */

static void test_split(void)
{
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_view_split(u, SL_SPLIT(3)));
    must(sl_view_split(y, SL_SPLIT(4)));
    surfaces((sl_forall(ra_stencil, SL_BOX(1, ROWS - 1, 1, COLUMNS - 1), u), sl_wait()), SL_ERR_RACE,
             "a stencil in place over a split view", "ra_stencil", "argument u", "\"u\"");
    surfaces((sl_forall(ra_odd, SL_RANGE(0, N), y), sl_wait()), SL_ERR_UNWRITTEN, "parts that are not written",
             "ra_odd", "argument y", sl__split_active ? " of 4" : "argument y");
    must(sl_forall(ra_fill, SL_RANGE(0, N), 3, y));
    is_int(sl_wait(), SL_SUCCESS, "parts that are written pass");
    sl_view_destroy(&u);
    sl_view_destroy(&y);
}

static void test_layout(int layout)
{
    line = view_of("line", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    bins = view_of("bins", SL_INT32, RIGHT, SL_EXTENTS(N));
    few = view_of("few", SL_DOUBLE, RIGHT, SL_EXTENTS(BINS));
    wide = view_of("wide", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS));
    square = view_of("square", SL_DOUBLE, layout, SL_EXTENTS(ROWS, ROWS));
    int32_t *b = SL_HOST_WRITE(int32_t, bins);
    for (int i = 0; i < N; i++)
        b[i] = bin_of(i);
    must(sl_host_end(bins));
    test_policies();
    test_sequence();
    test_batch();
    test_region();
    test_poison();
    test_reduction();
    test_atomic();
    test_none();
    test_unwritten(layout);
    test_rest();
    sl_view_destroy(&line);
    sl_view_destroy(&bins);
    sl_view_destroy(&few);
    sl_view_destroy(&wide);
    sl_view_destroy(&square);
}

int main(void)
{
    static const int workers[] = {SL_WORKERS_MACHINE, SL_WORKERS_CORE};
    sl_log_set_handler(misuse_count, NULL);
    for (int w = 0; w < 2; w++) {
        must(sl_init(&(sl_config){.cpu_workers = workers[w], .gpus = -1}));
        diag("a worker group a %s", w == 0 ? "machine" : "core");
        for (int layout = RIGHT; layout < LAYOUTS; layout++)
            test_layout(layout);
        test_split();
        must(sl_finalize());
    }
    return done_testing();
}
