/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions, nests, index sets and large blocks of distributed views against plain arrays. */
#include "distributed.h"
#include "forms_kernels.h"

enum { ROWS = 903, COLUMNS = 96 };

/* Two views and their arrays. */
typedef struct grid {
    sl_view *x, *y;
    plain px, py;
    int blocks;
} grid;

static void fm_view(sl_view **view, int blocks)
{
    must_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), SL_BLOCKS(blocks), view));
}

static uint64_t *at(plain *p, sl_index i, sl_index j)
{
    return &p->at[i * COLUMNS + j];
}

static void grid_make(grid *g, int blocks)
{
    g->blocks = blocks;
    fm_view(&g->x, blocks);
    fm_view(&g->y, blocks);
    g->px = plain_of(SL_EXTENTS(ROWS, COLUMNS));
    g->py = plain_of(SL_EXTENTS(ROWS, COLUMNS));
    must_all(sl_forall(fm_set, SL_BOX(0, ROWS, 0, COLUMNS), 7, g->x));
    must_all(sl_forall(fm_set, SL_BOX(0, ROWS, 0, COLUMNS), 9, g->y));
    for (sl_index i = 0; i < ROWS; i++)
        for (sl_index j = 0; j < COLUMNS; j++) {
            const uint64_t v = 101 * (uint64_t)i + 3 * (uint64_t)j;
            *at(&g->px, i, j) = 7 + v;
            *at(&g->py, i, j) = 9 + v;
        }
}

static void grid_end(grid *g)
{
    sl_view_destroy(&g->x);
    sl_view_destroy(&g->y);
    free(g->px.at);
    free(g->py.at);
}

static void grid_same(const grid *g, const char *what)
{
    like_all(whole_is(g->x, &g->px, 0), ALIKE, "%s in %d blocks, x", what, g->blocks);
    like_all(whole_is(g->y, &g->py, 0), ALIKE, "%s in %d blocks, y", what, g->blocks);
}

static void plain_near(plain *x, plain *y)
{
    for (sl_index i = 1; i < ROWS - 1; i++)
        for (sl_index j = 1; j < COLUMNS - 1; j++)
            *at(y, i, j) = *at(x, i - 1, j) + 3 * *at(x, i, j) + 5 * *at(x, i + 1, j) + 7 * *at(x, i, j - 1) +
                           11 * *at(x, i, j + 1);
}

/* ---- regions ------------------------------------------------------------------------------------------------- */

static void check_region(int blocks)
{
    enum { RUNS = 5 };
    const sl_space inside = SL_BOX(1, ROWS - 1, 1, COLUMNS - 1), all = SL_BOX(0, ROWS, 0, COLUMNS);
    grid g;
    sl_view *sum = NULL;
    sl_region *region = NULL;
    sl_region_counts counts = {0};
    grid_make(&g, blocks);
    must_all(sl_view_create("sum", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &sum));
    must_all(sl_region_begin(&region));
    must_all(sl_forall(fm_near, inside, g.x, g.y));
    must_all(sl_forall(fm_near, inside, g.y, g.x));
    must_all(sl_forall(fm_sum, all, g.x, SL_INTO(sum)));
    must_all(sl_forall(fm_scale, all, sum, g.y));
    ok_all(sl_region_end(region) == SL_SUCCESS, "a region of loops, a reduction and a view that all have whole");
    grid_same(&g, "nothing has run: the grids");
    for (int run = 0; run < RUNS; run++) {
        must_all(sl_region_run(region));
        plain_near(&g.px, &g.py);
        plain_near(&g.py, &g.px);
        uint64_t s = 0;
        for (sl_index k = 0; k < g.px.count; k++)
            s += g.px.at[k];
        for (sl_index k = 0; k < g.py.count; k++)
            g.py.at[k] += s;
    }
    grid_same(&g, "runs of a region");
    ok_all(sl_region_count(region, &counts) == SL_SUCCESS && counts.calls == 4 && counts.runs == RUNS,
           "and it counts them on all ranks");
    must_all(sl_region_set_call(region, 1));
    must_all(sl_forall(fm_set, all, 5, g.x));
    must_all(sl_region_end(region));
    must_all(sl_region_run(region));
    plain_near(&g.px, &g.py);
    uint64_t s = 0;
    for (sl_index i = 0; i < ROWS; i++)
        for (sl_index j = 0; j < COLUMNS; j++)
            s += *at(&g.px, i, j) = 5 + 101 * (uint64_t)i + 3 * (uint64_t)j;
    for (sl_index k = 0; k < g.py.count; k++)
        g.py.at[k] += s;
    grid_same(&g, "a region of which a loop was set");
    sl_region_destroy(&region);
    must_all(sl_region_begin(&region));
    must_all(sl_forall(fm_near, inside, g.x, g.y));
    must_all(sl_deep_copy(g.x, g.y));
    must_all(SL_VIEW_FILL(uint64_t, g.y, 11));
    must_all(sl_forall(fm_scale, all, sum, g.x));
    ok_all(sl_region_end(region) == SL_SUCCESS, "a region of loops, a copy and a fill");
    for (int run = 0; run < 2; run++) {
        must_all(sl_region_run(region));
        plain_near(&g.px, &g.py);
        for (sl_index k = 0; k < g.px.count; k++) {
            g.px.at[k] = g.py.at[k] + s;
            g.py.at[k] = 11;
        }
    }
    grid_same(&g, "runs of it");
    sl_region_destroy(&region);
    sl_view_destroy(&sum);
    grid_end(&g);
}

/* ---- index sets ---------------------------------------------------------------------------------------------- */

/* A set of which a later segment is refused, as its blocks of a reduction lie on too many ranks: nothing is reduced. */
static void check_set(void)
{
    enum { EACH = 1000, BEFORE = 5 };
    const sl_index n = (sl_index)EACH * ranks_all;
    sl_view *x = NULL, *sum = NULL;
    sl_index_set *set = NULL;
    uint64_t got = 0;
    must_all(sl_mpi_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(n), SL_BLOCKS(ranks_all), &x));
    must_all(sl_view_create("sum", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &sum));
    must_all(SL_VIEW_FILL(uint64_t, sum, BEFORE));
    must_all(sl_index_set_create("set", 0, NULL, &set));
    must_all(sl_index_set_push(set, SL_RANGE(0, 10)));
    must_all(sl_index_set_push(set, SL_RANGE(10, n)));
    const int fits = ranks_all <= 2; /* a block of a reduction has 4,096 elements */
    const sl_status status = sl_forall(fm_sum1, SL_INDEX_SET(set), x, SL_INTO(sum));
    ok_all(status == (fits ? SL_SUCCESS : SL_ERR_UNSUPPORTED), "a sum over a set is %s", fits ? "made" : "refused");
    must_all(SL_GET_AT(uint64_t, sum, &got));
    ok_all(got == (fits ? (uint64_t)n : BEFORE), "and what it was to go into is %s", fits ? "right" : "as before");
    sl_index_set_destroy(&set);
    sl_view_destroy(&sum);
    sl_view_destroy(&x);
}

/* ---- strips -------------------------------------------------------------------------------------------------- */

/* Blocks so large that rows beside their borders run by themselves: after the others, and after the messages. */
static void check_strips(int blocks)
{
    enum { EACH = 2200 };
    const sl_index n = (sl_index)EACH * blocks;
    const sl_space all = SL_BOX(0, n, 0, COLUMNS);
    const sl_index parts[][2] = {{3, n - 2}, {3, EACH + 1}, {EACH - 1, n - 2}, {EACH + 5, EACH + 6}, {3, n - 2}};
    sl_view *v[2] = {NULL, NULL};
    plain p[2];
    for (int k = 0; k < 2; k++) {
        must_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(n, COLUMNS), SL_BLOCKS(blocks), &v[k]));
        must_all(sl_forall(fm_set, all, (uint64_t)k, v[k]));
        p[k] = plain_of(SL_EXTENTS(n, COLUMNS));
        for (sl_index i = 0; i < n; i++)
            for (sl_index j = 0; j < COLUMNS; j++)
                *at(&p[k], i, j) = (uint64_t)k + 101 * (uint64_t)i + 3 * (uint64_t)j;
    }
    for (int turn = 0; turn < 6; turn++) {
        const int x = turn % 2, y = 1 - x, which = turn % (blocks > 1 ? 5 : 1);
        const sl_index lo = parts[which][0], hi = parts[which][1];
        must_all(sl_forall(fm_wide, SL_BOX(lo, hi, 0, COLUMNS - 1), v[x], v[y]));
        for (sl_index i = lo; i < hi; i++)
            for (sl_index j = 0; j < COLUMNS - 1; j++)
                *at(&p[y], i, j) += *at(&p[x], i - 3, j) + 3 * *at(&p[x], i, j + 1) + 5 * *at(&p[x], i + 2, j);
    }
    for (int k = 0; k < 2; k++) {
        like_all(whole_is(v[k], &p[k], 0), ALIKE, "wide halos of %d large blocks, view %d", blocks, k);
        sl_view_destroy(&v[k]);
        free(p[k].at);
    }
}

/* ---- nests --------------------------------------------------------------------------------------------------- */

static void plain_rows(plain *x, plain *y)
{
    for (sl_index i = 1; i < ROWS - 1; i++) {
        uint64_t s = 0;
        for (sl_index j = 0; j < COLUMNS; j++) {
            s += *at(x, i, j);
            *at(y, i, j) = s + *at(x, i - 1, j);
        }
        *at(y, i, 0) = s + *at(x, i + 1, 0);
    }
}

/* Tiles of 16 rows from row 1 on do not end where blocks do. */
static void check_nest(int blocks, const char *policy)
{
    const sl_space rows = SL_BOX(1, ROWS - 1, 0, COLUMNS);
    const int fits = blocks == 1 || strcmp(policy, "rows") == 0;
    grid g;
    grid_make(&g, blocks);
    const sl_status status = sl_nest_with(SL_POLICY(.nest = policy), fm_rows, rows, g.x, g.y);
    ok_all(status == (fits ? SL_SUCCESS : SL_ERR_UNSUPPORTED), "nest %s over %d blocks is %s", policy, blocks,
           fits ? "queued" : "refused");
    if (fits) {
        must_all(sl_nest_with(SL_POLICY(.nest = policy), fm_rows, rows, g.y, g.x));
        plain_rows(&g.px, &g.py);
        plain_rows(&g.py, &g.px);
    } else
        like_all(sl_last_error(),
                 "argument y: expected written views whose blocks have the rows of the loop's parts, here [1, ",
                 "with a sentence");
    grid_same(&g, policy);
    grid_end(&g);
}

/* Tiles that end where blocks do, of views whose rows are so many. */
static void check_tiles(void)
{
    enum { EACH = 32 };
    const sl_index n = EACH * ranks_all;
    sl_view *x = NULL, *y = NULL;
    must_all(sl_mpi_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(n, COLUMNS), SL_BLOCKS(ranks_all), &x));
    must_all(sl_mpi_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(n, COLUMNS), SL_BLOCKS(ranks_all), &y));
    plain p = plain_of(SL_EXTENTS(n, COLUMNS));
    must_all(sl_forall(fm_set, SL_BOX(0, n, 0, COLUMNS), 3, x));
    const sl_status status = sl_nest_with(SL_POLICY(.nest = "tiles"), fm_doubled, SL_BOX(0, n, 0, COLUMNS), x, y);
    ok_all(status == SL_SUCCESS, "tiles that end where blocks do: %s", status == SL_SUCCESS ? "yes" : sl_last_error());
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < COLUMNS; j++)
            *at(&p, i, j) = 2 * (3 + 101 * (uint64_t)i + 3 * (uint64_t)j);
    like_all(whole_is(y, &p, 0), ALIKE, "and what they write");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    const int numbers[] = {1, ranks_all, 2 * ranks_all + 1};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        check_region(numbers[n]);
        check_nest(numbers[n], "rows");
        check_nest(numbers[n], "tiles");
    }
    check_tiles();
    check_set();
    check_strips(ranks_all);
    check_strips(ranks_all + 1);
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
