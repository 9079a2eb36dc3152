/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/split_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/reserve.h"
#include "data/edges.h"
#include "kernel/blocks.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "task/edge_task.h"
#include "task/homes.h"
#include "call/measured.h"
#include "task/place.h"
#include "task/split_joined.h"
#include "task/split_loop.h"
#include "task/split_part.h"
#include "task/split_plan.h"
#include "task/split_scan.h"
#include "task/split_together.h"

static _Atomic unsigned calls_made;

void sl__split_tasks_init(void)
{
    atomic_store(&calls_made, 0);
    sl__homes_begin();
}

int sl__split_reads_edges(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if (plan->view[s].low > 0 || plan->view[s].high > 0)
            return 1;
    return 0;
}

/* ---- edges ----------------------------------------------------------------------------------------------- */

int sl__split_reserve_edges(sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views && plan->apart; s++) {
        sl__split_view *use = &plan->view[s];
        const sl_index most = use->low > use->high ? use->low : use->high;
        if (most == 0)
            continue;
        use->grid = sl__split_grid(plan->task->view[s].view, use->count, most);
        if (use->grid == NULL || (!plan->together && !sl__edges_reserve(use->grid, use->high, use->low)))
            return 0;
    }
    return 1;
}

sl_status sl__split_save_edges(const sl__split_loop *call, const char *function)
{
    for (int p = 0; p < call->started && call->plan.apart && !call->plan.together; p++)
        for (int u = 0; u < call->part[p].uses; u++) {
            const sl__part_use *use = &call->part[p].use[u];
            sl__grid *grid = call->plan.view[use->slot].grid;
            if (use->stretch == SL__STRETCH_PART || use->writes || grid->part[use->part].stretch[use->stretch].fresh)
                continue;
            SL_TRY(sl__edge_save_submit(grid, use->part, use->stretch,
                                        sl__homes_worker(&call->plan, use->part, grid->parts), call->task->at,
                                        function));
            grid->part[use->part].stretch[use->stretch].fresh = 1;
        }
    return SL_SUCCESS;
}

/* What is known of edges behind the writes of a loop, or behind its reads. */
static void note_edges(const sl__split_loop *call, int reads)
{
    for (int p = 0; p < call->started; p++)
        for (int u = 0; u < call->part[p].uses; u++) {
            const sl__part_use *use = &call->part[p].use[u];
            sl__stretch *stretch = use->part < 0 ? NULL : call->plan.view[use->slot].grid->part[use->part].stretch;
            if (stretch == NULL || use->writes == reads)
                continue;
            if (use->stretch != SL__STRETCH_PART && call->plan.together)
                continue;
            if (use->stretch != SL__STRETCH_PART) {
                stretch[use->stretch].wanted = reads;
                stretch[use->stretch].fresh |= !reads;
            } else if (!reads) {
                stretch[SL__STRETCH_LOW].fresh = stretch[SL__STRETCH_HIGH].fresh = 0;
            }
        }
}

/* ---- the call -------------------------------------------------------------------------------------------- */

void sl__split_note_edges(const sl__split_loop *call)
{
    note_edges(call, 0);
    note_edges(call, 1);
}

static size_t split_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Bytes of what all parts leave of an argument. */
static size_t results_room(const sl__split_plan *plan, int i, sl_index blocks)
{
    const sl__arg_info *info = &plan->task->kernel->args[i];
    return sl__is_result(info->kind) ? split_rounded(sl__reduce_room(info, blocks)) : sl__split_joined_room(plan, i);
}

/* @param[in,out] use  memory for what it uses  @return how many parts there are then: an empty one is left out */
static int add_part(sl__split_loop *call, int number, int n, sl__part_use **use)
{
    int cells, cell = sl__split_cell(&call->plan, number % call->plan.parts, &cells);
    sl_space box;
    if (!sl__split_box(&call->plan, number, &box))
        return n;
    call->part[n] = (sl__part){
        .call = call, .number = number, .order = n, .worker = sl__homes_worker(&call->plan, cell, cells), .use = *use};
    call->part[n].uses = sl__split_uses(&call->plan, &box, *use);
    *use += call->part[n].uses;
    return n + 1;
}

int sl__split_device_joins(const sl__split_plan *plan)
{
    const sl__task *task = plan->task;
    int results = 0;
    if (!sl__form_of(task->kernel)->boxes || task->state->blocks != SL__BLOCKS_OF_LANES ||
        plan->parts != plan->axis[0].parts)
        return 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (!sl__is_result(task->kernel->args[i].kind))
            continue;
        if (task->host[i] != NULL)
            return 0;
        results++;
    }
    return results > 0;
}

/* Whether devices are to time the parts of a call: all, for they are compared. */
static int parts_are_due(const sl__split_loop *call)
{
    const sl__task *task = call->task;
    sl_space box;
    (void)sl__split_box(&call->plan, call->part[0].number, &box);
    const uint32_t key = sl__kernel_key(task->kernel, task->policy, &box);
    return sl__times_due(&task->state->times, sl__times_class(&task->state->times, key, 0), SL__ON_DEVICE);
}

sl__split_loop *sl__split_call_make(sl__task *task, const sl__split_plan *plan, int parts, size_t uses)
{
    const sl_index blocks = sl__split_results(plan);
    size_t head = split_rounded(sizeof(sl__split_loop)), part = split_rounded((size_t)parts * sizeof(sl__part)),
           starpu = split_rounded(((size_t)parts + 1) * sizeof(struct starpu_task *)),
           used = split_rounded(uses * sizeof(sl__part_use)),
           buffers = plan->together ? split_rounded((uses + SL__TASK_VIEWS) * sizeof(sl__split_buffer)) : 0, room = 0;
    for (int i = 0; i < task->kernel->nargs && plan->partial == NULL; i++)
        room += results_room(plan, i, blocks);
    char *memory = (char *)sl__split_loop_take(head + part + starpu + used + buffers + room);
    sl__split_loop *call = (sl__split_loop *)memory;
    if (call == NULL)
        return NULL;
    call->task = task;
    call->plan = *plan;
    call->blocks = blocks;
    call->stored = 0;
    call->started = parts;
    atomic_store(&call->failure, NULL);
    atomic_store(&call->own, 0);
    call->part = (sl__part *)(memory += head);
    call->starpu = (struct starpu_task **)(memory += part);
    sl__part_use *use = (sl__part_use *)(memory += starpu);
    call->buffer = (sl__split_buffer *)(memory += used);
    memory += buffers;
    call->buffers = 0;
    call->joins = plan->together && sl__split_device_joins(plan);
    call->results_bytes = 0;
    for (int i = 0; i < task->kernel->nargs && plan->partial != NULL; i++)
        call->partial[i] = plan->partial[i];
    for (int i = 0; i < task->kernel->nargs && plan->partial == NULL; i++) {
        call->partial[i] = memory;
        memory += results_room(plan, i, blocks);
        call->results_at[i] = call->results_bytes; /* as much again to join them in */
        call->results_bytes += 2 * results_room(plan, i, blocks);
    }
    call->carry = NULL;
    for (int p = sl__split_next(plan, 0), n = 0; p < sl__split_end(plan); p = sl__split_next(plan, p + 1))
        n = add_part(call, p, n, &use);
    call->timed = plan->apart && parts_are_due(call);
    return call;
}

/* Another memory node than main memory has a copy of each part for itself: there a part's task may use one of each
 * view, with nothing of others in between. A body whose bad index was found must find the whole view. */
static int fits_any_node(const sl__split_plan *plan, const sl__part *part)
{
    int uses[SL__TASK_VIEWS] = {0};
    for (int u = 0; u < part->uses; u++) {
        const sl__grid *grid = plan->view[part->use[u].slot].grid;
        if (++uses[part->use[u].slot] > 1 || (grid != NULL && grid->cut < 0))
            return 0;
    }
    return !plan->task->kernel->bounds_checked;
}

/* ---- tasks of StarPU's ----------------------------------------------------------------------------------- */

static starpu_data_handle_t handle_of(const sl__split_loop *call, const sl__part_use *use)
{
    return use->part < 0 ? call->task->view[use->slot].view->handle
                         : call->plan.view[use->slot].grid->part[use->part].stretch[use->stretch].handle;
}

/* Later calls come first, within a window of calls, so that a worker goes on with the part that it has in its cache
 * while that lasts; the next window waits, so that no part is left behind for long. With halos a worker goes through as
 * many neighbouring parts as a window has calls: fewer stay in its caches. A priority of the program's own stands. */
static int priority_of(const sl__split_loop *call)
{
    int low = starpu_sched_get_min_priority(), wanted,
        step = sl__split_has_halos(&call->plan) ? SL__PRIORITY_HALO_STEP : 1;
    if (call->task->policy->priority != 0)
        return sl__task_priority(call->task);
    wanted = (int)(atomic_fetch_add(&calls_made, step) % SL__PRIORITY_WINDOW) - (SL__PRIORITY_WINDOW - 1);
    return wanted < low ? low : wanted;
}

static struct starpu_task *make_part(const sl__part *part, int priority)
{
    const sl__split_loop *call = part->call;
    struct starpu_task *task = starpu_task_create();
    const int carries = call->carry != NULL;
    if (task == NULL || !sl__task_reserve_views(task, part->uses + carries)) {
        sl__task_discard(task);
        return NULL;
    }
    int dynamic = task->dyn_handles != NULL;
    for (int u = 0; u < part->uses; u++) {
        (dynamic ? task->dyn_handles : task->handles)[u] = handle_of(call, &part->use[u]);
        (dynamic ? task->dyn_modes : task->modes)[u] = sl__part_mode(&part->use[u]);
    }
    if (carries) {
        (dynamic ? task->dyn_handles : task->handles)[part->uses] = call->carry;
        (dynamic ? task->dyn_modes : task->modes)[part->uses] = part->order == 0 ? STARPU_W : STARPU_RW;
    }
    task->nbuffers = part->uses + carries;
    task->cl = call->plan.apart || fits_any_node(&call->plan, part) ? &sl__part_codelet : &sl__part_in_main_codelet;
    task->cl_arg = (void *)part;
    task->where = sl__backend_bits(call->plan.where);
    sl__task_pin(task, part->worker);
    task->name = call->task->label;
    task->priority = priority;
    return task;
}

/* Views that reductions go to, in the order of the task's. */
static int targets_of(const sl__split_loop *call, sl__task_view targets[])
{
    int n = 0;
    for (int s = 0; s < call->task->views; s++)
        if (call->plan.view[s].target)
            targets[n++] = call->task->view[s];
    return n;
}

/* The task that stores what was reduced into views. @return 0 without memory. */
static int make_combine(sl__split_loop *call, int priority)
{
    sl__task_view targets[SL__TASK_VIEWS];
    int n = targets_of(call, targets);
    struct starpu_task *task = starpu_task_create();
    if (task == NULL || !sl__task_reserve_views(task, n)) {
        sl__task_discard(task);
        return 0;
    }
    sl__task_set_views(task, targets, n);
    task->cl = &sl__combine_codelet;
    task->where = sl__backend_bits(SL__SIDE_CPU);
    task->cl_arg = call;
    task->name = call->task->label;
    task->priority = priority;
    starpu_task_declare_deps_array(task, (unsigned)call->started, call->starpu);
    call->starpu[call->started] = task;
    return 1;
}

/* Whether a task is to store results. Those of all ranks are stored by the call. */
static int has_targets(const sl__split_loop *call)
{
    sl__task_view targets[SL__TASK_VIEWS];
    return call->plan.partial == NULL && targets_of(call, targets) > 0;
}

int sl__split_tasks_make(sl__split_loop *call)
{
    int made = 0, priority = priority_of(call);
    if (call->plan.along >= 0 && !sl__split_scan_carry(call))
        return 0;
    if (!sl__reserve_ask((size_t)call->started * SL__RESERVE_PART + SL__RESERVE_TASK))
        return 0;
    if (call->plan.together)
        return (call->starpu[0] = sl__split_make_together(call, priority)) != NULL;
    while (made < call->started && (call->starpu[made] = make_part(&call->part[made], priority)) != NULL)
        made++;
    if (made == call->started && (!has_targets(call) || make_combine(call, priority)))
        return made + has_targets(call);
    while (made > 0)
        sl__task_discard(call->starpu[--made]);
    return 0;
}
