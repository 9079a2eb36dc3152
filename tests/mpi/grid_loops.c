/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over views in grids of blocks against plain arrays: what is read around blocks, at corners too, what is
 * scattered there, regions, and kernels that check bounds. The quick form tries fewer grids. */
#include "grid_loops.h"

/* By several ranks, which wait for one another, the quick form tries few. */
static int tries_few(void)
{
    return quick() && ranks_all > 1;
}

/* Two views and their arrays, of which one is read and the other written. */
typedef struct turns {
    grid g;
    sl_view *x, *y;
    plain px, py;
    found found;
} turns;

/* Whether both are right. What loops do to y adds up there: nothing that is wrong is lost until then. */
static void turns_right(turns *t, const char *what)
{
    find(&t->found, whole_is(t->y, &t->py, 0), what);
    find(&t->found, whole_is(t->x, &t->px, 0), what);
}

/* A loop from x to y, and whether y is right. Several ranks look later: to gather views would put their tasks in order.
 */
static void turn(turns *t, loop which, kind kind, const char *what)
{
    char text[200];
    const points s = points_of(&t->px, loops[which].reach, kind);
    snprintf(text, sizeof text, "%s over %s, %s", loops[which].name, kind_name[kind], what);
    must_all(call_loop(which, SL_POLICY(.label = NULL), &s, t->x, t->y));
    plain_look(&t->px, &t->py, &s, loops[which].reach);
    if (ranks_all == 1)
        find(&t->found, whole_is(t->y, &t->py, 0), text);
}

static void plain_more(plain *p, const points *s, uint64_t a)
{
    sl_index x[SL_MAX_RANK];
    for (int any = points_first(s, x); any; any = points_next(s, x)) {
        uint64_t *const at = &p->at[plain_place(p, x)];
        *at = 3 * *at + a;
    }
}

static sl_status call_more(const points *s, uint64_t a, sl_view *y)
{
    const sl_space space = points_space(s);
    return s->rank == 1   ? sl_forall(gl_more1, space, a, y)
           : s->rank == 2 ? sl_forall(gl_more2, space, a, y)
           : s->rank == 3 ? sl_forall(gl_more3, space, a, y)
                          : sl_forall(gl_more4, space, a, y);
}

/* A loop that writes x. */
static void more(turns *t, kind kind, uint64_t a)
{
    static const sl_index none[SL_MAX_RANK] = {0};
    const points s = points_of(&t->px, none, kind);
    must_all(call_more(&s, a, t->x));
    plain_more(&t->px, &s, a);
}

static void swap(turns *t)
{
    sl_view *view = t->x;
    t->x = t->y;
    t->y = view;
    plain_swap(&t->px, &t->py);
}

static const char *path_of(const char *name)
{
    static char text[600];
    const char *folder = getenv("SL_TEST_FOLDER");
    snprintf(text, sizeof text, "%s/%s-%d", folder ? folder : ".", name, ranks_all);
    return text;
}

/* Loops that read what blocks already have around them, or that is brought anew. */
static void turn_reads(turns *t, const loop look[3])
{
    turn(t, look[0], INSIDE, "first");
    turn(t, look[0], INSIDE, "once more");
    turn(t, look[0], SMALLER, "which blocks have");
    turn(t, look[2], INSIDE, "along some dimensions");
    turn(t, look[1], INSIDE, "wider");
    turn(t, look[0], INSIDE, "narrower");
    turn(t, look[2], SMALLER, "narrower");
    turn(t, look[0], SMALL, "within a block");
    turn(t, look[1], EMPTY, "none");
    more(t, INSIDE, 5);
    turn(t, look[0], SMALL, "after a loop that writes");
    turn(t, look[0], INSIDE, "after a smaller box");
    turn(t, look[1], INSIDE, "after a narrower halo");
    more(t, SMALL, 7);
    turn(t, look[1], INSIDE, "after a loop that writes one block alone");
    more(t, SMALLER, 9);
    turn(t, look[2], INSIDE, "after one that writes some");
    turn(t, look[0], INSIDE, "after that along some dimensions");
    for (int k = STRIDES; k < (tries_few() ? MIXED : KINDS); k++) {
        turn(t, look[1], (kind)k, "strides");
        more(t, (kind)k, 11);
        turn(t, look[0], (kind)k, "strides, after a loop that writes");
        turn(t, look[0], SMALLER, "after strides");
        turn(t, look[0], INSIDE, "after strides, all");
        turn(t, look[1], INSIDE, "after strides, wider");
    }
    more(t, EMPTY, 3);
    turn(t, look[0], INSIDE, "after a loop that writes nothing");
    for (int step = 0; step < (tries_few() ? 2 : 4); step++) {
        swap(t);
        turn(t, look[step % 2], INSIDE, "in steps");
    }
}

/* Other calls that write what loops read. */
static void turn_writes(turns *t, const loop look[3], loop spill)
{
    const int fits = t->g.e.n[t->g.e.rank - 1] >= 3;
    const grid other = {t->g.e, {{t->g.e.n[0] > 2 ? 2 : 1, 1, t->g.e.rank > 2 ? 2 : 1}}},
               lines = {t->g.e, {{1, t->g.e.rank > 1 && fits ? 3 : 1}}};
    plain pz, pw;
    sl_view *z = grid_valued(&t->g, &pz, 31), *w = grid_valued(&other, &pw, 32), *l = grid_view(&lines, SL_UINT64);
    turn(t, look[0], INSIDE, "before others");
    must_all(SL_VIEW_FILL(uint64_t, t->x, 77));
    for (sl_index k = 0; k < t->px.count; k++)
        t->px.at[k] = 77;
    turn(t, look[0], INSIDE, "after a fill");
    plain_values(&t->px, 41);
    plain_to(t->x, &t->px, ranks_all - 1);
    turn(t, look[0], INSIDE, "after values of one rank");
    must_all(sl_deep_copy(t->x, z));
    plain_copy(&t->px, &pz);
    turn(t, look[0], INSIDE, "after a copy");
    must_all(sl_mpi_redistribute(w, t->x));
    plain_copy(&t->px, &pw);
    turn(t, look[0], INSIDE, "after a copy from other blocks");
    const points s = points_of(&t->px, loops[spill].reach, INSIDE);
    must_all(call_loop(spill, SL_POLICY(.label = NULL), &s, z, t->x));
    plain_spill(&pz, &t->px, &s, loops[spill].reach);
    turn(t, look[0], INSIDE, "after a scatter");
    turn(t, look[1], INSIDE, "after a scatter, wider");
    must_all(call_loop(spill, SL_POLICY(.label = NULL), &s, t->x, z));
    plain_spill(&t->px, &pz, &s, loops[spill].reach);
    turn(t, look[0], INSIDE, "after a scatter from it");
    find(&t->found, whole_is(z, &pz, 0), "the scatter");
    must_all(sl_mpi_write(z, path_of("loops")));
    must_all(sl_mpi_read(t->x, path_of("loops")));
    plain_copy(&t->px, &pz);
    turn(t, look[0], INSIDE, "after a file was read");
    must_all(sl_mpi_redistribute(w, l));
    must_all(sl_mpi_redistribute(l, t->x));
    plain_copy(&t->px, &pw);
    turn(t, look[0], INSIDE, "after a copy from columns");
    sl_view_destroy(&z);
    sl_view_destroy(&w);
    sl_view_destroy(&l);
    free(pz.at);
    free(pw.at);
}

/* The host, and loops over blocks, write x. */
static void turn_locals(turns *t, const loop look[3])
{
    for (int step = 0; step < 3; step++) {
        plain_values(&t->px, 50 + (uint64_t)step);
        find(&t->found, plain_blocks(t->x, &t->px, 1, 1), "blocks that the host writes");
        turn(t, look[step % 2], INSIDE, "after the host has written");
        turn(t, look[0], INSIDE, "once more");
    }
    for (sl_index k = 0; k < t->px.count; k++) /* some rows alone */
        if (k / plain_stride(&t->px, 0) % 3 == 0)
            t->px.at[k] += 1000;
    find(&t->found, plain_blocks(t->x, &t->px, 1, 3), "rows that the host writes");
    turn(t, look[0], INSIDE, "after the host has written some rows");
    for (int k = 0; k < sl_mpi_blocks(t->x); k++) {
        sl_view *local = NULL;
        points s = {.rank = t->g.e.rank};
        must_all(sl_mpi_local(t->x, k, &local));
        if (local == NULL)
            continue;
        for (int d = 0; d < s.rank; d++)
            s.d[d] = (along){sl_view_first(local, d), sl_view_first(local, d) + sl_view_extent(local, d), 1};
        must_all(call_more(&s, 13, local));
        sl_view_destroy(&local);
    }
    const points all = points_inside(t->g.e, NULL);
    plain_more(&t->px, &all, 13);
    turn(t, look[1], INSIDE, "after loops over blocks");
    more(t, INSIDE, 17);
    turn(t, look[0], INSIDE, "after a loop over all");
    find(&t->found, blocks_are(t->x, &t->px), "the blocks"); /* on this rank */
}

static void check_turns(const grid *g, const loop look[3], loop spill)
{
    turns t = {.g = *g};
    t.x = grid_valued(g, &t.px, 3);
    t.y = grid_valued(g, &t.py, 4);
    turn_reads(&t, look);
    turns_right(&t, "reads");
    like_all(found_text(&t.found), ALIKE, "%s: loops read around blocks what these have there, or anew", grid_text(g));
    if (!tries_few() || g->e.rank == 2)
        turn_writes(&t, look, spill);
    turns_right(&t, "writes");
    like_all(found_text(&t.found), ALIKE, "%s: others write what they read", grid_text(g));
    turn_locals(&t, look);
    turns_right(&t, "blocks");
    like_all(found_text(&t.found), ALIKE, "%s: the host and loops over blocks write it", grid_text(g));
    sl_view_destroy(&t.x);
    sl_view_destroy(&t.y);
    free(t.px.at);
    free(t.py.at);
}

static const loop of_rank[5][3] = {
    {LOOPS}, {LOOK1, WIDE1, LOOK1}, {LOOK2, WIDE2, SIDE2}, {LOOK3, WIDE3, SIDE3}, {LOOK4, LOOK4, SIDE4}};
static const loop down2[3] = {DOWN2, WIDE2, SIDE2};
static const loop spills[] = {LOOPS, SPILL1, FAR2, SPILL3, SPILL4};

/* Those that the quick form tries come first. */
static const grid grids[] = {
    {{2, {29, 23}}, {{2, 2}}}, {{3, {11, 9, 12}}, {{2, 2, 2}}},     {{2, {31, 13}}, {{3, 1}}},
    {{2, {13, 31}}, {{1, 3}}}, {{2, {24, 20}}, {{3, 2}}},           {{1, {300}}, {{3}}},
    {{2, {40, 44}}, {{4, 5}}}, {{3, {7, 13, 12}}, {{1, 3, 2}}},     {{4, {7, 4, 8, 9}}, {{2, 1, 2, 2}}},
    {{2, {4, 6}}, {{2, 3}}},   {{4, {5, 3, 6, 7}}, {{1, 1, 1, 3}}}, {{3, {12, 5, 11}}, {{3, 1, 2}}},
};
enum { GRIDS = sizeof grids / sizeof *grids, GRIDS_QUICK = 6, GRIDS_FEW = 3 };

static int has_turn(int k)
{
    return k < (tries_few() ? GRIDS_FEW : quick() ? GRIDS_QUICK : GRIDS);
}

static void test_turns(void)
{
    for (int k = 0; k < GRIDS; k++)
        if (has_turn(k))
            check_turns(&grids[k], of_rank[grids[k].e.rank], spills[grids[k].e.rank]);
    if (!tries_few())
        check_turns(&grids[0], down2, SPILL2);
}

/* ---- scatters ------------------------------------------------------------------------------------------------ */

static void check_spills(const grid *g, loop spill)
{
    static const sl_scatter ways[] = {SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE};
    plain px, py;
    found f = {{0}};
    sl_view *x = grid_valued(g, &px, 61), *y = grid_valued(g, &py, 62);
    for (int k = 0; k < KINDS; k += tries_few() ? 2 : 1) {
        const points s = points_of(&px, loops[spill].reach, (kind)k);
        must_all(call_loop(spill, SL_POLICY(.scatter = ways[k % 3]), &s, x, y));
        plain_spill(&px, &py, &s, loops[spill].reach);
        if (ranks_all == 1 || k == KINDS - 1) /* they add up */
            find(&f, whole_is(y, &py, 0), kind_name[k]);
    }
    like_all(found_text(&f), ALIKE, "%s: %s gives to all blocks around", grid_text(g), loops[spill].name);
    same_all(x, &px, "what it read is as before");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
    free(py.at);
}

static void join_least(uint64_t *to, uint64_t value)
{
    *to = value < *to ? value : *to;
}

static void check_two(const grid *g, kind kind)
{
    static const sl_index reach[SL_MAX_RANK] = {2, 1};
    plain px, py, pz;
    sl_view *x = grid_valued(g, &px, 71), *y = grid_valued(g, &py, 72), *z = grid_valued(g, &pz, 73);
    const points s = points_of(&px, reach, kind);
    sl_index at[SL_MAX_RANK];
    for (int step = 0; step < 2; step++) {
        must_all(sl_forall(gl_two, points_space(&s), x, y, z));
        for (int any = points_first(&s, at); any; any = points_next(&s, at)) {
            const sl_index row = plain_stride(&px, 0), here = plain_place(&px, at);
            const uint64_t v = px.at[here]++;
            py.at[here - 2 * row + 1] += v;
            py.at[here + 2 * row - 1] += 3 * v;
            join_least(&pz.at[here - row - 1], v);
            join_least(&pz.at[here + row + 1], v / 2);
            join_least(&pz.at[here - 1], v / 3);
        }
    }
    same_all(x, &px, "%s, %s: what is written beside two scatters", grid_text(g), kind_name[kind]);
    same_all(y, &py, "sums");
    same_all(z, &pz, "least values");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    free(px.at);
    free(py.at);
    free(pz.at);
}

/* Views that are read around points, scattered into and written, in turns. */
static void check_around(const grid *g)
{
    static const sl_index reach[SL_MAX_RANK] = {1, 2};
    plain p[3];
    sl_view *v[3];
    sl_index at[SL_MAX_RANK];
    for (int k = 0; k < 3; k++)
        v[k] = grid_valued(g, &p[k], 80 + (uint64_t)k);
    for (int step = 0; step < (tries_few() ? 4 : 7); step++) {
        const int x = step % 3, y = (x + 1 + step % 2) % 3, z = 3 - x - y;
        const points s = points_of(&p[0], reach, (kind)(step % KINDS));
        must_all(sl_forall(gl_around, points_space(&s), v[x], v[y], v[z]));
        for (int any = points_first(&s, at); any; any = points_next(&s, at)) {
            const sl_index row = plain_stride(&p[0], 0), here = plain_place(&p[0], at);
            const uint64_t value = p[x].at[here - row - 1] + 3 * p[x].at[here + row] + 5 * p[x].at[here + 1];
            p[y].at[here - row + 2] += value;
            p[y].at[here + row - 2] += 7 * value;
            p[z].at[here] += value;
        }
    }
    for (int k = 0; k < 3; k++) {
        same_all(v[k], &p[k], "%s: read, scattered into and written in turns, view %d", grid_text(g), k);
        sl_view_destroy(&v[k]);
        free(p[k].at);
    }
}

/* All points of a view, at its border too; and one view that is read by two arguments. */
static void check_edges(const grid *g)
{
    const points all = points_inside(g->e, NULL);
    const sl_index rows = g->e.n[0], columns = g->e.n[1];
    plain px, py;
    sl_view *x = grid_valued(g, &px, 86), *y = grid_valued(g, &py, 87);
    const points inside = points_of(&px, (const sl_index[SL_MAX_RANK]){1, 2}, INSIDE);
    sl_index at[SL_MAX_RANK];
    for (int step = 0; step < 2; step++) {
        must_all(sl_forall(gl_edge2, points_space(&all), rows, columns, x, y));
        plain_edge(&px, &py, &all, 0);
        must_all(sl_forall(gl_edge_spill2, points_space(&all), rows, columns, y, x));
        plain_edge(&py, &px, &all, 1);
        must_all(sl_forall(gl_pair2, points_space(&inside), x, x, y));
        for (int any = points_first(&inside, at); any; any = points_next(&inside, at)) {
            const uint64_t *const from = &px.at[plain_place(&px, at)];
            py.at[plain_place(&py, at)] += from[-columns] + 3 * from[columns] + 5 * from[-2] + 7 * from[2];
        }
    }
    same_all(x, &px, "%s: scatters at the border of the view", grid_text(g));
    same_all(y, &py, "reads at its border, and by two arguments");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
    free(py.at);
}

static void test_scatters(void)
{
    for (int k = 0; k < GRIDS; k++) {
        const int rank = grids[k].e.rank;
        if (!has_turn(k))
            continue;
        check_spills(&grids[k], spills[rank]);
        if (rank != 2 || grids[k].e.n[0] < 6)
            continue;
        check_two(&grids[k], k % 2 ? INSIDE : STRIDES);
        if (!tries_few())
            check_two(&grids[k], k % 2 ? DOWN : INSIDE);
        check_around(&grids[k]);
        check_edges(&grids[k]);
    }
}

/* ---- regions ------------------------------------------------------------------------------------------------- */

static uint64_t plain_sum(const plain *p, const points *s)
{
    const sl_index row = plain_stride(p, 0);
    sl_index at[SL_MAX_RANK];
    uint64_t sum = 0;
    for (int any = points_first(s, at); any; any = points_next(s, at)) {
        const sl_index here = plain_place(p, at);
        sum += p->at[here - row - 1] + 3 * p->at[here + row + 1];
    }
    return sum;
}

static void plain_bins(const plain *p, const points *s, uint64_t bins[5])
{
    sl_index at[SL_MAX_RANK];
    memset(bins, 0, 5 * sizeof bins[0]);
    for (int any = points_first(s, at); any; any = points_next(s, at)) {
        const uint64_t v = p->at[plain_place(p, at)];
        bins[v % 5] += v;
    }
}

static void check_region(const grid *g)
{
    plain px, py, pz;
    sl_view *x = grid_valued(g, &px, 111), *y = grid_valued(g, &py, 112), *z = grid_valued(g, &pz, 113), *sum = NULL,
            *h = NULL;
    const points near = points_of(&px, loops[WIDE2].reach, INSIDE), some = points_of(&px, loops[FAR2].reach, STRIDES),
                 all = points_inside(g->e, NULL);
    sl_region *region = NULL;
    uint64_t bins[5], got = 0;
    int bad = 0;
    must_all(sl_view_create("sum", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &sum));
    must_all(sl_view_create("h", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &h));
    must_all(SL_VIEW_FILL(uint64_t, sum, 9));
    must_all(sl_region_begin(&region));
    must_all(call_loop(WIDE2, SL_POLICY(.label = NULL), &near, x, y));
    must_all(call_loop(FAR2, SL_POLICY(.label = NULL), &some, y, z));
    must_all(sl_forall(gl_sum2, points_space(&near), z, SL_INTO(sum, 1)));
    must_all(sl_forall(gl_bins2, points_space(&all), z, h));
    must_all(call_loop(LOOK2, SL_POLICY(.label = NULL), &near, z, x));
    must_all(sl_region_end(region));
    for (int run = 0; run < 4; run++) {
        must_all(sl_region_run(region));
        plain_look(&px, &py, &near, loops[WIDE2].reach);
        plain_spill(&py, &pz, &some, loops[FAR2].reach);
        plain_bins(&pz, &all, bins);
        plain_look(&pz, &px, &near, loops[LOOK2].reach);
        must_all(SL_GET_AT(uint64_t, sum, &got, 1));
        bad |= got != plain_sum(&pz, &near);
        for (int k = 0; k < 5; k++) {
            must_all(SL_GET_AT(uint64_t, h, &got, k));
            bad |= got != bins[k];
        }
        must_all(SL_GET_AT(uint64_t, sum, &got, run % 2 ? 0 : 2));
        bad |= got != 9;
        if (run == 1) { /* others write between two runs */
            plain_values(&px, 114);
            plain_to(x, &px, 0);
            must_all(call_more(&all, 3, z));
            plain_more(&pz, &all, 3);
        }
    }
    ok_all(bad == 0, "%s: a region reduces and sums into arrays", grid_text(g));
    same_all(x, &px, "it writes");
    same_all(y, &py, "reads around points");
    same_all(z, &pz, "and scatters");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&sum);
    sl_view_destroy(&h);
    free(px.at);
    free(py.at);
    free(pz.at);
}

/* ---- kernels that check bounds ------------------------------------------------------------------------------- */

static void check_checked(const grid *g)
{
    const loop look = g->e.rank == 1 ? LOOK1_CHECKED : g->e.rank == 2 ? LOOK2_CHECKED : LOOK3_CHECKED;
    const loop plain_one = of_rank[g->e.rank][0], wide = of_rank[g->e.rank][1];
    turns t = {.g = *g};
    t.x = grid_valued(g, &t.px, 121);
    t.y = grid_valued(g, &t.py, 122);
    for (int k = 0; k < KINDS; k += tries_few() ? STRIDES : 1) {
        turn(&t, look, (kind)k, "checked");
        turn(&t, k % 2 ? plain_one : wide, INSIDE, "not checked");
        more(&t, SMALLER, 3);
        turn(&t, k % 2 ? plain_one : wide, INSIDE, "not checked, after a loop that writes");
        turn(&t, look, INSIDE, "checked, after that");
    }
    for (int step = 0; step < 3; step++) {
        swap(&t);
        turn(&t, step % 2 ? plain_one : look, INSIDE, "in steps");
    }
    turns_right(&t, "checked");
    if (g->e.rank == 2) {
        const points s = points_of(&t.px, loops[SPILL2_CHECKED].reach, INSIDE), all = points_inside(g->e, NULL);
        uint64_t sum = 0, bins[5], got = 0;
        sl_view *h = NULL;
        int bad = 0;
        must_all(call_loop(SPILL2_CHECKED, SL_POLICY(.label = NULL), &s, t.x, t.y));
        plain_spill(&t.px, &t.py, &s, loops[SPILL2_CHECKED].reach);
        must_all(sl_forall(gl_more2_checked, points_space(&all), (uint64_t)3, t.y));
        plain_more(&t.py, &all, 3);
        must_all(sl_view_create("h", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &h));
        must_all(sl_reduce(gl_sum2_checked, points_space(&s), t.y, &sum));
        must_all(sl_forall(gl_bins2_checked, points_space(&all), t.y, h));
        plain_bins(&t.py, &all, bins);
        for (int k = 0; k < 5; k++) {
            must_all(SL_GET_AT(uint64_t, h, &got, k));
            bad |= got != bins[k];
        }
        find(&t.found, whole_is(t.y, &t.py, 0), "a scatter that is checked");
        ok_all(sum == plain_sum(&t.py, &s) && !bad, "%s: sums that are checked", grid_text(g));
        sl_view_destroy(&h);
    }
    like_all(found_text(&t.found), ALIKE, "%s: kernels that check bounds beside others", grid_text(g));
    sl_view_destroy(&t.x);
    sl_view_destroy(&t.y);
    free(t.px.at);
    free(t.py.at);
}

/* A read that is too far from an iteration. */
typedef struct bad_read {
    sl_index row, column, down, right;
} bad_read;

static sl_status call_bad(const grid *g, const bad_read *b, sl_view *x, sl_view *y)
{
    const points all = points_inside(g->e, NULL);
    return g->e.rank == 1 ? sl_forall(gl_bad1_checked, points_space(&all), b->row, b->down, x, y)
                          : sl_forall(gl_bad2_checked, points_space(&all), b->row, b->column, b->down, b->right, x, y);
}

/* What a wait says of it over ordinary views. */
static sl_status ordinary_failure(const grid *g, const bad_read *b)
{
    sl_view *x = NULL, *y = NULL;
    must_all(sl_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, g->e, &x));
    must_all(sl_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, g->e, &y));
    must_all(call_bad(g, b, x, y));
    const sl_status status = sl_wait();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return status;
}

static void check_bad(const grid *g, bad_read b, sl_status status)
{
    plain px;
    sl_view *x = grid_valued(g, &px, 131), *y = grid_view(g, SL_UINT64);
    grid_box *box = grid_boxes(x, g);
    char want[80];
    int owner = 0;
    must_all(box != NULL ? SL_SUCCESS : SL_ERR_ARGUMENT);
    for (int k = 0; k < grid_blocks(g); k++)
        if (b.row >= box[k].lo[0] && b.row < box[k].hi[0] &&
            (g->e.rank == 1 || (b.column >= box[k].lo[1] && b.column < box[k].hi[1])))
            owner = k % ranks_all;
    ok_all(ordinary_failure(g, &b) == status, "%s: (%d, %d) reads %d, %d away, which fails on ordinary views",
           grid_text(g), (int)b.row, (int)b.column, (int)b.down, (int)b.right);
    must_all(call_bad(g, &b, x, y));
    const sl_status got = sl_wait();
    const int mine = ranks_me == owner;
    /* Too far from the point may be outside of what a block has. */
    ok_all(mine ? got == status || got == SL_ERR_BOUNDS : got == SL_ERR_MPI,
           "and over blocks, which all ranks hear of");
    snprintf(want, sizeof want, "rank %d: SL_ERR_", owner);
    like_all(sl_last_error(), mine ? "argument x: index" : want, "each says where");
    like_all(sl_last_error(), "_checked", "and which kernel");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    ok_all(sl_wait() == SL_SUCCESS, "once");
    x = grid_valued(g, &px, 132);
    y = grid_view(g, SL_UINT64);
    must_all(call_bad(g, &(bad_read){-1, -1, 0, 0}, x, y));
    same_all(y, &px, "other views go on");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
    free(box);
}

/* A scatter that leaves the view. */
static void check_lost(const grid *g)
{
    const points all = points_inside(g->e, NULL);
    plain px;
    sl_view *x = grid_valued(g, &px, 141), *y = grid_view(g, SL_UINT64);
    must_all(sl_forall(gl_lost2_checked, points_space(&all), 0, -1, x, y));
    const sl_status status = sl_wait();
    ok_all(status == (ranks_me == 0 ? SL_ERR_BOUNDS : SL_ERR_MPI),
           "%s: a scatter that leaves the view fails, which all ranks hear of", grid_text(g));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
}

static void test_checked(void)
{
    const grid rows = {{2, {31, 13}}, {{3, 1}}}, line = {{1, {90}}, {{4}}}, square = {{2, {28, 24}}, {{2, 2}}},
               columns = {{2, {12, 33}}, {{1, 3}}};
    const grid all[] = {rows, square, line, columns, grids[1]};
    for (size_t k = 0; k < (tries_few() ? 2 : sizeof all / sizeof *all); k++)
        check_checked(&all[k]);
    check_bad(&rows, (bad_read){20, 5, -2, 0}, SL_ERR_REACH);
    check_bad(&rows, (bad_read){0, 5, -1, 0}, SL_ERR_BOUNDS);
    check_bad(&square, (bad_read){14, 12, 0, -2}, SL_ERR_REACH);
    check_bad(&square, (bad_read){27, 23, 1, 0}, SL_ERR_BOUNDS);
    check_lost(&square);
    if (tries_few())
        return;
    check_lost(&rows);
    check_bad(&line, (bad_read){89, 0, -2, 0}, SL_ERR_REACH);
    check_bad(&line, (bad_read){30, 0, 2, 0}, SL_ERR_REACH);
    check_bad(&line, (bad_read){89, 0, 1, 0}, SL_ERR_BOUNDS);
    check_bad(&rows, (bad_read){9, 12, 0, 1}, SL_ERR_BOUNDS);
    check_bad(&square, (bad_read){13, 11, 2, 0}, SL_ERR_REACH);
    check_bad(&square, (bad_read){0, 0, 0, -1}, SL_ERR_BOUNDS);
    check_bad(&columns, (bad_read){3, 32, 0, 1}, SL_ERR_BOUNDS);
    check_bad(&columns, (bad_read){11, 20, 1, 0}, SL_ERR_BOUNDS);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    test_turns();
    test_scatters();
    check_region(&grids[0]);
    if (!tries_few()) {
        check_region(&grids[3]);
        check_region(&(grid){{2, {600, 60}}, {{3, 1}}}); /* sums over rows take larger blocks */
    }
    test_checked();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
