/* SPDX-License-Identifier: BSD-3-Clause */
/* What a loop reaches beside a block it sees by a view of the block and of the room beside it. What it joins into a
 * view that is whole on each rank goes into a copy for each block, and these are joined by all ranks: call/pooled.h. */
#include "call/by_block.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "call/block_loop.h"
#include "call/borders.h"
#include "call/pooled.h"
#include "call/results.h"
#include "call/spread.h"
#include "call/submit.h"
#include "data/subview.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"
#include "task/epoch.h"

enum { POOL_MOST = 1 << 30 }; /* bytes of all copies of a view that blocks join into, in one message */

/* A call of such a loop. */
typedef struct by_block {
    sl__block_loop loop;
    sl_view **window; /* [first->own][n] a block and the room beside it that is reached; NULL: no room is */
    sl__pooled pooled[SL_MAX_ARGS];
    int pools;            /* views that are whole on each rank and joined into */
    sl__results *results; /* NULL: it does not reduce */
} by_block;

/* Fails with a sentence about the kernel. */
#define BLOCK_REFUSE(c, status, format, ...) \
    SL_FAIL((status), "%s: kernel %s: " format, (c)->function, (c)->request->kernel->name, __VA_ARGS__)

static sl__joins joins_at(const sl__request *request, int i)
{
    return sl__joins_of(request->kernel->args[i].kind);
}

/* Whether values are joined into a distributed view. */
static int is_spilled(const sl__request *request, int i)
{
    return sl__block_loop_spread(request, i) != NULL && joins_at(request, i) == SL__JOINS_VALUES;
}

/* Whether values or results are joined into a view that is whole on each rank. */
static int is_pooled(const sl__request *request, int i)
{
    return sl__block_loop_spread(request, i) == NULL && joins_at(request, i) != SL__JOINS_NOTHING;
}

static int is_written(const sl__request *request, int i)
{
    return sl__writes_view(request->kernel->args[i].kind);
}

int sl__by_block_wanted(const sl__request *request)
{
    int joins = request->kernel->bounds_checked, spreads = 0, cut = 0;
    if (atomic_load(&sl__spread_living) == 0)
        return 0;
    for (int i = 0; i < request->kernel->nargs; i++) {
        const sl__spread *spread = sl__block_loop_spread(request, i);
        joins |= joins_at(request, i) != SL__JOINS_NOTHING;
        spreads |= spread != NULL;
        cut |= spread != NULL && spread->by_block;
    }
    return spreads && (joins || cut);
}

/* ---- checks -------------------------------------------------------------------------------------------------- */

static sl_status check_kind(const sl__block_loop *c)
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
    for (int i = 0; i < c->n; i++)
        if (r->kernel->args[i].reducer_ != NULL && r->kernel->args[i].reducer_->ordered_ != SL__ORDERED_NOWHERE)
            return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                                "argument %s: expected an operator that needs no order where a loop runs block by "
                                "block, got one that does",
                                r->kernel->args[i].name);
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
    return check_kind(c);
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
    if (is_pooled(c->request, i))
        return check_pooled(c, i);
    if (spread == NULL && is_written(c->request, i))
        return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a distributed view, as others are, for what the loop writes, got "
                            "\"%s\", which is whole on each rank",
                            info->name, c->request->args[i].view->label);
    if (spread == NULL)
        return SL_SUCCESS;
    SL_TRY(check_widths(c, i));
    if (!is_spilled(c->request, i) && is_written(c->request, i) && sl__block_loop_reach(c, i)->kind != SL__REACH_OWN)
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
        if (view != NULL && (view->root != view || view->indices.shifted))
            return BLOCK_REFUSE(c, SL_ERR_UNSUPPORTED,
                                "argument %s: expected a whole view with indices from 0 between sl_region_begin() and "
                                "sl_region_end() where a loop runs block by block, got \"%s\"",
                                c->request->kernel->args[i].name, view->label);
    }
    return SL_SUCCESS;
}

/* Whether an argument had better say how the loop is cut than the one that does: what is written comes first. */
static int leads(const sl__block_loop *c, int i)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    return spread != NULL && (c->first == NULL || spread->grid->parts > c->first->grid->parts ||
                              (is_written(c->request, i) && spread->grid->parts == c->first->grid->parts));
}

static sl_status check_all(sl__block_loop *c)
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
    return check_kept(c);
}

sl_status sl__by_block_check(const sl__request *request, int n)
{
    sl__block_loop c = {.request = request, .function = request->function, .n = n};
    return check_all(&c);
}

/* ---- a block ------------------------------------------------------------------------------------------------- */

/* How many rows beside a block of rows are reached: the room there is no part of the block's view. */
static void rows_around(const sl__block_loop *c, int i, int block, sl_index *low, sl_index *high)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    const sl__grid_part *part = &spread->grid->part[block];
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    *low = *high = 0;
    if (!sl__block_loop_reached(c, spread, sl__block_loop_scatters(c->request, i), block, lo, hi))
        return;
    *low = lo[0] < part->lo[0] ? part->lo[0] - lo[0] : 0;
    *high = hi[0] > part->hi[0] ? hi[0] - part->hi[0] : 0;
}

/* A block of rows and those beside it as one view. */
static sl_status make_window(const sl__block_loop *c, int i, int own, sl_view **window)
{
    const sl__spread *spread = sl__block_loop_spread(c->request, i);
    sl_view *block = spread->block[own];
    sl_index low, high;
    rows_around(c, i, sl__spread_block(spread, own), &low, &high);
    if (low + high == 0)
        return SL_SUCCESS;
    sl__shape shape = {.elem = block->elem, .rank = block->rank, .shifted = 1};
    memcpy(shape.n, block->n, sizeof shape.n);
    memcpy(shape.s, block->s, sizeof shape.s);
    memcpy(shape.first, block->indices.first, sizeof shape.first);
    shape.n[0] += low + high;
    shape.first[0] -= low;
    shape.count = shape.n[0] * shape.s[0];
    shape.span = (size_t)shape.count * block->elem;
    return sl__subview_over(c->function, block, block->label, block->type, &shape,
                            (size_t)0 - (size_t)(low * block->s[0]) * block->elem, window);
}

/* The pool of an argument. */
static const sl__pooled *pool_of(const by_block *b, int i)
{
    const sl__pooled *pool = b->pooled;
    while (pool->whole != b->loop.request->args[i].view)
        pool++;
    return pool;
}

/* Points a block's arguments to what it has of them. */
static sl_status aim_arguments(by_block *b, int own, sl_arg args[])
{
    const sl__block_loop *c = &b->loop;
    const sl__request *r = c->request;
    const int block = sl__spread_block(c->first, own);
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(r, i);
        const sl__arg_info *info = &r->kernel->args[i];
        sl_view **window = &b->window[own * c->n + i];
        if (sl__is_result(info->kind))
            args[i] = (sl_arg){.kind = SL_ARG_HOST,
                               .data = (char *)sl__results_partial(b->results)[i] + (size_t)block * info->size};
        if (spread != NULL && !spread->by_block)
            SL_TRY(make_window(c, i, own, window));
        if (spread != NULL)
            args[i].view = *window != NULL ? *window : spread->block[own]->root;
        if (is_pooled(r, i))
            args[i].view = pool_of(b, i)->copy[own];
    }
    return SL_SUCCESS;
}

/* A block without iterations reduces to nothing. */
static void reduce_nothing(const by_block *b, int own)
{
    const sl__block_loop *c = &b->loop;
    for (int i = 0; i < c->n && b->results != NULL; i++) {
        const sl__arg_info *info = &c->request->kernel->args[i];
        if (sl__is_result(info->kind))
            sl__reduce_nothing(info, (char *)sl__results_partial(b->results)[i] +
                                         (size_t)sl__spread_block(c->first, own) * info->size);
    }
}

static sl_status run_block(by_block *b, int own)
{
    const sl__block_loop *c = &b->loop;
    const sl__request *r = c->request;
    sl_policy policy = *r->policy;
    sl_arg args[SL_MAX_ARGS];
    sl_space space;
    if (!sl__block_loop_space(c, sl__spread_block(c->first, own), &space)) {
        reduce_nothing(b, own);
        return SL_SUCCESS;
    }
    policy.where = SL_CPU;
    policy.synchronous = 0; /* other ranks wait for what comes behind */
    policy.combine = 0;     /* that comes when results of all blocks are joined */
    policy.split = (sl_split){{0}};
    memcpy(args, r->args, (size_t)c->n * sizeof args[0]);
    SL_TRY(aim_arguments(b, own, args));
    for (int i = 0; i < c->n; i++)
        if (is_spilled(r, i))
            SL_TRY(sl__borders_clear(c, i, own));
    return sl__submit_one(c->function, b->results != NULL, r->kernel, &policy, &space, args, c->n);
}

/* ---- all of it ----------------------------------------------------------------------------------------------- */

/* Until this rank has what others have scattered into its blocks. */
static sl_status wait_blocks(const sl__block_loop *c)
{
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(c->request, i);
        for (int own = 0; spread != NULL && is_written(c->request, i) && own < spread->own; own++)
            SL_TRY(sl__view_wait(c->function, spread->block[own]->root));
    }
    return SL_SUCCESS;
}

/* How wide a view is read around its blocks. @return 0: nowhere along a dimension that is cut */
static int find_around(const sl__block_loop *c, const sl__spread *spread, sl__around *around)
{
    const sl_space *space = c->request->space;
    int wide = 0, any = 0;
    for (int i = 0; i < c->n; i++) {
        if (sl__block_loop_spread(c->request, i) != spread || is_spilled(c->request, i) ||
            !(c->request->state->parameter[i].access & SL_READ))
            continue;
        const sl__reach *reach = sl__block_loop_reach(c, i);
        for (int d = 0; d < spread->view->rank; d++) {
            const int q = reach->index[d], free = q == SL__FREE;
            const sl_index lo = free ? 0 : space->lo[q], hi = free ? spread->view->n[d] : space->hi[q];
            const sl_index width = free ? 0 : reach->width[d];
            wide |= width > 0 && spread->grid->count[d] > 1;
            around->width[d] = any && around->width[d] > width ? around->width[d] : width;
            around->lo[d] = any && around->lo[d] < lo ? around->lo[d] : lo;
            around->hi[d] = any && around->hi[d] > hi ? around->hi[d] : hi;
        }
        any = 1;
    }
    around->known = space->kind == SL_SPACE_BOX; /* of others a block has some indices alone */
    return wide;
}

/* What the loop reads around the blocks of a view, unless they have it. */
static sl_status read_around(const sl__block_loop *c, sl__spread *spread)
{
    sl__around around;
    if (!find_around(c, spread, &around) || sl__spread_has_around(spread, &around))
        return SL_SUCCESS;
    SL_TRY(sl__borders_bring(c, spread));
    spread->around = around;
    return SL_SUCCESS;
}

static sl_status read_all_around(const sl__block_loop *c)
{
    for (int i = 0; i < c->n; i++) {
        sl__spread *spread = sl__block_loop_spread(c->request, i);
        int before = 0;
        while (sl__block_loop_spread(c->request, before) != spread)
            before++;
        if (spread != NULL && before == i)
            SL_TRY(read_around(c, spread));
    }
    return SL_SUCCESS;
}

static sl_status run_blocks(by_block *b)
{
    const sl__block_loop *c = &b->loop;
    SL_TRY(read_all_around(c));
    for (int own = 0; own < c->first->own; own++)
        SL_TRY(run_block(b, own));
    for (int i = 0; i < c->n; i++)
        if (is_spilled(c->request, i))
            SL_TRY(sl__borders_join(c, i));
    return c->request->waits ? wait_blocks(c) : SL_SUCCESS;
}

static sl_status begin_pools(by_block *b)
{
    const sl__request *r = b->loop.request;
    for (int i = 0; i < b->loop.n; i++)
        if (is_pooled(r, i)) {
            sl__pooled *pool = &b->pooled[b->pools++];
            *pool = (sl__pooled){.whole = r->args[i].view,
                                 .op = r->kernel->args[i].op,
                                 .results = joins_at(r, i) == SL__JOINS_RESULTS,
                                 .combine = r->policy->combine};
            SL_TRY(sl__pooled_begin(pool, b->loop.first, b->loop.function));
        }
    return SL_SUCCESS;
}

static sl_status block_begin_results(by_block *b, const sl_index into[])
{
    const sl__request *r = b->loop.request;
    if (r->state->reductions == 0)
        return SL_SUCCESS;
    b->results = sl__results_new(b->loop.function, r->kernel, b->loop.first->grid->parts, r->policy->combine);
    for (int i = 0; i < b->loop.n && b->results != NULL; i++)
        if (sl__is_result(r->kernel->args[i].kind))
            sl__results_to(b->results, i, r->args[i].kind == SL_ARG_HOST ? r->args[i].data : NULL, r->args[i].view,
                           into[i]);
    return b->results != NULL ? SL_SUCCESS : SL_ERR_MEMORY;
}

static sl_status run_all(by_block *b, const sl_index into[])
{
    sl_status status = block_begin_results(b, into);
    if (status == SL_SUCCESS)
        status = begin_pools(b);
    if (status == SL_SUCCESS)
        status = run_blocks(b);
    if (b->results != NULL)
        status = sl__results_join(b->results, b->loop.function, status);
    if (b->pools > 0)
        status = sl__pooled_join(b->pooled, b->pools, b->loop.first, b->loop.function, status);
    sl__pooled_end(b->pooled, b->pools, b->loop.first);
    return status;
}

/* What all ranks are to call alike. */
static void count_by_block(const sl__block_loop *c)
{
    const sl__request *r = c->request;
    const char *label = NULL;
    uint64_t hash = sl__spread_mix_loop(r->kernel->name, r->space);
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(r, i);
        if (spread == NULL)
            continue;
        hash = sl__spread_mix(hash, &spread->number, sizeof spread->number);
        label = r->args[i].view->label;
    }
    sl__spread_called(hash, c->function, r->kernel->name, label);
}

static void forget_windows(by_block *b)
{
    for (int k = 0; k < b->loop.first->own * b->loop.n; k++)
        if (b->window[k] != NULL)
            sl_view_destroy(&b->window[k]);
    free(b->window);
}

sl_status sl__by_block_submit(const sl__request *request, int n, const sl_index into[])
{
    by_block b = {.loop = {.request = request, .function = request->function, .n = n}};
    count_by_block(&b.loop);
    SL_TRY(check_all(&b.loop));
    b.window = calloc((size_t)(b.loop.first->own * n) + 1, sizeof *b.window);
    if (b.window == NULL)
        return BLOCK_REFUSE(&b.loop, SL_ERR_MEMORY, "expected memory for a word of each %s", "block, got none");
    const sl_status status = run_all(&b, into);
    for (int i = 0; i < n; i++)
        if (sl__block_loop_spread(request, i) != NULL && is_written(request, i))
            sl__spread_rewritten(sl__block_loop_spread(request, i));
    forget_windows(&b);
    return status;
}

/* ---- from a region ------------------------------------------------------------------------------------------- */

/* The call that a task was made of: its views are whole. */
static sl__request request_of(const sl__task *task, const char *function, sl_arg args[])
{
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        if (sl__is_value(p->info->kind))
            args[i] = (sl_arg){.kind = SL_ARG_SCALAR, .data = task->scalars + p->scalar};
        else if (task->host[i] != NULL)
            args[i] = (sl_arg){.kind = SL_ARG_HOST, .data = task->host[i]};
        else
            args[i] = (sl_arg){.kind = sl__is_result(p->info->kind) ? SL_ARG_INTO : SL_ARG_VIEW,
                               .view = task->view[task->slot[i]].view};
    }
    return (sl__request){.function = function,
                         .kernel = task->kernel,
                         .state = task->state,
                         .policy = task->policy,
                         .space = &task->space,
                         .args = args};
}

int sl__by_block_task(sl__task *task, const char *function, sl_status *status)
{
    sl_arg args[SL_MAX_ARGS];
    if (task->kernel == NULL || atomic_load(&sl__spread_living) == 0)
        return 0;
    const sl__request request = request_of(task, function, args);
    if (!sl__by_block_wanted(&request))
        return 0;
    *status = sl__by_block_submit(&request, task->kernel->nargs, task->into);
    sl__task_drop(task);
    return 1;
}
