/* SPDX-License-Identifier: BSD-3-Clause */
/* Scatter: every strategy, operator, type and rank against loops in plain C. Sums and products of floating-point
 * numbers are exact in any order; integers wrap around. */
#include <math.h>

#include "exec/cpu/scatter.h"
#include "loop_testing.h"
#include "machine/machine.h"
#include "misuse.h"
#include "place/ways.h"
#include "scatter.h"
#include "task/cores.h"
#include "task/kernel_state.h"

enum { SUM, PROD, MIN, MAX, OPS };
static const char *const op_name[OPS] = {"sum", "prod", "min", "max"};

enum { RANKS = 7, MOST = 9001 };
static const sl_index sizes[] = {0, 1, 17, MOST};
static const sl_index extent[RANKS - 1] = {3, 4, 5, 2, 3, 2};

/* Ways to run a loop: schedules and strategies. */
static const sl_policy ways[] = {
    {.schedule = SL_AUTO},
    {.schedule = SL_SEQ, .where = SL_CPU},
    {.schedule = SL_SIMD},
    {.schedule = SL_STATIC, .chunk = 64},
    {.schedule = SL_DYNAMIC, .chunk = 50},
    {.schedule = SL_GUIDED},
    {.schedule = SL_STATIC, .scatter = SL_SCATTER_ATOMIC},
    {.schedule = SL_STATIC, .scatter = SL_SCATTER_DUPLICATE},
    {.schedule = SL_DYNAMIC, .chunk = 50, .scatter = SL_SCATTER_DUPLICATE},
    {.schedule = SL_GUIDED, .scatter = SL_SCATTER_DUPLICATE},
    {.schedule = SL_SIMD, .scatter = SL_SCATTER_DUPLICATE},
    {.reproducible = SL_YES},
    {.schedule = SL_DYNAMIC, .chunk = 50, .scatter = SL_SCATTER_DUPLICATE, .reproducible = SL_YES},
    {.schedule = SL_SEQ, .where = SL_CPU, .reproducible = SL_YES},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* ---- operators, types, ranks ------------------------------------------------------------------------------ */

static sl_extents extents_of(int rank)
{
    sl_extents e = {.rank = rank};
    for (int d = 0; d < rank; d++)
        e.n[d] = extent[d];
    return e;
}

/* Where iteration i scatters, in the order of C. */
static sl_index bin_of(int rank, sl_index i, sl_index x[])
{
    sl_index at = 0;
    for (int d = 0; d < rank; d++) {
        x[d] = i / (d + 1) % extent[d];
        at = at * extent[d] + x[d];
    }
    return at;
}

/* clang-format off */
#define SC_INTEGER(T_, OP_, I_) \
    (OP_ == SUM || OP_ == PROD ? (T_)(2 * (uint64_t)(I_) * UINT64_C(0x9e3779b97f4a7c15) + 1) \
                               : (T_)((I_) * 7919 % 10007 - 5000))
/* Factors whose product stays in range, and is exact in any order. */
#define SC_FACTOR(I_) ((double[]){2, 0.5, -1, 1, 1, 1, 1, 1}[((uint64_t)(I_) * UINT64_C(0x9e3779b97f4a7c15)) >> 61])
#define SC_REAL(T_, OP_, I_) \
    (OP_ == PROD ? (T_)SC_FACTOR(I_) : (I_) % 11 == 5 && OP_ >= MIN ? (T_)NAN : (T_)((I_) * 7919 % 10007 - 5000))
#define SC_VALUE_i8 SC_INTEGER
#define SC_VALUE_u8 SC_INTEGER
#define SC_VALUE_i16 SC_INTEGER
#define SC_VALUE_u16 SC_INTEGER
#define SC_VALUE_i32 SC_INTEGER
#define SC_VALUE_u32 SC_INTEGER
#define SC_VALUE_i64 SC_INTEGER
#define SC_VALUE_u64 SC_INTEGER
#define SC_VALUE_f32 SC_REAL
#define SC_VALUE_f64 SC_REAL
#define SC_WRAPS_i8 uint32_t
#define SC_WRAPS_u8 uint32_t
#define SC_WRAPS_i16 uint32_t
#define SC_WRAPS_u16 uint32_t
#define SC_WRAPS_i32 uint32_t
#define SC_WRAPS_u32 uint32_t
#define SC_WRAPS_i64 uint64_t
#define SC_WRAPS_u64 uint64_t
#define SC_WRAPS_f32 float
#define SC_WRAPS_f64 double

#define SC_TEST(T_, NAME_, TYPE_, ...) \
    static T_ join_##NAME_(int op, T_ x, T_ v) \
    { \
        switch (op) { \
        case SUM: return (T_)((SC_WRAPS_##NAME_)x + (SC_WRAPS_##NAME_)v); \
        case PROD: return (T_)((SC_WRAPS_##NAME_)x * (SC_WRAPS_##NAME_)v); \
        case MIN: return v < x || x != x ? v : x; \
        default: return v > x || x != x ? v : x; \
        } \
    } \
    /* The views hold this before the loop. */ \
    static T_ first_##NAME_(int op, sl_index at) \
    { \
        return (T_)(op == PROD ? 1 + at % 2 : at % 5); \
    } \
    static int wrong_in_##NAME_(int op, int rank, const sl_view *view, const T_ *got, sl_index n) \
    { \
        static T_ want[1024]; \
        const sl_extents e = extents_of(rank); \
        sl_index x[SL_MAX_RANK] = {0}, count = points(rank, e.n); \
        int bad = 0; \
        for (sl_index at = 0; at < count; at++) \
            want[at] = first_##NAME_(op, at); \
        for (sl_index i = 0; i < n; i++) { \
            const sl_index at = bin_of(rank, i, x); \
            want[at] = join_##NAME_(op, want[at], SC_VALUE_##NAME_(T_, op, i)); \
        } \
        memset(x, 0, sizeof x); \
        for (sl_index at = 0; at < count; at++, next_point(rank, e.n, x)) { \
            const T_ g = got[place(view, x)]; \
            if (g != want[at] && !(g != g && want[at] != want[at]) && bad++ == 0) \
                diag(#T_ " %s, rank %d, element %d of %d iterations: got %.17g, want %.17g", op_name[op], rank, \
                     (int)at, (int)n, (double)g, (double)want[at]); \
        } \
        return bad; \
    } \
    static int wrong_##NAME_(int op, sl_policy policy, int layout, sl_index n) \
    { \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(n)), *r[RANKS]; \
        const int ranks = (TYPE_) == SL_DOUBLE ? RANKS : 3; \
        T_ *p = SL_HOST_WRITE(T_, v); \
        for (sl_index i = 0; i < n; i++) \
            p[i] = SC_VALUE_##NAME_(T_, op, i); \
        must(sl_host_end(v)); \
        for (int rank = 0; rank < ranks; rank++) { \
            const sl_extents e = extents_of(rank); \
            sl_index x[SL_MAX_RANK] = {0}; \
            r[rank] = view_of("r", TYPE_, layout, e); \
            T_ *q = SL_HOST_RDWR(T_, r[rank]); \
            for (sl_index at = 0; at < points(rank, e.n); at++, next_point(rank, e.n, x)) \
                q[place(r[rank], x)] = first_##NAME_(op, at); \
            must(sl_host_end(r[rank])); \
        } \
        const sl_space space = SL_RANGE(0, n); \
        static const sl_kernel *const kernel[OPS] = {&sc_sum_##NAME_##__kernel, &sc_prod_##NAME_##__kernel, \
                                                     &sc_min_##NAME_##__kernel, &sc_max_##NAME_##__kernel}; \
        sl_arg args[1 + RANKS] = {{.kind = SL_ARG_VIEW, .view = v}}; \
        for (int rank = 0; rank < ranks; rank++) \
            args[1 + rank] = (sl_arg){.kind = SL_ARG_VIEW, .view = r[rank]}; \
        must(sl_submit(kernel[op], &policy, &space, args, 1 + ranks)); \
        int bad = 0; \
        for (int rank = 0; rank < ranks; rank++) { \
            bad += wrong_in_##NAME_(op, rank, r[rank], SL_HOST_READ(T_, r[rank]), n); \
            must(sl_host_end(r[rank])); \
            sl_view_destroy(&r[rank]); \
        } \
        sl_view_destroy(&v); \
        return bad; \
    } \
    static void test_##NAME_(void) \
    { \
        for (int op = 0; op < OPS; op++) \
            for (int w = 0; w < WAYS; w++) { \
                int bad = 0; \
                for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
                    bad += wrong_##NAME_(op, ways[w], (w + (int)k) % LAYOUTS, sizes[k]); \
                ok(bad == 0, "scatter of %s over " #T_ ", ranks 0 to %d: %s", op_name[op], \
                   (TYPE_) == SL_DOUBLE ? 6 : 2, scatter_text(&ways[w])); \
            } \
    }
SC_FEW(SC_TEST, ~)
SC_ALL(SC_TEST, ~)
/* clang-format on */

/* ---- with other arguments ----------------------------------------------------------------------------------- */

static void fill(sl_view *view, double first, double step)
{
    double *p = SL_HOST_RDWR(double, view);
    sl_index n[SL_MAX_RANK], x[SL_MAX_RANK] = {0}, at = 0;
    for (int d = 0; d < sl_view_rank(view); d++)
        n[d] = sl_view_extent(view, d);
    if (points(sl_view_rank(view), n) > 0)
        do
            p[place(view, x)] = step != 0 ? first + step * (double)at++ : first;
        while (next_point(sl_view_rank(view), n, x));
    must(sl_host_end(view));
}

/* A loop that scatters twice, reduces, reads and writes its own elements, in rank 2. */
static void test_mixed(void)
{
    enum { ROWS = 57, COLUMNS = 83 };
    for (int w = 0; w < WAYS; w++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS)),
                    *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS)),
                    *rows = view_of("rows", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS)),
                    *columns = view_of("columns", SL_DOUBLE, RIGHT, SL_EXTENTS(COLUMNS));
            double total = 0;
            int bad = 0;
            fill(x, 1, 1);
            must(sl_reduce_with(ways[w], sc_mixed, SL_BOX(0, ROWS, 0, COLUMNS), x, y, rows, columns, &total));
            const double *q = SL_HOST_READ(double, y), *r = SL_HOST_READ(double, rows),
                         *c = SL_HOST_READ(double, columns);
            for (sl_index i = 0; i < ROWS; i++)
                for (sl_index j = 0; j < COLUMNS; j++)
                    bad += q[place(y, (sl_index[]){i, j})] != 2.0 * (double)(i * COLUMNS + j + 1);
            for (int i = 0; i < ROWS; i++)
                bad += r[i] != COLUMNS;
            for (int j = 0; j < COLUMNS; j++)
                bad += c[j] != (ROWS - 1) * COLUMNS + j + 1;
            ok(bad == 0 && total == (double)(ROWS * COLUMNS) * (ROWS * COLUMNS + 1) / 2,
               "two scatters, a reduction, in and out in one loop, layout %s: %s", layout_name[layout],
               scatter_text(&ways[w]));
            must(sl_host_end(y));
            must(sl_host_end(rows));
            must(sl_host_end(columns));
            sl_view_destroy(&x);
            sl_view_destroy(&y);
            sl_view_destroy(&rows);
            sl_view_destroy(&columns);
        }
}

/* Loops in a row, at once and queued. */
static void test_order(void)
{
    enum { N = 20000, BINS = 8 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(BINS));
    must(sl_forall(sc_fill, SL_RANGE(0, N), 1.0, x));
    must(sl_forall(sc_fill, SL_RANGE(0, BINS), 5.0, h));
    for (int k = 0; k < 2; k++)
        must(sl_forall(sc_bins, SL_RANGE(0, N), x, h));
    must(sl_forall(sc_scale, SL_RANGE(0, N), h, x));
    const double *p = SL_HOST_READ(double, x);
    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += p[i] != 5 + 2 * N / BINS;
    ok(bad == 0, "loops before and after a scatter are in order with it, which adds to what is there");
    must(sl_host_end(x));
    sl_view_destroy(&x);
    sl_view_destroy(&h);
}

static void test_multi_reduce(void)
{
    enum { N = 30001, BINS = 1000 };
    sl_view *bin = view_of("bin", SL_INT32, RIGHT, SL_EXTENTS(N)), *n = view_of("n", SL_INT64, RIGHT, SL_EXTENTS(BINS)),
            *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(BINS));
    static int64_t want[BINS];
    static double last[BINS];
    int32_t *b = SL_HOST_WRITE(int32_t, bin);
    uint64_t state = 1;
    for (int i = 0; i < N; i++) {
        b[i] = (int32_t)random_below(&state, BINS - 1);
        want[b[i]]++;
        last[b[i]] = i;
    }
    must(sl_host_end(bin));
    must(sl_forall(sc_count, SL_RANGE(0, N), bin, n, m));
    const int64_t *p = SL_HOST_READ(int64_t, n);
    const double *q = SL_HOST_READ(double, m);
    int bad = 0;
    for (int i = 0; i < BINS; i++)
        bad += p[i] != want[i] || q[i] != last[i];
    ok(bad == 0, "multi_reduce: counts and maxima of a thousand bins");
    must(sl_host_end(n));
    must(sl_host_end(m));
    sl_view_destroy(&bin);
    sl_view_destroy(&n);
    sl_view_destroy(&m);
}

/* ---- what strategies must not change --------------------------------------------------------------------- */

/* Elements that no iteration scatters into keep their bits: the sign of a zero, a NaN. */
static void test_untouched(sl_scatter strategy)
{
    enum { N = 5000 };
    sl_view *v = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *r[RANKS];
    int bad = 0;
    fill(v, NAN, 0);
    for (int sums = 0; sums < 2; sums++) {
        for (int rank = 0; rank < RANKS; rank++) {
            r[rank] = view_of("r", SL_DOUBLE, LEFT, rank == 1 ? SL_EXTENTS(2 * N) : extents_of(rank));
            fill(r[rank], sums ? -0.0 : NAN, 0);
        }
        const sl_policy policy = {.schedule = SL_STATIC, .scatter = strategy};
        must(sums ? sl_forall_with(policy, sc_sum_f64, SL_RANGE(0, N), v, r[0], r[1], r[2], r[3], r[4], r[5], r[6])
                  : sl_forall_with(policy, sc_min_f64, SL_RANGE(0, N), v, r[0], r[1], r[2], r[3], r[4], r[5], r[6]));
        const double *p = SL_HOST_READ(double, r[1]), *q = SL_HOST_READ(double, r[0]);
        for (int i = 0; i < N; i++)
            bad += !isnan(p[i]) || (sums ? !(p[N + i] == 0 && signbit(p[N + i])) : !isnan(p[N + i]));
        bad += !isnan(*q);
        must(sl_host_end(r[0]));
        must(sl_host_end(r[1]));
        for (int rank = 0; rank < RANKS; rank++)
            sl_view_destroy(&r[rank]);
    }
    ok(bad == 0, "what no iteration scatters into keeps -0 and NaN, and NaN alone has no minimum: strategy %d",
       (int)strategy);
    sl_view_destroy(&v);
}

/* Sums of random numbers, of which the order shows in the last bits. @return those of all bins */
static const double *sums_of(sl_view *x, int rank, int layout, sl_index bins, sl_policy policy)
{
    static double sums[5000];
    sl_index n[2] = {bins, bins}, at[2] = {0, 0}, k = 0;
    sl_view *h = view_of("h", SL_DOUBLE, layout, rank == 1 ? SL_EXTENTS(bins) : SL_EXTENTS(bins, bins));
    if (rank == 1)
        must(sl_forall_with(policy, sc_bins, SL_RANGE(0, sl_view_extent(x, 0)), x, h));
    else
        must(sl_forall_with(policy, sc_grid, SL_BOX(0, sl_view_extent(x, 0), 0, sl_view_extent(x, 1)), x, h));
    const double *p = SL_HOST_READ(double, h);
    do
        sums[k++] = p[place(h, at)];
    while (next_point(rank, n, at));
    must(sl_host_end(h));
    sl_view_destroy(&h);
    return sums;
}

static void test_reproducible(int rank)
{
    enum { N = 300, BINS = 61 };
    static double want[BINS * BINS];
    static const int threads[] = {1, 2, 3, 7, 16, 17};
    const sl_policy plain = {.reproducible = SL_YES, .schedule = SL_STATIC};
    const sl_index bins = rank == 1 ? BINS : BINS / 3, count = rank == 1 ? bins : bins * bins;
    int bad = 0, tried = 0;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        sl_view *x = view_of("x", SL_DOUBLE, layout, rank == 1 ? SL_EXTENTS(N * N) : SL_EXTENTS(N, N));
        sl_index n[2] = {rank == 1 ? N * N : N, N}, at[2] = {0, 0};
        uint64_t state = 1;
        double *p = SL_HOST_RDWR(double, x);
        do
            p[place(x, at)] = random_double(&state);
        while (next_point(rank, n, at));
        must(sl_host_end(x));
        for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++)
            for (sl_schedule s = SL_SIMD; s <= SL_GUIDED; s = (sl_schedule)(s + 1)) {
                sl_policy policy = plain;
                policy.schedule = s;
                policy.chunk = (int)t % 2;
                sl__cpu_threads_override = threads[t];
                const double *got = sums_of(x, rank, (layout + (int)t) % LAYOUTS, bins, policy);
                if (tried++ == 0)
                    memcpy(want, got, (size_t)count * sizeof *want);
                bad += memcmp(want, got, (size_t)count * sizeof *want) != 0;
            }
        sl__cpu_threads_override = 0;
        sl_view_destroy(&x);
    }
    ok(bad == 0, "reproducible sums, rank %d: the same bits in %d runs with 1 to 17 threads, all schedules and layouts",
       rank, tried);
    if (bad != 0)
        diag("%d of %d differ", bad, tried);
}

/* ---- the choice ---------------------------------------------------------------------------------------------- */

/* A clock that runs as the test says: each look at it takes so long, by strategy. */
static double virtual_now, virtual_cost[3];
static int looks[3];

static double virtual_clock(sl__fastest_of of, int way)
{
    (void)of;
    looks[way]++;
    return virtual_now += virtual_cost[way];
}

/* Whether loops of a size that the library chooses for add in the order of copies, after the first ones. */
static int chosen_is_copies(sl_view *x, sl_index bins)
{
    static double copied[1000];
    const sl_policy by_itself = {.schedule = SL_STATIC, .where = SL_CPU},
                    by_copies = {.schedule = SL_STATIC, .where = SL_CPU, .scatter = SL_SCATTER_DUPLICATE};
    for (int k = 0; k < 4; k++)
        (void)sums_of(x, 1, RIGHT, bins, by_itself);
    memcpy(copied, sums_of(x, 1, RIGHT, bins, by_copies), (size_t)bins * sizeof *copied);
    return memcmp(copied, sums_of(x, 1, RIGHT, bins, by_itself), (size_t)bins * sizeof *copied) == 0;
}

static void test_choice(void)
{
    enum { N = 60000 };
    double (*const clock)(sl__fastest_of, int) = sl__fastest_clock;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double *p = SL_HOST_WRITE(double, x);
    uint64_t state = 7;
    for (int i = 0; i < N; i++)
        p[i] = random_double(&state);
    must(sl_host_end(x));
    sl__cpu_threads_override = 3;
    sl__fastest_clock = virtual_clock;
    virtual_cost[SL_SCATTER_ATOMIC] = 1e-3;
    virtual_cost[SL_SCATTER_DUPLICATE] = 2e-3;
    ok(!chosen_is_copies(x, 60), "where atomics are faster they stay");
    ok(looks[SL_SCATTER_ATOMIC] == 4 && looks[SL_SCATTER_DUPLICATE] == 4,
       "after two loops of each strategy nothing is timed: %d and %d looks at the clock", looks[SL_SCATTER_ATOMIC],
       looks[SL_SCATTER_DUPLICATE]);
    virtual_cost[SL_SCATTER_ATOMIC] = 2e-3;
    virtual_cost[SL_SCATTER_DUPLICATE] = 1e-3;
    ok(!chosen_is_copies(x, 50), "another number of bins of the class has the same choice");
    if (sl__machine_plan()->groups == 1) /* several groups share the work of copies as they come */
        ok(chosen_is_copies(x, 500), "another class: with the clock inverted copies stay");
    else
        (void)chosen_is_copies(x, 500);
    sl__fastest_clock = clock;
    sl__cpu_threads_override = 0;
    sl_view_destroy(&x);
}

/* What is best on GPUs is found out by their times, whatever CPUs have come to: here of launches that took as long as
 * the test says. */
static void test_choice_of_devices(void)
{
    enum { N = 1000000 };
    const unsigned ways = 1u << SL_SCATTER_ATOMIC | 1u << SL_SCATTER_DUPLICATE;
    static sl__task task;
    task.kernel = &sc_sum_f64__kernel;
    must(sl__kernel_state_of(task.kernel, "scatter", &task.state));
    task.space = SL_RANGE(0, N);
    for (int inverted = 0; inverted < 2; inverted++) {
        const double seconds[] = {[SL_SCATTER_ATOMIC] = inverted ? 1e-4 : 9e-4, [SL_SCATTER_DUPLICATE] = 2e-4};
        const sl_scatter best = inverted ? SL_SCATTER_ATOMIC : SL_SCATTER_DUPLICATE;
        sl__fastest choice;
        int timed = 0;
        task.footprint = 4711 + (uint32_t)inverted;
        for (int k = 0; k < 20; k++) {
            const int way = sl__fastest_choose(SL__FASTEST_SCATTER_ON_DEVICE, &task, 1000, ways, &choice);
            timed += choice.timed;
            if (choice.timed)
                sl__fastest_note(&task, &choice, seconds[way]);
        }
        ok(timed == 4 && choice.way == (int)best && !choice.timed, "on a GPU %s",
           inverted ? "with the clock inverted atomics stay" : "copies of CUDA blocks stay where they are faster");
        (void)sl__fastest_choose(SL__FASTEST_SCATTER, &task, 1000, ways, &choice);
        ok(choice.timed, "of which CPUs know nothing");
        (void)sl__fastest_choose(SL__FASTEST_SCATTER_ON_DEVICE, &task, 1000, 1u << SL_SCATTER_ATOMIC, &choice);
        ok(choice.way == SL_SCATTER_ATOMIC && !choice.timed, "a loop whose copies do not fit has no choice");
    }
}

/* Strategies on a GPU, and what does not fit. */
static void test_gpu(void)
{
    enum { N = 100000, MANY = 1000000 };
    if (sl__device_workers() == 0)
        return;
    const sl_scatter strategy[] = {SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE, SL_SCATTER_AUTO};
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)),
            *many = view_of("many", SL_DOUBLE, RIGHT, SL_EXTENTS(MANY));
    fill(x, 1, 0);
    for (int bins = 1; bins <= 10000; bins *= 100)
        for (int k = 0; k < 8; k++) { /* the last ones are timed, and chosen by it */
            const sl_policy policy = {.where = SL_CUDA, .scatter = strategy[k < 2 ? k : 2]};
            const double *sums = sums_of(x, 1, LEFT, bins < 5000 ? bins : 4999, policy);
            double all = 0;
            for (int b = 0; b < bins && b < 4999; b++)
                all += sums[b];
            if (k < 3 || k == 7)
                ok(all == N, "scatter into %d bins on a GPU: strategy %d", bins, (int)policy.scatter);
        }
    sl_log_set_handler(misuse_count, NULL);
    must(
        sl_forall_with(SL_POLICY(.where = SL_CUDA, .scatter = SL_SCATTER_DUPLICATE), sc_bins, SL_RANGE(0, N), x, many));
    surfaces(sl_wait(), SL_ERR_UNSUPPORTED, "copies that do not fit", "sc_bins", "policy.scatter",
             "SL_SCATTER_DUPLICATE", "8000000 bytes");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&x);
    sl_view_destroy(&many);
}

static void test_choice_alone(void)
{
    static sl__way_times times;
    const unsigned two = 1u << SL_SCATTER_ATOMIC | 1u << SL_SCATTER_DUPLICATE, three = two | 1u << SL_SCATTER_COLOR;
    int timed = 0, tried[4] = {0}, told = 0;
    for (int k = 0; k < 4; k++) {
        const sl_scatter way = sl__ways_choose(&times, 5, two, &timed);
        tried[way] += timed;
        told += sl__ways_note(&times, 5, two, way, 1000, way == SL_SCATTER_ATOMIC ? 3e-3 : k > 2 ? 1e-3 : 9.0);
    }
    ok(tried[SL_SCATTER_ATOMIC] == 2 && tried[SL_SCATTER_DUPLICATE] == 2 && told == 1,
       "each strategy is tried twice, and then the choice is made, once");
    ok(sl__ways_choose(&times, 5, two, &timed) == SL_SCATTER_DUPLICATE && !timed,
       "of two times the shorter counts: a first loop that makes its memory does no harm");
    ok(sl__ways_choose(&times, 5, three, &timed) == SL_SCATTER_COLOR && timed,
       "a loop of the class that has colours, too, tries these");
    for (int k = 0; k < 2; k++)
        told += sl__ways_note(&times, 5, three, SL_SCATTER_COLOR, 1000, 0.5e-3);
    ok(told == 2 && sl__ways_choose(&times, 5, three, &timed) == SL_SCATTER_COLOR && !timed &&
           sl__ways_choose(&times, 5, two, &timed) == SL_SCATTER_DUPLICATE,
       "and keeps them where they are faster; those that have none do not");
    for (uint32_t key = 100; key < 100 + SL__WAYS_CLASSES; key++)
        (void)sl__ways_note(&times, key, two, SL_SCATTER_ATOMIC, 1000, 1e-3);
    (void)sl__ways_note(&times, 5 + 8 * SL__WAYS_CLASSES, two, SL_SCATTER_ATOMIC, 1000, 1e-3);
    (void)sl__ways_choose(&times, 5, two, &timed);
    ok(timed, "a class whose room another one has taken is tried again");
    ok(sl__ways_key(77, 1000) == sl__ways_key(77, 1001) && sl__ways_key(77, 1000) != sl__ways_key(77, 3000) &&
           sl__ways_key(77, 1000) != sl__ways_key(78, 1000),
       "a class is of the loop's, and of the bits of the number of elements");
}

/* Kernels that are compiled with bounds checks. Races are looked for on CPUs. */
static void test_checked(sl_policy policy)
{
    enum { N = 3000 };
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(3)),
            *g = view_of("g", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    policy.schedule = SL_STATIC;
    must(sl_forall_with(policy, sc_checked, SL_RANGE(0, N), y, h));
    ok(sl_wait() == SL_SUCCESS, "the checked build sees no race in a scatter");
    const double *p = SL_HOST_READ(double, h);
    ok(p[0] == 1000 && p[1] == 1000 && p[2] == 1000, "and joins all values");
    must(sl_host_end(h));
    sl_log_set_handler(misuse_count, NULL);
    must(sl_forall_with(policy, sc_outside, SL_RANGE(0, N), 1234, h));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an index of SL_SCATTER out of bounds", "sc_outside", "argument h", "index 3");
    policy.where = SL_CPU;
    must(sl_forall_with(policy, sc_races, SL_RANGE(0, N), y, g));
    surfaces(sl_wait(), SL_ERR_RACE, "a race in another argument", "sc_races", "argument y");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&y);
    sl_view_destroy(&g);
    sl_view_destroy(&h);
}

static void test_misuse(void)
{
    sl_view *x = misuse_vector("x", 10, 0), *i = view_of("i", SL_INT32, RIGHT, SL_EXTENTS(10)),
            *two = view_of("two", SL_DOUBLE, RIGHT, SL_EXTENTS(3, 3));
    sl_log_set_handler(misuse_count, NULL);
    refused(sl_forall(sc_bins, SL_RANGE(0, 10), x, i), SL_ERR_TYPE, "a view of another type", "sc_bins", "argument h",
            "a view to scatter into of double", "int32");
    refused(sl_forall(sc_bins, SL_RANGE(0, 10), x, two), SL_ERR_RANK, "a view of another rank", "argument h", "rank 1",
            "rank 2");
    refused(sl_forall(sc_bins, SL_RANGE(0, 10), x, x), SL_ERR_ALIAS, "the view that the loop reads, too", "argument h",
            "overlaps");
    refused(sl_forall(sc_bins, SL_RANGE(0, 10), x, NULL), SL_ERR_ARGUMENT, "no view", "argument h");
    refused(sl_forall_with(SL_POLICY(.scatter = (sl_scatter)4), sc_fill, SL_RANGE(0, 10), 1.0, x), SL_ERR_ARGUMENT,
            "no strategy", "sc_fill", "policy.scatter", "an sl_scatter", "got 4");
    refused(sl_forall_with(SL_POLICY(.reproducible = (sl_reproducible)9), sc_fill, SL_RANGE(0, 10), 1.0, x),
            SL_ERR_ARGUMENT, "no sl_reproducible", "policy.reproducible", "got 9");
    refused(sl_forall_with(SL_POLICY(.reproducible = SL_YES, .scatter = SL_SCATTER_ATOMIC), sc_fill, SL_RANGE(0, 10),
                           1.0, x),
            SL_ERR_UNSUPPORTED, "atomics that are to be reproducible", "policy.scatter", "SL_SCATTER_ATOMIC");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&x);
    sl_view_destroy(&i);
    sl_view_destroy(&two);
}

int main(void)
{
    must(sl_init(NULL));
    for (int threads = 0; threads < 4; threads += 3) { /* as they come, and three */
        sl__cpu_threads_override = threads;
        test_i32();
        test_f64();
        test_mixed();
        test_untouched(SL_SCATTER_ATOMIC);
        test_untouched(SL_SCATTER_DUPLICATE);
    }
    sl__cpu_threads_override = 0;
    test_i8();
    test_u8();
    test_i16();
    test_u16();
    test_u32();
    test_i64();
    test_u64();
    test_f32();
    test_reproducible(1);
    test_reproducible(2);
    test_choice();
    test_choice_alone();
    test_choice_of_devices();
    test_gpu();
    test_colors();
    test_order();
    test_multi_reduce();
    test_checked((sl_policy){0});
    test_checked((sl_policy){.scatter = SL_SCATTER_DUPLICATE});
    test_checked((sl_policy){.reproducible = SL_YES});
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
