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
#include "data/host.h"
#include "data/subview.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"
#include "task/epoch.h"
#include "task/measured.h"

/* A call of such a loop. */
typedef struct by_block {
    sl__block_loop loop;
    sl_view **window; /* [first->own][n] a block and the room beside it that is reached; NULL: no room is */
    sl__pooled pooled[SL_MAX_ARGS];
    int pools;                       /* views that are whole on each rank and joined into */
    sl__results *results;            /* NULL: it does not reduce */
    sl__borders *bring[SL_MAX_ARGS]; /* what comes of views that are read around; NULL: nothing */
    sl_index around[SL_MAX_RANK];    /* [rank of the loop] how far what comes is read along its indices; all 0: nothing
                                        runs meanwhile */
} by_block;

int sl__by_block_wanted(const sl__request *request)
{
    int joins = request->kernel->bounds_checked, spreads = 0, cut = 0;
    if (atomic_load(&sl__spread_living) == 0)
        return 0;
    for (int i = 0; i < request->kernel->nargs; i++) {
        const sl__spread *spread = sl__block_loop_spread(request, i);
        joins |= sl__joins_of(request->kernel->args[i].kind) != SL__JOINS_NOTHING;
        spreads |= spread != NULL;
        cut |= spread != NULL && spread->by_block;
    }
    return spreads && (joins || cut);
}

sl_status sl__by_block_check(const sl__request *request, int n)
{
    sl__block_loop c = {.request = request, .function = request->function, .n = n};
    return sl__block_loop_check(&c);
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

/* The views of a copy's loop have the type of its kernel. */
enum { COPIED = 2 };

/* A block as a kernel of the library's own sees it, which copies elements of any type. */
static sl_view *seen_as(sl_view *block, sl_type type, sl_view *seen)
{
    sl__cast cast = {.type = type, .elem = block->elem, .rank = block->rank};
    memcpy(cast.n, block->n, sizeof cast.n);
    memcpy(cast.s, block->s, sizeof cast.s);
    sl__view_cast(seen, block, &cast, 0);
    memcpy(seen->indices.first, block->indices.first, sizeof seen->indices.first);
    seen->indices.shifted = block->indices.shifted;
    return seen;
}

/* Points a block's arguments to what it has of them. @param[out] seen  [COPIED] those of a copy */
static sl_status aim_arguments(by_block *b, int own, sl_arg args[], sl_view seen[])
{
    int copied = 0;
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
        if (spread != NULL && !spread->by_block && *window == NULL)
            SL_TRY(make_window(c, i, own, window));
        if (spread != NULL)
            args[i].view = *window != NULL ? *window : spread->block[own]->root;
        const sl_type type = r->state->parameter[i].type;
        if (spread != NULL && type != 0 && type != spread->view->type && copied < COPIED)
            args[i].view = seen_as(args[i].view, type, &seen[copied++]);
        if (sl__block_loop_pools(r, i))
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

/* Some iterations of a block. */
static sl_status run_space(by_block *b, int own, const sl_space *space)
{
    const sl__block_loop *c = &b->loop;
    const sl__request *r = c->request;
    sl_policy policy = *r->policy;
    sl_arg args[SL_MAX_ARGS];
    sl_view seen[COPIED];
    policy.where = SL_CPU;
    policy.synchronous = 0; /* other ranks wait for what comes behind */
    policy.combine = 0;     /* that comes when results of all blocks are joined */
    policy.split = (sl_split){{0}};
    memcpy(args, r->args, (size_t)c->n * sizeof args[0]);
    SL_TRY(aim_arguments(b, own, args, seen));
    return sl__submit_one(c->function, b->results != NULL, r->kernel, &policy, space, args, c->n);
}

/* Takes iterations away from an end of a space along an index. @param[out] taken  these */
static void take_end(sl_space *space, int q, int high, sl_index width, sl_space *taken)
{
    const sl_index length = space->hi[q] - space->lo[q], some = width < length ? width : length;
    *taken = *space;
    if (high) {
        space->hi[q] -= some;
        taken->lo[q] = space->hi[q];
    } else {
        space->lo[q] += some;
        taken->hi[q] = space->lo[q];
    }
    if (q == 0) {
        space->position += high ? 0 : some;
        taken->position += high ? taken->lo[q] - space->lo[q] : 0;
    }
}

enum { ENDS = 2 * SL__SPREAD_CUTS };

/* Cuts the iterations of a block into those that read no borders which are under way, and the rest.
 * @param[out] rest  those  @return how many there are */
static int cut_inner(const by_block *b, int own, sl_space *inner, sl_space rest[ENDS])
{
    const sl__block_loop *c = &b->loop;
    const sl__grid *grid = c->first->grid;
    const sl__grid_part *part = &grid->part[sl__spread_block(c->first, own)];
    int n = 0;
    for (int d = 0; d < grid->view->rank; d++) {
        const int q = sl__block_loop_reach(c, c->lead)->index[d];
        if (grid->count[d] == 1 || b->around[q] == 0)
            continue;
        if (part->lo[d] > 0 && inner->lo[q] < part->lo[d] + b->around[q])
            take_end(inner, q, 0, part->lo[d] + b->around[q] - inner->lo[q], &rest[n++]);
        if (part->hi[d] < grid->view->n[d] && inner->hi[q] > part->hi[d] - b->around[q])
            take_end(inner, q, 1, inner->hi[q] - (part->hi[d] - b->around[q]), &rest[n++]);
    }
    return n;
}

/* What of a block needs no borders, while these are under way. */
static sl_status run_inner(by_block *b, int own)
{
    sl_space space, rest[ENDS];
    if (!sl__block_loop_space(&b->loop, sl__spread_block(b->loop.first, own), &space))
        return SL_SUCCESS;
    (void)cut_inner(b, own, &space, rest);
    return sl_space_size(&space) > 0 ? run_space(b, own, &space) : SL_SUCCESS;
}

/* The rest of a block, or all of it. */
static sl_status run_block(by_block *b, int own, int has_inner)
{
    const sl__block_loop *c = &b->loop;
    sl_space space, rest[ENDS];
    if (!sl__block_loop_space(c, sl__spread_block(c->first, own), &space)) {
        reduce_nothing(b, own);
        return SL_SUCCESS;
    }
    for (int i = 0; i < c->n; i++)
        if (sl__block_loop_spills(c->request, i))
            SL_TRY(sl__borders_clear(c, i, own));
    if (!has_inner)
        return run_space(b, own, &space);
    const int n = cut_inner(b, own, &space, rest);
    for (int k = 0; k < n; k++)
        if (sl_space_size(&rest[k]) > 0)
            SL_TRY(run_space(b, own, &rest[k]));
    return SL_SUCCESS;
}

/* ---- all of it ----------------------------------------------------------------------------------------------- */

/* Until this rank has what others have scattered into its blocks. */
static sl_status wait_blocks(const sl__block_loop *c)
{
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(c->request, i);
        for (int own = 0; spread != NULL && sl__block_loop_writes(c->request, i) && own < spread->own; own++)
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
        if (sl__block_loop_spread(c->request, i) != spread || sl__block_loop_spills(c->request, i) ||
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

/* Whether blocks have not got what the loop reads around those of a view. */
static int needs_around(const sl__block_loop *c, const sl__spread *spread, sl__around *around)
{
    return find_around(c, spread, around) && !sl__spread_has_around(spread, around);
}

/* Begins to bring it. */
static sl_status begin_around(by_block *b, int i)
{
    const sl__block_loop *c = &b->loop;
    sl__spread *spread = sl__block_loop_spread(c->request, i);
    const sl__reach *reach = sl__block_loop_reach(c, i);
    sl__around around;
    if (!needs_around(c, spread, &around))
        return SL_SUCCESS;
    SL_TRY(sl__borders_begin(c, spread, &b->bring[i]));
    spread->around = around;
    for (int d = 0; d < spread->view->rank; d++)
        if (spread->grid->count[d] > 1 && around.width[d] > b->around[reach->index[d]])
            b->around[reach->index[d]] = around.width[d];
    return SL_SUCCESS;
}

static sl_status begin_all_around(by_block *b)
{
    const sl__block_loop *c = &b->loop;
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(c->request, i);
        int before = 0;
        while (sl__block_loop_spread(c->request, before) != spread)
            before++;
        if (spread != NULL && before == i)
            SL_TRY(begin_around(b, i));
    }
    return SL_SUCCESS;
}

/* Whether iterations that read no borders run while these are under way: of a box, which leaves nothing but elements,
 * where they take longer than messages. */
static int has_inner(const by_block *b)
{
    const sl__request *r = b->loop.request;
    int comes = 0;
    for (int i = 0; i < b->loop.n; i++)
        comes |= b->bring[i] != NULL;
    return comes && b->loop.first->ranks > 1 && b->results == NULL && r->state->scatters == 0 &&
           r->space->kind == SL_SPACE_BOX &&
           (double)sl_space_size(r->space) / b->loop.first->grid->parts >= SL__STRIPS_FROM;
}

/* Whether borders go between blocks. */
static int has_borders(const sl__block_loop *c)
{
    sl__around around;
    int any = 0;
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(c->request, i);
        any |= spread != NULL && (sl__block_loop_spills(c->request, i) || needs_around(c, spread, &around));
    }
    return any;
}

/* Whether the host of this rank has no block that the loop needs. */
static sl_status check_hosts(const sl__block_loop *c)
{
    for (int i = 0; i < c->n; i++) {
        const sl__spread *spread = sl__block_loop_spread(c->request, i);
        const sl__parameter *p = &c->request->state->parameter[i];
        for (int own = 0; spread != NULL && own < spread->own; own++)
            SL_TRY(sl__view_check_host(spread->block[own]->root, p->access, c->function, c->request->kernel->name,
                                       p->info->name));
    }
    return SL_SUCCESS;
}

/* Of a call that waits: a rank whose host has a block would not send its borders, and all would wait for one another.
 */
static sl_status agree_to_wait(const by_block *b)
{
    const int waits = b->results != NULL || b->pools > 0 || b->loop.request->waits;
    return waits && b->loop.first->ranks > 1 && has_borders(&b->loop)
               ? sl__spread_agree(b->loop.function, check_hosts(&b->loop), NULL, 0)
               : SL_SUCCESS;
}

static sl_status run_blocks(by_block *b)
{
    const sl__block_loop *c = &b->loop;
    SL_TRY(agree_to_wait(b));
    sl_status status = begin_all_around(b);
    const int inner = has_inner(b);
    for (int own = 0; own < c->first->own && inner && status == SL_SUCCESS; own++)
        status = run_inner(b, own);
    for (int i = 0; i < c->n; i++)
        status = sl__borders_end(b->bring[i], status);
    for (int own = 0; own < c->first->own && status == SL_SUCCESS; own++)
        status = run_block(b, own, inner);
    for (int i = 0; i < c->n && status == SL_SUCCESS; i++)
        if (sl__block_loop_spills(c->request, i))
            status = sl__borders_join(c, i);
    return status == SL_SUCCESS && c->request->waits ? wait_blocks(c) : status;
}

static sl_status begin_pools(by_block *b)
{
    const sl__request *r = b->loop.request;
    for (int i = 0; i < b->loop.n; i++)
        if (sl__block_loop_pools(r, i)) {
            sl__pooled *pool = &b->pooled[b->pools++];
            *pool = (sl__pooled){.whole = r->args[i].view,
                                 .op = r->kernel->args[i].op,
                                 .results = sl__joins_of(r->kernel->args[i].kind) == SL__JOINS_RESULTS,
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
    if (b->results == NULL && b->pools == 0 && b->loop.request->waits)
        status = sl__spread_agree(b->loop.function, status, NULL, 0);
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
    SL_TRY(sl__block_loop_check(&b.loop));
    b.window = calloc((size_t)(b.loop.first->own * n) + 1, sizeof *b.window);
    if (b.window == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for a word of each block, got none",
                       request->function, request->kernel->name);
    const sl_status status = run_all(&b, into);
    for (int i = 0; i < n; i++)
        if (sl__block_loop_spread(request, i) != NULL && sl__block_loop_writes(request, i))
            sl__spread_rewritten(sl__block_loop_spread(request, i));
    forget_windows(&b);
    return status;
}

/* ---- from a region ------------------------------------------------------------------------------------------- */

/* The call that a task was made of: its views are whole. */
static sl__request block_request_of(const sl__task *task, const char *function, sl_arg args[])
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
    const sl__request request = block_request_of(task, function, args);
    if (!sl__by_block_wanted(&request))
        return 0;
    *status = sl__by_block_submit(&request, task->kernel->nargs, task->into);
    sl__task_drop(task);
    return 1;
}
