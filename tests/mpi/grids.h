/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of views in grids of blocks share: names of grids, iteration spaces of ranges and strides beside
 *  what plain C makes of them, and views with values. */
#ifndef STARLOOP_TESTS_MPI_GRIDS_H
#define STARLOOP_TESTS_MPI_GRIDS_H

#include "distributed.h"

/** Extents, and into how many blocks they are cut. */
typedef struct grid {
    sl_extents e;
    sl_blocks b;
} grid;

/** @return how many blocks there are along a dimension. */
__attribute__((unused)) static int grid_count(const grid *g, int d)
{
    return g->b.n_[d] > 0 ? g->b.n_[d] : 1;
}

/** @return how many there are. */
__attribute__((unused)) static int grid_blocks(const grid *g)
{
    int all = 1;
    for (int d = 0; d < g->e.rank; d++)
        all *= grid_count(g, d);
    return all;
}

/** @return "61 x 5 in 2 x 1" */
__attribute__((unused)) static const char *grid_text(const grid *g)
{
    static char text[200];
    int at = 0;
    for (int d = 0; d < g->e.rank; d++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%lld", d ? " x " : "", (long long)g->e.n[d]);
    for (int d = 0; d < g->e.rank; d++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%d", d ? " x " : " in ", grid_count(g, d));
    return text;
}

__attribute__((unused)) static sl_view *grid_view(const grid *g, sl_type type)
{
    sl_view *view = NULL;
    must_all(sl_mpi_view_create("v", type, SL_LAYOUT_RIGHT, g->e, g->b, &view));
    return view;
}

/** One block: which indices it has. */
typedef struct grid_box {
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
} grid_box;

/** Asks all ranks for all their blocks. @return [grid_blocks()] by number, to be freed; NULL: they are not dealt out in
 *  turns, on no rank */
__attribute__((unused)) static grid_box *grid_boxes(sl_view *view, const grid *g)
{
    const int most = sl_mpi_blocks(view), all = grid_blocks(g), slots = most * ranks_all;
    grid_box *mine = calloc((size_t)most, sizeof *mine), *each = calloc((size_t)slots, sizeof *each);
    grid_box *box = calloc((size_t)slots, sizeof *box);
    int bad = most != (all + ranks_all - 1) / ranks_all, any = 0;
    for (int k = 0; k < most; k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        bad |= (local != NULL) != (ranks_me + k * ranks_all < all);
        if (local == NULL)
            continue;
        bad |= sl_view_rank(local) != g->e.rank;
        for (int d = 0; d < g->e.rank; d++) {
            mine[k].lo[d] = sl_view_first(local, d);
            mine[k].hi[d] = mine[k].lo[d] + sl_view_extent(local, d);
        }
        sl_view_destroy(&local);
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, ranks_comm);
    MPI_Allgather(mine, most * (int)sizeof *mine, MPI_BYTE, each, most * (int)sizeof *each, MPI_BYTE, ranks_comm);
    for (int b = 0; b < slots; b++)
        box[b] = each[b % ranks_all * most + b / ranks_all];
    free(mine);
    free(each);
    if (any) {
        free(box);
        return NULL;
    }
    return box;
}

/* ---- several checks as one ----------------------------------------------------------------------------------- */

/** What is wrong of several checks, the first of it. */
typedef struct found {
    char text[700];
} found;

__attribute__((unused)) static void find(found *f, const char *text, const char *what)
{
    if (strcmp(text, ALIKE) != 0 && f->text[0] == 0)
        snprintf(f->text, sizeof f->text, "%s: %s", what, text);
}

__attribute__((unused)) static const char *found_text(const found *f)
{
    return f->text[0] ? f->text : ALIKE;
}

/* ---- spaces -------------------------------------------------------------------------------------------------- */

/** Indices along one dimension: from lo on, by step, which may go down, before hi. */
typedef struct along {
    sl_index lo, hi, step;
} along;

/** Those of all dimensions. */
typedef struct points {
    int rank;
    along d[SL_MAX_RANK];
} points;

/** The space that a loop gets. */
__attribute__((unused)) static sl_space points_space(const points *s)
{
    sl_space factor[SL_MAX_RANK];
    sl_index bounds[2 * SL_MAX_RANK];
    int box = 1;
    for (int d = 0; d < s->rank; d++) {
        const along *a = &s->d[d];
        box &= a->step == 1;
        bounds[2 * d] = a->lo;
        bounds[2 * d + 1] = a->hi;
        factor[d] = a->step == 1 ? SL_RANGE(a->lo, a->hi) : SL_RANGE_STRIDE(a->lo, a->hi, a->step);
    }
    return box ? sl_space_box(2 * s->rank, bounds) : s->rank == 1 ? factor[0] : sl_space_product(s->rank, factor);
}

static int along_has(const along *a, sl_index i)
{
    return a->step > 0 ? i < a->hi : i > a->hi;
}

/** The first point. @return 0: there is none */
__attribute__((unused)) static int points_first(const points *s, sl_index x[])
{
    int any = 1;
    for (int d = 0; d < s->rank; d++) {
        x[d] = s->d[d].lo;
        any = any && along_has(&s->d[d], x[d]);
    }
    return any;
}

/** The next one. @return 0 after the last */
__attribute__((unused)) static int points_next(const points *s, sl_index x[])
{
    for (int d = s->rank - 1; d >= 0; d--) {
        x[d] += s->d[d].step;
        if (along_has(&s->d[d], x[d]))
            return 1;
        x[d] = s->d[d].lo;
    }
    return 0;
}

/** The points that lie so far from the border of a view, or farther. @param[in] reach  NULL: all */
__attribute__((unused)) static points points_inside(sl_extents e, const sl_index reach[])
{
    points s = {.rank = e.rank};
    for (int d = 0; d < e.rank; d++)
        s.d[d] = (along){reach ? reach[d] : 0, e.n[d] - (reach ? reach[d] : 0), 1};
    return s;
}

/** Those of them that a block has. */
__attribute__((unused)) static points points_within(const points *s, const grid_box *box)
{
    points part = *s;
    for (int d = 0; d < s->rank; d++) {
        along *a = &part.d[d];
        if (a->step > 0) {
            while (a->lo < box->lo[d])
                a->lo += a->step;
            a->hi = a->hi < box->hi[d] ? a->hi : box->hi[d];
        } else {
            while (a->lo >= box->hi[d])
                a->lo += a->step;
            a->hi = a->hi > box->lo[d] - 1 ? a->hi : box->lo[d] - 1;
        }
    }
    return part;
}

/* ---- neighbours ---------------------------------------------------------------------------------------------- */

/** What the kernels that look around a point find there: the sum of all elements that are at most so far away along
 * each dimension, the first one once, the second one twice, and so on. For each point EACH(place) says which element it
 * is and how often it counts. */
typedef struct around {
    sl_index at[SL_MAX_RANK];
    uint64_t times;
} around;

/** The first element around a point. */
__attribute__((unused)) static around around_first(int rank, const sl_index x[], const sl_index reach[])
{
    around a = {.times = 1};
    for (int d = 0; d < rank; d++)
        a.at[d] = x[d] - reach[d];
    return a;
}

/** The next one. @return 0 after the last */
__attribute__((unused)) static int around_next(around *a, int rank, const sl_index x[], const sl_index reach[])
{
    a->times++;
    for (int d = rank - 1; d >= 0; d--) {
        if (++a->at[d] <= x[d] + reach[d])
            return 1;
        a->at[d] = x[d] - reach[d];
    }
    return 0;
}

/** What a loop that looks around each point adds to the point. */
__attribute__((unused)) static void plain_look(const plain *from, plain *to, const points *s, const sl_index reach[])
{
    sl_index x[SL_MAX_RANK];
    for (int any = points_first(s, x); any; any = points_next(s, x)) {
        uint64_t v = 0;
        around a = around_first(s->rank, x, reach);
        do
            v += a.times * from->at[plain_place(from, a.at)];
        while (around_next(&a, s->rank, x, reach));
        to->at[plain_place(to, x)] += v;
    }
}

/** The other way: each point gives to the elements around it. */
__attribute__((unused)) static void plain_spill(const plain *from, plain *to, const points *s, const sl_index reach[])
{
    sl_index x[SL_MAX_RANK];
    for (int any = points_first(s, x); any; any = points_next(s, x)) {
        around a = around_first(s->rank, x, reach);
        do
            to->at[plain_place(to, a.at)] += a.times * from->at[plain_place(from, x)];
        while (around_next(&a, s->rank, x, reach));
    }
}

/* ---- values -------------------------------------------------------------------------------------------------- */

/** Gives an array values that differ. */
__attribute__((unused)) static void plain_values(plain *p, uint64_t a)
{
    for (sl_index k = 0; k < p->count; k++) {
        const uint64_t v = ((uint64_t)k + a + 1) * UINT64_C(0x9e3779b97f4a7c15);
        p->at[k] = (v ^ (v >> 29)) >> 20;
    }
}

/** Gives a view what the array has, from one rank. */
__attribute__((unused)) static void plain_to(sl_view *view, const plain *p, int root)
{
    sl_view *whole = NULL;
    if (ranks_me == root) {
        must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, plain_extents(p), &whole));
        uint64_t *at = SL_HOST_WRITE(uint64_t, whole);
        must_all(at != NULL ? SL_SUCCESS : sl_last_status());
        memcpy(at, p->at, (size_t)p->count * sizeof *at);
        must_all(sl_host_end(whole));
    }
    must_all(sl_mpi_scatter(whole, root, view));
    sl_view_destroy(&whole);
}

/** A view and its array, with values. */
__attribute__((unused)) static sl_view *grid_valued(const grid *g, plain *p, uint64_t a)
{
    sl_view *view = grid_view(g, SL_UINT64);
    *p = plain_of(g->e);
    plain_values(p, a);
    plain_to(view, p, (int)(a % (uint64_t)ranks_all));
    return view;
}

#endif
