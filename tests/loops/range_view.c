/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranges whose end is in a view (SL_RANGE_VIEW) against plain loops up to that end: what they visit, what they leave,
 * reductions, scatters, regions; ends that are out of range; a search by levels whose front is as long as a view says.
 */
#include <starloop.h>

#include "exec/cpu/bundle_plan.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/rounds.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(rv_set, (i), scalar(int32_t, value), out(int32_t, 1, n, own));
SL_KERNEL_DECLARE(rv_add, (i), scalar(int64_t, value), inout(int64_t, 1, n, own));
SL_KERNEL_DECLARE(rv_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn, own), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(rv_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most));
SL_KERNEL_DECLARE(rv_order, (i), in(int64_t, 1, x, own), reduce(int64_t, rv_last, last));
SL_KERNEL_DECLARE(rv_bins, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, bins, array(7)));
SL_KERNEL_DECLARE(rv_scatter, (i), in(int32_t, 2, to, own(0, all), map), scatter(int64_t, sum, 1, y));
SL_KERNEL_DECLARE(rv_visit, (k), scalar(int32_t, depth), in(int32_t, 1, front, own), in(int32_t, 1, begin),
                  in(int32_t, 1, edge), inout(int32_t, 1, level, atomic), inout(int32_t, 1, size, atomic),
                  inout(int32_t, 1, next));
SL_KERNEL_DECLARE(rv_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(rvc_some, (i), scalar(int64_t, but), out(int64_t, 1, y, own));

enum { LO = 5, LENGTHS = 7, ENDS = 5, UNTOUCHED = -9 };
static const int lengths[LENGTHS] = {0, 1, 31, 129, 1025, 4097, 70001};

/* Ends of [LO, LO + length]: none, one, some, all but one, all. */
static int end_of(int length, int k)
{
    const int of[ENDS] = {0, length > 1, length / 3 | 1, length - 1, length};
    const int n = of[k] < 0 ? 0 : of[k] > length ? length : of[k];
    return LO + n;
}

static void set_end(sl_view *n, int64_t value)
{
    const int narrow = sl_view_type(n) == SL_INT32;
    void *p = narrow ? (void *)SL_HOST_WRITE(int32_t, n) : (void *)SL_HOST_WRITE(int64_t, n);
    if (narrow)
        *(int32_t *)p = (int32_t)value;
    else
        *(int64_t *)p = value;
    must(sl_host_end(n));
}

/* A view of one element; of several dimensions, or a part of a longer one. */
static sl_view *end_view(sl_type type, int kind)
{
    sl_view *n = NULL, *whole = NULL;
    if (kind < 2)
        return view_of("n", type, RIGHT, kind == 0 ? SL_EXTENTS() : SL_EXTENTS(1, 1));
    whole = view_of("many", type, RIGHT, SL_EXTENTS(6));
    must(sl_subview(whole, &n, SL_PAIR(4, 5)));
    sl_view_destroy(&whole);
    return n;
}

static sl_view *numbers(const char *label, sl_index count, int64_t start, int64_t step)
{
    sl_view *v = view_of(label, SL_INT64, RIGHT, SL_EXTENTS(count));
    int64_t *p = SL_HOST_WRITE(int64_t, v);
    for (sl_index i = 0; i < count; i++)
        p[i] = start + step * i;
    must(sl_host_end(v));
    return v;
}

/* Elements that are not as after @p turns loops up to @p end, the last one with @p off. */
static int marks_wrong(sl_view *turn, sl_view *y, int count, int end, int turns, int64_t off)
{
    const int64_t *t = SL_HOST_READ(int64_t, turn), *v = SL_HOST_READ(int64_t, y);
    int wrong = t != NULL && v != NULL ? 0 : count;
    for (int64_t i = 0; i < count && t != NULL && v != NULL; i++) {
        const int in = i >= LO && i < end;
        wrong += t[i] != (in ? turns : 0) || v[i] != (in ? 3 * i + 1000 * (i - LO) + off : UNTOUCHED);
    }
    if (t != NULL)
        must(sl_host_end(turn));
    if (v != NULL)
        must(sl_host_end(y));
    return wrong;
}

static void test_marks(sl_type type, int kind)
{
    int wrong = 0, cases = 0;
    for (int q = 0; q < LENGTHS; q++)
        for (int k = 0; k < ENDS; k++) {
            const int count = LO + lengths[q] + 2, most = LO + lengths[q], end = end_of(lengths[q], k);
            sl_view *n = end_view(type, kind), *turn = numbers("turn", count, 0, 0);
            sl_view *y = numbers("y", count, UNTOUCHED, 0);
            int turns = 0;
            set_end(n, end);
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++, turns++)
                must(sl_forall_with(launched(SL_POLICY(.schedule = s), turns), rv_mark, SL_RANGE_VIEW(LO, most, n),
                                    (int64_t)s, turn, y));
            sl_view_destroy(&n);
            wrong += marks_wrong(turn, y, count, end, turns, last_schedule());
            cases++;
            sl_view_destroy(&turn);
            sl_view_destroy(&y);
        }
    is_int(wrong, 0, "loops up to an end in a %s of %s visit what comes before it, and no more, in %d cases",
           kind == 0   ? "view of rank 0"
           : kind == 1 ? "view of rank 2"
                       : "subview",
           sl_type_name(type), cases);
}

/* What writes the end, and the loop, without a wait between. */
static void test_queued(void)
{
    enum { MOST = 3000, ROUNDS = 40 };
    sl_view *n = view_of("n", SL_INT32, RIGHT, SL_EXTENTS(1));
    sl_view *turn[ROUNDS], *y[ROUNDS];
    int wrong = 0;
    for (int r = 0; r < ROUNDS; r++) {
        turn[r] = numbers("turn", MOST, 0, 0);
        y[r] = numbers("y", MOST, UNTOUCHED, 0);
    }
    must(sl_pause());
    for (int r = 0; r < ROUNDS; r++) {
        must(sl_forall(rv_set, SL_RANGE(0, 1), LO + r * 61 % (MOST - LO), n));
        must(sl_forall(rv_mark, SL_RANGE_VIEW(LO, MOST, n), (int64_t)r, turn[r], y[r]));
    }
    sl_view_destroy(&n);
    must(sl_resume());
    for (int r = 0; r < ROUNDS; r++) {
        wrong += marks_wrong(turn[r], y[r], MOST, LO + r * 61 % (MOST - LO), 1, r);
        sl_view_destroy(&turn[r]);
        sl_view_destroy(&y[r]);
    }
    is_int(wrong, 0, "a loop ends where the loop before it has written, also when the view is destroyed");
}

/* ---- reductions and scatters --------------------------------------------------------------------------------- */

static void sum_up(const int64_t x[], int end, int64_t want[3])
{
    want[0] = want[2] = 0;
    want[1] = INT64_MIN;
    for (int i = LO; i < end; i++) {
        want[0] += x[i];
        want[1] = x[i] > want[1] ? x[i] : want[1];
        want[2] = x[i];
    }
}

static int sums_wrong(sl_policy policy, int most, sl_view *n, sl_view *x, const int64_t want[3])
{
    int64_t total = -1, largest = -1, last = -1;
    sl_view *into = numbers("into", 1, 7, 0);
    int wrong = 0;
    must(sl_reduce_with(policy, rv_sum, SL_RANGE_VIEW(LO, most, n), x, &total, &largest));
    must(sl_reduce_with(policy, rv_order, SL_RANGE_VIEW(LO, most, n), x, &last));
    policy.combine = 1;
    must(sl_forall_with(policy, rv_order, SL_RANGE_VIEW(LO, most, n), x, SL_INTO(into, 0)));
    const int64_t *p = SL_HOST_READ(int64_t, into);
    wrong += total != want[0] || largest != want[1] || last != want[2];
    wrong += *p != (want[2] != 0 ? want[2] : 7);
    must(sl_host_end(into));
    sl_view_destroy(&into);
    return wrong;
}

static void test_reductions(void)
{
    int wrong = 0, cases = 0;
    for (int q = 0; q < LENGTHS; q++)
        for (int k = 0; k < ENDS; k++) {
            const int most = LO + lengths[q], end = end_of(lengths[q], k);
            sl_view *n = end_view(SL_INT64, 0), *x = numbers("x", most + 1, -40, 3);
            int64_t want[3];
            const int64_t *p = SL_HOST_READ(int64_t, x);
            sum_up(p, end, want);
            must(sl_host_end(x));
            set_end(n, end);
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++, cases++)
                wrong += sums_wrong(SL_POLICY(.schedule = s), most, n, x, want);
            wrong += sums_wrong(SL_POLICY(.reproducible = SL_ACROSS_DEVICES, .where = SL_CPU), most, n, x, want);
            sl_view_destroy(&n);
            sl_view_destroy(&x);
        }
    is_int(wrong, 0, "sums, maxima and reductions in order end there, into host memory and views, in %d cases", cases);
}

static void test_arrays(void)
{
    enum { MOST = 9000, BINS = 7 };
    static const sl_scatter how[] = {SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE};
    sl_view *n = end_view(SL_INT32, 0), *x = numbers("x", MOST, 4, 1), *bins = numbers("bins", BINS, -1, 0);
    sl_view *y = numbers("y", BINS, 0, 0), *to = view_of("to", SL_INT32, RIGHT, SL_EXTENTS(MOST, 1));
    int wrong = 0;
    int32_t *t = SL_HOST_WRITE(int32_t, to);
    for (int i = 0; i < MOST; i++)
        t[i] = i * 31 % BINS;
    must(sl_host_end(to));
    for (int k = 0; k < ENDS; k++) {
        const int end = end_of(MOST - LO, k);
        int64_t want[BINS] = {0}, scattered[BINS] = {0};
        for (int i = LO; i < end; i++) {
            want[i % BINS] += i + 4;
            scattered[i * 31 % BINS] += 3 * (i + 1);
        }
        set_end(n, end);
        must(sl_forall(rv_bins, SL_RANGE_VIEW(LO, MOST, n), x, bins));
        must(SL_VIEW_FILL(int64_t, y, 0));
        for (int h = 0; h < 3; h++)
            must(sl_forall_with(SL_POLICY(.scatter = how[h]), rv_scatter, SL_RANGE_VIEW(LO, MOST, n), to, y));
        const int64_t *p = SL_HOST_READ(int64_t, bins), *s = SL_HOST_READ(int64_t, y);
        for (int b = 0; b < BINS; b++)
            wrong += p[b] != want[b] || s[b] != scattered[b];
        must(sl_host_end(bins));
        must(sl_host_end(y));
    }
    is_int(wrong, 0, "arrays of results and scatters, by every strategy, end there");
    refused(sl_forall_with(SL_POLICY(.scatter = SL_SCATTER_COLOR), rv_scatter, SL_RANGE_VIEW(LO, MOST, n), to, y),
            SL_ERR_UNSUPPORTED, "colours",
            "sl_forall: kernel rv_scatter: policy.scatter: ", "got one over a range whose end is in a view");
    sl_view_destroy(&n);
    sl_view_destroy(&x);
    sl_view_destroy(&bins);
    sl_view_destroy(&y);
    sl_view_destroy(&to);
}

/* ---- regions, splits --------------------------------------------------------------------------------------------- */

/* A region reads the end in each run: what the host, or a loop of its own, has written. */
static void test_region(int loops)
{
    enum { MOST = 2000, RUNS = 5 };
    sl_view *n = view_of("n", SL_INT64, RIGHT, SL_EXTENTS(1)), *x = numbers("x", MOST, 1, 1);
    sl_view *turn = numbers("turn", MOST, 0, 0), *y = numbers("y", MOST, UNTOUCHED, 0);
    sl_view *total = numbers("total", 2, 0, 0);
    sl_region *region = NULL;
    int wrong = 0;
    must(sl_region_begin(&region));
    must(sl_forall(rv_add, SL_RANGE(0, 1), INT64_C(10), n));
    for (int l = 0; l < loops; l++)
        must(sl_forall(rv_mark, SL_RANGE_VIEW(LO, MOST, n), INT64_C(1), turn, y));
    must(sl_forall(rv_sum, SL_RANGE_VIEW(LO, MOST, n), x, SL_INTO(total, 0), SL_INTO(total, 1)));
    must(sl_region_end(region));
    for (int r = 0, turns[MOST] = {0}; r < RUNS; r++) {
        const int end = r % 2 == 0 ? 1000 - 100 * r : LO + r;
        int64_t want[3] = {0}, seen[MOST];
        set_end(n, end - 10);
        must(sl_region_run(region));
        const int64_t *t = SL_HOST_READ(int64_t, turn), *s = SL_HOST_READ(int64_t, total);
        for (int i = 0; i < MOST; i++) {
            seen[i] = i + 1;
            turns[i] += i >= LO && i < end ? loops : 0;
            wrong += t[i] != turns[i];
        }
        sum_up(seen, end, want);
        wrong += s[0] != want[0] || s[1] != want[1];
        must(sl_host_end(turn));
        must(sl_host_end(total));
    }
    is_int(wrong, 0, "a region with %d such loops reads the end in each run", loops);
    set_end(n, MOST);
    must(sl_region_run(region));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "a run whose end is outside",
             "end of the space, in \"n\": expected 5 to 2000, got 2010");
    sl_region_destroy(&region);
    sl_view_destroy(&n);
    sl_view_destroy(&x);
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
    sl_view_destroy(&total);
}

static void test_split(void)
{
    enum { MOST = 1 << 18, END = MOST / 3 };
    sl_view *n = end_view(SL_INT64, 0), *turn = numbers("turn", MOST, 0, 0), *y = numbers("y", MOST, UNTOUCHED, 0);
    must(sl_view_split(turn, SL_SPLIT(4)));
    must(sl_view_split(y, SL_SPLIT(4)));
    set_end(n, END);
    for (int k = 0; k < 2; k++)
        must(sl_forall_with(SL_POLICY(.split = SL_SPLIT(4)), rv_mark, SL_RANGE_VIEW(LO, MOST, n), INT64_C(2), turn, y));
    is_int(marks_wrong(turn, y, MOST, END, 2, 2), 0, "views in parts are put together for such a loop");
    sl_view_destroy(&n);
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
}

/* ---- what is wrong ----------------------------------------------------------------------------------------------- */

static void test_outside(sl_type type, int64_t value, const char *text)
{
    enum { MOST = 40 };
    sl_view *n = end_view(type, 1), *turn = numbers("turn", MOST, 0, 0), *y = numbers("y", MOST, UNTOUCHED, 0);
    sl_view *other = numbers("other", MOST, 3, 0), *into = numbers("into", 2, 0, 0);
    int64_t sum = -5, most = -6;
    set_end(n, value);
    must(sl_forall_with(SL_POLICY(.label = "ends"), rv_mark, SL_RANGE_VIEW(LO, MOST, n), INT64_C(0), turn, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an end that is outside", "kernel rv_mark (task \"ends\"): ", text,
             "(called at ");
    ok(SL_HOST_READ(int64_t, y) == NULL && sl_last_status() == SL_ERR_BOUNDS, "what it writes is lost");
    sl_clear_error();
    must(sl_forall(rv_sum, SL_RANGE_VIEW(LO, MOST, n), other, SL_INTO(into, 0), SL_INTO(into, 1)));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "of a reduction into a view", "kernel rv_sum", text);
    ok(SL_HOST_READ(int64_t, into) == NULL && sl_last_status() == SL_ERR_BOUNDS, "so is its result");
    surfaces(sl_reduce(rv_sum, SL_RANGE_VIEW(LO, MOST, n), other, &sum, &most), SL_ERR_BOUNDS, "of sl_reduce", "rv_sum",
             text);
    ok(sum == -5 && most == -6, "which stores nothing");
    const int64_t *p = SL_HOST_READ(int64_t, other);
    ok(p != NULL && p[MOST - 1] == 3, "what it reads stays");
    must(sl_host_end(other));
    must(SL_VIEW_FILL(int64_t, y, UNTOUCHED));
    must(SL_VIEW_FILL(int64_t, turn, 0));
    set_end(n, MOST);
    must(sl_forall(rv_mark, SL_RANGE_VIEW(LO, MOST, n), INT64_C(4), turn, y));
    is_int(marks_wrong(turn, y, MOST, MOST, 1, 4), 0, "and with a right end the loop runs");
    sl_view_destroy(&n);
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
    sl_view_destroy(&other);
    sl_view_destroy(&into);
}

/* Of an empty range the end is not read; what takes no such range says so. */
static void test_refused(void)
{
    sl_view *n = numbers("n", 1, 77, 0), *x = numbers("x", 20, 0, 1), *y = numbers("y", 20, UNTOUCHED, 0);
    int64_t sum = 3, most = 4;
    const sl_space space = SL_RANGE_VIEW(LO, 20, n);
    sl_index_set *set = NULL;
    is_int(sl_forall(rv_mark, SL_RANGE_VIEW(LO, LO, n), INT64_C(0), x, y), SL_SUCCESS,
           "nothing runs over an empty one");
    is_int(sl_reduce(rv_sum, SL_RANGE_VIEW(LO, LO, n), x, &sum, &most), SL_SUCCESS, "and nothing is summed up");
    ok(sum == 0 && most == INT64_MIN, "the results are those of no iterations");
    is_int(sl_space_size(&space), 15, "its size is that of the whole range");
    refused(sl_forall(rv_set, SL_RANGE_VIEW(0, 1, n), 0, n), SL_ERR_TYPE, "(an argument of another type)", "rv_set");
    refused(sl_forall(rv_add, SL_RANGE_VIEW(0, 1, n), INT64_C(0), n), SL_ERR_ALIAS, "a loop that writes its end",
            "sl_forall: kernel rv_add, argument n: ", "overlaps the end of the space, \"n\"");
    refused(sl_forall(rv_mark, SL_RANGE_VIEW(LO, 21, n), INT64_C(0), x, y), SL_ERR_EXTENT, "a range that leaves a view",
            "expected own indices in [0, 20)", "got [5, 21)");
    refused(sl_reduce(rv_scan, SL_RANGE_VIEW(0, 20, n), x, y, &sum), SL_ERR_UNSUPPORTED, "a scan",
            "expected a box for a kernel of this form", "got a range whose end is in a view");
    refused(sl_index_set_create("set", 1, &space, &set), SL_ERR_ARGUMENT, "a segment of an index set",
            "sl_index_set_create: segment: ", "got a range whose end is in a view");
    refused(sl_index_set_union("set", space, SL_RANGE(0, 3), &set), SL_ERR_ARGUMENT, "one of a union",
            "got a range whose end is in a view");
    sl_view_destroy(&n);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* With bounds checks: own elements before the end must be written, those behind it stay. */
static void test_checked(void)
{
    enum { MOST = 300, END = 200 };
    sl_view *n = end_view(SL_INT32, 0), *y = numbers("y", MOST, UNTOUCHED, 0);
    int wrong = 0;
    set_end(n, END);
    must(sl_forall(rvc_some, SL_RANGE_VIEW(LO, MOST, n), (int64_t)END, y));
    must(sl_wait());
    const int64_t *p = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < MOST; i++)
        wrong += p[i] != (i >= LO && i < END ? i : UNTOUCHED);
    must(sl_host_end(y));
    is_int(wrong, 0, "with bounds checks what lies behind the end stays as it was");
    must(sl_forall(rvc_some, SL_RANGE_VIEW(LO, MOST, n), (int64_t)END - 1, y));
    surfaces(sl_wait(), SL_ERR_UNWRITTEN, "an own element before the end that is not written", "rvc_some",
             "element (199) of \"y\"");
    must(SL_VIEW_FILL(int64_t, y, 0));
    set_end(n, MOST + 1);
    must(sl_forall(rvc_some, SL_RANGE_VIEW(LO, MOST, n), INT64_C(0), y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an end that is outside, with bounds checks", "expected 5 to 300, got 301");
    sl_view_destroy(&n);
    sl_view_destroy(&y);
}

/* ---- a search ---------------------------------------------------------------------------------------------------- */

enum { VERTICES = 3000, EACH = 3, ALONE = 40, SOME = 8 };
static int32_t begin[VERTICES + 1], edge[VERTICES * EACH], want_level[VERTICES];

/* A long chain with some bridges; the last vertices stand alone. */
static void make_graph(void)
{
    uint64_t seed = 48;
    int edges = 0;
    for (int v = 0; v < VERTICES; v++) {
        begin[v] = edges;
        for (int k = 0; k < EACH && v < VERTICES - ALONE; k++) {
            const int far = v + 1 + random_below(&seed, 40);
            edge[edges++] = far < VERTICES - ALONE ? far : v;
        }
    }
    begin[VERTICES] = edges;
}

/* @return the deepest level. */
static int plain_search(void)
{
    static int32_t queue[VERTICES];
    int first = 0, last = 1;
    for (int v = 0; v < VERTICES; v++)
        want_level[v] = v == 0 ? 0 : -1;
    for (queue[0] = 0; first < last; first++)
        for (int e = begin[queue[first]]; e < begin[queue[first] + 1]; e++)
            if (want_level[edge[e]] < 0) {
                want_level[edge[e]] = want_level[queue[first]] + 1;
                queue[last++] = edge[e];
            }
    return want_level[queue[last - 1]];
}

static sl_view *copy_of(const char *label, const int32_t from[], int count)
{
    sl_view *v = view_of(label, SL_INT32, RIGHT, SL_EXTENTS(count));
    int32_t *p = SL_HOST_WRITE(int32_t, v);
    for (int i = 0; i < count; i++)
        p[i] = from != NULL ? from[i] : -1;
    must(sl_host_end(v));
    return v;
}

static int first_of(sl_view *v)
{
    const int32_t *p = SL_HOST_READ(int32_t, v);
    const int value = *p;
    must(sl_host_end(v));
    return value;
}

/* The loops of one level. */
static void queue_level(int depth, sl_view *const front[2], sl_view *const size[2], sl_view *b, sl_view *e,
                        sl_view *level)
{
    const int to = depth % 2, from = 1 - to;
    must(sl_forall(rv_set, SL_RANGE(0, 1), 0, size[to]));
    must(sl_forall(rv_visit, SL_RANGE_VIEW(0, VERTICES, size[from]), depth, front[from], b, e, level, size[to],
                   front[to]));
}

/* The same by a region, in which the two fronts change places. */
static void run_level(sl_region *region, int depth, sl_view *const front[2], sl_view *const size[2])
{
    if (depth > 1) {
        must(sl_region_set_view(region, front[0], front[1]));
        must(sl_region_set_view(region, size[0], size[1]));
    }
    must(SL_REGION_SET(region, 1, int32_t, depth, depth));
    must(sl_region_run(region));
}

/* Levels are queued without a wait; each SOME of them the host looks whether there is a front. */
static void test_search(int by_region)
{
    static const int32_t zero[VERTICES], one[1] = {1};
    make_graph();
    const int deepest = plain_search();
    sl_view *b = copy_of("begin", begin, VERTICES + 1), *e = copy_of("edge", edge, VERTICES * EACH);
    sl_view *level = copy_of("level", NULL, VERTICES), *front[2], *size[2];
    sl_region *region = NULL;
    int waits = 0, wrong = 0, depth = 0;
    for (int k = 0; k < 2; k++) {
        front[k] = copy_of("front", zero, VERTICES);
        size[k] = copy_of("size", one, 1);
    }
    int32_t *p = SL_HOST_WRITE(int32_t, level);
    for (int v = 0; v < VERTICES; v++)
        p[v] = v == 0 ? 0 : -1;
    must(sl_host_end(level));
    if (by_region) {
        must(sl_region_begin(&region));
        queue_level(1, front, size, b, e, level);
        must(sl_region_end(region));
    }
    for (int some = 1; some > 0;) {
        depth++;
        if (by_region)
            run_level(region, depth, front, size);
        else
            queue_level(depth, front, size, b, e, level);
        if (depth % SOME == 0) {
            some = first_of(size[depth % 2]);
            waits++;
        }
    }
    sl_region_destroy(&region);
    const int32_t *got = SL_HOST_READ(int32_t, level);
    for (int v = 0; v < VERTICES; v++)
        wrong += got[v] != want_level[v];
    must(sl_host_end(level));
    ok(deepest > 3 * SOME, "the graph has %d levels", deepest);
    is_int(wrong, 0, "a search by levels%s has the levels of a plain one", by_region ? ", runs of a region," : "");
    is_int(waits, deepest / SOME + 1, "and waits once in %d levels", SOME);
    sl_view_destroy(&b);
    sl_view_destroy(&e);
    sl_view_destroy(&level);
    for (int k = 0; k < 2; k++) {
        sl_view_destroy(&front[k]);
        sl_view_destroy(&size[k]);
    }
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    for (int kind = 0; kind < 3; kind++) {
        test_marks(SL_INT32, kind);
        test_marks(SL_INT64, kind);
    }
    test_queued();
    test_reductions();
    test_arrays();
    test_region(1);
    test_region(12);
    sl__cpu_threads_override = 4;
    sl__rounds_always = 1;
    const int before = atomic_load(&sl__bundle_plans_made);
    test_region(12);
    ok(on_gpu() || atomic_load(&sl__bundle_plans_made) > before, "as where loops share the threads");
    sl__cpu_threads_override = sl__rounds_always = 0;
    test_split();
    test_outside(SL_INT32, 41, "end of the space, in \"n\": expected 5 to 40, got 41");
    test_outside(SL_INT32, 4, "end of the space, in \"n\": expected 5 to 40, got 4");
    test_outside(SL_INT64, INT64_MAX, "expected 5 to 40, got 9223372036854775807");
    test_outside(SL_INT64, -1, "expected 5 to 40, got -1");
    test_refused();
    test_checked();
    test_search(0);
    test_search(1);
    must(sl_finalize());
    return done_testing();
}
