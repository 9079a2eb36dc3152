/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that scan by an operator of structs: of SL_REDUCER, which does not commute, and the built-in ones. Against
 * plain loops, which apply one map after another or look at one element after another: around the borders of blocks,
 * under all schedules and numbers of threads, into host memory and views, in regions and over views in parts; on a GPU,
 * too. */
#include "loop_testing.h"
#include "misuse.h"
#include "scan_reducer.h"
#include "task/cores.h"

static const sl_index sizes[] = {0, 1, 2, 3, 63, 64, 65, 4095, 4096, 4097, 8191, 8193, 40001, 100003};
enum { SIZES = sizeof sizes / sizeof *sizes };
static uint64_t first_seed;

static sl_where where;

static sl_policy policy_of(int k)
{
    const int schedules = where == SL_CUDA ? 1 : (int)last_schedule() + 1;
    return launched((sl_policy){.where = where, .schedule = (sl_schedule)(k % schedules)}, k);
}

static sl_view *random_maps(sl_index n, int layout)
{
    sl_view *x = view_of("x", SL_UINT32, layout, SL_EXTENTS(n));
    uint32_t *p = SL_HOST_WRITE(uint32_t, x);
    uint64_t seed = first_seed + (uint64_t)n;
    for (sl_index i = 0; i < n; i++)
        p[i * sl_view_stride(x, 0)] = (uint32_t)random_below(&seed, 1 << 30);
    must(sl_host_end(x));
    return x;
}

/* Maps are applied to 3, one after another. @return how many elements of y from @p lo on are others. */
static sl_index wrong_maps(sl_view *x, sl_view *y, sl_index lo, uint32_t *end)
{
    const uint32_t *p = SL_HOST_READ(uint32_t, x), *q = SL_HOST_READ(uint32_t, y);
    sl_index wrong = 0;
    uint32_t v = 3;
    for (sl_index i = lo; i < sl_view_extent(x, 0); i++) {
        const uint32_t map = p[i * sl_view_stride(x, 0)];
        wrong += q[i * sl_view_stride(y, 0)] != v;
        v = (map | 1) * v + (map >> 3);
    }
    must(sl_host_end(x));
    must(sl_host_end(y));
    *end = v;
    return wrong;
}

static uint32_t end_of(sl_view *total)
{
    const affine *t = SL_HOST_READ(affine, total);
    const uint32_t end = t->a * 3 + t->b;
    must(sl_host_end(total));
    return end;
}

static void test_maps(sl_index n, sl_index lo, int k)
{
    sl_view *x = random_maps(n + lo, k % 2 * STRIDED);
    sl_view *y = view_of("y", SL_UINT32, k / 2 % 2 * STRIDED, SL_EXTENTS(n + lo));
    sl_view *total = view_of("total", SL_TYPE(affine), RIGHT, SL_EXTENTS());
    affine all = {7, 7};
    uint32_t end;
    must(sl_reduce_with(policy_of(k), sr_affine, SL_RANGE(lo, n + lo), x, y, &all));
    must(sl_forall_with(policy_of(k), sr_affine, SL_RANGE(lo, n + lo), x, y, SL_INTO(total)));
    const sl_index wrong = wrong_maps(x, y, lo, &end);
    const uint32_t host = all.a * 3 + all.b, into = end_of(total);
    ok(wrong == 0 && host == end && into == end, "%lld maps one after another, and all of them, %s", (long long)n,
       policy_text(&(sl_policy){.schedule = policy_of(k).schedule}));
    if (wrong != 0 || host != end || into != end)
        diag("%lld wrong; totals %u and %u, want %u", (long long)wrong, host, into, end);
    if (n == 0)
        ok(all.a == 1 && all.b == 0, "over nothing it is the identity");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&total);
}

static void test_rows(void)
{
    enum { N = 30001 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t *p = SL_HOST_WRITE(int64_t, x), wrong = 0;
    row all = {0, 0, 0, 0}, kept = {1, 2, 3, 4};
    for (int i = 0; i < N; i++)
        p[i] = i + 5;
    must(sl_host_end(x));
    must(sl_reduce_with(policy_of(0), sr_row, SL_RANGE(0, N), -1, x, y, &all));
    const int64_t *q = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < N; i++)
        wrong += q[i] != i + 1;
    must(sl_host_end(y));
    ok(wrong == 0 && all.count == N && !all.broken && all.first == 5 && all.last == N + 4,
       "pieces are joined in the order of the iterations");
    ok(sl_reduce_with(policy_of(0), sr_row, SL_RANGE(0, N), 12345, x, y, &kept) == SL_ERR_RAISED && kept.first == 1 &&
           kept.count == 3,
       "what a body raises fails the scan, and there is no total");
    must(sl_reduce_with(policy_of(0), sr_row, SL_RANGE(0, N), -1, x, y, &kept));
    is_int(kept.count, N, "the next one is as it was");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_many(void)
{
    enum { N = 9001 };
    sl_view *x = random_maps(N, RIGHT), *y = view_of("y", SL_UINT32, RIGHT, SL_EXTENTS(N));
    static many all;
    uint32_t value[32];
    int wrong = 0;
    for (int k = 0; k < 32; k++)
        value[k] = 5;
    must(sl_reduce_with(policy_of(0), sr_many, SL_RANGE(0, N), x, y, &all));
    const uint32_t *p = SL_HOST_READ(uint32_t, x), *q = SL_HOST_READ(uint32_t, y);
    for (int i = 0; i < N; i++) {
        for (uint32_t k = 0; k < 32; k++)
            value[k] = (p[i] + 2 * k + 1) * value[k] + k;
        wrong += q[i] != value[i % 32];
    }
    for (int k = 0; k < 32; k++)
        wrong += all.f[k].a * 5 + all.f[k].b != value[k];
    is_int(wrong, 0, "running results of 256 bytes");
    must(sl_host_end(x));
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* The recurrence x[i] += 0.75 x[i - 1]. */
static void test_bitwise(void)
{
    enum { N = 30011 };
    double *want = malloc(N * sizeof *want);
    real_affine first = {0, 0};
    int same = 1, wrong = 0;
    for (int k = 0; k < 8; k++) {
        sl_view *x = view_of("x", SL_DOUBLE, k % 2 * STRIDED, SL_EXTENTS(N));
        double *p = SL_HOST_WRITE(double, x), sum = 0, size = 0;
        real_affine total;
        uint64_t seed = first_seed;
        for (int i = 0; i < N; i++)
            p[i * sl_view_stride(x, 0)] = random_double(&seed);
        must(sl_host_end(x));
        sl__cpu_threads_override = k % 4 + 1;
        must(sl_reduce_with(on_gpu() ? SL_POLICY(.where = SL_CUDA) : policy_of(k), sr_real, SL_RANGE(0, N), x, &total));
        const double *q = SL_HOST_READ(double, x);
        seed = first_seed;
        for (int i = 0; i < N; i++) {
            const double got = q[i * sl_view_stride(x, 0)];
            const double v = random_double(&seed);
            sum = 0.75 * sum + v;
            size = 0.75 * size + fabs(v);
            wrong += !(fabs(got - sum) <= 1e-14 * size);
            if (k == 0)
                want[i] = got;
            same &= memcmp(&want[i], &got, sizeof got) == 0;
        }
        must(sl_host_end(x));
        if (k == 0)
            first = total;
        same &= memcmp(&first, &total, sizeof total) == 0;
        sl_view_destroy(&x);
    }
    sl__cpu_threads_override = 0;
    is_int(wrong, 0, "a recurrence of fractions is that of a plain loop, but for rounding");
    ok(same, "it is the same to the last bit for 1 to 4 threads, any schedule and layout");
    free(want);
}

/* ---- operators that are built in ------------------------------------------------------------------------------- */

enum { EXTREMES = 20003, LEAST = 0, MOST, SPAN, BOTH, TURNS, ANY, EACH, ODD, WALK, WAYS };

/* What a plain loop has seen up to an element. */
typedef struct seen {
    float lo, hi;
    int64_t lo_at, hi_at, right, any, each, odd;
} seen;

static void see(seen *s, float v, int64_t i)
{
    if (v < s->lo || s->lo_at == INT64_MAX) {
        s->lo = v == v ? v : s->lo;
        s->lo_at = v == v ? i : s->lo_at;
    }
    if (v > s->hi || s->hi_at == INT64_MAX) {
        s->hi = v == v ? v : s->hi;
        s->hi_at = v == v ? i : s->hi_at;
    }
    s->right += v > 500;
    s->any |= v == v ? INT64_C(1) << (int)v % 60 : 0;
    s->each &= v == v ? ~(INT64_C(1) << (int)v % 32) : -1;
    s->odd ^= v == v ? (int64_t)v : 0;
}

static int64_t want_of(int way, const seen *s, int64_t i)
{
    static const int64_t turn[] = {1, 2, -1, -2};
    switch (way) {
    case LEAST: return s->lo_at;
    case MOST: return s->hi_at;
    case SPAN: return s->lo_at == INT64_MAX ? -1 : (int64_t)(s->hi - s->lo);
    case BOTH: return s->hi_at - s->lo_at;
    case TURNS: return turn[s->right % 4];
    case ANY: return s->any;
    case EACH: return s->each;
    case ODD: return s->odd;
    default: return s->right * 100000 + i + 1 - s->right;
    }
}

/* Runs one of them. @return whether its total is what a plain loop has seen. */
static int run_way(int way, sl_view *x, sl_view *y, const seen *s)
{
    SL_LOC(float) at = {0, 0};
    SL_MINMAX(float) span = {0, 0};
    SL_MINMAXLOC(float) both = {0, 0, 0, 0};
    sl_complex turns = {0, 0};
    sl_complexf walk = {0, 0};
    uint64_t any = 1;
    uint32_t each = 1;
    int16_t odd = 1;
    switch (way) {
    case LEAST:
        must(sl_reduce_with(policy_of(way), sr_least, SL_RANGE(0, EXTREMES), x, y, &at));
        return at.index == s->lo_at;
    case MOST:
        must(sl_reduce_with(policy_of(way), sr_most, SL_RANGE(0, EXTREMES), x, y, &at));
        return at.value == s->hi;
    case SPAN:
        must(sl_reduce_with(policy_of(way), sr_span, SL_RANGE(0, EXTREMES), x, y, &span));
        return span.lo == s->lo && span.hi == s->hi;
    case BOTH:
        must(sl_reduce_with(policy_of(way), sr_both, SL_RANGE(0, EXTREMES), x, y, &both));
        return both.lo_index == s->lo_at && both.hi_index == s->hi_at;
    case TURNS:
        must(sl_reduce_with(policy_of(way), sr_turns, SL_RANGE(0, EXTREMES), x, y, &turns));
        return turns.re + 2 * turns.im == (double)want_of(TURNS, s, 0);
    case ANY:
        must(sl_reduce_with(policy_of(way), sr_any, SL_RANGE(0, EXTREMES), x, y, &any));
        return any == (uint64_t)s->any;
    case EACH:
        must(sl_reduce_with(policy_of(way), sr_each, SL_RANGE(0, EXTREMES), x, y, &each));
        return each == (uint32_t)s->each;
    case ODD: must(sl_reduce_with(policy_of(way), sr_odd, SL_RANGE(0, EXTREMES), x, y, &odd)); return odd == s->odd;
    default:
        must(sl_reduce_with(policy_of(way), sr_walk, SL_RANGE(0, EXTREMES), x, y, &walk));
        return walk.re == (float)s->right && walk.im == (float)(EXTREMES - s->right);
    }
}

/* Values that are often equal, and some that are none. */
static void test_built_in(void)
{
    static const char *const name[] = {"minloc",     "maxloc",          "minmax",
                                       "minmaxloc",  "complex numbers", "bits, bor",
                                       "bits, band", "bits, bxor",      "complex numbers of floats"};
    sl_view *x = view_of("x", SL_FLOAT, RIGHT, SL_EXTENTS(EXTREMES));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(EXTREMES));
    float *p = SL_HOST_WRITE(float, x);
    uint64_t seed = first_seed;
    const seen nothing = {0, 0, INT64_MAX, INT64_MAX, 0, 0, UINT32_MAX, 0};
    seen all = nothing;
    for (int i = 0; i < EXTREMES; i++) {
        p[i] = i < 3 || i % 17 == 5 ? NAN : (float)random_below(&seed, 1001 - (i < 15000) * 400) + (i < 15000) * 200;
        see(&all, p[i], i);
    }
    must(sl_host_end(x));
    for (int way = 0; way < WAYS; way++) {
        const int total = run_way(way, x, y, &all);
        const float *v = SL_HOST_READ(float, x);
        const int64_t *q = SL_HOST_READ(int64_t, y);
        seen s = nothing;
        int64_t wrong = 0;
        for (int i = 0; i < EXTREMES; i++) {
            see(&s, v[i], i);
            if (q[i] != want_of(way, &s, i) && wrong++ == 0)
                diag("at %d: got %lld, want %lld", i, (long long)q[i], (long long)want_of(way, &s, i));
        }
        must(sl_host_end(x));
        must(sl_host_end(y));
        ok(wrong == 0 && total, "a scan by the operator of %s, and its total", name[way]);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- regions, views in parts, what is refused ------------------------------------------------------------------ */

static void test_graph(void)
{
    enum { N = 30000 };
    static const char *const how[] = {"queued", "recorded", "recorded and run again", "over views in parts"};
    sl_view *x = random_maps(N, RIGHT), *y = view_of("y", SL_UINT32, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_UINT32, RIGHT, SL_EXTENTS(N));
    sl_view *total = view_of("total", SL_TYPE(affine), RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    for (int way = 0; way < 4; way++) {
        uint32_t *p = SL_HOST_RDWR(uint32_t, x), end;
        p[way] += 8;
        must(sl_host_end(x));
        if (way == 3) {
            must(sl_view_split(x, (sl_split){{4}}));
            must(sl_view_split(z, (sl_split){{3}}));
        }
        if (way == 1)
            must(sl_region_begin(&region));
        if (way != 2) {
            must(sl_forall_with(policy_of(0), sr_affine, SL_RANGE(0, N), x, y, SL_INTO(total)));
            must(sl_forall_with(policy_of(0), sr_affine, SL_RANGE(0, N), y, z, SL_INTO(total)));
        }
        if (way == 1)
            must(sl_region_end(region));
        if (way == 1 || way == 2)
            must(sl_region_run(region));
        sl_index wrong = wrong_maps(x, y, 0, &end);
        wrong += wrong_maps(y, z, 0, &end);
        ok(wrong == 0 && end_of(total) == end, "two scans, one of the other's result, %s", how[way]);
    }
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&total);
}

static void test_refused(void)
{
    enum { N = 5000 };
    sl_view *x = random_maps(N, RIGHT), *y = view_of("y", SL_UINT32, RIGHT, SL_EXTENTS(N));
    sl_view *total = view_of("total", SL_TYPE(affine), RIGHT, SL_EXTENTS());
    sl_view *other = view_of("other", SL_TYPE(row), RIGHT, SL_EXTENTS());
    affine all;
    refused(sl_forall(sr_affine, SL_RANGE(0, N), x, y, &all), SL_ERR_ARGUMENT, "a host pointer for sl_forall",
            "argument s");
    refused(sl_forall(sr_affine, SL_RANGE(0, N), x, y, SL_INTO(other)), SL_ERR_TYPE, "a view of another struct",
            "argument s", "affine");
    refused(sl_forall_with(SL_POLICY(.split = SL_SPLIT(2)), sr_affine, SL_RANGE(0, N), x, y, SL_INTO(total)),
            SL_ERR_UNSUPPORTED, "a split", "policy.split: expected none for a scan");
    refused(sl_forall_with(SL_POLICY(.combine = 1), sr_affine, SL_RANGE(0, N), x, y, SL_INTO(total)),
            SL_ERR_UNSUPPORTED, "combine", "policy.combine: expected 0 for a scan, got 1");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&total);
    sl_view_destroy(&other);
}

static void test_all(void)
{
    test_rows();
    test_many();
    test_bitwise();
    test_built_in();
    test_graph();
}

int main(void)
{
    must(sl_init(NULL));
    first_seed = test_seed(351);
    for (int threads = 1; threads <= 3; threads++) {
        sl__cpu_threads_override = threads;
        for (int k = 0; k < SIZES; k++)
            test_maps(sizes[k], k % 3, k + threads);
    }
    sl__cpu_threads_override = 0;
    test_all();
    if (have_gpu("the same on a GPU")) {
        where = SL_CUDA;
        for (int k = 0; k < SIZES; k++)
            test_maps(sizes[k], k % 3, k);
        test_maps(3000017, 5, 1); /* more than 1024 tiles */
        test_all();
        where = SL_ANYWHERE;
    }
    sl_log_set_handler(misuse_count, NULL);
    test_refused();
    must(sl_finalize());
    return done_testing();
}
