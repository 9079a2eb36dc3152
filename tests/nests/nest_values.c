/* SPDX-License-Identifier: BSD-3-Clause */
/* What nests compute, against plain C: products and transpositions, planes that wait for each other, chosen arguments,
 * reductions. On threads, through the grids of policies for CUDA on the host, and on a GPU where there is one. The
 * quick form leaves out the longest walk through planes. */
#include "nest_values.h"

#include <stdlib.h>
#include <string.h>

#include "loop_testing.h"
#include "task/cores.h"

GRID(nest_product, gpu_plain);
GRID(nest_product, gpu_shared);
GRID(nest_turn, gpu_shared);
GRID(nest_turn, gpu_own);
GRID(nest_wave, gpu_lines);
GRID(nest_wave, gpu_faces);
GRID(nest_wave, gpu_launches);
GRID(nest_wave, gpu_turns);
GRID(nest_wave, gpu_split);
GRID(nest_rows, gpu_blocks);
GRID(nest_rows, gpu_warps);

/* ---- the product of matrices ---------------------------------------------------------------------------- */

static double element(int which, sl_index i, sl_index j)
{
    return (double)((i * 7 + j * 5 + which) % 11) - 4;
}

static void fill(sl_view *view, int which)
{
    double *p = SL_HOST_WRITE(double, view);
    sl_index x[2] = {0, 0}, n[2] = {sl_view_extent(view, 0), sl_view_extent(view, 1)};
    do
        p[place(view, x)] = element(which, x[0], x[1]);
    while (next_point(2, n, x));
    must(sl_host_end(view));
}

static sl_index wrong_product(const sl_view *c, sl_index m, sl_index n, sl_index depth)
{
    const double *p = SL_HOST_READ(double, (sl_view *)c);
    sl_index wrong = 0;
    for (sl_index i = 0; i < m; i++)
        for (sl_index j = 0; j < n; j++) {
            double want = 0;
            for (sl_index k = 0; k < depth; k++)
                want += element(1, i, k) * element(2, k, j);
            wrong += p[place(c, (const sl_index[]){i, j})] != want;
        }
    must(sl_host_end((sl_view *)c));
    return wrong;
}

static void product_run(const char *policy, const walked *walks, const sl_space *space, sl_view *a, sl_view *b,
                        sl_view *c)
{
    const sl_arg args[] = {
        {.kind = SL_ARG_VIEW, .view = a}, {.kind = SL_ARG_VIEW, .view = b}, {.kind = SL_ARG_VIEW, .view = c}};
    if (!walks_through(walks, space, args))
        must(sl_nest_with(SL_POLICY(.nest = policy), nest_product, *space, a, b, c));
}

static void product_test(const char *policy, const walked *walks)
{
    static const sl_index shapes[][3] = {{1, 1, 1}, {7, 8, 9}, {16, 17, 3}, {33, 24, 31}};
    sl_index wrong = 0;
    for (int s = 0; s < 4 * LAYOUTS; s += walks != NULL ? LAYOUTS : 1) {
        const sl_index m = shapes[s % 4][0], n = shapes[s % 4][1], depth = shapes[s % 4][2];
        sl_view *a = view_of("a", SL_DOUBLE, s / 4, SL_EXTENTS(m, depth));
        sl_view *b = view_of("b", SL_DOUBLE, s == 5 ? LEFT : s / 4, SL_EXTENTS(depth, n));
        sl_view *c = view_of("c", SL_DOUBLE, s / 4, SL_EXTENTS(m, n));
        fill(a, 1);
        fill(b, 2);
        fill(c, 3);
        sl__cpu_threads_override = threads_of[s % WAYS];
        const sl_space space = SL_BOX(0, m, 0, n, 0, depth);
        product_run(policy, walks, &space, a, b, c);
        wrong += wrong_product(c, m, n, depth);
        sl_view_destroy(&a);
        sl_view_destroy(&b);
        sl_view_destroy(&c);
    }
    tap_ok(wrong == 0, "a product of matrices, policy %s%s", policy, walks != NULL ? ", walked through" : "");
    sl__cpu_threads_override = 0;
}

static void test_product(int gpu)
{
    static const char *const policies[] = {"rows", "collapsed", "tiled", "sums", "outer"};
    static const walked grid[] = {WALKED(nest_product, gpu_plain, 0), WALKED(nest_product, gpu_shared, 1)};
    for (int p = 0; p < 5; p++)
        product_test(policies[p], NULL);
    for (int p = 0; p < 2; p++) {
        if (can_walk())
            product_test(grid[p].policy, &grid[p]);
        if (gpu)
            product_test(grid[p].policy, NULL);
    }
}

/* ---- local arrays, and planes ---------------------------------------------------------------------------- */

static void turn_run(const char *policy, const walked *walks, sl_index m, sl_index n, sl_view *x, sl_view *y)
{
    const sl_space space = SL_BOX(0, m, 0, n);
    const sl_arg args[] = {{.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_VIEW, .view = y}};
    if (!walks_through(walks, &space, args))
        must(sl_nest_with(SL_POLICY(.nest = policy), nest_turn, space, x, y));
}

static void turn_test(const char *policy, const walked *walks)
{
    static const sl_index shapes[][2] = {{1, 1}, {15, 16}, {16, 17}, {33, 15}, {32, 48}};
    sl_index wrong = 0;
    for (int s = 0; s < 5 * LAYOUTS; s += walks != NULL ? 4 : 1) { /* a walk starts many threads */
        const sl_index m = shapes[s % 5][0], n = shapes[s % 5][1];
        sl_view *x = view_of("x", SL_FLOAT, s / 5, SL_EXTENTS(m, n));
        sl_view *y = view_of("y", SL_FLOAT, s / 5, SL_EXTENTS(n, m));
        float *from = SL_HOST_WRITE(float, x);
        for (sl_index i = 0; i < m * n; i++)
            from[place(x, (const sl_index[]){i / n, i % n})] = (float)i;
        must(sl_host_end(x));
        sl__cpu_threads_override = threads_of[s % WAYS];
        turn_run(policy, walks, m, n, x, y);
        const float *to = SL_HOST_READ(float, y);
        for (sl_index i = 0; i < m * n; i++)
            wrong += to[place(y, (const sl_index[]){i % n, i / n})] != (float)i;
        must(sl_host_end(y));
        sl_view_destroy(&x);
        sl_view_destroy(&y);
    }
    tap_ok(wrong == 0, "a transposition by a local array, policy %s%s", policy,
           walks != NULL ? ", walked through" : "");
    sl__cpu_threads_override = 0;
}

static void test_turn(int gpu)
{
    static const walked grid[] = {WALKED(nest_turn, gpu_shared, 1), WALKED(nest_turn, gpu_own, 0)};
    turn_test("stacked", NULL);
    turn_test("kept", NULL);
    for (int p = 0; p < 2; p++) {
        if (can_walk())
            turn_test(grid[p].policy, &grid[p]);
        if (gpu)
            turn_test(grid[p].policy, NULL);
    }
}

static void wave_run(const char *policy, sl_space space, sl_view *h, int in_region)
{
    sl_region *region = NULL;
    if (in_region)
        must(sl_region_begin(&region));
    must(sl_nest_with(SL_POLICY(.nest = policy), nest_wave, space, h));
    if (in_region) {
        must(sl_region_end(region));
        must(sl_region_run(region));
    }
    sl_region_destroy(&region);
}

/* Points of a wave over n that are not what loops in their order make of them. */
static sl_index wave_wrong(const char *policy, const walked *walks, const sl_index n[3], int in_region)
{
    sl_view *h = view_of("h", SL_UINT32, RIGHT, SL_EXTENTS(n[0], n[1], n[2]));
    uint32_t *p = SL_HOST_WRITE(uint32_t, h), *wave = calloc((size_t)(n[0] * n[1] * n[2]), sizeof *wave), *w = wave;
    sl_index x[3] = {0, 0, 0}, wrong = 0;
    must(wave != NULL ? SL_SUCCESS : SL_ERR_MEMORY);
    do {
        *w = (uint32_t)(x[0] * 3 + x[1] * 5 + x[2] + 1);
        p[place(h, x)] = *w;
        if (x[0] > 0 && x[1] > 0 && x[2] > 0)
            *w = 3 * w[-n[1] * n[2]] + 5 * w[-n[2]] + 7 * w[-1];
        w++;
    } while (next_point(3, n, x));
    must(sl_host_end(h));
    const sl_space space = SL_BOX(1, n[0], 1, n[1], 1, n[2]);
    const sl_arg args[] = {{.kind = SL_ARG_VIEW, .view = h}};
    if (!walks_through(walks, &space, args))
        wave_run(policy, space, h, in_region);
    const uint32_t *got = SL_HOST_READ(uint32_t, h);
    w = wave;
    do
        wrong += got[place(h, x)] != *w++;
    while (next_point(3, n, x));
    must(sl_host_end(h));
    sl_view_destroy(&h);
    free(wave);
    return wrong;
}

static void wave_test(const char *policy, const walked *walks, int dimensions)
{
    static const sl_index shapes[][3] = {{2, 2, 2}, {9, 4, 7}, {3, 17, 5}, {8, 8, 20}};
    sl_index wrong = 0;
    for (int s = 0; s < 4 * WAYS; s += walks != NULL ? WAYS : 1) {
        sl__cpu_threads_override = threads_of[s / 4];
        wrong += wave_wrong(policy, walks, shapes[s % 4], s % 2);
    }
    tap_ok(wrong == 0, "each iteration of a HYPERPLANE over %d dimensions sees what those before it wrote: %s%s",
           dimensions, policy, walks != NULL ? ", walked through" : "");
    sl__cpu_threads_override = 0;
}

/* Planes longer than the largest block, so each is a launch. */
static void wave_test_long(const char *policy, const walked *walks)
{
    static const sl_index shapes[][3] = {{1030, 1100, 2}, {40, 1500, 2}, {3, 1302, 3}};
    sl_index wrong = 0;
    for (int s = walks != NULL && quick(); s < 3; s++)
        wrong += wave_wrong(policy, walks, shapes[s], s % 2);
    tap_ok(wrong == 0, "and where planes do not fit a block: %s%s", policy, walks != NULL ? ", walked through" : "");
}

static void test_wave(int gpu)
{
    static const walked grid[] = {WALKED(nest_wave, gpu_lines, 1), WALKED(nest_wave, gpu_faces, 1),
                                  WALKED(nest_wave, gpu_launches, 1), WALKED(nest_wave, gpu_turns, 1),
                                  WALKED(nest_wave, gpu_split, 1)};
    static const walked wide[] = {WALKED(nest_wave, gpu_launches, 0), WALKED(nest_wave, gpu_split, 0)};
    static const int dimensions[] = {2, 3, 2, 3, 2};
    wave_test("lines", NULL, 2);
    wave_test("faces", NULL, 3);
    for (int p = 0; p < 5; p++) {
        if (can_walk())
            wave_test(grid[p].policy, &grid[p], dimensions[p]);
        if (gpu)
            wave_test(grid[p].policy, NULL, dimensions[p]);
    }
    for (int p = 0; p < 2; p++) {
        if (can_walk())
            wave_test_long(wide[p].policy, &wide[p]);
        if (gpu)
            wave_test_long(wide[p].policy, NULL);
    }
}

/* ---- chosen arguments, reductions, barriers --------------------------------------------------------------- */

static int32_t row_element(sl_index i, sl_index j)
{
    return (int32_t)((i * 37 + j * 11) % 101) - 50;
}

/* What nest_rows writes to y(i, j) under a policy, of m x n iterations. 0 where it writes nothing. */
static int32_t row_want(const char *policy, sl_index i, sl_index j, sl_index m, sl_index n)
{
    int32_t sum = 0, most = -1000;
    if (strcmp(policy, "chosen") == 0)
        return j < m && i < n ? 653000 + (int32_t)(i + 16 * (j % 8)) : 0;
    if (strcmp(policy, "crossed") == 0)
        return i < m && j < n ? 635000 + (int32_t)(j + 16 * (i % 8)) : 0;
    if (strcmp(policy, "met") == 0)
        return i < m && j < n ? 3 * row_element(m - 1 - i, j) : 0;
    for (sl_index k = 0; k < n; k++) {
        sum += row_element(i, k);
        most = row_element(i, k) > most ? row_element(i, k) : most;
    }
    if (strcmp(policy, "lanes") == 0)
        return i < m && j == 3 ? 7 + sum : 0;
    if (i >= m || j > 4 || j == 1 || (strncmp(policy, "gpu", 3) == 0 && j != 0 && j != 3))
        return 0;
    return j == 0 ? sum : j == 2 && strcmp(policy, "joined") == 0 ? -sum - 1000 : most - sum;
}

static sl_view *row_view(const char *name, sl_index m, sl_index n, int filled, int layout)
{
    sl_view *view = view_of(name, SL_INT32, layout, SL_EXTENTS(m, n));
    int32_t *p = SL_HOST_WRITE(int32_t, view);
    for (sl_index i = 0; i < m * n; i++)
        p[place(view, (const sl_index[]){i / n, i % n})] = filled ? row_element(i / n, i % n) : 0;
    must(sl_host_end(view));
    return view;
}

static sl_index rows_wrong(const char *policy, const walked *walks, sl_index m, sl_index n, int layout)
{
    const sl_index side = m > n ? m : n, wide = side > 8 ? side : 8;
    sl_view *x = row_view("x", m, n, 1, layout), *y = row_view("y", wide, wide, 0, layout);
    sl_view *z = row_view("z", m, n, 0, layout);
    const sl_space space = SL_BOX(0, m, 0, n);
    const sl_arg args[] = {
        {.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_VIEW, .view = y}, {.kind = SL_ARG_VIEW, .view = z}};
    if (!walks_through(walks, &space, args))
        must(sl_nest_with(SL_POLICY(.nest = policy), nest_rows, space, x, y, z));
    const int32_t *p = SL_HOST_READ(int32_t, y);
    sl_index wrong = 0;
    for (sl_index i = 0; i < wide; i++)
        for (sl_index j = 0; j < wide; j++)
            wrong += p[place(y, (const sl_index[]){i, j})] != row_want(policy, i, j, m, n);
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    return wrong;
}

static void rows_test(const char *policy, const walked *walks, const char *sentence)
{
    static const sl_index shapes[][2] = {{1, 1}, {3, 2}, {16, 9}, {9, 33}, {40, 17}};
    sl_index wrong = 0;
    for (int s = 0; s < 5 * WAYS; s += walks != NULL ? WAYS : 1) {
        sl__cpu_threads_override = threads_of[s % WAYS];
        wrong += rows_wrong(policy, walks, shapes[s / WAYS][0], shapes[s / WAYS][1], s % LAYOUTS);
    }
    if (!tap_ok(wrong == 0, "%s%s", sentence, walks != NULL ? ", walked through" : ""))
        diag("%lld elements are wrong", (long long)wrong);
    sl__cpu_threads_override = 0;
}

static void test_rows(int gpu)
{
    static const char *const rows[][2] = {
        {"chosen", "DO with other segments, locals, arrays and values"},
        {"crossed", "DO with other offsets, and two locals that change places"},
        {"joined", "REDUCE(omp): one thread runs what is in it, with what all have left; all have it then"},
        {"alone", "REDUCE(seq): the thread of an iteration runs what is in it"},
        {"lanes", "simd_sum: a local that the iterations of a vectorised loop add to"},
        {"met", "SYNC_THREADS: what is behind it sees what all threads wrote before it"},
        {"gpu_blocks", "REDUCE(block): its first thread runs what is in it, with what all have"},
        {"gpu_warps", "REDUCE(warp): its first lane runs what is in it, with what all have"}};
    static const walked grid[] = {WALKED(nest_rows, gpu_blocks, 1), WALKED(nest_rows, gpu_warps, 1)};
    for (int p = 0; p < 8; p++) {
        if (p < 6 || gpu)
            rows_test(rows[p][0], NULL, rows[p][1]);
        if (p >= 6 && can_walk())
            rows_test(rows[p][0], &grid[p - 6], rows[p][1]);
    }
}

void test_values(int gpu)
{
    test_product(gpu);
    test_turn(gpu);
    test_wave(gpu);
    test_rows(gpu);
}
