/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/block_loop.h"

#include <string.h>

#include "kernel/kinds.h"
#include "kernel/space.h"

const sl__reach *sl__block_loop_reach(const sl__block_loop *c, int i)
{
    const sl__parameter *p = &c->request->state->parameter[i];
    return sl__joins_of(p->info->kind) == SL__JOINS_VALUES ? &p->joins : &p->reach;
}

sl__spread *sl__block_loop_spread(const sl__request *request, int i)
{
    const sl_arg *arg = &request->args[i];
    const sl_view *view = arg->kind == SL_ARG_VIEW ? arg->view : NULL; /* itself, or all of it seen by a copy */
    return view != NULL && (view->root == view || view->part.whole) ? view->root->spread : NULL;
}

int sl__block_loop_scatters(const sl__request *request, int i)
{
    return sl__joins_of(request->kernel->args[i].kind) == SL__JOINS_VALUES;
}

int sl__block_loop_spills(const sl__request *request, int i)
{
    return sl__block_loop_spread(request, i) != NULL && sl__block_loop_scatters(request, i);
}

int sl__block_loop_pools(const sl__request *request, int i)
{
    return sl__block_loop_spread(request, i) == NULL &&
           sl__joins_of(request->kernel->args[i].kind) != SL__JOINS_NOTHING;
}

int sl__block_loop_writes(const sl__request *request, int i)
{
    return sl__writes_view(request->kernel->args[i].kind);
}

/* ---- iterations ---------------------------------------------------------------------------------------------- */

/* The places along an index that have the indices of a block. */
static void cut_places(const struct sl__places *places, sl_index length, sl_index lo, sl_index hi, sl_index *first,
                       sl_index *end)
{
    const sl_index below = sl__places_below(places, length, lo), within = sl__places_below(places, length, hi);
    const int down = places->step_ < 0;
    *first = down ? length - within : below;
    *end = down ? length - below : within;
}

int sl__block_loop_space(const sl__block_loop *c, int block, sl_space *space)
{
    const sl_space *all = c->request->space;
    const sl__grid *grid = c->first->grid;
    struct sl__places places[SL_MAX_RANK];
    sl_index first[SL_MAX_RANK], end[SL_MAX_RANK];
    for (int q = 0; q < all->rank; q++) {
        places[q] = sl__space_counted(all, q);
        first[q] = 0;
        end[q] = sl__space_length(all, q);
    }
    for (int d = 0; d < grid->view->rank; d++) {
        const int q = sl__block_loop_reach(c, c->lead)->index[d];
        if (grid->count[d] > 1)
            cut_places(&places[q], end[q], grid->part[block].lo[d], grid->part[block].hi[d], &first[q], &end[q]);
    }
    return sl__space_part(all, places, first, end, space);
}

/* ---- elements ------------------------------------------------------------------------------------------------ */

/* Whether an argument reads such elements, or scatters into them. */
static int reaches_so(const sl__request *request, int i, const sl__spread *spread, int scatters)
{
    if (sl__block_loop_spread(request, i) != spread || sl__block_loop_scatters(request, i) != scatters)
        return 0;
    return scatters || (request->state->parameter[i].access & SL_READ);
}

/* Makes room in a box for another one. @return 1: it has some */
static int widen_box(int any, int rank, sl_index lo[], sl_index hi[], const sl_index from[], const sl_index to[])
{
    for (int d = 0; d < rank; d++) {
        lo[d] = any && lo[d] < from[d] ? lo[d] : from[d];
        hi[d] = any && hi[d] > to[d] ? hi[d] : to[d];
    }
    return 1;
}

int sl__block_loop_reached(const sl__block_loop *c, const sl__spread *spread, int scatters, int block, sl_index lo[],
                           sl_index hi[])
{
    const sl_view *view = spread->view;
    sl_index from[SL_MAX_RANK], to[SL_MAX_RANK];
    sl_space space;
    int any = 0;
    if (!sl__block_loop_space(c, block, &space))
        return 0;
    for (int i = 0; i < c->n; i++) {
        if (!reaches_so(c->request, i, spread, scatters))
            continue;
        (void)sl__space_use(&space, sl__block_loop_reach(c, i), view->rank, view->n, from, to);
        any = widen_box(any, view->rank, lo, hi, from, to);
    }
    for (int d = 0; d < view->rank && any; d++) {
        lo[d] = lo[d] > 0 ? lo[d] : 0;
        hi[d] = hi[d] < view->n[d] ? hi[d] : view->n[d];
        any = lo[d] < hi[d];
    }
    return any;
}

/* ---- blocks beside one another ------------------------------------------------------------------------------- */

enum { HERE, BEFORE, BEHIND, WAYS }; /* along a dimension that is cut */

int sl__block_directions(const sl__grid *grid)
{
    int directions = 1;
    for (int d = 0; d < grid->view->rank; d++)
        directions *= grid->count[d] > 1 ? WAYS : 1;
    return directions;
}

int sl__block_beside(const sl__grid *grid, int block, int direction)
{
    int beside = 0, stride = 1;
    for (int d = grid->view->rank - 1; d >= 0; d--) {
        const int count = grid->count[d], way = count > 1 ? direction % WAYS : HERE;
        const int k = block % count + (way == BEHIND) - (way == BEFORE);
        if (k < 0 || k >= count)
            return -1;
        beside += k * stride;
        stride *= count;
        block /= count;
        direction /= count > 1 ? WAYS : 1;
    }
    return beside;
}

int sl__block_opposite(int direction)
{
    int opposite = 0;
    for (int stride = 1; direction > 0; direction /= WAYS, stride *= WAYS) {
        const int way = direction % WAYS;
        opposite += stride * (way == BEFORE ? BEHIND : way == BEHIND ? BEFORE : HERE);
    }
    return opposite;
}
