/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/spread_side.h"

#include "base/error.h"
#include "data/edges.h"
#include "kernel/blocks.h"
#include "kernel/form.h"
#include "kernel/policy.h"
#include "task/homes.h"
#include "task/split_plan.h"

enum { LONGER = 8 }; /* blocks are longer than their share by an eighth of it at most: data/grid.c */

static const sl__spread *spread_of_use(const sl__split_plan *plan, int slot)
{
    return plan->task->view[slot].view->spread;
}

sl__spread_gpus sl__spread_gpus_of(const sl__task *task)
{
    const sl__ranks *ranks = sl__ranks_now();
    if (ranks == NULL || !(task->where & SL__SIDE_DEVICE))
        return SL__GPUS_NEVER;
    if (sl__policy_where(task->policy) != SL_ANYWHERE)
        return SL__GPUS_ALWAYS;
    return ranks->gpus.open > 0 ? SL__GPUS_WHERE_CUT : SL__GPUS_NEVER;
}

sl_status sl__spread_check_gpus(const char *function, const sl_kernel *kernel, const sl_policy *policy)
{
    const sl__ranks *ranks = sl__ranks_now();
    const sl_where where = sl__policy_where(policy);
    if (where == SL_ANYWHERE || where == SL_CPU || ranks == NULL || ranks->gpus.count > 0)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_DEVICE,
                   "%s: kernel %s: policy.where: expected SL_CPU or SL_ANYWHERE for distributed views where a rank has "
                   "no GPU, got a GPU",
                   function, kernel->name);
}

/* Bytes of a block, or of a view that is whole, on a device. */
static int64_t bytes_there(const sl__split_plan *plan, int slot)
{
    const sl_view *view = plan->task->view[slot].view;
    const sl__spread *spread = spread_of_use(plan, slot);
    if (spread == NULL)
        return (int64_t)view->span;
    const sl_index rows = view->n[0] / spread->grid->parts;
    return (rows + rows / LONGER + 1) * view->s[0] * (int64_t)view->elem +
           2 * (int64_t)sl__edges_room_bytes(view, 0, spread->room);
}

/* StarPU tries for ever where a task needs more than a device has. */
static int has_room_beside(const sl__split_plan *plan)
{
    int64_t bytes = 0;
    for (int s = 0; s < plan->task->views; s++)
        bytes += plan->view[s].target ? 0 : bytes_there(plan, s);
    return bytes <= sl__ranks_now()->gpus.room;
}

/* Whether a device takes the blocks of a CPU for what a part reduces. */
static int reduces_by_blocks(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    return task->state->reductions == 0 ||
           (sl__form_of(task->kernel)->boxes && task->state->arrays == 0 &&
            task->state->blocks == SL__BLOCKS_OF_LANES && sl__split_only_axis(plan) == 0);
}

int sl__spread_fits_gpus(const sl__split_plan *plan, const char **why)
{
    *why = "one that reduces by an operator of the program, in teams or a nest, or along another dimension";
    if (!reduces_by_blocks(plan))
        return 0;
    *why = "one whose blocks do not fit into the memory of a rank's GPU at once: more blocks are smaller";
    return has_room_beside(plan);
}

void sl__spread_find_homes(sl__split_plan *plan)
{
    sl_space box = plan->task->space; /* where none of its parts is here others may read edges */
    for (int p = sl__split_next(plan, 0); p < sl__split_end(plan); p = sl__split_next(plan, p + 1))
        if (sl__split_box(plan, p, &box))
            break;
    if (plan->spread->own > 0)
        sl__homes_find(plan, &box);
}

int sl__spread_home(const sl__split_plan *plan, int block)
{
    return sl__homes_worker(plan, block, plan->spread->grid->parts);
}

void sl__spread_placed(const sl__split_plan *plan)
{
    const int there = plan->where & SL__SIDE_DEVICE ? SL__VIEW_ON_GPU : SL__VIEW_IN_MAIN;
    for (int s = 0; s < plan->task->views; s++) {
        const sl__spread *spread = spread_of_use(plan, s);
        for (int k = 0; spread != NULL && k < spread->own; k++) {
            sl_view *block = spread->block[k];
            const int now = atomic_load_explicit(&block->placement.planned, memory_order_relaxed);
            if (plan->task->view[s].access & SL_WRITE)
                atomic_store_explicit(&block->placement.planned, there, memory_order_relaxed);
            else if (now != 0) /* else StarPU is asked */
                atomic_store_explicit(&block->placement.planned, now | there, memory_order_relaxed);
        }
    }
}
