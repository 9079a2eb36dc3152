/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_SCATTER_COLOR: loops by the colours of a map against loops in plain C; the colours themselves, by looking at all
 * pairs of units; when they are made again. */
#include <math.h>

#include <starloop/starpu.h>

#include "data/coloring.h"
#include "exec/cpu/colors.h"
#include "exec/cpu/scatter.h"
#include "loop_testing.h"
#include "misuse.h"
#include "scatter.h"

enum { MOST = 70000, EACH = 4 };

static int64_t corner[MOST][EACH];
static double want[MOST + 1];

/* Kinds of maps. @return the number of targets */
enum { GRID, RANDOM, ONE, NONE, TWICE, SOME, MAPS };
static const char *const map_name[MAPS] = {"a grid", "random",     "all share one target",
                                           "none",   "twice each", "some have none"};
static sl_index make_map(int kind, sl_index n)
{
    const sl_index columns = n < 100 ? 7 : 250;
    uint64_t state = 5;
    for (sl_index e = 0; e < n; e++)
        for (int j = 0; j < EACH; j++)
            corner[e][j] = kind == GRID     ? e + e / columns + j % 2 + j / 2 * (columns + 1)
                           : kind == RANDOM ? random_below(&state, (int)n)
                           : kind == ONE    ? (j == 0 ? 0 : (e + j) % n)
                           : kind == NONE   ? -1 - j
                           : kind == TWICE  ? e / 2
                           : e % 3 == j     ? -7
                                            : (e + j * 13) % n;
    return 2 * n + n / columns + columns + 5 < MOST ? 2 * n + n / columns + columns + 5 : MOST + 1;
}

static sl_view *map_view(sl_type type, int layout, sl_index n, sl_index each)
{
    sl_view *map = view_of("corner", type, layout, SL_EXTENTS(n, each));
    void *p = sl_host_begin(map, SL_WRITE, type, NULL);
    for (sl_index e = 0; e < n; e++)
        for (sl_index j = 0; j < each; j++) {
            const sl_index at = place(map, (sl_index[]){e, j});
            if (type == SL_INT64)
                ((int64_t *)p)[at] = corner[e][j];
            else
                ((int32_t *)p)[at] = (int32_t)corner[e][j];
        }
    must(sl_host_end(map));
    return map;
}

/* ---- loops ------------------------------------------------------------------------------------------------- */

static sl_view *values(sl_index n)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index e = 0; e < n; e++)
        p[e] = (double)(e % 1000 + 1);
    must(sl_host_end(x));
    return x;
}

/* @return how many elements are not as in plain C. @param[in] lo, hi  the iterations */
static int wrong_sums(sl_view *map, sl_view *x, sl_index lo, sl_index hi, sl_index targets, sl_policy policy)
{
    sl_view *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(targets));
    int bad = 0;
    memset(want, 0, sizeof want);
    for (sl_index e = lo; e < hi; e++)
        for (sl_index j = 0; j < sl_view_extent(map, 1); j++)
            if (corner[e][j] >= 0)
                want[corner[e][j]] += (double)(e % 1000 + 1);
    must(sl_forall_with(policy, sc_mesh, SL_RANGE(lo, hi), map, x, h));
    const double *p = SL_HOST_READ(double, h);
    for (sl_index t = 0; t < targets; t++)
        if (p[t] != want[t] && bad++ == 0)
            diag("iterations [%d, %d), target %d: got %.17g, want %.17g", (int)lo, (int)hi, (int)t, p[t], want[t]);
    must(sl_host_end(h));
    sl_view_destroy(&h);
    return bad;
}

static void test_sums(int kind)
{
    static const sl_index sizes[] = {0, 1, 17, 64, 65, 1000, 15000};
    static const sl_policy ways[] = {
        {.schedule = SL_STATIC}, {.schedule = SL_STATIC, .chunk = 100},         {.schedule = SL_DYNAMIC, .chunk = 3},
        {.schedule = SL_GUIDED}, {.schedule = SL_SIMD, .reproducible = SL_YES}, {.schedule = SL_SEQ, .where = SL_CPU}};
    int bad = 0, loops = 0;
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned w = 0; w < sizeof ways / sizeof *ways; w++) {
            const sl_index n = sizes[s], targets = make_map(kind, n);
            sl_policy policy = ways[w];
            sl_view *map = map_view(SL_INT32, (int)(w + s) % LAYOUTS, n, EACH), *x = values(n);
            policy.scatter = SL_SCATTER_COLOR;
            sl__cpu_threads_override = (int[]){3, 8, 2}[w % 3];
            bad += wrong_sums(map, x, 0, n, targets, policy);
            bad += n < 20 ? 0 : wrong_sums(map, x, 5, n - 6, targets, policy);
            loops += 1 + (n >= 20);
            sl_view_destroy(&map);
            sl_view_destroy(&x);
        }
    sl__cpu_threads_override = 0;
    ok(bad == 0, "by colours: the sums of %d loops over a map of which %s, any schedule, layout and threads", loops,
       map_name[kind]);
}

/* Wide numbers, two arguments, one of rank 2; the map is a part of a view whose first index is not 0. */
static void test_wide(void)
{
    enum { N = 20000, FIRST = 40 };
    sl_view *all = NULL, *map = NULL, *n = NULL, *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(MOST + 1));
    const sl_index targets = make_map(GRID, N);
    int bad = 0;
    must(sl_view_create("n", SL_INT64, SL_LAYOUT_LEFT, SL_EXTENTS(targets, 2), &n));
    must(sl_view_create("all", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, FIRST, 0), SL_EXTENTS(N, 1 + EACH), &all));
    int64_t *p = SL_HOST_WRITE(int64_t, all);
    for (sl_index e = 0; e < N; e++)
        for (int j = 0; j < EACH; j++)
            p[e * (1 + EACH) + 1 + j] = corner[e][j];
    must(sl_host_end(all));
    must(sl_subview(all, &map, SL_ALL, SL_PAIR(1, 1 + EACH)));
    const sl_index first = sl_view_first(map, 0);
    sl__cpu_threads_override = 5;
    must(sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 1, .scatter = SL_SCATTER_COLOR), sc_wide_mesh,
                        SL_RANGE(first, first + N), map, n, m));
    sl__cpu_threads_override = 0;
    const int64_t *q = SL_HOST_READ(int64_t, n);
    const double *r = SL_HOST_READ(double, m);
    static int64_t sum[MOST + 1], count[MOST + 1];
    for (sl_index e = 0; e < N; e++)
        for (int j = 0; j < EACH; j++) {
            sum[corner[e][j]] += first + e;
            count[corner[e][j]]++;
            want[corner[e][j]] = (double)(first + e);
        }
    for (sl_index t = 0; t < targets; t++)
        bad += q[t] != sum[t] || q[targets + t] != count[t] || (count[t] > 0 && r[t] != want[t]);
    is_int(bad, 0, "a map of int64_t in a part of a view, two arguments to scatter into, one of rank 2");
    must(sl_host_end(n));
    must(sl_host_end(m));
    sl_view_destroy(&map);
    sl_view_destroy(&all);
    sl_view_destroy(&n);
    sl_view_destroy(&m);
}

/* ---- colours ------------------------------------------------------------------------------------------------ */

static int share(const int32_t *a, sl_index na, const int32_t *b, sl_index nb)
{
    for (sl_index j = 0; j < na; j++)
        for (sl_index k = 0; k < nb; k++)
            if (a[j] == b[k] && a[j] >= 0)
                return 1;
    return 0;
}

static void test_blocks(void)
{
    static int32_t map[600][3];
    uint64_t state = test_seed(361);
    int bad = 0, most = 0;
    for (int turn = 0; turn < (quick() ? 20 : 200); turn++) {
        const int one = turn == 0; /* all share a target, so that there are more colours than bits in a mask */
        const int n = one ? 300 : 1 + random_below(&state, 600), block = one ? 1 : 1 + random_below(&state, 9);
        const int targets = turn % 2 ? 20 + random_below(&state, turn % 4 == 1 ? 3000 : 100) : 2 * n + 3,
                  units = (n + block - 1) / block;
        static int color[600], plain[600];
        for (int e = 0; e < n; e++)
            for (int j = 0; j < 3; j++)
                map[e][j] = one ? 0 : turn % 2 ? random_below(&state, targets) - 1 : e + j * j;
        const sl__target_map m = {.from = map, .elements = n, .each = 3, .step = {3, 1}, .targets = targets};
        int colors = 0;
        bad += sl__coloring_greedy(&m, block, INT32_MAX, color, &colors) != SL_SUCCESS;
        for (int u = 0; u < units; u++) { /* the first colour that no unit before it has with which it shares */
            const int size = n - u * block < block ? n - u * block : block;
            char taken[602] = {0};
            for (int v = 0; v < u; v++)
                if (share(map[u * block], 3L * size, map[v * block], 3L * block))
                    taken[plain[v]] = 1;
            plain[u] = 1;
            while (taken[plain[u]])
                plain[u]++;
            bad += plain[u] != color[u];
        }
        most = colors > most ? colors : most;
        if (colors > 1)
            bad += sl__coloring_greedy(&m, block, colors - 1, color, &colors) != SL_ERR_EXTENT;
    }
    ok(bad == 0 && most >= 300, "blocks are coloured as by looking at all pairs of them, with up to %d colours", most);
}

/* ---- what is kept ------------------------------------------------------------------------------------------- */

static const sl_policy by_colors = {.schedule = SL_STATIC, .where = SL_CPU, .scatter = SL_SCATTER_COLOR};

/* Every element has targets of its own, and then all have a common one. */
static void test_changes(void)
{
    enum { N = 6000 };
    const int before = atomic_load(&sl__colors_made);
    sl_view *x = values(N);
    for (int e = 0; e < N; e++)
        for (int j = 0; j < EACH; j++)
            corner[e][j] = EACH * e + j;
    sl_view *map = map_view(SL_INT32, RIGHT, N, EACH);
    sl__cpu_threads_override = 4;
    int bad = 0;
    for (int k = 0; k < 3; k++)
        bad += wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 1, "colours are made once for a map: %d times in 3 loops",
       atomic_load(&sl__colors_made) - before);
    bad = wrong_sums(map, x, 10, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 2, "for other iterations others are");
    int32_t *p = SL_HOST_RDWR(int32_t, map);
    for (int e = 0; e < N; e += 2)
        p[EACH * e] = (int32_t)(corner[e][0] = 3);
    must(sl_host_end(map));
    bad = wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 3, "what the host has changed in place is coloured anew");
    must(sl_forall(sc_corner, SL_RANGE(0, N), 5, map));
    for (int e = 0; e < N; e++)
        corner[e][0] = 5;
    bad = wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 4, "what a task has changed, too");
    sl_policy parts = {.split = SL_SPLIT(4)};
    must(sl_forall_with(parts, sc_corner, SL_RANGE(0, N), 7, map));
    for (int e = 0; e < N; e++)
        corner[e][0] = 7;
    bad = wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 5, "and what tasks of a split loop have");
    const int32_t *q = SL_HOST_READ(int32_t, map);
    bad = q[0] != 7;
    must(sl_host_end(map));
    bad += wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 5, "a look changes nothing");
    must(sl_wait());
    (void)sl_view_starpu_handle(map);
    for (int k = 0; k < 2; k++)
        bad += wrong_sums(map, x, 0, N, EACH * N, by_colors);
    ok(bad == 0 && atomic_load(&sl__colors_made) == before + 7,
       "of a view whose StarPU handle the program has they are made each time");
    must(sl_view_starpu_done(map));
    sl__cpu_threads_override = 0;
    sl_view_destroy(&map);
    sl_view_destroy(&x);
}

/* ---- strides, lists, index sets ------------------------------------------------------------------------------ */

static const sl_policy colored[] = {{.schedule = SL_STATIC, .where = SL_CPU, .scatter = SL_SCATTER_COLOR},
                                    {.schedule = SL_DYNAMIC, .chunk = 3, .scatter = SL_SCATTER_COLOR},
                                    {.schedule = SL_GUIDED, .scatter = SL_SCATTER_COLOR, .reproducible = SL_YES},
                                    {.schedule = SL_STATIC, .where = SL_CPU}};

/* @return how many elements are not as in plain C. @param[in] index  [n] the iterations of the space */
static int wrong_over(sl_view *map, sl_view *x, sl_space space, const sl_index index[], sl_index n, sl_index targets,
                      sl_policy policy)
{
    sl_view *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(targets));
    int bad = 0;
    memset(want, 0, sizeof want);
    for (sl_index k = 0; k < n; k++)
        for (int j = 0; j < EACH; j++)
            if (corner[index[k]][j] >= 0)
                want[corner[index[k]][j]] += (double)(index[k] % 1000 + 1);
    must(sl_forall_with(policy, sc_mesh, space, map, x, h));
    const double *p = SL_HOST_READ(double, h);
    for (sl_index t = 0; t < targets; t++)
        if (p[t] != want[t] && bad++ == 0)
            diag("target %d of %d iterations: got %.17g, want %.17g", (int)t, (int)n, p[t], want[t]);
    must(sl_host_end(h));
    sl_view_destroy(&h);
    return bad;
}

static void test_strides(int kind)
{
    enum { N = 15000 };
    static const sl_index range[][3] = {{0, N, 1},   {3, N - 1, 2}, {0, N, 7}, {5, N, -3},
                                        {1, 130, 2}, {2, 3, 5},     {4, 4, 2}, {0, N, N - 1}};
    static sl_index index[N];
    const sl_index targets = make_map(kind, N);
    sl_view *map = map_view(SL_INT32, LEFT, N, EACH), *x = values(N);
    int bad = 0;
    for (unsigned r = 0; r < sizeof range / sizeof *range; r++)
        for (unsigned w = 0; w < sizeof colored / sizeof *colored; w++) {
            const sl_index lo = range[r][0], hi = range[r][1], step = range[r][2];
            sl_index n = 0;
            for (sl_index i = step > 0 ? lo : hi - 1; i >= lo && i < hi; i += step)
                index[n++] = i;
            sl__cpu_threads_override = (int[]){3, 8, 2}[w % 3];
            const sl_space space = step > 0 ? SL_RANGE_STRIDE(lo, hi, step) : SL_RANGE_STRIDE(hi - 1, lo - 1, step);
            bad += wrong_over(map, x, space, index, n, targets, colored[w]);
        }
    sl__cpu_threads_override = 0;
    ok(bad == 0, "by colours: strides up and down, over a map of which %s", map_name[kind]);
    sl_view_destroy(&map);
    sl_view_destroy(&x);
}

/* A list of n random indices below most, which are in index, too. */
static sl_list *list_of(int wide, sl_index n, sl_index index[], int most, uint64_t *state)
{
    static int32_t narrow[MOST];
    sl_list *list = NULL;
    for (sl_index k = 0; k < n; k++)
        narrow[k] = (int32_t)(index[k] = random_below(state, most));
    must(sl_list_create("some", wide ? SL_INT64 : SL_INT32, wide ? (const void *)index : narrow, n, &list));
    return list;
}

/* Lists of either width, of some iterations in any order, some of them twice. */
static void test_lists(int kind, int wide)
{
    enum { N = 15000, MOST_OF = 9000 };
    static const sl_index sizes[] = {0, 1, 63, 65, 700, MOST_OF};
    static sl_index index[MOST_OF + 100];
    const sl_index targets = make_map(kind, N);
    uint64_t state = test_seed(346);
    sl_view *map = map_view(SL_INT32, RIGHT, N, EACH), *x = values(N);
    int bad = 0;
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const sl_index n = sizes[s];
        sl_list *list = list_of(wide, n, index, N, &state);
        for (unsigned w = 0; w < sizeof colored / sizeof *colored; w++) {
            sl__cpu_threads_override = (int[]){3, 8, 2}[w % 3];
            bad += wrong_over(map, x, SL_LIST(list), index, n, targets, colored[w]);
        }
        sl_list_destroy(&list);
    }
    sl__cpu_threads_override = 0;
    ok(bad == 0, "by colours: lists of %s, over a map of which %s", wide ? "int64_t" : "int32_t", map_name[kind]);
    sl_view_destroy(&map);
    sl_view_destroy(&x);
}

/* A set of a range, a stride and a list; and a list that is a view, which changes. */
static void test_sets(void)
{
    enum { N = 6000, SOME = 1000 };
    static sl_index index[N];
    const sl_index targets = make_map(GRID, N);
    sl_view *map = map_view(SL_INT32, RIGHT, N, EACH), *x = values(N),
            *v = view_of("v", SL_INT32, RIGHT, SL_EXTENTS(SOME));
    sl_index_set *set = NULL;
    sl_list *list = NULL;
    sl_index n = 0;
    uint64_t state = test_seed(347);
    for (; n < 2000; n++)
        index[n] = n;
    for (sl_index i = 2000; i < 4000; i += 3)
        index[n++] = i;
    list = list_of(0, SOME, index + n, N, &state);
    must(sl_index_set_create("set", 0, NULL, &set));
    must(sl_index_set_push(set, SL_RANGE(0, 2000)));
    must(sl_index_set_push(set, SL_RANGE_STRIDE(2000, 4000, 3)));
    must(sl_index_set_push(set, SL_LIST(list)));
    sl__cpu_threads_override = 4;
    is_int(wrong_over(map, x, SL_INDEX_SET(set), index, n + SOME, targets, colored[0]), 0,
           "by colours: a set of a range, a stride and a list");
    sl_index_set_destroy(&set);
    sl_list_destroy(&list);
    must(sl_list_from_view(v, &list));
    int bad = 0;
    const int before = atomic_load(&sl__colors_made);
    for (int turn = 0; turn < 3; turn++) {
        int32_t *p = SL_HOST_WRITE(int32_t, v);
        for (int k = 0; k < SOME; k++)
            p[k] = (int32_t)(index[k] = random_below(&state, N));
        must(sl_host_end(v));
        for (int k = 0; k < 2; k++)
            bad += wrong_over(map, x, SL_LIST(list), index, SOME, targets, colored[0]);
    }
    is_int(bad, 0, "and a list that is written between the loops");
    is_int(atomic_load(&sl__colors_made) - before, 3, "whose colours are made anew then only");
    sl__cpu_threads_override = 0;
    sl_list_destroy(&list);
    sl_view_destroy(&v);
    sl_view_destroy(&map);
    sl_view_destroy(&x);
}

/* More maps than are kept, and views that take the places of others. */
static void test_many(void)
{
    enum { N = 500 };
    sl_view *x = values(N);
    int bad = 0;
    sl__cpu_threads_override = 2;
    for (int k = 0; k < 60; k++) {
        for (int e = 0; e < N; e++)
            for (int j = 0; j < EACH; j++)
                corner[e][j] = (e * (k % 7 + 1) + j * k) % (3 * N);
        sl_view *map = map_view(SL_INT32, RIGHT, N, EACH);
        bad += wrong_sums(map, x, 0, N, (sl_index)3 * N, by_colors);
        bad += wrong_sums(map, x, 0, N, (sl_index)3 * N, by_colors);
        sl_view_destroy(&map);
    }
    sl__cpu_threads_override = 0;
    is_int(bad, 0, "sixty maps, one after another");
    sl_view_destroy(&x);
}

/* ---- bits, and the choice ------------------------------------------------------------------------------------ */

/* Sums of random numbers, of which the order shows in the last bits. */
static const double *sums_of(sl_view *map, sl_view *x, sl_index targets, sl_policy policy)
{
    static double sums[MOST + 1];
    sl_view *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(targets));
    must(sl_forall_with(policy, sc_mesh, SL_RANGE(0, sl_view_extent(map, 0)), map, x, h));
    memcpy(sums, SL_HOST_READ(double, h), (size_t)targets * sizeof *sums);
    must(sl_host_end(h));
    sl_view_destroy(&h);
    return sums;
}

static sl_view *random_values(sl_index n)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    uint64_t state = 3;
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index e = 0; e < n; e++)
        p[e] = random_double(&state);
    must(sl_host_end(x));
    return x;
}

static void test_bits(void)
{
    static const int threads[] = {1, 2, 3, 7, 16};
    int bad = 0, runs = 0;
    for (int kind = GRID; kind <= RANDOM; kind++) {
        const sl_index n = 20000, targets = make_map(kind, n);
        sl_view *map = map_view(SL_INT32, RIGHT, n, EACH), *x = random_values(n);
        for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++)
            for (sl_schedule s = SL_SIMD; s <= SL_GUIDED; s = (sl_schedule)(s + 1)) {
                sl__cpu_threads_override = threads[t];
                const double *got = sums_of(
                    map, x, targets,
                    (sl_policy){
                        .schedule = s, .chunk = t % 2 * 10, .scatter = SL_SCATTER_COLOR, .reproducible = SL_YES});
                if (t == 0 && s == SL_SIMD)
                    memcpy(want, got, (size_t)targets * sizeof *want);
                bad += memcmp(want, got, (size_t)targets * sizeof *want) != 0;
                runs++;
            }
        sl__cpu_threads_override = 0;
        sl_view_destroy(&map);
        sl_view_destroy(&x);
    }
    ok(bad == 0, "sums by colours have the same bits in %d reproducible runs with 1 to 16 threads, all schedules",
       runs);
}

static double now, cost[4];
static int looks[4];

static double color_clock(sl__fastest_of of, int way)
{
    (void)of;
    looks[way]++;
    return now += cost[way];
}

/* Whether loops of a size that the library chooses for add in the order of colours, after the first ones. */
static int chosen_is_colors(sl_index n)
{
    static double colored[MOST + 1];
    const sl_index targets = make_map(GRID, n);
    sl_view *map = map_view(SL_INT32, RIGHT, n, EACH), *x = random_values(n);
    const sl_policy by_itself = {.schedule = SL_STATIC, .where = SL_CPU};
    for (int k = 0; k < 6; k++)
        (void)sums_of(map, x, targets, by_itself);
    memcpy(colored, sums_of(map, x, targets, by_colors), (size_t)targets * sizeof *colored);
    const int same = memcmp(colored, sums_of(map, x, targets, by_itself), (size_t)targets * sizeof *colored) == 0;
    sl_view_destroy(&map);
    sl_view_destroy(&x);
    return same;
}

static void test_color_choice(void)
{
    double (*const clock)(sl__fastest_of, int) = sl__fastest_clock;
    sl__cpu_threads_override = 3;
    sl__fastest_clock = color_clock;
    cost[SL_SCATTER_ATOMIC] = 2e-3;
    cost[SL_SCATTER_DUPLICATE] = 3e-3;
    cost[SL_SCATTER_COLOR] = 1e-3;
    ok(chosen_is_colors(20000), "where colours are fastest they stay");
    ok(looks[SL_SCATTER_ATOMIC] == 4 && looks[SL_SCATTER_DUPLICATE] == 4 && looks[SL_SCATTER_COLOR] == 4,
       "after two loops of each of three strategies nothing is timed");
    cost[SL_SCATTER_DUPLICATE] = 0.5e-3;
    ok(!chosen_is_colors(5000), "another class: where they are not they do not");
    sl__fastest_clock = clock;
    sl__cpu_threads_override = 0;
}

static void test_color_misuse(void)
{
    (void)make_map(GRID, 10);
    sl_view *x = values(10), *map = map_view(SL_INT32, RIGHT, 10, EACH), *h = values(100);
    sl_log_set_handler(misuse_count, NULL);
    refused(sl_forall_with(by_colors, sc_bins, SL_RANGE(0, 10), x, h), SL_ERR_UNSUPPORTED, "a kernel without a map",
            "sl_forall: kernel sc_bins", "policy.scatter", "SL_SCATTER_COLOR", "argument with map", "got one without");
    refused(sl_forall(sc_mesh, SL_RANGE(0, 11), map, x, h), SL_ERR_EXTENT, "iterations without a row of the map",
            "argument corner", "[0, 11)");
    refused(sl_forall(sc_loose_map, SL_RANGE(0, 10), map, h), SL_ERR_ARGUMENT, "a map without own(0, all)",
            "kernel sc_loose_map, argument corner", "expected own(0, all) beside map");
    refused(sl_forall(sc_idle_map, SL_RANGE(0, 10), map, x), SL_ERR_ARGUMENT, "a map where nothing is scattered",
            "kernel sc_idle_map, argument corner", "a kernel that scatters");
    must(sl_forall_with(by_colors, sc_fill, SL_RANGE(0, 10), 1.0, x));
    ok(sl_wait() == SL_SUCCESS, "what does not scatter does not mind");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&x);
    sl_view_destroy(&h);
    sl_view_destroy(&map);
}

void test_colors(void)
{
    test_blocks();
    for (int kind = GRID; kind < MAPS; kind++)
        test_sums(kind);
    test_wide();
    for (int kind = GRID; kind < MAPS; kind++) {
        test_strides(kind);
        test_lists(kind, kind % 2);
    }
    test_lists(GRID, 1);
    test_sets();
    test_changes();
    test_many();
    test_bits();
    test_color_choice();
    test_color_misuse();
}
