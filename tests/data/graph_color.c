/* SPDX-License-Identifier: BSD-3-Clause */
/* Colours of graphs against those by the matrix of their edges and its square; grids; Gauss-Seidel sweeps by colours
 * against plain loops. */
#include <starloop.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(gc_sweep, (v), in(int32_t, 1, rows), in(int64_t, 1, columns), inout(int64_t, 1, x));
SL_KERNEL_DECLARE(gc_push, (v), in(int32_t, 1, rows), in(int64_t, 1, columns), inout(int64_t, 1, x));

enum { MOST = 120, SIDE = 40 };

/* A graph by rows, in plain arrays. */
typedef struct graph {
    int n;
    int row[SIDE * SIDE + 1];
    int column[SIDE * SIDE * 9];
} graph;

static graph g;

/* A view of numbers with a gap where the layout has one, and with a first index. */
static sl_view *numbers(const char *label, sl_type type, int layout, const int from[], int n, int first, int add)
{
    sl_view *view = NULL;
    const sl_extents e = SL_EXTENTS(n);
    if (first != 0)
        must(sl_view_create(label, type, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, first), e, &view));
    else
        view = view_of(label, type, layout, e);
    void *p = sl_host_begin(view, SL_WRITE, type, NULL);
    for (int k = 0; k < n; k++) {
        const sl_index at = k * sl_view_stride(view, 0);
        if (type == SL_INT64)
            ((int64_t *)p)[at] = from[k] + add;
        else
            ((int32_t *)p)[at] = from[k] + add;
    }
    must(sl_host_end(view));
    return view;
}

/* The colours by a matrix. @return how many */
static int plain_colors(int distance, int color[])
{
    static char near[MOST][MOST], square[MOST][MOST];
    int colors = 0;
    memset(near, 0, sizeof near);
    memset(square, 0, sizeof square);
    for (int v = 0; v < g.n; v++)
        for (int k = g.row[v]; k < g.row[v + 1]; k++)
            near[v][g.column[k]] = near[g.column[k]][v] = 1;
    for (int v = 0; v < g.n; v++)
        near[v][v] = 0;
    for (int v = 0; v < g.n; v++)
        for (int u = 0; u < g.n; u++)
            for (int w = 0; w < g.n && !square[v][u]; w++)
                square[v][u] = near[v][u] || (near[v][w] && near[w][u]);
    for (int v = 0; v < g.n; v++) {
        char taken[MOST + 1] = {0};
        for (int u = 0; u < v; u++)
            if (distance == 1 ? near[v][u] : square[v][u])
                taken[color[u]] = 1;
        color[v] = 0;
        while (taken[color[v]])
            color[v]++;
        colors = color[v] >= colors ? color[v] + 1 : colors;
    }
    return colors;
}

/* The indices of a set's segments, one after another, and where each segment begins. @return how many segments */
static int order_of(const sl_index_set *set, sl_index index[], int begin[])
{
    const int segments = sl_index_set_segments(set);
    int at = begin[0] = 0;
    for (int s = 0; s < segments; s++) {
        const sl_space space = sl_index_set_segment(set, s);
        const sl_index n = sl_space_size(&space);
        sl_view *list = space.kind == SL_SPACE_LIST ? (sl_view *)space.object[0] : NULL;
        const int32_t *p = list != NULL ? SL_HOST_READ(int32_t, list) : NULL;
        for (sl_index k = 0; k < n; k++)
            index[at++] = p != NULL ? p[k] : space.lo[0] + k * (space.kind == SL_SPACE_STRIDE ? space.step[0] : 1);
        if (list != NULL)
            must(sl_host_end(list));
        begin[s + 1] = at;
    }
    return segments;
}

/* The graph's colours by the library. @param[out] color  [n]; -1 where a vertex has none @return how many */
static int colors_of(sl_coloring how, int distance, sl_type row_type, sl_type column_type, int layout, int first,
                     int color[])
{
    static sl_index index[SIDE * SIDE];
    static int begin[SIDE * SIDE + 1];
    sl_index_set *set = NULL;
    const int shift = first != 0 ? 5 : 0;
    sl_view *rows = numbers("rows", row_type, layout, g.row, g.n + 1, first, shift);
    sl_view *columns = numbers("columns", column_type, layout, g.column, g.row[g.n], shift, first);
    if (how.balance)
        must(sl_graph_color_with(how, rows, columns, distance, &set));
    else
        must(sl_graph_color(rows, columns, distance, &set));
    const int colors = order_of(set, index, begin);
    for (int v = 0; v < g.n; v++)
        color[v] = -1;
    for (int s = 0; s < colors; s++)
        for (int k = begin[s]; k < begin[s + 1]; k++)
            color[index[k] - first] = s;
    sl_index_set_destroy(&set);
    sl_view_destroy(&rows);
    sl_view_destroy(&columns);
    return colors;
}

static void random_graph(uint64_t *seed)
{
    g.n = random_below(seed, MOST + 1);
    const int most = random_below(seed, 2) ? 4 : 1 + random_below(seed, 30);
    int at = 0;
    for (int v = 0; v < g.n; v++) {
        g.row[v] = at;
        for (int k = random_below(seed, most + 1); k > 0; k--)
            g.column[at++] = random_below(seed, g.n);
    }
    g.row[g.n] = at;
}

/* All vertices are neighbours. */
static void clique(int n)
{
    int at = 0;
    g.n = n;
    for (int v = 0; v < n; v++) {
        g.row[v] = at;
        for (int w = 0; w < n; w++)
            if (w != v)
                g.column[at++] = w;
    }
    g.row[n] = at;
}

static void test_random(void)
{
    uint64_t seed = test_seed(501);
    int wrong[3] = {0}, most = 0;
    for (int turn = 0; turn < (quick() ? 60 : 300); turn++) {
        int got[MOST], want[MOST], even[MOST], size[2][MOST] = {{0}};
        const int distance = 1 + turn % 2, first = turn % 5 == 0 ? 1 : 0;
        if (turn < 2)
            clique(70);
        else
            random_graph(&seed);
        const int colors = plain_colors(distance, want);
        most = colors > most ? colors : most;
        wrong[distance] += colors_of((sl_coloring){0}, distance, turn % 3 ? SL_INT32 : SL_INT64,
                                     turn % 4 ? SL_INT64 : SL_INT32, turn % LAYOUTS, first, got) != colors ||
                           memcmp(got, want, sizeof(int) * (size_t)g.n) != 0;
        wrong[0] += colors_of((sl_coloring){.balance = 1}, distance, SL_INT32, SL_INT32, RIGHT, 0, even) != colors;
        sl_index largest[2] = {0};
        for (int v = 0; v < g.n; v++) {
            size[0][want[v]]++;
            size[1][even[v]]++;
            for (int k = g.row[v]; k < g.row[v + 1] && distance == 1; k++)
                wrong[0] += g.column[k] != v && even[v] == even[g.column[k]];
        }
        for (int c = 0; c < colors; c++)
            for (int k = 0; k < 2; k++)
                largest[k] = size[k][c] > largest[k] ? size[k][c] : largest[k];
        wrong[0] += largest[1] > largest[0];
    }
    is_int(wrong[1], 0,
           "random graphs, with edges one way, twice and to the vertex itself, are coloured as by a matrix");
    is_int(wrong[2], 0, "so they are at distance 2, as by its square");
    is_int(wrong[0], 0, "balanced colours are as many, differ along edges, and the largest is no larger");
    ok(most > 64, "there are up to %d colours", most);
}

/* A grid whose points have edges to their neighbours: along lines, or diagonally, too. */
static void grid(int n, int m, int diagonal)
{
    int at = 0;
    g.n = n * m;
    for (int v = 0; v < g.n; v++) {
        g.row[v] = at;
        for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++) {
                const int i = v / m + di, j = v % m + dj;
                if (i >= 0 && i < n && j >= 0 && j < m && (diagonal || di == 0 || dj == 0))
                    g.column[at++] = i * m + j;
            }
    }
    g.row[g.n] = at;
}

static void test_grids(void)
{
    static int color[SIDE * SIDE];
    int wrong = 0;
    const sl_coloring plain = {0};
    grid(SIDE, 31, 0);
    is_int(colors_of(plain, 1, SL_INT32, SL_INT32, RIGHT, 0, color), 2, "a stencil of five points has two colours");
    for (int v = 0; v < g.n; v++)
        wrong += color[v] != (v / 31 + v % 31) % 2;
    is_int(wrong, 0, "red and black");
    const int two = colors_of(plain, 2, SL_INT32, SL_INT32, RIGHT, 0, color);
    ok(two >= 5 && two <= 9, "at distance 2 it has at least the five of a point and its neighbours: %d", two);
    grid(SIDE, 31, 1);
    is_int(colors_of(plain, 1, SL_INT32, SL_INT32, RIGHT, 0, color), 4, "one of nine points has four");
    g = (graph){.n = 0};
    is_int(colors_of(plain, 1, SL_INT32, SL_INT32, RIGHT, 0, color), 0, "no vertices have no colour");
    g = (graph){.n = 1, .row = {0, 1}};
    is_int(colors_of(plain, 2, SL_INT64, SL_INT64, LEFT, 0, color), 1, "one has one, also with an edge to itself");
    g = (graph){.n = 37};
    is_int(colors_of(plain, 2, SL_INT32, SL_INT32, RIGHT, 0, color), 1, "vertices without edges have one");
    g = (graph){.n = 150};
    for (int v = 0; v < 150; v++) {
        g.row[v] = v;
        g.column[v] = 0;
    }
    g.row[150] = 150;
    is_int(colors_of(plain, 1, SL_INT32, SL_INT32, RIGHT, 0, color), 2, "a star has two at distance 1");
    is_int(colors_of(plain, 2, SL_INT32, SL_INT32, RIGHT, 0, color), 150, "and one for each vertex at distance 2");
}

/* Both kernels over the colours of the graph, against plain loops in the order of the colours.
 * @return how many elements differ */
static int swept(sl_policy policy)
{
    static sl_index index[SIDE * SIDE];
    static int begin[SIDE * SIDE + 1];
    static int64_t want[SIDE * SIDE];
    sl_view *rows = numbers("rows", SL_INT32, RIGHT, g.row, g.n + 1, 0, 0), *x = NULL;
    sl_view *columns = numbers("columns", SL_INT64, RIGHT, g.column, g.row[g.n], 0, 0);
    sl_index_set *one = NULL, *two = NULL;
    int wrong = 0;
    must(sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(g.n), &x));
    must(SL_VIEW_FILL(int64_t, x, 7));
    must(sl_graph_color(rows, columns, 1, &one));
    must(sl_graph_color(rows, columns, 2, &two));
    for (int turn = 0; turn < 3; turn++) {
        must(sl_forall_with(policy, gc_sweep, SL_INDEX_SET(one), rows, columns, x));
        must(sl_forall_with(policy, gc_push, SL_INDEX_SET(two), rows, columns, x));
    }
    (void)order_of(one, index, begin);
    for (int v = 0; v < g.n; v++)
        want[v] = 7;
    for (int turn = 0; turn < 3; turn++) {
        for (int k = 0; k < g.n; k++) {
            int64_t sum = index[k] + 1;
            for (int e = g.row[index[k]]; e < g.row[index[k] + 1]; e++)
                sum += 3 * want[g.column[e]];
            want[index[k]] = sum % 1000003;
        }
        for (int v = 0; v < g.n; v++) {
            want[v] += v;
            for (int e = g.row[v]; e < g.row[v + 1]; e++)
                want[g.column[e]] += 2 * v + 1;
        }
    }
    const int64_t *p = SL_HOST_READ(int64_t, x);
    for (int v = 0; v < g.n; v++)
        wrong += p[v] != want[v];
    must(sl_host_end(x));
    sl_index_set_destroy(&one);
    sl_index_set_destroy(&two);
    sl_view_destroy(&rows);
    sl_view_destroy(&columns);
    sl_view_destroy(&x);
    return wrong;
}

static void test_sweeps(void)
{
    uint64_t seed = test_seed(502);
    int wrong = 0;
    for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++) {
        grid(SIDE, 31, s % 2);
        wrong += swept(SL_POLICY(.schedule = s));
        random_graph(&seed);
        wrong += swept(SL_POLICY(.schedule = s));
        g = (graph){.n = s % 2};
        wrong += swept(SL_POLICY(.schedule = s));
    }
    is_int(wrong, 0, "sweeps over colours of grids and random graphs are those of plain loops, with every schedule");
    grid(SIDE, SIDE, 0);
    if (have_gpu("and on a GPU"))
        is_int(swept(SL_POLICY(.where = SL_CUDA)), 0, "and on a GPU");
}

static void test_misuse(void)
{
    const int row[] = {0, 1, 3, 3}, bad[] = {0, 2, 1, 3}, column[] = {1, 0, 2}, far[] = {1, 0, 3};
    sl_view *rows = numbers("rows", SL_INT32, RIGHT, row, 4, 0, 0),
            *down = numbers("down", SL_INT64, RIGHT, bad, 4, 0, 0);
    sl_view *columns = numbers("columns", SL_INT32, RIGHT, column, 3, 0, 0);
    sl_view *past = numbers("past", SL_INT32, RIGHT, far, 3, 0, 0),
            *none = view_of("none", SL_INT32, RIGHT, SL_EXTENTS(0));
    sl_view *real = view_of("real", SL_DOUBLE, RIGHT, SL_EXTENTS(4)),
            *flat = view_of("flat", SL_INT32, RIGHT, SL_EXTENTS(4, 2));
    sl_view *two = numbers("two", SL_INT32, RIGHT, column, 2, 0, 0);
    sl_index_set *set = NULL;
    refused(sl_graph_color(rows, columns, 3, &set), SL_ERR_ARGUMENT, "another distance",
            "sl_graph_color: distance: expected 1 or 2, got 3");
    refused(sl_graph_color_with((sl_coloring){.balance = 1}, rows, columns, 0, &set), SL_ERR_ARGUMENT, "or none",
            "sl_graph_color_with: distance: expected 1 or 2, got 0");
    refused(sl_graph_color(down, columns, 1, &set), SL_ERR_EXTENT, "rows that decrease",
            "sl_graph_color: rows: expected ranges in [0, 3) of \"columns\", got [2, 1) of vertex 1 of \"down\"");
    refused(sl_graph_color(rows, two, 1, &set), SL_ERR_EXTENT, "rows that are longer than the columns",
            "rows: expected ranges in [0, 2) of \"two\", got [1, 3) of vertex 1 of \"rows\"");
    refused(sl_graph_color(rows, past, 2, &set), SL_ERR_EXTENT, "a vertex that is not there",
            "sl_graph_color: columns: expected vertices in [0, 3), got 3 at 2 of \"past\"");
    refused(sl_graph_color(none, columns, 1, &set), SL_ERR_EXTENT, "rows without an element",
            "rows: expected an element more than vertices, got none in \"none\"");
    refused(sl_graph_color(real, columns, 1, &set), SL_ERR_TYPE, "rows of double", "sl_graph_color: rows: expected",
            "\"real\" of double");
    refused(sl_graph_color(rows, flat, 1, &set), SL_ERR_RANK, "columns of rank 2", "sl_graph_color: columns: expected",
            "\"flat\" of rank 2");
    refused(sl_graph_color(rows, NULL, 1, &set), SL_ERR_ARGUMENT, "no columns", "sl_graph_color: columns");
    refused(sl_graph_color(NULL, columns, 1, &set), SL_ERR_ARGUMENT, "no rows", "sl_graph_color: rows");
    refused(sl_graph_color(rows, columns, 1, NULL), SL_ERR_ARGUMENT, "nowhere to put the set", "set: expected");
    ok(set == NULL, "a refused set is not made");
    ok(SL_HOST_RDWR(int32_t, rows) != NULL && SL_HOST_RDWR(int32_t, columns) != NULL,
       "refused views are not left open");
    must(sl_host_end(rows));
    must(sl_host_end(columns));
    sl_view *all[] = {rows, down, columns, past, none, real, flat, two};
    for (int k = 0; k < 8; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_random();
    test_grids();
    test_sweeps();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
