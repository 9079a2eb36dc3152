/* SPDX-License-Identifier: BSD-3-Clause */
/* Tokens: no two iterations have one number at the same time, what they collect in the numbers' rows is what a loop in
 * plain C adds up, and all numbers are free afterwards, however a block is left. */
#include "unique_token.h"
#include "loop_testing.h"
#include "misuse.h"

enum { MOST = 20001 };

static const sl_index sizes[] = {0, 1, 2, 63, 1001, MOST};

static int64_t value(sl_index i)
{
    return i * 7919 % 97 + 1;
}

static sl_view *tokens_of(const char *label, int layout, sl_index n)
{
    return view_of(label, SL_INT32, layout, SL_EXTENTS(n));
}

/* How many of a view's elements are not 0. */
static int taken(sl_view *tokens)
{
    const int *p = SL_HOST_READ(int, tokens);
    int count = 0;
    for (sl_index k = 0; k < sl_view_extent(tokens, 0); k++)
        count += p[k * sl_view_stride(tokens, 0)] != 0;
    must(sl_host_end(tokens));
    return count;
}

static int64_t sum_of(sl_view *v)
{
    const int64_t *p = SL_HOST_READ(int64_t, v);
    sl_index n[SL_MAX_RANK], x[SL_MAX_RANK] = {0};
    int64_t sum = 0;
    for (int d = 0; d < sl_view_rank(v); d++)
        n[d] = sl_view_extent(v, d);
    if (points(sl_view_rank(v), n) > 0)
        do
            sum += p[place(v, x)];
        while (next_point(sl_view_rank(v), n, x));
    must(sl_host_end(v));
    return sum;
}

static sl_view *values(int rank, sl_index n, sl_index m)
{
    sl_view *x = view_of("x", SL_INT64, RIGHT, rank == 1 ? SL_EXTENTS(n) : SL_EXTENTS(n, m));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (sl_index k = 0; k < n * m; k++)
        p[k] = value(k);
    must(sl_host_end(x));
    return x;
}

/* ---- one view of tokens ---------------------------------------------------------------------------------------- */

typedef struct set {
    sl_view *tokens, *inside, *work, *bad;
} set;

static set set_of(int layout, sl_index n)
{
    return (set){tokens_of("tokens", layout, n), view_of("inside", SL_INT64, RIGHT, SL_EXTENTS(n)),
                 view_of("work", SL_INT64, layout, SL_EXTENTS(n, UT_COLUMNS)),
                 view_of("bad", SL_INT64, RIGHT, SL_EXTENTS(1))};
}

/* Whether a set is as it must be when iterations have added `want` to each column. */
static int is_right(const char *what, set s, int64_t want)
{
    const int64_t bad = sum_of(s.bad), got = sum_of(s.work), in = sum_of(s.inside);
    const int held = taken(s.tokens);
    if (bad == 0 && got == want * UT_COLUMNS && in == 0 && held == 0)
        return 1;
    diag("%s: %lld met, sum %lld, want %lld, %d taken afterwards", what, (long long)bad, (long long)got,
         (long long)want * UT_COLUMNS, held);
    return 0;
}

static void set_end(set *s)
{
    sl_view_destroy(&s->tokens);
    sl_view_destroy(&s->inside);
    sl_view_destroy(&s->work);
    sl_view_destroy(&s->bad);
}

static void test_line(sl_index tokens, int layout)
{
    int bad = 0;
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const sl_index n = sizes[k];
        sl_view *x = values(1, n, 1);
        int64_t want = 0;
        for (sl_index i = 0; i < n; i++)
            want += value(i);
        for (sl_schedule schedule = SL_AUTO; schedule <= SL_RUNTIME; schedule = (sl_schedule)(schedule + 1)) {
            sl_policy p = SL_POLICY(.schedule = schedule, .chunk = schedule == SL_DYNAMIC ? 3 : 0);
            set s = set_of(layout, tokens);
            must(sl_forall_with(p, ut_add, SL_RANGE(0, n), x, s.tokens, s.inside, s.work, s.bad));
            bad += !is_right(policy_text(&p), s, want);
            set_end(&s);
            if (on_gpu())
                break;
        }
        sl_view_destroy(&x);
    }
    ok(bad == 0, "%lld tokens, %s: all schedules, sizes up to %d", (long long)tokens, layout_name[layout], MOST);
}

static void test_plane(sl_index tokens)
{
    static const sl_index shapes[][2] = {{0, 5}, {1, 1}, {37, 51}, {300, 7}};
    int bad = 0;
    for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const sl_index n = shapes[k][0], m = shapes[k][1];
        sl_view *x = values(2, n, m);
        set s = set_of(LEFT, tokens);
        int64_t want = 0, all = 0, minus = 0;
        for (sl_index i = 0; i < n * m; i++)
            if (value(i) % 3 != 0)
                want += value(i);
            else
                minus++;
        for (int turn = 1; turn <= 2; turn++) {
            sl_policy p = SL_POLICY(.tile = {turn == 1 ? 0 : 16, turn == 1 ? 0 : 8});
            must(sl_reduce_with(p, ut_add_plane, SL_BOX(0, n, 0, m), x, s.tokens, s.inside, s.work, s.bad, &all));
            bad += !is_right("plane", s, turn * want) || all != want - minus;
        }
        set_end(&s);
        sl_view_destroy(&x);
    }
    ok(bad == 0, "%lld tokens: two indices, a reduction, tiles", (long long)tokens);
}

/* One token is a lock. */
static void test_mutex(sl_index n)
{
    sl_view *x = values(1, n, 1), *lock = tokens_of("lock", RIGHT, 1),
            *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS(2));
    int64_t want = 0;
    for (sl_index i = 0; i < n; i++)
        want += UT_TURNS * value(i);
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), ut_mutex, SL_RANGE(0, n), x, lock, total));
    const int64_t *p = SL_HOST_READ(int64_t, total);
    ok(p[0] == want && p[1] == UT_TURNS * n, "one token is a lock, %lld iterations", (long long)n);
    must(sl_host_end(total));
    is_int(taken(lock), 0, "which is free in the end");
    sl_view_destroy(&x);
    sl_view_destroy(&lock);
    sl_view_destroy(&total);
}

/* ---- how a block is left ------------------------------------------------------------------------------------------
 */

static void test_leave(sl_schedule schedule)
{
    enum { N = 4003, TOKENS = 7 };
    sl_view *tokens = tokens_of("tokens", RIGHT, TOKENS), *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(TOKENS)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_forall_with(SL_POLICY(.schedule = schedule), ut_leave, SL_RANGE(0, N), -1, tokens, work, y));
    int64_t want = 0, behind = 0;
    for (int i = 0; i < N; i++) {
        want += i % UT_WAYS == UT_END ? 4 : i % UT_WAYS == UT_RETURN ? 1 : 2;
        behind += i % UT_WAYS != UT_RETURN;
    }
    ok(sum_of(work) == want && sum_of(y) == behind && taken(tokens) == 0,
       "break, continue and return leave a block and give the number back, schedule %d", (int)schedule);
    for (sl_index at = 0; at < 3; at++) {
        must(sl_forall_with(SL_POLICY(.schedule = schedule), ut_leave, SL_RANGE(0, N), at, tokens, work, y));
        surfaces(sl_wait(), SL_ERR_RAISED, "SL_RAISE in a block", "ut_leave", "raised 3");
        must(SL_VIEW_FILL(int64_t, y, 0));
        must(SL_VIEW_FILL(int64_t, work, 0));
        sl_view_destroy(&tokens); /* what a failed loop has written counts for nothing */
        tokens = tokens_of("tokens", RIGHT, TOKENS);
    }
    sl_view_destroy(&tokens);
    sl_view_destroy(&work);
    sl_view_destroy(&y);
}

/* ---- several --------------------------------------------------------------------------------------------------- */

static void test_nested(sl_schedule schedule, sl_index of_a, sl_index of_b)
{
    enum { N = 3001 };
    sl_view *a = tokens_of("a", RIGHT, of_a), *b = tokens_of("b", STRIDED, of_b),
            *wa = view_of("of a", SL_INT64, RIGHT, SL_EXTENTS(of_a)),
            *wb = view_of("of b", SL_INT64, RIGHT, SL_EXTENTS(of_b)),
            *both = view_of("of both", SL_INT64, RIGHT, SL_EXTENTS(of_a, of_b)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_forall_with(SL_POLICY(.schedule = schedule), ut_nested, SL_RANGE(0, N), a, b, wa, both, wb, y));
    ok(sum_of(wa) == 2 * N && sum_of(wb) == 2 * N && sum_of(both) == N && sum_of(y) == N && taken(a) + taken(b) == 0,
       "a block in a block, of %lld and %lld tokens, schedule %d", (long long)of_a, (long long)of_b, (int)schedule);
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&wa);
    sl_view_destroy(&wb);
    sl_view_destroy(&both);
    sl_view_destroy(&y);
}

/* Two of one view at once: enough for all that run, or one iteration at a time. */
static void test_same(void)
{
    enum { N = 1001 };
    const sl_index most = 2 * sl_concurrency();
    sl_view *a = tokens_of("a", RIGHT, most), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_forall(ut_same, SL_RANGE(0, N), a, y));
    const int64_t *p = SL_HOST_READ(int64_t, y);
    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += p[i] / 100 == p[i] % 100;
    must(sl_host_end(y));
    ok((bad == 0 || most > 100) && taken(a) == 0, "two numbers of one view differ");
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ, .where = SL_CPU), ut_same, SL_RANGE(0, N), a, y));
    p = SL_HOST_READ(int64_t, y);
    bad = 0;
    for (int i = 0; i < N; i++)
        bad += p[i] != 1;
    must(sl_host_end(y));
    ok(bad == 0, "under SL_SEQ they are 0 and 1");
    sl_view_destroy(&a);
    sl_view_destroy(&y);
}

/* ---- where loops run ------------------------------------------------------------------------------------------- */

/* In a chain, in a region, over split views. */
static void test_places(sl_index tokens, sl_index n)
{
    enum { RUNS = 3 };
    for (int how = 0; how < 3; how++) {
        sl_view *t = tokens_of("tokens", RIGHT, tokens), *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(tokens)),
                *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n));
        sl_region *region = NULL;
        if (how == 1)
            must(sl_region_begin(&region));
        for (int r = 0; r < (how == 1 ? 1 : RUNS); r++) {
            sl_policy p = how == 2 ? SL_POLICY(.split = {{4}}) : SL_POLICY(.where = SL_ANYWHERE);
            must(sl_forall_with(p, ut_step, SL_RANGE(0, n), y));
            must(sl_forall(ut_leave, SL_RANGE(0, n), -1, t, work, y));
            must(sl_forall_with(p, ut_step, SL_RANGE(0, n), y));
        }
        if (how == 1)
            must(sl_region_end(region));
        for (int r = 0; r < RUNS && how == 1; r++)
            must(sl_region_run(region));
        int64_t want = 0, behind = 0;
        for (sl_index i = 0; i < n; i++) {
            want += i % UT_WAYS == UT_END ? 4 : i % UT_WAYS == UT_RETURN ? 1 : 2;
            behind += 2 + (i % UT_WAYS != UT_RETURN);
        }
        ok(sum_of(work) == RUNS * want && sum_of(y) == RUNS * behind && taken(t) == 0,
           "%lld tokens and %lld iterations, %s", (long long)tokens, (long long)n,
           how == 0   ? "in a row"
           : how == 1 ? "in a region"
                      : "between split loops");
        sl_region_destroy(&region);
        sl_view_destroy(&t);
        sl_view_destroy(&work);
        sl_view_destroy(&y);
    }
}

static void test_nest(void)
{
    enum { N = 41, M = 23, TOKENS = 2 };
    sl_view *t = tokens_of("tokens", RIGHT, TOKENS), *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(TOKENS)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N, M));
    must(sl_forall_with(SL_POLICY(.nest = "rows", .where = SL_CPU), ut_nest, SL_BOX(0, N, 0, M), t, work, y));
    ok(sum_of(work) == sum_of(y) && sum_of(y) == N * M * (N + M - 2) / 2 && taken(t) == 0, "in a nest");
    sl_view_destroy(&t);
    sl_view_destroy(&work);
    sl_view_destroy(&y);
}

static void test_team(void)
{
    enum { LEAGUE = 57, N = 129, TOKENS = 3 };
    sl_view *t = tokens_of("tokens", RIGHT, TOKENS), *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(TOKENS)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_launch(SL_POLICY(.league = LEAGUE), ut_team, t, work, y));
    ok(sum_of(work) == sum_of(y) && sum_of(y) == LEAGUE * N * (N - 1) / 2 && taken(t) == 0, "in teams");
    sl_view_destroy(&t);
    sl_view_destroy(&work);
    sl_view_destroy(&y);
}

/* ---- races ------------------------------------------------------------------------------------------------------ */

static void test_checked(void)
{
    enum { N = 500, TOKENS = 4 };
    static const char *const name[] = {"the token's row", "rows of two tokens", "a row of nobody",
                                       "a row behind the block"};
    for (int how = UT_RIGHT; how <= UT_AFTER; how++) {
        sl_view *t = tokens_of("tokens", RIGHT, TOKENS), *o = tokens_of("others", RIGHT, TOKENS),
                *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(TOKENS, 3)),
                *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
        must(sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 1, .where = SL_CPU), ut_checked, SL_RANGE(0, N),
                            how, t, o, work, y));
        if (how == UT_RIGHT || how == UT_NESTED) {
            is_int(sl_wait(), SL_SUCCESS, "checked: %s is no race", name[how]);
            ok(sum_of(y) == 3 * N && taken(t) + taken(o) == 0, "checked: and all was done");
        } else {
            surfaces(sl_wait(), SL_ERR_RACE, name[how], "argument work: element (");
        }
        sl_view_destroy(&t);
        sl_view_destroy(&o);
        sl_view_destroy(&work);
        sl_view_destroy(&y);
    }
}

/* ---- misuse ------------------------------------------------------------------------------------------------------ */

static void test_misuse(void)
{
    sl_view *none = tokens_of("none", RIGHT, 0), *work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(3)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(50)), *wide = view_of("wide", SL_INT64, RIGHT, SL_EXTENTS(3)),
            *two = view_of("two", SL_INT32, RIGHT, SL_EXTENTS(3, 2)), *full = tokens_of("full", RIGHT, 1);
    must(sl_forall(ut_leave, SL_RANGE(0, 0), -1, none, work, y));
    must(sl_wait());
    static const sl_schedule schedules[] = {SL_AUTO, SL_SEQ, SL_STATIC};
    for (int k = 0; k < 3; k++) {
        must(sl_forall_with(SL_POLICY(.schedule = schedules[k]), ut_leave, SL_RANGE(4, 5), -1, none, work, y));
        surfaces(sl_wait(), SL_ERR_BOUNDS, "no tokens", "kernel ut_leave (task \"ut_leave\"): SL_UNIQUE_TOKEN at ",
                 "expected a view with an element that is free, got one of extent 0 without, iteration (4)");
        must(SL_VIEW_FILL(int64_t, y, 0));
        must(SL_VIEW_FILL(int64_t, work, 0));
        sl_view_destroy(&none);
        none = tokens_of("none", RIGHT, 0);
    }
    must(SL_VIEW_FILL(int, full, 1));
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ, .where = SL_CPU), ut_leave, SL_RANGE(0, 1), -1, full, work, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "none is free under SL_SEQ", "got one of extent 1 without, iteration (0)");
    refused(sl_forall(ut_leave, SL_RANGE(0, 4), -1, wide, work, y), SL_ERR_TYPE, "tokens of another type", "ut_leave",
            "tokens");
    refused(sl_forall(ut_leave, SL_RANGE(0, 4), -1, two, work, y), SL_ERR_RANK, "tokens of another rank", "ut_leave",
            "tokens");
    sl_view_destroy(&none);
    sl_view_destroy(&work);
    sl_view_destroy(&y);
    sl_view_destroy(&wide);
    sl_view_destroy(&two);
    sl_view_destroy(&full);
}

int main(void)
{
    is_int(sl_concurrency(), 0, "no iteration runs before sl_init()");
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    ok(sl_concurrency() >= sl_cpu_cores() && sl_concurrency() >= 1, "sl_concurrency() is %d, of %d cores and %d GPUs",
       (int)sl_concurrency(), sl_cpu_cores(), sl_gpus());
    test_line(1, RIGHT);
    test_line(2, STRIDED);
    test_line(sl_concurrency(), RIGHT);
    test_line(3 * sl_concurrency() + 1001, STRIDED);
    test_plane(1);
    test_plane(sl_concurrency());
    test_mutex(1);
    test_mutex(5001);
    for (sl_schedule s = SL_AUTO; s <= SL_STATIC; s = (sl_schedule)(s + 1))
        test_leave(s);
    test_nested(SL_SEQ, 1, 1);
    test_nested(SL_STATIC, 3, 2);
    test_nested(SL_STATIC, 1, 1);
    test_same();
    test_places(1, 40);
    test_places(3, 5000);
    test_places(64, 100003);
    test_nest();
    test_team();
    test_checked();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
