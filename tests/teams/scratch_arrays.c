/* SPDX-License-Identifier: BSD-3-Clause */
/* Scratch arrays among the words of team kernels: against plain loops, in regions, over views in parts, with bounds
 * checks, and what is refused. */
#include <inttypes.h>

#include "misuse.h"
#include "team_testing.h"

#include "backend/backend.h"
#include "scratch_arrays.h"

/* ---- against plain loops ----------------------------------------------------------------------------------- */

/* A launch of a kernel, or of the same with bounds checks, of which a CPU has enough in every second way. */
#define launch(k_, policy_, kernel_, ...) \
    must((k_) % 2 == 0 ? sl_launch(policy_, kernel_, __VA_ARGS__) : sl_launch(policy_, kernel_##_checked, __VA_ARGS__))

static sl_index transpose_wrong(sl_index m, sl_index n, int k)
{
    sl_view *x = numbered(k % LAYOUTS, m, n);
    sl_view *y = view_of("y", SL_DOUBLE, (k + 1) % LAYOUTS, SL_EXTENTS(n, m));
    launch(k, way(k, (m + SA_TILE - 1) / SA_TILE), sa_transpose, x, y);
    const sl_index wrong = not_transposed(y, m, n);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return wrong;
}

static sl_index smooth_wrong(sl_index n, sl_index width, int k)
{
    sl_view *x = squares(n), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    launch(k, way(k, (n + width - 1) / width), sa_smooth, width, x, y);
    const sl_index wrong = smooth_differs(y, n, SA_REACH);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return wrong;
}

/* What the members of a league compute: the sum of n rows of m + 1 elements. */
static double plane_sum(sl_index i, sl_index n, sl_index m)
{
    double sum = 0;
    for (sl_index k = 0; k < n; k++)
        for (sl_index l = 0; l <= m; l++)
            sum += (double)(3 * i + 1 + 10 * k + l);
    return sum;
}

static sl_index arrays_wrong(sl_index league, sl_index n, int32_t m, int k)
{
    sl_view *x[2] = {view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(league)),
                     view_of("b", SL_DOUBLE, RIGHT, SL_EXTENTS(league))};
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(league));
    sl_view *bad = view_of("bad", SL_INT32, RIGHT, SL_EXTENTS(league));
    double *a = SL_HOST_WRITE(double, x[0]), *b = SL_HOST_WRITE(double, x[1]), total, want = 0;
    for (sl_index i = 0; i < league; i++) {
        a[i] = (double)(2 * i);
        b[i] = (double)(i + 1);
    }
    must(sl_host_end(x[0]));
    must(sl_host_end(x[1]));
    sl_policy policy = way(k, league);
    policy.scratch_bytes = (size_t)(n * 3) * sizeof(double) + 8; /* the body's own array alone */
    launch(k, policy, sa_arrays, n, m, x, y, bad, &total);
    const double *got = SL_HOST_READ(double, y);
    const int32_t *told = SL_HOST_READ(int32_t, bad);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        wrong += got[i] != plane_sum(i, n, m) || told[i] != 0;
        want += plane_sum(i, n, m);
    }
    must(sl_host_end(y));
    must(sl_host_end(bad));
    sl_view *all[] = {x[0], x[1], y, bad};
    for (int v = 0; v < 4; v++)
        sl_view_destroy(&all[v]);
    return wrong + (total != want);
}

static int descends(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Rows that threads have sorted, against the C library. */
static sl_index sorted_wrong(sl_index league, sl_index rows, int32_t width, int k)
{
    const size_t all = (size_t)(league * rows * width);
    sl_view *x = view_of("x", SL_INT32, k % LAYOUTS, SL_EXTENTS(league * rows, width));
    sl_view *bad = view_of("bad", SL_INT32, RIGHT, SL_EXTENTS(league));
    int32_t *want = malloc(all * sizeof *want + 1), *p = SL_HOST_WRITE(int32_t, x);
    for (sl_index i = 0; i < league * rows; i++) {
        for (sl_index j = 0; j < width; j++)
            p[place(x, (const sl_index[]){i, j})] = want[i * width + j] = (int32_t)((i + 3) * (j + 7) * 7919 % 1009);
        qsort(want + i * width, (size_t)width, sizeof *want, descends);
    }
    must(sl_host_end(x));
    launch(k, way(k, league), sa_sorted, rows, width, x, bad);
    const int32_t *q = SL_HOST_READ(int32_t, x), *told = SL_HOST_READ(int32_t, bad);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league * rows; i++)
        for (sl_index j = 0; j < width; j++)
            wrong += q[place(x, (const sl_index[]){i, j})] != want[i * width + j];
    for (sl_index i = 0; i < league; i++)
        wrong += told[i] != 0;
    must(sl_host_end(x));
    must(sl_host_end(bad));
    free(want);
    sl_view_destroy(&x);
    sl_view_destroy(&bad);
    return wrong;
}

/* Number k of row i: of the first `values`, some more often than others. */
static int32_t drawn(sl_index i, sl_index k, sl_index values)
{
    return (int32_t)((k * k + 31 * i * (k % 3)) % 9973 % values);
}

/* The most frequent numbers of rows, and how often they are all together. */
static sl_index modes_wrong(sl_index league, sl_index n, sl_index values, int k)
{
    sl_view *x = view_of("x", SL_INT32, k % LAYOUTS, SL_EXTENTS(league, n));
    sl_view *modes = view_of("modes", SL_INT32, RIGHT, SL_EXTENTS(league, 3));
    int32_t *p = SL_HOST_WRITE(int32_t, x), *count = malloc((size_t)values * sizeof *count);
    for (sl_index i = 0; i < league; i++)
        for (sl_index j = 0; j < n; j++)
            p[place(x, (const sl_index[]){i, j})] = drawn(i, j, values);
    must(sl_host_end(x));
    int64_t total = -1, all = 0;
    launch(k, way(k, league), sa_modes, values, x, modes, &total);
    const int32_t *got = SL_HOST_READ(int32_t, modes);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        int32_t most = 0;
        memset(count, 0, (size_t)values * sizeof *count);
        for (sl_index j = 0; j < n; j++)
            count[drawn(i, j, values)]++;
        for (int32_t v = 1; v < values; v++)
            most = count[v] > count[most] ? v : most;
        wrong += got[3 * i] != most || got[3 * i + 1] != count[most] || got[3 * i + 2] != i + 1;
        all += count[most];
    }
    must(sl_host_end(modes));
    free(count);
    sl_view_destroy(&x);
    sl_view_destroy(&modes);
    return wrong + (total != all);
}

static void test_values(void)
{
    sl_index turned = 0, smoothed = 0, arrays = 0, sorted = 0, modes = 0;
    FOR_WAYS(w)
    for (int k = w; k < w + 2; k++) {
        turned += transpose_wrong(1, 1, k) + transpose_wrong(33, 50, k + 2) + transpose_wrong(160, 16, k + 4);
        smoothed += smooth_wrong(1, 50, k) + smooth_wrong(999, 50, k) + smooth_wrong(5000, 333, k);
        arrays += arrays_wrong(leagues[w % LEAGUES], 1, 1, k) + arrays_wrong(leagues[(w + 1) % LEAGUES], 21, 3, k) +
                  arrays_wrong(7, 0, 3, k) + arrays_wrong(7, 5, 0, k);
        sorted += sorted_wrong(leagues[w % LEAGUES], 3, 17, k) + sorted_wrong(1, 1, 1, k) + sorted_wrong(7, 40, 0, k) +
                  sorted_wrong(5, 200, 65, k);
        modes += modes_wrong(leagues[w % LEAGUES], 5, 3, k) + modes_wrong(1, 0, 1, k) + modes_wrong(3, 3000, 40000, k);
    }
    is_int(turned, 0, "tiles of constant extents, checked or not");
    is_int(smoothed, 0, "an array whose extent is an expression of a scalar, in a helper");
    is_int(sorted, 0, "arrays that each thread has of its own, which its lanes share");
    is_int(modes, 0, "arrays of a team and of threads that are larger than shared memory");
    is_int(arrays, 0, "arrays of one to four extents, of numbers and structs, some empty, beside one of the body");
}

/* ---- regions, parts ------------------------------------------------------------------------------------------ */

/* A region whose arrays grow and shrink with a scalar that is set. */
static void test_region(void)
{
    enum { SIZE = 4000 };
    static const sl_index widths[] = {40, 400, 3999, 1, 333};
    sl_view *x = squares(SIZE), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(SIZE));
    sl_region *region = NULL;
    sl_index wrong = 0;
    must(sl_region_begin(&region));
    must(sl_launch(SL_POLICY(.where = one_kind(), .league = SIZE), sa_smooth, (sl_index)40, x, y));
    must(sl_region_end(region));
    for (int k = 0; k < (int)(sizeof widths / sizeof *widths); k++) {
        must(SL_VIEW_FILL(double, y, -1.0));
        must(sl_region_set(region, 0, "width", &widths[k], sizeof widths[k]));
        must(sl_region_run(region));
        wrong += smooth_differs(y, SIZE, SA_REACH);
    }
    is_int(wrong, 0, "in a region a scalar that is set says how large an array is");
    const sl_index bad = -5;
    refused(sl_region_set(region, 0, "width", &bad, sizeof bad), SL_ERR_EXTENT, "an array of less than no elements",
            "sl_region_set: ", "sa_smooth", "scratch array near", "dimension 0", "got -1");
    must(SL_VIEW_FILL(double, y, -1.0));
    must(sl_region_run(region));
    is_int(smooth_differs(y, SIZE, SA_REACH), 0, "what is refused changes nothing");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Loops of a region that need memory of the device for what they do on the way, with a scalar that changes how much. */
static void test_global_region(void)
{
    enum { ROWS = 300, COLUMNS = 40001 };
    static const int32_t columns[] = {COLUMNS, 7, 30000, 1, 0};
    sl_view *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(3, 100));
    sl_view *modes = view_of("modes", SL_INT32, RIGHT, SL_EXTENTS(3, 3));
    sl_view *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_region *region = NULL;
    sl_index wrong = 0;
    int32_t *p = SL_HOST_WRITE(int32_t, x);
    for (int i = 0; i < 300; i++)
        p[i] = i % 100 < 40 + 20 * (i / 100) ? 5 : i % 100;
    must(sl_host_end(x));
    must(sl_region_begin(&region));
    must(sl_launch(SL_POLICY(.where = one_kind(), .league = 3), sa_modes, (sl_index)100, x, modes, SL_INTO(total, 0)));
    must(sl_launch(SL_POLICY(.where = one_kind(), .league = ROWS, .vector = 32), sa_turned, (int32_t)3, m));
    must(sl_region_end(region));
    for (int k = 0; k < (int)(sizeof columns / sizeof *columns); k++) {
        double *q = SL_HOST_WRITE(double, m);
        for (sl_index i = 0; i < ROWS * (sl_index)COLUMNS; i++)
            q[i] = (double)i;
        must(sl_host_end(m));
        must(SL_VIEW_FILL(int64_t, total, -1));
        must(sl_region_set(region, 1, "columns", &columns[k], sizeof columns[k]));
        must(sl_region_run(region));
        const double *r = SL_HOST_READ(double, m);
        for (sl_index i = 0; i < ROWS; i++)
            for (sl_index j = 0; j < COLUMNS; j++) {
                const sl_index from = j < columns[k] ? columns[k] - 1 - j : j;
                wrong += r[i * COLUMNS + j] != (double)(i * COLUMNS + from + (j < columns[k]));
            }
        must(sl_host_end(m));
        const int64_t *sum = SL_HOST_READ(int64_t, total);
        wrong += sum[0] != 40 + 60 + 80;
        must(sl_host_end(total));
    }
    is_int(wrong, 0, "in a region loops with arrays in global memory follow one another");
    sl_region_destroy(&region);
    sl_view *all[] = {m, x, modes, total};
    for (int v = 0; v < 4; v++)
        sl_view_destroy(&all[v]);
}

static sl_index rows_wrong(sl_index league, int32_t columns, int k, sl_split split)
{
    sl_view *m = view_of("m", SL_DOUBLE, k % LAYOUTS, SL_EXTENTS(league, columns));
    double *p = SL_HOST_WRITE(double, m);
    for (sl_index i = 0; i < league; i++)
        for (sl_index j = 0; j < columns; j++)
            p[place(m, (const sl_index[]){i, j})] = (double)(i + 100 * j);
    must(sl_host_end(m));
    sl_policy policy = way(k, league);
    policy.split = split;
    launch(k, policy, sa_rows, columns, 0.5, m);
    launch(k, policy, sa_rows, columns, 4.0, m);
    launch(k, policy, sa_rows, columns, 1.0, m);
    const double *q = SL_HOST_READ(double, m);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++)
        for (sl_index j = 0; j < columns; j++)
            wrong += q[place(m, (const sl_index[]){i, j})] != 2 * (double)(i + 100 * (columns - 1 - j));
    must(sl_host_end(m));
    sl_view_destroy(&m);
    return wrong;
}

static void test_parts(void)
{
    sl_index whole = 0, split = 0;
    FOR_WAYS(w)
    for (int k = w; k < w + 2; k++) {
        whole += rows_wrong(leagues[w % LEAGUES], 1, k, (sl_split){{0}}) + rows_wrong(7, 257, k, (sl_split){{0}});
        split += rows_wrong(100, 33, k, SL_SPLIT(5));
    }
    is_int(whole, 0, "launches after each other, by SL_SCRATCH");
    is_int(split, 0, "a launch in parts");
}

/* ---- what is found, what is refused -------------------------------------------------------------------------- */

enum { N = 10 };

static void test_outside(void)
{
    static const struct {
        sl_index n, row, column;
        const char *says;
    } cases[] = {{3, 3, 0, "index 3 of dimension 0 of scratch array plane is not in [0, 3)"},
                 {3, 1, 4, "index 4 of dimension 1 of scratch array plane is not in [0, 4)"},
                 {3, 1, -2, "index -2 of dimension 1 of scratch array plane is not in [0, 4)"},
                 {0, 0, 0, "index 0 of dimension 0 of scratch array plane is not in [0, 0)"},
                 {2, -1, 0, "index 4 of dimension 0 of scratch array plane is not in [0, 4)"},
                 {2, -2, 2, "index 2 of dimension 0 of scratch array mine is not in [0, 2)"},
                 {2, -3, -1, "index -1 of dimension 1 of scratch array far is not in [0, 2)"}};
    sl_view *x[2] = {misuse_vector("a", N, 0), misuse_vector("b", N, 0)}, *y = misuse_vector("y", N, 0);
    const sl_policy p = SL_POLICY(.where = one_kind(), .league = N, .team = 4);
    must(sl_launch(p, sa_outside, (sl_index)3, (sl_index)2, (sl_index)3, x, y));
    const double *q = SL_HOST_READ(double, y);
    int wrong = q == NULL;
    for (int i = 0; i < N && q != NULL; i++)
        wrong += q[i] != 4 + i;
    must(sl_host_end(y));
    is_int(wrong, 0, "checked accesses within an array");
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        must(sl_launch(p, sa_outside, cases[k].n, cases[k].row, cases[k].column, x, y));
        surfaces(sl_view_wait(y), SL_ERR_BOUNDS, "an index outside", "kernel sa_outside", "member 3 of the league",
                 cases[k].says, on_gpu() ? "" : "scratch_arrays_checked_kernels.c:");
        (void)sl_wait();
        must(SL_VIEW_FILL(double, y, 0.0));
    }
    misuse_logged = 0;
    sl_view *all[] = {x[0], x[1], y};
    for (int v = 0; v < 3; v++)
        sl_view_destroy(&all[v]);
}

static void test_sizes(void)
{
    sl_view *y = misuse_vector("y", N, 0);
    const sl_policy p = SL_POLICY(.where = SL_CPU, .league = N);
    static const struct {
        int64_t a;
        int32_t b;
        sl_status status;
        const char *says[2];
    } cases[] = {{-1, 4, SL_ERR_EXTENT, {"array plane: expected an extent of 0 or more in dimension 0", "got -1"}},
                 {4, -7, SL_ERR_EXTENT, {"array plane: expected an extent of 0 or more in dimension 1", "got -7"}},
                 {INT64_MIN, 1, SL_ERR_EXTENT, {"got -9223372036854775808", "plane"}},
                 {INT64_MAX, 2, SL_ERR_ARGUMENT, {"array plane: expected at most 1099511627776 bytes", "got more"}},
                 {(int64_t)1 << 62, 8, SL_ERR_ARGUMENT, {"plane", "got more"}},
                 {(int64_t)1 << 37, 1, SL_ERR_ARGUMENT, {"plane", "got more"}}};
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++)
        refused(sl_launch(p, sa_huge, cases[k].a, cases[k].b, y), cases[k].status, "extents that nobody has",
                "sl_launch: kernel sa_huge, scratch ", cases[k].says[0], cases[k].says[1]);
    refused(sl_launch(p, sa_huge_own, (int64_t)-2, y), SL_ERR_EXTENT, "a thread's array of less than no elements",
            "sl_launch: kernel sa_huge_own, scratch array line: expected an extent of 0 or more", "got -2");
    refused(sl_launch(p, sa_huge_own, (int64_t)1 << 37, y), SL_ERR_ARGUMENT, "a thread's array that nobody has",
            "sl_launch: kernel sa_huge_own, scratch array line: ", "got more");
    refused(sl_launch(p, sa_huge_global, (int64_t)1 << 36, (int64_t)1 << 36, y), SL_ERR_ARGUMENT,
            "global arrays that nobody has", "sl_launch: kernel sa_huge_global, scratch array mine: ", "got more");
    must(sl_launch(p, sa_huge, (int64_t)0, 1000, y));
    must(sl_launch(p, sa_huge, (int64_t)1 << 17, 8, y));
    const double *q = SL_HOST_READ(double, y);
    is_int(q != NULL ? (int64_t)q[N - 1] : -1, ((int64_t)1 << 17) + 8,
           "8 MiB of scratch, more than a GPU has, on CPUs");
    must(sl_host_end(y));
    if (sl__device_workers() == 0)
        skip(sl__device_absence(), "arrays beyond the device's limit, with SL_CUDA");
    else
        refused(
            sl_launch(SL_POLICY(.where = SL_CUDA, .league = N, .scratch_bytes = 32), sa_huge, (int64_t)1 << 17, 8, y),
            SL_ERR_MEMORY, "arrays beyond the device's limit, with SL_CUDA", "sl_launch: kernel sa_huge: bytes of ",
            "scratch arrays, and policy.scratch_bytes: expected at most ", "got 8388656");
    must(sl_launch(SL_POLICY(.league = N), sa_huge, (int64_t)1 << 17, 8, y));
    must(sl_view_wait(y));
    if (sl__device_workers() == 0)
        skip(sl__device_absence(), "arrays of all threads beyond the device's limit, with SL_CUDA");
    else
        refused(sl_launch(SL_POLICY(.where = SL_CUDA, .league = N, .team = 512), sa_huge_own, (int64_t)128, y),
                SL_ERR_MEMORY, "arrays of all threads beyond the device's limit, with SL_CUDA",
                "sl_launch: kernel sa_huge_own: bytes of scratch arrays, of 512 threads each its own, and "
                "policy.scratch_bytes: expected at most ",
                "got 524304");
    if (sl__device_workers() == 0)
        skip(sl__device_absence(), "global arrays beyond the device's limit, with SL_CUDA");
    else
        refused(sl_launch(SL_POLICY(.where = SL_CUDA, .league = N, .team = 512), sa_huge_global, (int64_t)16,
                          (int64_t)1 << 26, y),
                SL_ERR_MEMORY, "global arrays beyond the device's limit, with SL_CUDA",
                "sl_launch: kernel sa_huge_global: bytes of global scratch arrays, of 512 threads each its own: "
                "expected at most ",
                "the part of its memory that is for teams, got 274877907072");
    must(sl_launch(SL_POLICY(.where = one_kind(), .league = N), sa_huge_global, (int64_t)1 << 20, (int64_t)3, y));
    q = SL_HOST_READ(double, y);
    is_int(q != NULL ? (int64_t)q[N - 1] : -1, (1 << 20) + 3, "8 MiB of global scratch, wherever it runs");
    must(sl_host_end(y));
    must(sl_launch(SL_POLICY(.where = one_kind(), .league = N), sa_huge_own, (int64_t)1000, y));
    q = SL_HOST_READ(double, y);
    is_int(q != NULL ? (int64_t)q[N - 1] : -1, 1000,
           "where .team is 0 a team has as many threads as there is room for");
    must(sl_host_end(y));
    sl_view_destroy(&y);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    test_values();
    test_region();
    test_global_region();
    test_parts();
    test_outside();
    test_sizes();
    must(sl_finalize());
    return done_testing();
}
