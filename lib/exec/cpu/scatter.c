/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/scatter.h"

#include "exec/cpu/arrays.h"
#include "exec/cpu/checked.h"
#include "exec/form.h"
#include "kernel/blocks.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "task/split_joined.h"

const sl_policy *sl__scatter_policy(sl_policy *policy, int rank)
{
    if (!sl__policy_ordered(policy, rank))
        for (int d = 0; d < rank; d++)
            policy->order[d] = d;
    return policy;
}

/* Copies of which each takes a share of the loop's units. */
static void deal_shares(const sl__loop_exec *r, sl__copies *copies, sl_index count)
{
    copies->fixed = 1;
    copies->count = (int)count;
    copies->first = copies->before = 0;
    copies->shares = count;
    copies->units = r->cut.units;
}

/* Of a part of a loop those of the whole loop's blocks that it has. */
static void deal_blocks(const sl__loop_exec *r, sl__copies *copies)
{
    const sl__task *task = r->task;
    const sl__split_plan *plan = &task->stands_for->call->plan;
    sl_index end;
    copies->branch = sl__split_joined_run(plan, task->stands_for->number, &copies->first, &end);
    copies->fixed = 1;
    copies->count = (int)(end - copies->first);
    copies->shares = plan->blocks;
    copies->units = sl_space_size(task->whole);
    copies->before = (task->space.lo[0] - task->whole->lo[0]) * (copies->units / sl__space_length(task->whole, 0));
}

/* As many copies as the space and the views say. */
static int begin_fixed(sl__loop_exec *r, sl__copies *copies, sl_index most)
{
    r->gang = NULL;
    r->schedule = SL_STATIC;
    r->chunk = 0;
    deal_shares(r, copies, sl__copies_fixed(copies, r->cut.points, most));
    if (copies->count == 1) {
        r->threads = 1;
        return 1;
    }
    r->copies = sl__copies_begin(copies) ? copies : NULL;
    return r->copies != NULL;
}

/* Atomics; and where the order counts, one thread, which takes blocks in their order. */
static int begin_in_place(sl__loop_exec *r)
{
    if (r->task->policy->reproducible != SL_NO && r->task->state->scatter_order) {
        r->threads = 1;
        r->gang = NULL;
    }
    return 1;
}

/* A copy a thread. Fewer threads, where there is no room for more copies; none, where there are fewer than the least
 * that are worth it. */
static void begin_copies(sl__loop_exec *r, sl__copies *copies, sl_index most, int least)
{
    copies->fixed = 0;
    if (r->gang != NULL && most < sl__gang_shares())
        r->gang = NULL;
    copies->count = r->gang != NULL ? sl__gang_shares() : most < r->threads ? (int)most : r->threads;
    if (copies->count >= least && sl__copies_begin(copies))
        r->copies = copies;
    if (r->copies != NULL && r->gang == NULL)
        r->threads = copies->count;
}

/* A copy of the arrays a block, or a thread of a nest, which nobody can cut; by .reproducible that is one. Into other
 * views iterations scatter in place: where their order counts, in one thread, which takes the blocks in their order. */
static int begin_arrays(sl__loop_exec *r, sl__copies *copies, void *buffers[])
{
    (void)begin_in_place(r);
    copies->combine = r->task->policy->combine;
    const sl_index most = sl__copies_make(r->task, buffers, r->args, copies);
    if (sl__form_of(r->task->kernel)->nests) {
        begin_copies(r, copies, r->task->policy->reproducible != SL_NO || most < 1 ? 1 : most, 1);
        return r->copies != NULL;
    }
    r->gang = NULL;
    r->schedule = SL_STATIC;
    r->chunk = 0;
    if (r->task->stands_for != NULL)
        deal_blocks(r, copies);
    else
        deal_shares(r, copies, sl__array_blocks(r->cut.points, copies->elements, copies->each));
    r->copies = sl__copies_begin(copies) ? copies : NULL;
    return r->copies != NULL;
}

/* What the policy says, or what is fastest; the first loops of a size class are timed. */
static sl_scatter choose(const sl__loop_exec *r, sl__copies *copies, sl_index most)
{
    const unsigned ways = 1u << SL_SCATTER_ATOMIC | (unsigned)(most >= 2) << SL_SCATTER_DUPLICATE |
                          (unsigned)sl__colors_possible(r->task) << SL_SCATTER_COLOR;
    if (r->task->policy->scatter != SL_SCATTER_AUTO)
        return r->task->policy->scatter;
    return (sl_scatter)sl__fastest_choose(SL__FASTEST_SCATTER, r->task, copies->elements, ways, &copies->choice);
}

/* Colours of the map, one after another. @return 0 where they cannot be made */
static int begin_colors(sl__loop_exec *r, void *buffers[])
{
    r->colors = sl__colors_get(r->task, buffers);
    if (r->colors == NULL)
        return 0;
    if (r->colors->block == 1)
        r->cut.function = r->cut.function == SL__CASE_RIGHT || r->cut.function == SL__CASE_INDEXED_RIGHT
                              ? SL__CASE_INDEXED_RIGHT
                              : SL__CASE_INDEXED;
    else if (r->chunk > 0)
        r->chunk = (r->chunk - 1) / r->colors->block + 1;
    return 1;
}

static int scatter_begin(sl__loop_exec *r, sl__copies *copies, void *buffers[])
{
    const sl_policy *policy = r->task->policy;
    copies->choice.timed = 0;
    copies->branch = 0;
    copies->arrays = r->task->state->arrays > 0;
    if (copies->arrays)
        return begin_arrays(r, copies, buffers);
    if (!sl__form_of(r->task->kernel)->boxes)
        return begin_in_place(r);
    if (r->schedule == SL_SEQ)
        return 1;
    const int alone = r->threads == 1 && r->gang == NULL, fixed = policy->reproducible != SL_NO;
    if (policy->scatter == SL_SCATTER_COLOR && (fixed || !alone) && begin_colors(r, buffers))
        return 1;
    if (fixed)
        return begin_fixed(r, copies, sl__copies_make(r->task, buffers, r->args, copies));
    if (alone || policy->scatter == SL_SCATTER_ATOMIC || policy->scatter == SL_SCATTER_COLOR)
        return 1;
    const sl_index most = sl__copies_make(r->task, buffers, r->args, copies);
    const sl_scatter way = choose(r, copies, most);
    if (way == SL_SCATTER_COLOR)
        (void)begin_colors(r, buffers);
    else if (way == SL_SCATTER_DUPLICATE && most >= 2)
        begin_copies(r, copies, most, 2);
    return 1;
}

static void scatter_end(sl__loop_exec *r, sl__copies *copies)
{
    if (r->copies != NULL)
        sl__copies_end(r->copies);
    if (r->colors != NULL)
        sl__colors_release(r->colors);
    sl__fastest_end(r->task, &copies->choice);
}

sl__failure *sl__scatter_run(sl__loop_exec *r, void *buffers[], int *done)
{
    sl__copies copies;
    if (!scatter_begin(r, &copies, buffers))
        return sl__task_lacks(r->task, "memory for copies of views");
    if (r->copies != NULL && r->shadows != NULL)
        sl__shadows_copied(r->shadows, r->copies);
    *done = sl__form_exec_of(r->task->kernel)->run(r, buffers);
    scatter_end(r, &copies);
    return NULL;
}
