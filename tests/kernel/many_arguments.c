/* SPDX-License-Identifier: BSD-3-Clause */
/* 32 arguments: views, results, and scalars that do not fit into the parameters of a launch; alone, in parts and in
 * regions. Six modifiers. */
#include "many_arguments.h"
#include "loop_testing.h"

enum { ARGS = 32, READ = 20, WRITTEN = 26 };

#define VIEWS \
    x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15], x[16], \
        x[17], x[18], x[19], x[20], x[21], x[22], x[23], x[24], x[25], x[26], x[27], x[28], x[29], x[30], x[31]

static double value(int k, sl_index i)
{
    return (double)(k * k + i % 17 * (k + 1));
}

/* @p rounds: how often the loop has run. */
static sl_index wrong(sl_view *const x[], sl_index n, int rounds)
{
    sl_index bad = 0;
    for (int k = 0; k < ARGS; k++) {
        const double *p = SL_HOST_READ(double, x[k]);
        for (sl_index i = 0; i < n; i++) {
            double want = value(k, i);
            if (k >= WRITTEN) {
                want = k;
                for (int a = 0; a < READ; a++)
                    want += (a + 1) * value(a, i);
            } else if (k >= READ) {
                want += rounds * k;
            }
            const double got = p[i * sl_view_stride(x[k], 0)];
            if (got != want && bad++ == 0)
                diag("argument %d, element %lld: got %g, want %g", k, (long long)i, got, want);
        }
        must(sl_host_end(x[k]));
    }
    return bad;
}

static void test_views(sl_index n, int layout, int parts)
{
    sl_view *x[ARGS];
    sl_region *region = NULL;
    for (int k = 0; k < ARGS; k++) {
        x[k] = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(n));
        double *p = SL_HOST_RDWR(double, x[k]);
        for (sl_index i = 0; i < n; i++)
            p[i * sl_view_stride(x[k], 0)] = value(k, i);
        must(sl_host_end(x[k]));
        if (parts > 1)
            must(sl_view_split(x[k], SL_SPLIT(parts)));
    }
    must(sl_forall(ma_views, SL_RANGE(0, n), VIEWS));
    ok(wrong(x, n, 1) == 0, "32 views of %lld, %s, %d parts", (long long)n, layout_name[layout], parts);
    must(sl_region_begin(&region));
    must(sl_forall(ma_views, SL_RANGE(0, n), VIEWS));
    must(sl_forall(ma_views, SL_RANGE(0, n), VIEWS));
    must(sl_region_end(region));
    for (int k = 0; k < 3; k++)
        must(sl_region_run(region));
    ok(wrong(x, n, 7) == 0, "and in a region");
    sl_region_destroy(&region);
    for (int k = 0; k < ARGS; k++)
        sl_view_destroy(&x[k]);
}

static void test_results(sl_index n)
{
    int64_t r[ARGS] = {0}, sum = 0, most = INT64_MIN;
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (sl_index i = 0; i < n; i++) {
        p[i] = i * 37 % 1001 - 400;
        sum += p[i];
        most = p[i] > most ? p[i] : most;
    }
    must(sl_host_end(x));
    must(sl_reduce(ma_results, SL_RANGE(0, n), x, &r[1], &r[2], &r[3], &r[4], &r[5], &r[6], &r[7], &r[8], &r[9], &r[10],
                   &r[11], &r[12], &r[13], &r[14], &r[15], &r[16], &r[17], &r[18], &r[19], &r[20], &r[21], &r[22],
                   &r[23], &r[24], &r[25], &r[26], &r[27], &r[28], &r[29], &r[30], &r[31]));
    int bad = r[31] != most;
    for (int k = 1; k < 31; k++)
        if (r[k] != k * sum && bad++ == 0)
            diag("result %d: got %lld, want %lld", k, (long long)r[k], (long long)(k * sum));
    ok(bad == 0, "31 results over %lld elements", (long long)n);
    sl_view_destroy(&x);
}

static struct heavy heavy(int k, double by)
{
    struct heavy h;
    for (int i = 0; i < 40; i++)
        h.v[i] = by * (100 * k + i);
    return h;
}

#define HEAVY(by) \
    heavy(0, by), heavy(1, by), heavy(2, by), heavy(3, by), heavy(4, by), heavy(5, by), heavy(6, by), heavy(7, by), \
        heavy(8, by)

/* Calls follow one another without a wait: each has its own copy of the arguments, on a device, too. */
static void test_heavy(void)
{
    enum { A = 30, B = 70, CALLS = 20 };
    sl_view *y[CALLS], *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(A, B));
    double base = 0;
    for (int k = 0; k < 12; k++)
        base += 100 * k + (k % 2 ? 39 : 0);
    for (int c = 0; c < CALLS; c++) {
        y[c] = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(A, B));
        must(sl_forall(ma_heavy, SL_BOX(0, A, 0, B), HEAVY(c), heavy(9, c), heavy(10, c), heavy(11, c), x, y[c]));
    }
    int bad = 0;
    for (int c = 0; c < CALLS; c++) {
        const double *p = SL_HOST_READ(double, y[c]);
        for (int i = 0; i < A * B; i++)
            if (p[i] != c * base && bad++ == 0)
                diag("call %d, element %d: got %g, want %g", c, i, p[i], c * base);
        must(sl_host_end(y[c]));
    }
    ok(bad == 0, "scalars of 3840 bytes, %d calls in a row", CALLS);
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(ma_heavy, SL_BOX(0, A, 0, B), HEAVY(1), heavy(9, 1), heavy(10, 1), heavy(11, 1), x, y[0]));
    must(sl_forall(ma_heavy, SL_BOX(0, A, 0, B), HEAVY(1), heavy(9, 1), heavy(10, 1), heavy(11, 1), y[0], y[1]));
    must(sl_region_end(region));
    for (int round = 1; round <= 4; round++) {
        must(SL_REGION_SET(region, 1, struct heavy, h11, heavy(11, round)));
        must(sl_region_run(region));
        const double *p = SL_HOST_READ(double, y[1]), want = 2 * base + (round - 1) * 1139.0;
        ok(p[0] == want && p[A * B - 1] == want, "in a region, with the last of them changed, run %d", round);
        must(sl_host_end(y[1]));
    }
    sl_region_destroy(&region);
    for (int c = 0; c < CALLS; c++)
        sl_view_destroy(&y[c]);
    sl_view_destroy(&x);
}

static void test_heavy_sum(sl_index n)
{
    double got = 0, weight = 0;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < n; i++)
        p[i] = (double)(i % 5);
    must(sl_host_end(x));
    for (int k = 0; k < 9; k++)
        weight += 100 * k + k + 1;
    double sum = 0;
    for (sl_index i = 0; i < n; i++)
        sum += (double)(i % 5);
    must(sl_reduce(ma_heavy_sum, SL_RANGE(0, n), HEAVY(1), x, &got));
    is_close(got, weight * sum, 1e-13, "and a reduction over %lld elements", (long long)n);
    sl_view_destroy(&x);
}

static void test_modifiers(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(20, 30)),
            *y = view_of("y", SL_DOUBLE, LEFT, SL_EXTENTS(20, 30));
    sl_view *wide = view_of("wide", SL_DOUBLE, RIGHT, SL_EXTENTS(20, 31));
    double *p = SL_HOST_WRITE(double, x);
    for (int k = 0; k < 600; k++)
        p[k] = k;
    must(sl_host_end(x));
    must(sl_forall(ma_modified, SL_BOX(1, 20, 0, 29), x, y));
    const double *q = SL_HOST_READ(double, y);
    int bad = 0;
    for (int i = 1; i < 20; i++)
        for (int j = 0; j < 29; j++)
            bad += q[i + 20 * j] != (30 * (i - 1) + j) + (30 * i + j + 1);
    must(sl_host_end(y));
    ok(bad == 0, "words with six modifiers");
    is_int(sl_forall(ma_modified, SL_BOX(1, 20, 0, 29), x, wide), SL_ERR_EXTENT, "of which the last one counts");
    sl_clear_error();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&wide);
}

int main(void)
{
    must(sl_init(NULL));
    for (int layout = RIGHT; layout < LAYOUTS; layout += 2)
        for (sl_index n = 1; n <= 40000; n *= 200)
            test_views(n, layout, 1);
    test_views(9001, RIGHT, 4);
    for (sl_index n = 1; n <= 100000; n = n * 9 + 7)
        test_results(n);
    test_heavy();
    test_heavy_sum(5);
    test_heavy_sum(70001);
    test_modifiers();
    must(sl_finalize());
    return done_testing();
}
