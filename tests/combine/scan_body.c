/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that scan, SL_SCAN_KERNEL, against plain loops: results and totals around the borders of blocks, under all
 * schedules, into host memory and views, in regions and over views in parts, and failures of their bodies. */
#include <math.h>

#include "loop_testing.h"
#include "scan_body.h"
#include "task/cores.h"

static const sl_index sizes[] = {0,    1,    2,    7,    2047, 2048,  2049,  4095,
                                 4096, 4097, 8191, 8192, 8193, 65535, 65537, 100003};
enum { SIZES = sizeof sizes / sizeof *sizes };

static sl_policy policy_of(int k)
{
    return launched((sl_policy){.schedule = (sl_schedule)(k % ((int)last_schedule() + 1))}, k);
}

static void test_offsets(sl_index n, sl_index lo, int k)
{
    const sl_index room = n + lo;
    sl_view *count = view_of("count", SL_INT64, k % 2 * STRIDED, SL_EXTENTS(room));
    sl_view *first = view_of("first", SL_INT64, k / 2 % 2 * STRIDED, SL_EXTENTS(room));
    sl_view *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS());
    uint64_t seed = (uint64_t)n;
    int64_t *c = SL_HOST_WRITE(int64_t, count), sum = 0, wrong = 0, all = -1;
    for (sl_index i = 0; i < room; i++)
        c[i * sl_view_stride(count, 0)] = random_below(&seed, 1000);
    must(sl_host_end(count));
    must(sl_reduce_with(policy_of(k), sb_offsets, SL_RANGE(lo, room), count, first, &all));
    must(sl_forall_with(policy_of(k), sb_offsets, SL_RANGE(lo, room), count, first, SL_INTO(total)));
    const int64_t *f = SL_HOST_READ(int64_t, first), *t = SL_HOST_READ(int64_t, total);
    const int64_t *d = SL_HOST_READ(int64_t, count);
    for (sl_index i = lo; i < room; i++) {
        wrong += f[i * sl_view_stride(first, 0)] != sum;
        sum += d[i * sl_view_stride(count, 0)];
    }
    ok(wrong == 0 && all == sum && *t == sum, "%lld offsets, and their total, %s", (long long)n,
       policy_text(&(sl_policy){.schedule = policy_of(k).schedule}));
    if (wrong != 0 || all != sum || *t != sum)
        diag("%lld wrong; totals %lld and %lld, want %lld", (long long)wrong, (long long)all, (long long)*t,
             (long long)sum);
    must(sl_host_end(first));
    must(sl_host_end(total));
    must(sl_host_end(count));
    sl_view_destroy(&count);
    sl_view_destroy(&first);
    sl_view_destroy(&total);
}

static void test_compact(void)
{
    enum { N = 50000 };
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(N));
    int32_t *p = SL_HOST_WRITE(int32_t, x), found = 0, wrong = 0, kept = 0;
    uint64_t seed = 3;
    for (int i = 0; i < N; i++)
        p[i] = random_below(&seed, 100);
    must(sl_host_end(x));
    must(sl_reduce(sb_compact, SL_RANGE(0, N), 90, x, y, &found));
    const int32_t *q = SL_HOST_READ(int32_t, y), *r = SL_HOST_READ(int32_t, x);
    for (int i = 0; i < N; i++)
        if (r[i] >= 90)
            wrong += q[kept++] != r[i];
    ok(wrong == 0 && found == kept, "%d of %d elements are picked, in their order", found, N);
    must(sl_host_end(x));
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_bitwise(void)
{
    enum { N = 70001 };
    double *want = malloc(N * sizeof *want), sum = 0, first = 0;
    int same = 1;
    for (int k = 0; k < 8; k++) {
        sl_view *x = view_of("x", SL_DOUBLE, k % 2 * STRIDED, SL_EXTENTS(N));
        double *p = SL_HOST_WRITE(double, x), total;
        uint64_t seed = 4;
        long double exact = 0, size = 0;
        int wrong = 0;
        for (int i = 0; i < N; i++)
            p[i * sl_view_stride(x, 0)] = random_double(&seed);
        must(sl_host_end(x));
        sl__cpu_threads_override = k % 4 + 1;
        must(sl_reduce_with(
            SL_POLICY(.where = one_kind(), .schedule = on_gpu() ? SL_AUTO : (sl_schedule)(k % (SL_RUNTIME + 1))),
            sb_in_place, SL_RANGE(0, N), x, &total));
        const double *q = SL_HOST_READ(double, x);
        seed = 4;
        for (int i = 0; i < N; i++) {
            const double v = random_double(&seed), got = q[i * sl_view_stride(x, 0)];
            exact += (long double)v;
            size += fabsl((long double)v);
            if (k == 0)
                want[i] = got;
            same &= memcmp(&want[i], &got, sizeof got) == 0;
            wrong += fabsl((long double)got - exact) > 1e-13L * size;
        }
        must(sl_host_end(x));
        if (k == 0) {
            first = total;
            is_int(wrong, 0, "sums of fractions are those in long double");
            sum = (double)exact;
            ok(fabs(total - sum) <= 1e-13 * (double)size, "and so is the total");
        }
        same &= memcmp(&first, &total, sizeof total) == 0;
        sl_view_destroy(&x);
    }
    sl__cpu_threads_override = 0;
    ok(same, "they are the same to the last bit for 1 to 4 threads, any schedule and layout");
    free(want);
}

static void test_operators(void)
{
    enum { N = 20000 };
    sl_view *x = view_of("x", SL_FLOAT, RIGHT, SL_EXTENTS(N + 1)), *y = view_of("y", SL_FLOAT, RIGHT, SL_EXTENTS(N));
    sl_view *u = view_of("u", SL_UINT32, RIGHT, SL_EXTENTS(N)), *t = view_of("t", SL_INT32, RIGHT, SL_EXTENTS(N));
    float *p = SL_HOST_WRITE(float, x), peak = 0, most = -INFINITY;
    uint32_t product = 0, want = 1;
    int64_t turns = 0;
    int wrong = 0;
    uint64_t seed = 5;
    for (int i = 0; i <= N; i++)
        p[i] = (float)random_below(&seed, 1 << 20) + (float)i / 8;
    must(sl_host_end(x));
    must(sl_reduce(sb_peak, SL_RANGE(0, N), x, y, &peak));
    const float *q = SL_HOST_READ(float, y), *r = SL_HOST_READ(float, x);
    for (int i = 0; i < N; i++) {
        most = fmaxf(most, r[i] + r[i + 1]);
        wrong += q[i] != most;
    }
    ok(wrong == 0 && peak == most, "the largest so far of what a body computes");
    must(sl_host_end(x));
    must(sl_host_end(y));
    must(sl_reduce(sb_wrap, SL_RANGE(0, N), u, &product));
    const uint32_t *v = SL_HOST_READ(uint32_t, u);
    for (int i = 0; i < N; i++) {
        want *= 2 * (uint32_t)i + 1;
        wrong += v[i] != want;
    }
    ok(wrong == 0 && product == want, "a product of odd numbers wraps");
    must(sl_host_end(u));
    must(sl_reduce(sb_turns, SL_RANGE(0, N), t, &turns));
    const int32_t *w = SL_HOST_READ(int32_t, t);
    for (int i = 0; i < N; i++)
        wrong += w[i] != 2;
    ok(wrong == 0 && turns == N, "the turn with SL_FINAL is the last one of each iteration, which counts once");
    must(sl_host_end(t));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&u);
    sl_view_destroy(&t);
}

/* A scan that scatters: each iteration once, when its running result is final. */
static void test_scatter_of(sl_index n, sl_policy policy, const char *how)
{
    enum { BINS = 10 };
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(n)),
            *first = view_of("first", SL_INT64, RIGHT, SL_EXTENTS(n));
    sl_view *bin = view_of("bin", SL_DOUBLE, RIGHT, SL_EXTENTS(BINS));
    double want[BINS], got[BINS], far = 0;
    int64_t sum = 0, all = -1, wrong = 0;
    int32_t *p = SL_HOST_WRITE(int32_t, x);
    for (sl_index i = 0; i < n; i++)
        p[i] = (int32_t)(i * 7 % BINS);
    must(sl_host_end(x));
    double *b = SL_HOST_WRITE(double, bin);
    for (int k = 0; k < BINS; k++)
        b[k] = want[k] = k;
    must(sl_host_end(bin));
    must(sl_reduce_with(policy, sb_count, SL_RANGE(0, n), x, first, &all, bin));
    const double *c = SL_HOST_READ(double, bin);
    memcpy(got, c, sizeof got);
    must(sl_host_end(bin));
    const int64_t *f = SL_HOST_READ(int64_t, first);
    for (sl_index i = 0; i < n; i++) {
        wrong += f[i] != sum;
        want[i * 7 % BINS] += 0.1 * (double)(sum % 7);
        sum += i * 7 % BINS;
    }
    must(sl_host_end(first));
    for (int k = 0; k < BINS; k++)
        far = fmax(far, fabs(got[k] - want[k]) / want[BINS - 1]);
    wrong += policy.reproducible == SL_YES && memcmp(got, want, sizeof got) != 0;
    ok(wrong == 0 && all == sum && far < 1e-12, "a scan of %lld that scatters, %s", (long long)n, how);
    if (wrong != 0 || all != sum || far >= 1e-12)
        diag("%lld wrong; total %lld, want %lld; bins %g apart", (long long)wrong, (long long)all, (long long)sum, far);
    sl_view_destroy(&x);
    sl_view_destroy(&first);
    sl_view_destroy(&bin);
}

static void test_scatter(void)
{
    static const sl_index some[] = {0, 1, 8191, 100003};
    for (int k = 0; k < 4; k++) {
        test_scatter_of(some[k], (sl_policy){.schedule = SL_AUTO}, "as the library chooses");
        test_scatter_of(some[k], (sl_policy){.scatter = SL_SCATTER_ATOMIC}, "by atomics");
        test_scatter_of(some[k], (sl_policy){.reproducible = SL_YES, .where = SL_CPU}, "in order: to the bit");
    }
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(10)),
            *first = view_of("first", SL_INT64, RIGHT, SL_EXTENTS(10));
    sl_view *bin = view_of("bin", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    int64_t all;
    ok(sl_reduce_with(SL_POLICY(.scatter = SL_SCATTER_DUPLICATE), sb_count, SL_RANGE(0, 10), x, first, &all, bin) ==
               SL_ERR_UNSUPPORTED &&
           strstr(sl_last_error(),
                  "expected SL_SCATTER_AUTO or SL_SCATTER_ATOMIC for a scan, got SL_SCATTER_DUPLICATE"),
       "of a scan there are no copies to scatter into");
    sl_view_destroy(&x);
    sl_view_destroy(&first);
    sl_view_destroy(&bin);
}

static void test_graph(void)
{
    enum { N = 30000 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_INT64, RIGHT, SL_EXTENTS(N)), *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    for (int way = 0; way < 4; way++) {
        int64_t *p = SL_HOST_WRITE(int64_t, x), wrong = 0;
        for (int i = 0; i < N; i++)
            p[i] = way + 1;
        must(sl_host_end(x));
        if (way == 3) {
            must(sl_view_split(x, (sl_split){{4}}));
            must(sl_view_split(z, (sl_split){{3}}));
        }
        if (way == 1)
            must(sl_region_begin(&region));
        if (way != 2) {
            must(sl_forall(sb_offsets, SL_RANGE(0, N), x, y, SL_INTO(total)));
            must(sl_forall(sb_offsets, SL_RANGE(0, N), y, z, SL_INTO(total)));
        }
        if (way == 1)
            must(sl_region_end(region));
        if (way == 1 || way == 2)
            must(sl_region_run(region));
        const int64_t *q = SL_HOST_READ(int64_t, z), *t = SL_HOST_READ(int64_t, total);
        for (int64_t i = 0; i < N; i++)
            wrong += q[i] != (way + 1) * (i > 0 ? i * (i - 1) / 2 : 0);
        static const char *const how[] = {"queued", "recorded", "recorded and run again", "over views in parts"};
        ok(wrong == 0 && *t == (way + 1) * ((int64_t)N * (N - 1) / 2), "two scans, one of the other's result, %s",
           how[way]);
        must(sl_host_end(z));
        must(sl_host_end(total));
    }
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&total);
}

static void test_failure(void)
{
    enum { N = 20000 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t *p = SL_HOST_WRITE(int64_t, x), total = 11;
    for (int i = 0; i < N; i++)
        p[i] = i == 12345 ? -1 : 1;
    must(sl_host_end(x));
    ok(sl_reduce(sb_raise, SL_RANGE(0, N), x, y, &total) == SL_ERR_RAISED && total == 11,
       "what a body raises fails the scan, and there is no total");
    p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < N; i++)
        p[i] = 1;
    must(sl_host_end(x));
    must(sl_reduce(sb_raise, SL_RANGE(0, N), x, y, &total));
    is_int(total, N, "the next one is as it was");
    ok(sl_forall(sb_raise, SL_RANGE(0, N), x, y, &total) == SL_ERR_ARGUMENT,
       "sl_forall of a scan refuses a host pointer");
    ok(sl_forall_with(SL_POLICY(.split = SL_SPLIT(2)), sb_raise, SL_RANGE(0, N), x, y, SL_INTO(x, 3)) ==
           SL_ERR_UNSUPPORTED,
       "a scan is not split");
    ok(sl_forall_with(SL_POLICY(.combine = 1), sb_raise, SL_RANGE(0, N), x, y, SL_INTO(x, 3)) == SL_ERR_UNSUPPORTED,
       "nor are its totals combined");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(NULL));
    for (int threads = 1; threads <= (on_gpu() ? 1 : 2); threads++) {
        sl__cpu_threads_override = threads;
        for (int k = 0; k < SIZES; k++)
            test_offsets(sizes[k], k % 3, k + threads);
    }
    sl__cpu_threads_override = 0;
    test_compact();
    test_bitwise();
    test_operators();
    test_scatter();
    test_graph();
    test_failure();
    must(sl_finalize());
    return done_testing();
}
