/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests with packs, scatter and multi_reduce, against plain loops, by policies of all kinds, the levels omp_runtime and
 * omp_nowait(chunk) among them; with bounds of what a policy may have: six tiles around six loops, eight lambdas. */
#include "nest_arguments.h"

#include <math.h>

#include "loop_testing.h"
#include "misuse.h"

static sl_view *values(const char *label, sl_index n, sl_index m, int layout, int from)
{
    sl_view *x = view_of(label, SL_INT64, layout, SL_EXTENTS(n, m));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < m; j++)
            p[place(x, (sl_index[]){i, j})] = (i * 37 + j * 11 + from * 101) % 1009;
    must(sl_host_end(x));
    return x;
}

static int64_t value(sl_index i, sl_index j, int from)
{
    return (i * 37 + j * 11 + from * 101) % 1009;
}

static int joins_differ(const char *policy, sl_index n, sl_index m, int layout)
{
    int64_t sums[NA_BINS][2] = {{0}}, bins[NA_BINS];
    int wrong = 0;
    sl_view *x[NA_PACK], *y[2];
    for (int c = 0; c < NA_PACK; c++)
        x[c] = values("x", n, m, c == 1 ? RIGHT : layout, c);
    for (int c = 0; c < 2; c++)
        y[c] = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n));
    sl_view *s = view_of("sums", SL_INT64, layout, SL_EXTENTS(NA_BINS, 2));
    sl_view *b = view_of("bins", SL_INT64, RIGHT, SL_EXTENTS(NA_BINS));
    for (int k = 0; k < NA_BINS; k++)
        bins[k] = 0;
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < m; j++)
            for (int c = 0; c < NA_PACK; c++) {
                const int64_t v = value(i, j, c);
                sums[(i + c) % NA_BINS][j % 2] += v;
                bins[(i + j + c) % NA_BINS] = v > bins[(i + j + c) % NA_BINS] ? v : bins[(i + j + c) % NA_BINS];
            }
    must(sl_nest_with(SL_POLICY(.nest = policy), na_joins, SL_BOX(0, n, 0, m), x, 4, y, s, b));
    const int64_t *p = SL_HOST_READ(int64_t, s);
    for (int k = 0; k < 2 * NA_BINS; k++)
        wrong += p[place(s, (sl_index[]){k / 2, k % 2})] != sums[k / 2][k % 2];
    must(sl_host_end(s));
    p = SL_HOST_READ(int64_t, b);
    wrong += memcmp(p, bins, sizeof bins) != 0;
    must(sl_host_end(b));
    for (int c = 0; c < 2; c++) {
        p = SL_HOST_READ(int64_t, y[c]);
        for (sl_index i = 0; i < n; i++)
            wrong += p[i] != (c == 0 ? 10 * i + 4 : 11 * i);
        must(sl_host_end(y[c]));
        sl_view_destroy(&y[c]);
    }
    for (int c = 0; c < NA_PACK; c++)
        sl_view_destroy(&x[c]);
    sl_view_destroy(&s);
    sl_view_destroy(&b);
    return wrong;
}

static void test_joins(const char *policy, int device)
{
    static const sl_index sizes[][2] = {{1, 1}, {5, 0}, {13, 7}, {64, 33}, {101, 50}};
    int wrong = 0;
    if (device && sl__device_workers() == 0) {
        skip("no CUDA device", "%s: packs, scatter and multi_reduce are those of plain loops", policy);
        return;
    }
    for (int q = 0; q < 5; q++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            wrong += joins_differ(policy, sizes[q][0], sizes[q][1], layout);
    ok(wrong == 0, "%s: packs, scatter and multi_reduce are those of plain loops", policy);
}

typedef struct results {
    int64_t sums[NA_BINS], most;
    double least[3];
    uint8_t bits[2];
} results;

/* What na_results is to find, by plain loops. */
static results results_of(sl_index n, sl_index m)
{
    results r = {.most = INT64_MIN, .least = {INFINITY, INFINITY, INFINITY}};
    for (sl_index i = 0; i < n; i++) {
        for (sl_index j = 0; j < m; j++) {
            r.sums[(i + j) % NA_BINS] += value(i, j, 0);
            r.most = value(i, j, 0) > r.most ? value(i, j, 0) : r.most;
            r.bits[j % 2] ^= (uint8_t)value(i, j, 0);
        }
        r.sums[0] += 1000 * (i + 1);
        r.least[i % 3] = fmin(r.least[i % 3], 3 - (double)i);
    }
    return r;
}

/* The sums lie in a row of a view with gaps; with .combine results join what was there. */
static int results_differ(const char *policy, sl_index n, sl_index m, int layout, int combine)
{
    results want = results_of(n, m);
    int wrong = 0;
    sl_view *x = values("x", n, m, layout, 0), *row;
    sl_view *s = view_of("s", SL_INT64, layout, SL_EXTENTS(2, NA_BINS));
    sl_view *most = view_of("most", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_view *least = view_of("least", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    sl_view *bits = view_of("bits", SL_UINT8, RIGHT, SL_EXTENTS(2));
    must(SL_VIEW_FILL(int64_t, s, 11));
    must(SL_VIEW_FILL(int64_t, most, 700));
    must(SL_VIEW_FILL(double, least, 1));
    must(SL_VIEW_FILL(uint8_t, bits, 85));
    must(sl_subview(s, &row, 1, SL_ALL));
    must(sl_nest_with(SL_POLICY(.nest = policy, .combine = combine), na_results, SL_BOX(0, n, 0, m), x, NA_BINS, row,
                      most, least, bits));
    for (int c = 0; c < NA_BINS; c++)
        want.sums[c] += combine ? 11 : 0;
    want.most = combine && want.most < 700 ? 700 : want.most;
    for (int c = 0; c < 3; c++)
        want.least[c] = combine ? fmin(want.least[c], 1) : want.least[c];
    for (int c = 0; c < 2; c++)
        want.bits[c] ^= combine ? 85 : 0;
    const int64_t *p = SL_HOST_READ(int64_t, s);
    for (int c = 0; c < NA_BINS; c++)
        wrong += p[place(s, (sl_index[]){1, c})] != want.sums[c] || p[place(s, (sl_index[]){0, c})] != 11;
    must(sl_host_end(s));
    wrong += *(p = SL_HOST_READ(int64_t, most)) != want.most;
    must(sl_host_end(most));
    const double *q = SL_HOST_READ(double, least);
    for (int c = 0; c < 3; c++)
        wrong += q[c] != want.least[c];
    must(sl_host_end(least));
    wrong += memcmp(SL_HOST_READ(uint8_t, bits), want.bits, sizeof want.bits) != 0;
    must(sl_host_end(bits));
    sl_view_destroy(&row);
    sl_view_destroy(&s);
    sl_view_destroy(&x);
    sl_view_destroy(&most);
    sl_view_destroy(&least);
    sl_view_destroy(&bits);
    return wrong;
}

static void test_results(const char *policy)
{
    static const sl_index sizes[][2] = {{0, 0}, {0, 4}, {1, 1}, {5, 0}, {13, 7}, {64, 33}, {257, 50}};
    int wrong = 0;
    for (int q = 0; q < 7; q++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            for (int combine = 0; combine < 2; combine++)
                wrong += results_differ(policy, sizes[q][0], sizes[q][1], layout, combine);
    ok(wrong == 0, "%s: results in arrays are those of plain loops, alone and combined", policy);
}

/* By .reproducible, or with SL_SEQ, a sum has the bits of the loop in its order. */
static void test_norm(void)
{
    enum { N = 10007 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS(1));
    double *p = SL_HOST_WRITE(double, x), sum = -0.0;
    for (int i = 0; i < N; i++) {
        p[i] = sin(i) * pow(2, i % 40);
        sum += p[i] * p[i];
    }
    must(sl_host_end(x));
    const sl_policy policies[] = {SL_POLICY(.reproducible = SL_YES), SL_POLICY(.schedule = SL_SEQ), SL_POLICY(0)};
    double got[3];
    for (int k = 0; k < 3; k++) {
        must(sl_nest_with(policies[k], na_norm, SL_RANGE(0, N), x, s));
        got[k] = *SL_HOST_READ(double, s);
        must(sl_host_end(s));
    }
    ok(got[0] == sum && got[1] == sum, "a sum is that of the loop, to the last bit, by .reproducible and in order");
    ok(fabs(got[2] - sum) < 1e-12 * sum, "and else but for the order of threads");
    sl_view_destroy(&x);
    sl_view_destroy(&s);
}

static void test_six(void)
{
    const sl_index n[6] = {3, 2, 4, 3, 5, 4};
    sl_view *seen = view_of("seen", SL_INT32, RIGHT, SL_EXTENTS(3, 2, 4, 3, 5, 4));
    must(sl_nest(na_six, SL_BOX(0, 3, 0, 2, 0, 4, 0, 3, 0, 5, 0, 4), seen));
    const int32_t *p = SL_HOST_READ(int32_t, seen);
    sl_index x[6] = {0};
    int wrong = 0, k = 0;
    do
        wrong += p[k++] != 1 + x[0] + 2 * x[1] + 3 * x[2] + 4 * x[3] + 5 * x[4] + 6 * x[5];
    while (next_point(6, n, x));
    must(sl_host_end(seen));
    sl_view_destroy(&seen);
    ok(wrong == 0, "six tiles around six loops, with local memory between, visit each point once");
}

static void test_eight(void)
{
    static const int order[] = {3, 1, 4, 0, 5, 7, 2, 6};
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(1000));
    int wrong = 0;
    must(sl_nest(na_eight, SL_RANGE(0, 1000), y));
    const int64_t *p = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < 1000; i++) {
        int64_t want = 0;
        for (int k = 0; k < 8; k++)
            want = 9 * want + order[k] + i;
        wrong += p[i] != want;
    }
    must(sl_host_end(y));
    sl_view_destroy(&y);
    ok(wrong == 0, "eight lambdas of a DO run in its order");
}

static void test_misuse(void)
{
    sl_view *x[NA_PACK], *y[2];
    for (int c = 0; c < NA_PACK; c++)
        x[c] = values("x", 5 + (c == 2), 5, RIGHT, c);
    for (int c = 0; c < 2; c++)
        y[c] = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(5));
    sl_view *s = view_of("sums", SL_INT64, RIGHT, SL_EXTENTS(NA_BINS, 2));
    sl_view *b = view_of("bins", SL_INT64, RIGHT, SL_EXTENTS(NA_BINS));
    refused_saying(sl_nest(na_joins, SL_BOX(0, 5, 0, 5), x, 4, y, s, b), SL_ERR_EXTENT, "argument x[2]");
    refused_saying(sl_nest(na_joins, SL_BOX(0, 5, 0, 5), x, 4, y, s, s), SL_ERR_RANK, "argument bins");
    sl_view *few = view_of("few", SL_INT64, RIGHT, SL_EXTENTS(NA_BINS - 1));
    refused_saying(sl_nest(na_results, SL_BOX(0, 5, 0, 5), x[0], NA_BINS, few, y[0], y[0], y[0]), SL_ERR_EXTENT,
                   "argument sums: ");
    refused_saying(
        sl_nest_with(SL_POLICY(.where = SL_CUDA), na_results, SL_BOX(0, 5, 0, 5), x[0], NA_BINS, b, y[0], y[0], y[0]),
        SL_ERR_DEVICE, "policy.where: expected SL_CPU or SL_ANYWHERE");
    sl_view_destroy(&few);
    for (int c = 0; c < NA_PACK; c++)
        sl_view_destroy(&x[c]);
    for (int c = 0; c < 2; c++)
        sl_view_destroy(&y[c]);
    sl_view_destroy(&s);
    sl_view_destroy(&b);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_joins("rows", 0);
    test_joins("columns", 0);
    test_joins("tiled", 0);
    test_joins("alone", 0);
    test_joins("auto", 0);
    test_joins("blocks", 1);
    test_joins("tiles", 1);
    test_results("rows");
    test_results("columns");
    test_results("flat");
    test_results("tiled");
    test_results("alone");
    test_results("auto");
    test_norm();
    test_six();
    test_eight();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
