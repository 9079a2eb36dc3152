/* SPDX-License-Identifier: BSD-3-Clause */
/* Which loops can run block by block. */
#include <inttypes.h>

#include "base/error.h"
#include "base/state.h"
#include "call/block_loop.h"
#include "call/spread.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum { POOL_MOST = 1 << 30 }; /* bytes of all copies of a view that blocks join into, in one message */

/* Fails with a sentence about the kernel. */
#define BLOCK_REFUSE(c, status, format, ...) \
    SL_FAIL((status), "%s: kernel %s: " format, (c)->function, (c)->request->kernel->name, __VA_ARGS__)

static sl_status check_block_kind(const sl__block_loop *c)
{
    const sl__request *r = c->request;
    const sl__form *form = sl__form_of(r->kernel);
    if (!form->boxes || form->teams)
        return BLOCK_REFUSE(
            c, SL_ERR_UNSUPPORTED,
            "expected a loop by sl_forall or sl_reduce where it runs block by block, got a %s: it joins "
            "values into a view, checks bounds, or has blocks along other dimensions than 0",
            form->noun);
    for (int q = 0; q < r->space->rank; q++)
        if (sl__space_view(r->space, q) != NULL)
            return BLOCK_REFUSE(
                c, SL_ERR_UNSUPPORTED,
                "expected a space of ranges and strides where a loop runs block by block, got a list or "
                "an end in a view along dimension %d",
                q);
    if (r->policy->reproducible && r->state->scatter_order)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "policy.reproducible: expected no such policy, or integers, for a scatter into %s",
                            "distributed views, whose ranks join in another order than one, got it");
    return SL_SUCCESS;
}

static sl_status block_check_place(const sl__block_loop *c)
{
    SL_TRY(sl__spread_check_place(c->function, c->request->kernel));
    if (starpu_memory_nodes_get_numa_count() > 1) /* rows beside a block do not go along with it */
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED, "expected one memory node of all cores where a loop runs %s",
                            "block by block over distributed views, got several: STARPU_USE_NUMA");
    if (sl__policy_where(c->request->policy) != SL_CPU && sl__policy_where(c->request->policy) != SL_ANYWHERE)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED, "policy.where: expected SL_CPU or SL_ANYWHERE where a loop runs %s",
                            "block by block over distributed views, got another place");
    return check_block_kind(c);
}

/* How far a view is reached along a dimension that is cut. */
static sl_status block_check_width(const sl__block_loop *c, int i, int d)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    const sl__reach *reach = sl__block_loop_reach(c, i);
    const sl_index most = spread->shortest[d] < spread->room ? spread->shortest[d] : spread->room;
    const char *const name = c->request->kernel->args[i].name;
    if (reach->kind == SL__REACH_ANY || reach->index[d] == SL__FREE)
        return BLOCK_REFUSE(
            c, SL_ERR_UNSUPPORTED,
            "argument %s: expected halo or own, which say how far from its own elements a rank reaches, "
            "for \"%s\", which is distributed over ranks, got neither for dimension %d",
            name, spread->view->label, d);
    if (reach->width[d] > most)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a halo of at most %" PRId64
                            " along dimension %d, the length of a block of \"%s\" and no more than %" PRId64
                            ", got %" PRId64,
                            name, most, d, spread->view->label, spread->room, reach->width[d]);
    return SL_SUCCESS;
}

static sl_status check_widths(const sl__block_loop *c, int i)
{
    const sl__grid *grid = sl__block_loop_spread(c->request, i)->grid;
    for (int d = 0; d < grid->view->rank; d++)
        if (grid->count[d] > 1)
            SL_TRY(block_check_width(c, i, d));
    return SL_SUCCESS;
}

/* Whether a view is cut as the first one is: along the same indices of the loop, in the same order. */
static int is_cut_alike(const sl__block_loop *c, int i)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    const sl__grid *grid = spread->grid, *first = c->first->grid;
    const sl__reach *reach = sl__block_loop_reach(c, i);
    int e = 0;
    for (int d = 0; d < grid->view->rank; d++) {
        if (grid->count[d] == 1)
            continue;
        while (e < first->view->rank && first->count[e] == 1)
            e++;
        if (e == first->view->rank || first->count[e] != grid->count[d] || first->view->n[e] != grid->view->n[d] ||
            sl__block_loop_reach(c, c->lead)->index[e] != reach->index[d])
            return 0;
        e++;
    }
    return grid->parts == first->parts;
}

/* A view that is whole on each rank, and joined into. */
static sl_status check_pooled(const sl__block_loop *c, int i)
{
    const sl_view *view = c->request->args[i].view;
    const char *const name = c->request->kernel->args[i].name;
    const int blocks = c->first->grid->parts;
    if (view->layout.map != SL__LAYOUT_RIGHT)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a view with strides for what all ranks join into, got \"%s\"", name,
                            view->label);
    if ((size_t)view->count > POOL_MOST / view->elem / (size_t)blocks)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected %d bytes at most for what all %d blocks join into, got \"%s\" of "
                            "%zu bytes",
                            name, POOL_MOST / blocks, blocks, view->label, (size_t)view->count * view->elem);
    return SL_SUCCESS;
}

/* Any view. */
static sl_status check_use(const sl__block_loop *c, int i)
{
    const sl__arg_info *info = &c->request->kernel->args[i];
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    if (sl__block_loop_pools(c->request, i))
        return check_pooled(c, i);
    if (spread == NULL && sl__block_loop_writes(c->request, i))
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a distributed view, as others are, for what the loop writes, got "
                            "\"%s\", which is whole on each rank",
                            info->name, c->request->args[i].view->label);
    if (spread == NULL)
        return SL_SUCCESS;
    SL_TRY(check_widths(c, i));
    if (!sl__block_loop_spills(c->request, i) && sl__block_loop_writes(c->request, i) &&
        sl__block_loop_reach(c, i)->kind != SL__REACH_OWN)
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected own for what is written, \"%s\", which is distributed over ranks, "
                            "got another reach",
                            info->name, spread->view->label);
    return is_cut_alike(c, i)
               ? SL_SUCCESS
               : BLOCK_REFUSE(
                     c, SL_ERR_UNSUPPORTED,
                     "argument %s: expected a view in blocks as those of \"%s\", along the same indices of the "
                     "loop, got \"%s\"",
                     info->name, c->first->view->label, spread->view->label);
}

/* A region keeps the roots of views alone. */
static sl_status check_kept(const sl__block_loop *c)
{
    for (int i = 0; i < c->n && sl__in_region(); i++) {
        const sl_view *view = sl__request_view(c->request, i);
        if (view != NULL && ((view->root != view && !view->part.whole) || view->indices.shifted))
            return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                                "argument %s: expected a whole view with indices from 0 between sl_region_begin() and "
                                "sl_region_end() where a loop runs block by block, got \"%s\"",
                                c->request->kernel->args[i].name, view->label);
    }
    return SL_SUCCESS;
}

/* Blocks of rows are in the order of the loop's iterations. */
static sl_status check_block_order(const sl__block_loop *c)
{
    const sl_kernel *kernel = c->request->kernel;
    for (int i = 0; i < c->n && c->first->by_block; i++)
        if (kernel->args[i].reducer_ != NULL && kernel->args[i].reducer_->ordered_ == SL__ORDERED_EVERYWHERE)
            return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                                "argument %s: expected an operator that needs no order over blocks along other "
                                "dimensions than 0, such as one of SL_REDUCER_MEMBERS, got one that does",
                                kernel->args[i].name);
    return SL_SUCCESS;
}

/* Whether an argument had better say how the loop is cut than the one that does: what is written comes first. */
static int leads(const sl__block_loop *c, int i)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    return spread != NULL && (c->first == NULL || spread->grid->parts > c->first->grid->parts ||
                              (sl__block_loop_writes(c->request, i) && spread->grid->parts == c->first->grid->parts));
}

sl_status sl__block_loop_check(sl__block_loop *c)
{
    SL_TRY(block_check_place(c));
    for (int i = c->n - 1; i >= 0; i--)
        if (leads(c, i)) {
            c->first = sl__block_loop_spread(c->request, i);
            c->lead = i;
        }
    SL_TRY(check_widths(c, c->lead));
    for (int i = 0; i < c->n; i++)
        if (sl__is_view(c->request->kernel->args[i].kind))
            SL_TRY(check_use(c, i));
    SL_TRY(check_block_order(c));
    return check_kept(c);
}
