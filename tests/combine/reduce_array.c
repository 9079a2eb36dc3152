/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions into arrays: against serial loops where no order matters, and to the last bit against the definition of
 * doc/spec/reductions.md, which is written here a second time. */
#include "exec/cpu/cpu.h"
#include "exec/launch.h"
#include "kernel/blocks.h"
#include "loop_testing.h"
#include "misuse.h"
#include "reduce_array.h"

static const sl_index sizes[] = {0, 1, 63, 64, 65, 127, 128, 4095, 4160, 100003};
static const sl_index lengths[] = {1, 7, 1000};

/* ---- operators and types ----------------------------------------------------------------------------------- */

/* Values 1 and, rarely, 2 and 3: whole numbers, so that no order matters, of which a product holds the few. */
#define TEST_TYPE(T, name) \
    static int wrong_##name(sl_view *v, const T *want, sl_index n) \
    { \
        int wrong = 0; \
        const T *p = SL_HOST_READ(T, v); \
        for (sl_index c = 0; c < n; c++) \
            wrong += p[c * sl_view_stride(v, 0)] != want[c]; \
        must(sl_host_end(v)); \
        return wrong; \
    } \
    static void test_##name(sl_index points, sl_index n, int layout, T least, T most) \
    { \
        sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(points)), *r[4]; \
        T *p = SL_HOST_WRITE(T, x), *want = malloc((size_t)(4 * n) * sizeof *want); \
        for (int k = 0; k < 4; k++) \
            r[k] = view_of("r", SL_TYPE(T), layout, SL_EXTENTS(n)); \
        for (sl_index c = 0; c < n; c++) { \
            want[c] = 0; \
            want[n + c] = 1; \
            want[2 * n + c] = most; \
            want[3 * n + c] = least; \
        } \
        for (sl_index i = 0; i < points; i++) { \
            const sl_index c = i / 3 % n; \
            const T v = (T)(i % 25013 == 5 ? 2 : i % 50021 == 100 ? 3 : 1); \
            p[i * sl_view_stride(x, 0)] = v; \
            want[c] = (T)(want[c] + v); \
            want[n + c] = (T)(want[n + c] * v); \
            want[2 * n + c] = v < want[2 * n + c] ? v : want[2 * n + c]; \
            want[3 * n + c] = v > want[3 * n + c] ? v : want[3 * n + c]; \
        } \
        must(sl_host_end(x)); \
        must(sl_forall(name, SL_RANGE(0, points), x, (uint16_t)n, r[0], r[1], r[2], r[3])); \
        int wrong = 0; \
        for (int k = 0; k < 4; k++) { \
            wrong += wrong_##name(r[k], want + k * n, n); \
            sl_view_destroy(&r[k]); \
        } \
        is_int(wrong, 0, "sum, prod, min and max of %s, %lld values into %lld, %s", #T, (long long)points, \
               (long long)n, layout_name[layout]); \
        free(want); \
        sl_view_destroy(&x); \
    }
ARRAY_TYPES(TEST_TYPE)

static void test_types(sl_index points, sl_index n, int layout)
{
    test_ra_f32(points, n, layout, -INFINITY, INFINITY);
    test_ra_f64(points, n, layout, -INFINITY, INFINITY);
    test_ra_i8(points, n, layout, INT8_MIN, INT8_MAX);
    test_ra_u16(points, n, layout, 0, UINT16_MAX);
    test_ra_i64(points, n, layout, INT64_MIN, INT64_MAX);
}

/* ---- the definition ---------------------------------------------------------------------------------------- */

static sl_index least_of(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index cell_of(const sl_index n3[], sl_index q, sl_index n)
{
    const sl_index i = q / (n3[1] * n3[2]), j = q / n3[2] % n3[1], k = q % n3[2];
    return (5 * i + 3 * j + k / 2) % n;
}

/* Copies [copies][n], joined in pairs, into e [n]. */
static void join_pairs(double *all, sl_index copies, sl_index n, double *e)
{
    for (sl_index left = copies; left > 1; left = (left + 1) / 2)
        for (sl_index b = 0; b < left; b += 2)
            for (sl_index c = 0; c < n; c++)
                all[b / 2 * n + c] = b + 1 < left ? all[b * n + c] + all[(b + 1) * n + c] : all[b * n + c];
    memcpy(e, all, (size_t)n * sizeof *e);
}

/* The same on a GPU: blocks of lanes, which take iterations in turn. */
static void define_gpu(const sl_index n3[], const double *x, sl_index n, double *e)
{
    const sl_index points = n3[0] * n3[1] * n3[2], room = 67108864 / (n * 8);
    sl_index wanted = least_of(room, points / (n > 16 ? n : 16)), lanes = 1;
    wanted = wanted < 1 ? 1 : wanted;
    while (lanes < 256 && 2 * lanes <= wanted)
        lanes *= 2;
    sl_index blocks = least_of(wanted / lanes, 512), each = (points + blocks - 1) / blocks, rows = 1;
    const sl_index row = n3[1] * n3[2];
    if (points >= 1048576 && blocks > 1 && each >= row) {
        while (2 * rows * row <= each)
            rows *= 2;
        each = rows * row;
        blocks = (points + each - 1) / each;
    }
    double *all = calloc((size_t)(blocks * lanes * n), sizeof *all);
    for (sl_index q = 0; q < points; q++)
        all[(q / each * lanes + q % each % lanes) * n + cell_of(n3, q, n)] += x[q];
    join_pairs(all, blocks * lanes, n, e);
    free(all);
}

/* Values [n0 n1 n2] into e [n]. */
static void define(const sl_index n3[], const double *x, sl_index n, double *e)
{
    const sl_index points = n3[0] * n3[1] * n3[2];
    sl_index each = least_of(4096, points / 64);
    each = each < 64 ? 64 : each;
    each = each < n ? n : each;
    sl_index blocks = least_of(points / each, 1024), bytes = (n * 8 + 63) / 64 * 64;
    blocks = least_of(blocks, 67108864 / bytes);
    blocks = blocks < 1 ? 1 : blocks;
    double *all = calloc((size_t)(blocks * n), sizeof *all);
    for (sl_index b = 0, q = 0; b < blocks; b++)
        for (sl_index left = points / blocks + (b < points % blocks); left > 0; left--, q++)
            all[b * n + cell_of(n3, q, n)] += x[q];
    join_pairs(all, blocks, n, e);
    free(all);
}

static sl_view *shuffled(int layout, const sl_index n[], const double *v)
{
    sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(n[0], n[1], n[2]));
    double *p = SL_HOST_WRITE(double, x);
    sl_index at[SL_MAX_RANK] = {0}, q = 0;
    do
        p[place(x, at)] = v[q++];
    while (next_point(3, n, at));
    must(sl_host_end(x));
    return x;
}

static int differs(sl_view *e, const double *want, sl_index n)
{
    int wrong = 0;
    const double *p = SL_HOST_READ(double, e);
    for (sl_index c = 0; c < n; c++)
        wrong += memcmp(&p[c * sl_view_stride(e, 0)], &want[c], sizeof *want) != 0;
    must(sl_host_end(e));
    return wrong;
}

/* Every layout and number of threads, and policies that change how a loop runs. */
static void test_bits(const sl_index n3[], sl_index n)
{
    static const sl_policy policies[] = {{0},
                                         {.schedule = SL_DYNAMIC, .chunk = 100},
                                         {.schedule = SL_SEQ},
                                         {.order = {2, 0, 1}},
                                         {.tile = {0, 3, 5}},
                                         {.collapse = 2, .schedule = SL_GUIDED}};
    const sl_index points = n3[0] * n3[1] * n3[2];
    double *v = malloc((size_t)points * sizeof *v), *want[2];
    uint64_t seed = test_seed(31);
    for (sl_index q = 0; q < points; q++)
        v[q] = random_double(&seed) - 0.5;
    for (int k = 0; k < 2; k++)
        want[k] = malloc((size_t)n * sizeof *want[k]);
    define(n3, v, n, want[0]);
    define_gpu(n3, v, n, want[1]);
    int wrong = 0, calls = 0;
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        sl_view *x = shuffled(layout, n3, v), *e = view_of("e", SL_DOUBLE, layout, SL_EXTENTS(n));
        for (int threads = 0; threads <= 7; threads = threads * 2 + 1)
            for (size_t k = 0; k < sizeof policies / sizeof *policies; k++, calls++) {
                sl_policy policy = policies[k];
                policy.where = on_gpu() ? SL_ANYWHERE : SL_CPU;
                sl__cpu_threads_override = threads;
                must(sl_forall_with(policy, ra_cells, SL_BOX(0, n3[0], 0, n3[1], 0, n3[2]), n, x, e));
                wrong += differs(e, want[on_gpu() && policies[k].schedule != SL_SEQ], n);
            }
        sl__cpu_threads_override = 0;
        sl_view_destroy(&x);
        sl_view_destroy(&e);
    }
    is_int(wrong, 0, "%lld x %lld x %lld values into %lld: %d loops have the bits of the definition", (long long)n3[0],
           (long long)n3[1], (long long)n3[2], (long long)n, calls);
    free(v);
    free(want[0]);
    free(want[1]);
}

/* ---- targets ----------------------------------------------------------------------------------------------- */

/* Four calls: moments 1, x, x^2 of x = 0 .. 9, then joined in. */
static void test_combine(void)
{
    sl_view *x = misuse_vector("x", 1000, 0), *all = view_of("all", SL_DOUBLE, RIGHT, SL_EXTENTS(2, 3)), *m = NULL;
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(1));
    const double one[] = {1000, 499500, 332833500};
    must(sl_subview(all, &m, 1, SL_ALL));
    must(sl_forall(ra_moments, SL_RANGE(0, 1000), 0, x, m, count));
    must(sl_reduce(ra_moments, SL_RANGE(0, 1000), 0, x, m, count));
    ok(!differs(m, one, 3), "a result replaces what a row of a view held");
    const double *p = SL_HOST_READ(double, all);
    ok(p[0] == 0 && p[1] == 0 && p[2] == 0, "and leaves its neighbours");
    must(sl_host_end(all));
    for (int k = 0; k < 3; k++)
        must(sl_forall_with(SL_POLICY(.combine = 1), ra_moments, SL_RANGE(0, 1000), 0, x, m, count));
    must(sl_forall_with(SL_POLICY(.combine = 1), ra_moments, SL_RANGE(5, 5), 0, x, m, count));
    const double four[] = {4000, 4 * 499500.0, 4 * 332833500.0};
    ok(!differs(m, four, 3), "with .combine it is joined into that; over nothing it stays");
    const int64_t *c = SL_HOST_READ(int64_t, count);
    is_int(*c, 4000, "as does an array of one");
    must(sl_host_end(count));
    must(sl_forall(ra_moments, SL_RANGE_STRIDE(0, 1000, 10), 0, x, m, count));
    const double tenth[] = {100, 49500, 32835000};
    ok(!differs(m, tenth, 3), "a stride");
    must(sl_view_split(x, SL_SPLIT(4)));
    must(sl_forall(ra_moments, SL_RANGE(0, 1000), 0, x, m, count));
    ok(!differs(m, one, 3), "a split view");
    must(sl_forall(ra_moments, SL_RANGE(7, 7), 0, x, m, count));
    const double none[] = {0, 0, 0};
    ok(!differs(m, none, 3), "over nothing a sum is 0");
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall_with(SL_POLICY(.combine = 1), ra_moments, SL_RANGE(0, 1000), 0, x, m, count));
    must(sl_region_end(region));
    for (int k = 0; k < 4; k++)
        must(sl_region_run(region));
    ok(!differs(m, four, 3), "a region joins at each run");
    sl_region_destroy(&region);
    sl_view_destroy(&m);
    must(sl_view_create("m", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -7), SL_EXTENTS(3), &m));
    must(sl_forall(ra_moments, SL_RANGE(0, 1000), -7, x, m, count));
    must(sl_forall_with(SL_POLICY(.combine = 1), ra_moments, SL_RANGE(0, 1000), -7, x, m, count));
    const double two[] = {2000, 2 * 499500.0, 2 * 332833500.0};
    ok(!differs(m, two, 3), "a view whose first index is -7");
    sl_view_destroy(&m);
    sl_view_destroy(&all);
    sl_view_destroy(&count);
    sl_view_destroy(&x);
}

/* Arrays of which one fills the room for partial results, and ranges of an index set. */
static void test_long(void)
{
    const sl_index n3[] = {1, 5, 7}, n = 8400001;
    double v[35], *want = malloc((size_t)n * sizeof *want);
    for (int q = 0; q < 35; q++)
        v[q] = q + 1;
    define(n3, v, n, want);
    sl_view *x = shuffled(RIGHT, n3, v), *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    must(sl_forall(ra_cells, SL_BOX(0, 1, 0, 5, 0, 7), n, x, e));
    ok(!differs(e, want, n), "an array of more than 64 MB");
    free(want);
    sl_view_destroy(&x);
    sl_view_destroy(&e);
}

/* How a GPU shares out: every iteration once, copies in 64 MB, as many lanes as fit. */
static void test_lanes(void)
{
    uint64_t seed = test_seed(33);
    int wrong = 0;
    for (int k = 0; k < 3000; k++) {
        const sl_index points = random_below(&seed, k % 3 ? 3000000000 : 3000),
                       n = random_below(&seed, k % 5 ? 9000000 : 90);
        const sl_index bytes = n * (1 + random_below(&seed, 16));
        sl__array_lanes l;
        sl__array_lanes_make(points, n, (size_t)bytes, &l);
        const sl_index copies = l.lanes * l.blocks, next = l.lanes < 256 ? 2 * l.lanes : l.lanes * (l.blocks + 1);
        const int fits = copies == 1 || (copies * bytes <= 67108864 && points / copies >= (n > 16 ? n : 16));
        const int full = l.blocks == 512 || next * bytes > 67108864 || points / next < (n > 16 ? n : 16);
        wrong += l.lanes < 1 || l.lanes > 256 || (l.lanes & (l.lanes - 1)) != 0 || l.blocks < 1 || l.blocks > 512 ||
                 l.blocks * l.each < points || (l.lanes < 256 && l.blocks > 1) || !fits || !full;
    }
    is_int(wrong, 0, "3000 loops on a GPU: copies within 64 MB, and as many as fit");
    sl__launch launch;
    const sl_policy policy = {0};
    const sl_space space = SL_BOX(0, 1000, 0, 1000), large = SL_BOX(3, 4099, 0, 5000);
    const sl__launch_limits limits = {132, 2048, 1024, 1, 0};
    const sl__launch_call call = {.policy = &policy, .space = &space, .elements = 100, .bytes = 800};
    sl__launch_make(&call, &limits, &launch);
    ok(launch.reduces && launch.block[0] == 256 && launch.grid[0] == 39 && launch.reduction.groups_ == 39 &&
           launch.reduction.lanes_ == 256 && launch.reduction.turns_[0] == 25642 &&
           sl__launch_cluster(&launch, &limits) == 1,
       "1e6 iterations into 100 doubles: 39 blocks of 256 lanes, no cluster");
    const sl__launch_call whole = {.policy = &policy, .space = &large, .elements = 10, .bytes = 80};
    sl__launch_make(&whole, &limits, &launch);
    ok(launch.reduction.groups_ == 512 && launch.reduction.turns_[0] == 8 * 5000 && !launch.part,
       "4096 rows of 5000: 8 rows a block");
    const sl_space parts[] = {SL_BOX(3, 1027, 0, 5000), SL_BOX(1027, 4099, 0, 5000)};
    for (int p = 0; p < 2; p++) {
        const sl__launch_call call_of_part = {
            .policy = &policy, .space = &parts[p], .whole = &large, .elements = 10, .bytes = 80};
        sl__launch_make(&call_of_part, &limits, &launch);
        ok(launch.reduction.groups_ == (p ? 384 : 128) && launch.reduction.turns_[0] == 8 * 5000 && launch.part &&
               launch.part_results.first == (p ? 128 : 0),
           "part %d has some of these blocks", p);
    }
}

/* More iterations than the most blocks take that are as short as they may be. */
static void test_most(void)
{
    const sl_index n3[] = {1100, 1, 4096}, n = 2, points = n3[0] * n3[2];
    double *v = malloc((size_t)points * sizeof *v), want[2];
    uint64_t seed = test_seed(32);
    for (sl_index q = 0; q < points; q++)
        v[q] = random_double(&seed) - 0.5;
    (on_gpu() ? define_gpu : define)(n3, v, n, want);
    sl_view *x = shuffled(RIGHT, n3, v), *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    must(sl_forall_with(SL_POLICY(.where = on_gpu() ? SL_ANYWHERE : SL_CPU), ra_cells, SL_BOX(0, n3[0], 0, 1, 0, n3[2]),
                        n, x, e));
    ok(!differs(e, want, n), "1024 blocks");
    free(v);
    sl_view_destroy(&x);
    sl_view_destroy(&e);
}

static void test_segments(void)
{
    sl_view *x = misuse_vector("x", 1000, 0), *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_index_set *set = NULL;
    must(sl_index_set_create("ranges", 0, NULL, &set));
    must(sl_index_set_push(set, SL_RANGE(0, 300)));
    must(sl_index_set_push(set, SL_RANGE(700, 1000)));
    must(sl_forall(ra_moments, SL_INDEX_SET(set), 0, x, m, count));
    const double want[] = {600, 44850 + 254850, 8955050.0 + 218745050.0};
    ok(!differs(m, want, 3), "the ranges of an index set");
    sl_index_set_destroy(&set);
    sl_view_destroy(&x);
    sl_view_destroy(&m);
    sl_view_destroy(&count);
}

/* Scatter beside an array: values of any size in every schedule, with .reproducible the same bits. */
static void test_scatters(void)
{
    enum { MOST = 50021, BINS = 3 };
    static const int sizes[] = {0, 1, 17, MOST};
    double first[BINS] = {0};
    int bad = 0, differ = 0;
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < 7; w++) {
            const int n = sizes[k], fixed = w >= 4;
            sl_view *s = view_of("s", SL_DOUBLE, STRIDED, SL_EXTENTS(BINS)),
                    *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS(2)),
                    *most = view_of("m", SL_INT64, RIGHT, SL_EXTENTS());
            double want[BINS] = {0.5, 0.5, 0.5}, *p = SL_HOST_RDWR(double, s);
            int64_t largest = -1;
            for (int b = 0; b < BINS; b++)
                p[b * sl_view_stride(s, 0)] = 0.5;
            must(sl_host_end(s));
            *SL_HOST_WRITE(int64_t, most) = -1;
            must(sl_host_end(most));
            sl_policy policy = {.schedule = (sl_schedule)(w % 4 == 3 ? SL_SEQ : SL_AUTO), .chunk = w == 5 ? 100 : 0};
            if (fixed || w % 4 == 3)
                policy.where = SL_CPU;
            if (fixed) {
                policy.schedule = w == 5 ? SL_DYNAMIC : w == 6 ? SL_STATIC : SL_AUTO;
                policy.reproducible = SL_YES;
            }
            must(sl_forall_with(policy, ra_scatters, SL_RANGE(0, n), s, e, most));
            for (int i = 0; i < n; i++) {
                want[i % BINS] += 1.0 / (i + 1);
                largest = i * INT64_C(7919) % 10007 > largest ? i * INT64_C(7919) % 10007 : largest;
            }
            const double *got = SL_HOST_READ(double, s), *sum = SL_HOST_READ(double, e);
            for (int b = 0; b < BINS; b++) {
                const double g = got[b * sl_view_stride(s, 0)];
                bad += !(g > want[b] - 1e-10 && g < want[b] + 1e-10);
                first[b] = fixed && w == 4 ? g : first[b];
                differ += fixed && g != first[b];
            }
            bad += sum[0] != (n + 1) / 2 || sum[1] != n / 2;
            bad += *SL_HOST_READ(int64_t, most) != largest;
            must(sl_host_end(s));
            must(sl_host_end(e));
            must(sl_host_end(most));
            sl_view_destroy(&s);
            sl_view_destroy(&e);
            sl_view_destroy(&most);
        }
    ok(bad == 0, "scatters beside an array, sizes and schedules");
    ok(differ == 0, "with .reproducible they have the same bits for each schedule");
}

static void test_refused(void)
{
    sl_view *x = misuse_vector("x", 10, 0), *e = view_of("e", SL_DOUBLE, RIGHT, SL_EXTENTS(4));
    sl_view *one = view_of("one", SL_INT64, RIGHT, SL_EXTENTS(1)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_view *cube = view_of("cube", SL_DOUBLE, RIGHT, SL_EXTENTS(2, 2, 2));
    refused(sl_forall(ra_moments, SL_RANGE(0, 10), 0, x, e, one), SL_ERR_EXTENT, "an array of another length",
            "sl_forall: kernel ra_moments, argument m", "expected extent 3", "got 4 of \"e\"");
    refused(sl_forall(ra_cells, SL_BOX(0, 2, 0, 2, 0, 2), 5, cube, e), SL_ERR_EXTENT, "a length that is not the view's",
            "kernel ra_cells, argument e", "expected extent 5, the scalar n", "got 4 of \"e\"");
    refused(sl_forall(ra_cells, SL_BOX(0, 2, 0, 2, 0, 2), 4, cube, cube), SL_ERR_RANK, "a view of another rank",
            "argument e", "expected a view for an array of results of rank 1", "\"cube\" of rank 3");
    refused(sl_forall(ra_moments, SL_RANGE(0, 10), 0, e, e, one), SL_ERR_EXTENT, "a view that is read, too", "\"e\"");
    refused(sl_forall(ra_unknown, SL_RANGE(0, 10), 4.0, e), SL_ERR_ARGUMENT, "a length that is no integer scalar",
            "kernel ra_unknown, argument e: array: expected", "integer scalar", "got 'n'");
    refused(sl_forall(ra_mixed, SL_RANGE(0, 10), SL_INTO(s), e), SL_ERR_UNSUPPORTED, "a single value beside an array",
            "kernel ra_mixed", "array(1)");
    refused(sl_forall_with(SL_POLICY(.scatter = SL_SCATTER_DUPLICATE), ra_scatters, SL_RANGE(0, 10), e, x, s),
            SL_ERR_UNSUPPORTED, "copies of what is scattered beside an array", "kernel ra_scatters: policy.scatter",
            "for a kernel that also reduces into an array, got SL_SCATTER_DUPLICATE");
    refused(sl_forall_with(SL_POLICY(.scatter = SL_SCATTER_COLOR), ra_scatters, SL_RANGE(0, 10), e, x, s),
            SL_ERR_UNSUPPORTED, "colours of that", "kernel ra_scatters: policy.scatter", "SL_SCATTER_COLOR");
    const sl_policy across = {.where = SL_CUDA, .reproducible = SL_ACROSS_DEVICES};
    if (have_gpu("an array on a GPU is refused across devices"))
        refused(sl_forall_with(across, ra_cells, SL_BOX(0, 2, 0, 2, 0, 2), 4, cube, e), SL_ERR_UNSUPPORTED,
                "an array on a GPU across devices", "SL_ACROSS_DEVICES for a reduction into an array");
    sl_view_destroy(&x);
    sl_view_destroy(&e);
    sl_view_destroy(&one);
    sl_view_destroy(&s);
    sl_view_destroy(&cube);
}

int main(void)
{
    must(sl_init(NULL));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
            test_types(sizes[k], lengths[l], (int)(k + l) % LAYOUTS);
    test_bits((const sl_index[]){1, 1, 20000}, 3);
    test_bits((const sl_index[]){300, 1, 1}, 10);
    test_bits((const sl_index[]){29, 31, 37}, 1);
    test_bits((const sl_index[]){29, 31, 37}, 4000);
    test_combine();
    test_segments();
    test_long();
    test_most();
    test_lanes();
    sl_log_set_handler(misuse_count, NULL);
    test_scatters();
    test_refused();
    must(sl_finalize());
    return done_testing();
}
