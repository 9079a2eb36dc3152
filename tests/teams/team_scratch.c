/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams with scratch memory and barriers, helpers that take a team, and teams that scatter. */
#include "team_testing.h"

/* ---- scratch ----------------------------------------------------------------------------------------------- */

static sl_index transpose_wrong(sl_index m, sl_index n, int k)
{
    sl_view *x = numbered(k % LAYOUTS, m, n);
    sl_view *y = view_of("y", SL_DOUBLE, (k + 1) % LAYOUTS, SL_EXTENTS(n, m));
    sl_policy policy = way(k, (m + TEAM_TILE - 1) / TEAM_TILE);
    policy.scratch_bytes = sizeof(double[TEAM_TILE][TEAM_TILE + 1]);
    must(sl_launch(policy, tm_transpose, x, y));
    const sl_index wrong = not_transposed(y, m, n);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return wrong;
}

static size_t whole_lines(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static sl_index smooth_wrong(sl_index n, sl_index width, int k)
{
    sl_view *x = squares(n), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    sl_policy policy = way(k, (n + width - 1) / width);
    policy.scratch_bytes = whole_lines((size_t)(width + 2 * TEAM_REACH) * sizeof(double));
    must(sl_launch(policy, tm_smooth, width, x, y));
    const sl_index wrong = smooth_differs(y, n, TEAM_REACH);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return wrong;
}

static sl_index arrays_wrong(sl_index league, sl_index n, int k)
{
    sl_view *good = view_of("ok", SL_INT32, RIGHT, SL_EXTENTS(league));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    const size_t m = (size_t)n;
    sl_policy policy = way(k, league);
    policy.scratch_bytes = whole_lines(m * sizeof(float)) + 16 + whole_lines(m * sizeof(double[5])) +
                           whole_lines(m * sizeof(int32_t[3][2]));
    must(sl_launch(policy, tm_arrays, n, good, told));
    const int32_t *g = SL_HOST_READ(int32_t, good), *t = SL_HOST_READ(int32_t, told);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++)
        wrong += g[i] != 1 || t[i] != 0;
    must(sl_host_end(good));
    must(sl_host_end(told));
    sl_view_destroy(&good);
    sl_view_destroy(&told);
    return wrong;
}

void test_scratch(void)
{
    sl_index turned = 0, smoothed = 0, arrays = 0;
    FOR_WAYS(k)
    {
        turned += transpose_wrong(1, 1, k) + transpose_wrong(33, 50, k + 1) + transpose_wrong(160, 16, k + 2);
        smoothed += smooth_wrong(1, TEAM_BLOCK, k) + smooth_wrong(999, TEAM_BLOCK, k) + smooth_wrong(5000, 333, k + 1);
        arrays += arrays_wrong(leagues[k % LEAGUES], 1, k) + arrays_wrong(leagues[(k + 1) % LEAGUES], 37, k);
    }
    is_int(turned, 0, "tiles are transposed in scratch, one behind another");
    is_int(smoothed, 0, "a stencil reads scratch whose size the call says");
    is_int(arrays, 0, "several arrays of one, two and three extents lie beside each other, aligned");
}

/* ---- helpers, scatter ---------------------------------------------------------------------------------------- */

static sl_index helper_wrong(sl_index league, sl_index n, int k)
{
    sl_view *x = view_of("x", SL_FLOAT, k % LAYOUTS, SL_EXTENTS(league, n));
    sl_view *unit = view_of("unit", SL_FLOAT, k % LAYOUTS, SL_EXTENTS(league, n));
    sl_view *length = view_of("length", SL_FLOAT, RIGHT, SL_EXTENTS(league));
    float *p = SL_HOST_WRITE(float, x);
    for (sl_index i = 0; i < league; i++)
        for (sl_index j = 0; j < n; j++)
            p[place(x, (const sl_index[]){i, j})] = (float)((i + j) % 5 + 1);
    must(sl_host_end(x));
    must(sl_launch(way(k, league), tm_helper, x, length, unit));
    const float *l = SL_HOST_READ(float, length), *u = SL_HOST_READ(float, unit);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        float want = 0;
        for (sl_index j = 0; j < n; j++)
            want += (float)(((i + j) % 5 + 1) * ((i + j) % 5 + 1));
        wrong += l[i] != want;
        for (sl_index j = 0; j < n; j++)
            wrong += fabsf(u[place(unit, (const sl_index[]){i, j})] * want - (float)((i + j) % 5 + 1)) > 1e-4F;
    }
    must(sl_host_end(length));
    must(sl_host_end(unit));
    sl_view_destroy(&x);
    sl_view_destroy(&unit);
    sl_view_destroy(&length);
    return wrong;
}

static int32_t bin_of(sl_index i, sl_index k)
{
    return (int32_t)((i * 11 + k * k) % (TEAM_BINS - 1));
}

/* @return bins that hold something else; the last one holds nothing */
static sl_index bins_differ(sl_view *views[4], sl_index league, sl_index n)
{
    const int64_t *c = SL_HOST_READ(int64_t, views[0]);
    const int32_t *last = SL_HOST_READ(int32_t, views[1]), *atomic = SL_HOST_READ(int32_t, views[2]);
    const double *total = SL_HOST_READ(double, views[3]);
    int64_t counts[TEAM_BINS] = {0}, wrong = 0, sum = 0;
    int32_t most[TEAM_BINS] = {0};
    for (sl_index i = 0; i < league; i++)
        for (sl_index k = 0; k < n; k++) {
            counts[bin_of(i, k)]++;
            most[bin_of(i, k)] = (int32_t)(i * n + k);
            sum += bin_of(i, k);
        }
    for (int b = 0; b < TEAM_BINS; b++)
        wrong += c[b] != counts[b] || atomic[b] != counts[b] || last[b] != most[b];
    wrong += *total != (double)sum;
    for (int v = 0; v < 4; v++)
        must(sl_host_end(views[v]));
    return wrong;
}

static sl_index bins_wrong(sl_index league, sl_index n, int k)
{
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(league, n));
    sl_view *views[4] = {view_of("counts", SL_INT64, RIGHT, SL_EXTENTS(TEAM_BINS)),
                         view_of("last", SL_INT32, RIGHT, SL_EXTENTS(TEAM_BINS)),
                         view_of("atomic", SL_INT32, RIGHT, SL_EXTENTS(TEAM_BINS)),
                         view_of("total", SL_DOUBLE, RIGHT, SL_EXTENTS(1))};
    int32_t *p = SL_HOST_WRITE(int32_t, x);
    for (sl_index i = 0; i < league; i++)
        for (sl_index j = 0; j < n; j++)
            p[i * n + j] = bin_of(i, j);
    must(sl_host_end(x));
    sl_policy policy = way(k, league);
    policy.scatter = (const sl_scatter[]){SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE}[k % 3];
    must(sl_launch(policy, tm_bins, x, views[0], views[1], views[2], views[3]));
    const sl_index wrong = bins_differ(views, league, n);
    sl_view_destroy(&x);
    for (int v = 0; v < 4; v++)
        sl_view_destroy(&views[v]);
    return wrong;
}

void test_helpers(void)
{
    sl_index helped = 0, binned = 0;
    FOR_WAYS(k)
    {
        helped += helper_wrong(leagues[k % LEAGUES], 1, k) + helper_wrong(7, 131, k + 1);
        binned += bins_wrong(leagues[k % LEAGUES], 33, k) + bins_wrong(7, 300, k + 1);
    }
    is_int(helped, 0, "helpers with a team and views as parameters");
    is_int(binned, 0, "teams scatter, add to atomic views, and the launch's sum is a scatter");
}
