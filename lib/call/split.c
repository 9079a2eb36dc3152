/* SPDX-License-Identifier: BSD-3-Clause */
/* From a call to the tasks of its parts. */
#include "call/split.h"
#include "call/queue.h"
#include "call/request.h"
#include "task/split.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/blocks.h"
#include "kernel/reduce.h"
#include "base/error.h"
#include "base/gate.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "backend/backend.h"
#include "call/measured.h"
#include "task/batch.h"
#include "task/edge_task.h"
#include "task/epoch.h"
#include "kernel/kinds.h"
#include "machine/machine.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/spans.h"
#include "task/split_ask.h"
#include "task/split_loop.h"
#include "task/split_part.h"
#include "task/split_plan.h"

/* A task on its way. */
typedef struct request {
    sl__task *task;
    struct starpu_codelet *codelet;
    const char *function;
    sl__held held;
    sl__split_loop *call;
} request;

/* ---- beginning and end ----------------------------------------------------------------------------------- */

static _Atomic unsigned calls_made;
static _Atomic int64_t parts_queued;

void sl__split_loops_init(void)
{
    sl__split_init();
    if (sl__device_workers() > 0) {
        sl__device_part_codelet(&sl__part_codelet);
        sl__device_edge_codelet(&sl__edge_codelet);
    }
    atomic_store(&calls_made, 0);
    atomic_store(&parts_queued, 0);
}

int64_t sl__split_parts_queued(void)
{
    return atomic_load(&parts_queued);
}

void sl__split_loops_fini(void)
{
    sl__split_fini();
    sl__split_loops_free();
}

/* ---- what a call needs --------------------------------------------------------------------------------- */

static int find_grids(sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++) {
        sl__split_view *use = &plan->view[s];
        use->grid = use->whole ? NULL : sl__split_grid(plan->task->view[s].view, use->count, 0);
        if (!use->whole && use->grid == NULL)
            return 0;
    }
    return 1;
}

/* How many parts are not empty, and what they use in all. @return 0: one uses too many handles. */
static int count_parts(const sl__split_plan *plan, int *parts, size_t *uses)
{
    const int most = sl__split_is_merged(plan) ? SL__PART_USES_MERGED : SL__PART_USES;
    sl_space box;
    *parts = 0;
    *uses = 0;
    for (int p = 0; p < plan->parts; p++)
        if (sl__split_box(plan, p, &box)) {
            int n = sl__split_uses(plan, &box, NULL);
            if (n > most)
                return 0;
            *uses += (size_t)n;
            ++*parts;
        }
    return *parts > 0;
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

/* Cuts the loop as devices need it, which have parts apart, and their own order of reductions. */
static int cut_for_devices(sl__split_plan *plan)
{
    const int stand_in = sl__split_worker != NULL && plan->task->state->reductions > 0;
    return !stand_in && !plan->task->kernel->bounds_checked && sl__split_cut_exactly(plan) && sl__split_is_apart(plan);
}

/* Whether a part reads edges. They lie beside a part's copy, and so not in main memory. */
static int reads_edges(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if (plan->view[s].low > 0 || plan->view[s].high > 0)
            return 1;
    return 0;
}

/* On which side the parts run: all of them on one, so that none has to be moved for its neighbours' sake.
 * @param[in] parts  that are not empty  @return 0: the loop is better off whole: it must run on a device, or had
 * better. */
static int choose_side(sl__split_plan *plan, int parts)
{
    const sl__task *task = plan->task;
    const int asks = (task->where & SL__SIDE_DEVICE) || sl__split_worker != NULL;
    sl__split_plan apart = *plan;
    const int fits = !asks || cut_for_devices(&apart);
    sl_space box;
    for (int p = 0; !sl__split_box(plan, p, &box); p++)
        continue;
    if (!fits && (!(task->where & SL__SIDE_CPU) ||
                  sl__place_seconds(task, SL__ON_CPU) >= sl__place_seconds(task, SL__ON_DEVICE)))
        return 0;
    apart.where = plan->where = fits ? sl__place_parts(task, &box, parts) : SL__SIDE_CPU;
    apart.apart = fits && ((plan->where & SL__SIDE_DEVICE) || sl__split_worker != NULL);
    if (apart.apart)
        *plan = apart;
    if (plan->apart && (plan->where & SL__SIDE_DEVICE) && (task->state->reductions > 0 || reads_edges(plan)))
        plan->where = SL__SIDE_DEVICE;
    return 1;
}

/* The worker of the device that is the home of a part: all calls have it there. @return -1: any */
static int home_worker(const sl__split_plan *plan, int cell, int cells)
{
    const int gpu = sl__task_gpu(plan->task), devices = sl__device_workers();
    if (gpu != 0)
        return sl__gpu_worker(gpu);
    if (plan->apart && sl__split_worker != NULL)
        return sl__split_worker(cell, cells);
    return plan->where == SL__SIDE_DEVICE && devices > 0 ? sl__device_worker((int)((int64_t)cell * devices / cells))
                                                         : -1;
}

/* Room and handles for the edges that the loop reads. @return 0 without memory. */
static int reserve_edges(sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views && plan->apart; s++) {
        sl__split_view *use = &plan->view[s];
        const sl_index most = use->low > use->high ? use->low : use->high;
        if (most == 0)
            continue;
        use->grid = sl__split_grid(plan->task->view[s].view, use->count, most);
        if (use->grid == NULL || !sl__edges_reserve(use->grid, use->high, use->low))
            return 0;
    }
    return 1;
}

/* Saves the edges that the loop reads and that have not been saved since their parts were written. */
static sl_status save_edges(const sl__split_loop *call, const char *function)
{
    for (int p = 0; p < call->started && call->plan.apart; p++)
        for (int u = 0; u < call->part[p].uses; u++) {
            const sl__part_use *use = &call->part[p].use[u];
            sl__grid *grid = call->plan.view[use->slot].grid;
            if (use->stretch == SL__STRETCH_PART || use->writes || grid->part[use->part].stretch[use->stretch].fresh)
                continue;
            SL_TRY(sl__edge_save_submit(grid, use->part, use->stretch, home_worker(&call->plan, use->part, grid->parts),
                                        call->task->at, function));
            grid->part[use->part].stretch[use->stretch].fresh = 1;
        }
    return SL_SUCCESS;
}

/* What is known of edges behind the loop. */
static void note_edges(const sl__split_loop *call, int reads)
{
    for (int p = 0; p < call->started; p++)
        for (int u = 0; u < call->part[p].uses; u++) {
            const sl__part_use *use = &call->part[p].use[u];
            sl__stretch *stretch = use->part < 0 ? NULL : call->plan.view[use->slot].grid->part[use->part].stretch;
            if (stretch == NULL || use->writes == reads)
                continue;
            if (use->stretch != SL__STRETCH_PART) {
                stretch[use->stretch].wanted = reads;
                stretch[use->stretch].fresh |= !reads;
            } else if (!reads) {
                stretch[SL__STRETCH_LOW].fresh = stretch[SL__STRETCH_HIGH].fresh = 0;
            }
        }
}

static size_t split_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Whether a part reads edges of one that is at home on another device. Such parts come first on theirs, so that edges
 * travel while the others run. */
static int waits_for_devices(const sl__split_plan *plan, int number)
{
    if (!plan->apart || !reads_edges(plan))
        return 0;
    int cells, cell = sl__split_cell(plan, number, &cells);
    const int home = home_worker(plan, cell, cells);
    return (cell > 0 && home_worker(plan, cell - 1, cells) != home) ||
           (cell < cells - 1 && home_worker(plan, cell + 1, cells) != home);
}

/* @param[in,out] use  memory for what it uses  @return how many parts there are then: an empty one is left out */
static int add_part(sl__split_loop *call, int number, int n, sl__part_use **use)
{
    int cells, cell = sl__split_cell(&call->plan, number, &cells);
    sl_space box;
    if (!sl__split_box(&call->plan, number, &box))
        return n;
    call->part[n] =
        (sl__part){.call = call, .number = number, .worker = home_worker(&call->plan, cell, cells), .use = *use};
    call->part[n].uses = sl__split_uses(&call->plan, &box, *use);
    *use += call->part[n].uses;
    return n + 1;
}

/* Memory for a call, with its parts and what they use. @return 0 without memory. */
static int make_call(request *r, const sl__split_plan *plan, int parts, size_t uses)
{
    const sl__task *task = r->task;
    const sl_index blocks = sl__split_results(plan);
    size_t head = split_rounded(sizeof(sl__split_loop)), part = split_rounded((size_t)parts * sizeof(sl__part)),
           starpu = split_rounded(((size_t)parts + 1) * sizeof(struct starpu_task *)),
           used = split_rounded(uses * sizeof(sl__part_use)), room = 0;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__is_result(task->kernel->args[i].kind))
            room += split_rounded(sl__reduce_room(&task->kernel->args[i], blocks));
    char *memory = (char *)sl__split_loop_take(head + part + starpu + used + room);
    sl__split_loop *call = r->call = (sl__split_loop *)memory;
    if (call == NULL)
        return 0;
    call->task = r->task;
    call->plan = *plan;
    call->blocks = blocks;
    call->started = parts;
    atomic_store(&call->failure, NULL);
    atomic_store(&call->own, 0);
    call->part = (sl__part *)(memory += head);
    call->starpu = (struct starpu_task **)(memory += part);
    sl__part_use *use = (sl__part_use *)(memory += starpu);
    memory += used;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__is_result(task->kernel->args[i].kind)) {
            call->partial[i] = memory;
            memory += split_rounded(sl__reduce_room(&task->kernel->args[i], blocks));
        }
    for (int waits = 1, n = 0; waits >= 0; waits--)
        for (int p = 0; p < plan->parts; p++)
            if (waits_for_devices(plan, p) == waits)
                n = add_part(call, p, n, &use);
    return 1;
}

/* ---- tasks of StarPU's ----------------------------------------------------------------------------------- */

static enum starpu_data_access_mode mode_of(const sl__part_use *use)
{
    return !use->writes ? STARPU_R : use->reads || !use->overwrites ? STARPU_RW : STARPU_W;
}

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
    if (task == NULL || !sl__task_reserve_views(task, part->uses)) {
        sl__task_discard(task);
        return NULL;
    }
    int dynamic = task->dyn_handles != NULL;
    for (int u = 0; u < part->uses; u++) {
        (dynamic ? task->dyn_handles : task->handles)[u] = handle_of(call, &part->use[u]);
        (dynamic ? task->dyn_modes : task->modes)[u] = mode_of(&part->use[u]);
    }
    task->nbuffers = part->uses;
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
    task->cl_arg = call;
    task->name = call->task->label;
    task->priority = priority;
    starpu_task_declare_deps_array(task, (unsigned)call->started, call->starpu);
    call->starpu[call->started] = task;
    return 1;
}

static int has_targets(const sl__split_loop *call)
{
    sl__task_view targets[SL__TASK_VIEWS];
    return targets_of(call, targets) > 0;
}

/* @return how many tasks there are; 0 without memory. */
static int make_tasks(sl__split_loop *call)
{
    int made = 0, priority = priority_of(call);
    if (!sl__reserve_ask((size_t)call->started * SL__RESERVE_PART + SL__RESERVE_TASK))
        return 0;
    while (made < call->started && (call->starpu[made] = make_part(&call->part[made], priority)) != NULL)
        made++;
    if (made == call->started && (!has_targets(call) || make_combine(call, priority)))
        return made + has_targets(call);
    while (made > 0)
        sl__task_discard(call->starpu[--made]);
    return 0;
}

/* StarPU has not taken a task. As one that needs neither data nor a worker it does: what waits for it goes on. */
static void stand_in(struct starpu_task *task)
{
    task->cl = NULL;
    task->nbuffers = 0;
    if (starpu_task_submit(task) != 0)
        sl__task_discard(task);
}

/* The same: it fails as if it had run. */
static void split_fail(sl__split_loop *call, int number, int error)
{
    stand_in(call->starpu[number]);
    sl__failure *failure =
        sl__failure_new(call->task->at, error == -ENODEV ? SL_ERR_DEVICE : SL_ERR_STARPU,
                        "task \"%s\": expected StarPU to take it, got %s", call->task->label, strerror(-error));
    sl__progress_started();
    if (number < call->started)
        sl__part_end(&call->part[number], failure, 1);
    else
        sl__split_loop_leave(call, failure, 1, NULL);
}

static void submit_tasks(request *r, int tasks)
{
    sl__split_loop *call = r->call;
    sl__task *task = r->task;
    atomic_store(&call->left, tasks);
    atomic_fetch_add_explicit(&parts_queued, call->started, memory_order_relaxed);
    task->reason = SL__BECAUSE_SPLIT;
    sl__profile_routed(task, task->reason);
    sl__task_queued(r->task, r->function);
    for (int i = 1; i < tasks; i++)
        sl__progress_submitted();
    for (int i = 0; i < tasks; i++) { /* when the last one is submitted the call may be gone */
        int error = sl__batch_submit(call->starpu[i], task);
        if (error != 0)
            split_fail(call, i, error);
    }
}

/* ---- submitting ---------------------------------------------------------------------------------------- */

static sl_status give_up(request *r, sl_status status)
{
    if (r->call != NULL)
        sl__split_loop_give(r->call);
    sl__task_drop(r->task);
    return status;
}

static sl_status no_memory(request *r)
{
    return give_up(r, SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the parts of a loop, got none", r->function));
}

static sl_status submit_whole(request *r)
{
    sl_status status = r->task->kernel != NULL ? sl__request_fit(r->task, r->function, 0) : SL_SUCCESS;
    if (status == SL_SUCCESS)
        status = sl__splits_join(&r->held, r->function);
    if (status != SL_SUCCESS) {
        sl__task_drop(r->task);
        return status;
    }
    return sl__task_hand_over(r->task, r->codelet, r->function);
}

static sl_status submit_parts(request *r)
{
    const sl__split_plan *plan = &r->call->plan;
    for (int s = 0; s < r->task->views; s++) {
        sl_view *view = r->task->view[s].view;
        sl__splits *splits = sl__splits_of(view);
        sl_status status = splits ? sl__split_switch(view, plan->view[s].grid, r->function) : SL_SUCCESS;
        if (splits && status == SL_SUCCESS)
            splits->automatic = plan->view[s].automatic;
        if (status != SL_SUCCESS)
            return give_up(r, status);
    }
    sl_status status = save_edges(r->call, r->function);
    if (status != SL_SUCCESS)
        return give_up(r, status);
    int tasks = make_tasks(r->call);
    if (tasks == 0)
        return no_memory(r);
    note_edges(r->call, 0);
    note_edges(r->call, 1);
    submit_tasks(r, tasks);
    return SL_SUCCESS;
}

/* Whether parts are of use: they may run in several places, or a view is in parts already, or the only device has no
 * memory for all at once. */
static int is_worth_it(const sl__task *task)
{
    int places = (task->where & SL__SIDE_CPU ? sl__machine_groups() : 0) +
                 (task->where & SL__SIDE_DEVICE ? sl__device_workers() : 0);
    for (int s = 0; s < task->views && places < 2; s++) {
        const sl__splits *splits = sl__splits_of(task->view[s].view);
        places += splits != NULL && splits->parts != NULL ? 2 : 0;
    }
    return places > 1 || ((task->where & SL__SIDE_DEVICE) && !sl__request_fits(task));
}

/* With all views held. */
static sl_status submit_held(request *r)
{
    sl__split_plan plan = {.task = r->task};
    int parts;
    size_t uses;
    if (!sl__split_possible(r->task) || !is_worth_it(r->task))
        return submit_whole(r);
    sl__split_ask(&plan);
    if (!sl__split_plan_make(&plan))
        return submit_whole(r);
    if (!find_grids(&plan))
        return no_memory(r);
    sl__split_merge(&plan);
    while (!count_parts(&plan, &parts, &uses))
        if (!sl__split_halve(&plan))
            return submit_whole(r);
    if (!choose_side(&plan, parts))
        return submit_whole(r);
    if (!reserve_edges(&plan) || !count_parts(&plan, &parts, &uses) || !make_call(r, &plan, parts, uses))
        return no_memory(r);
    return submit_parts(r);
}

/* Whether a task has to do with splits. Behind the gate. */
static int concerns(const sl__task *task)
{
    const sl__task_view *views = sl__task_uses(task);
    if (task->kernel != NULL && sl__split_asked(&task->policy->split))
        return 1;
    for (int i = 0; i < task->views; i++)
        if (sl__splits_of(views[i].view) != NULL)
            return 1;
    return 0;
}

/* Gives records to the views that the policy is to split. @return 0 without memory. */
static int make_records(sl__task *task)
{
    if (task->kernel == NULL || !sl__split_asked(&task->policy->split) || !sl__split_possible(task))
        return 1;
    for (int s = 0; s < task->views; s++)
        if (task->view[s].view->rank > 0 && sl__split_argument(task, s) >= 0 &&
            sl__splits_make(task->view[s].view) == NULL)
            return 0;
    return 1;
}

sl_status sl__split_submit(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    request r = {.task = task, .codelet = codelet, .function = function};
    sl_view *views[SL__TASK_USES];
    sl__gate_enter(SL__GATE_SPLIT);
    if (!concerns(task)) {
        sl_status status = sl__task_hand_over(task, codelet, function);
        sl__gate_leave(SL__GATE_SPLIT);
        return status;
    }
    sl__gate_leave(SL__GATE_SPLIT);
    if (!make_records(task))
        return no_memory(&r);
    int n = task->views; /* the task may be gone when they are released */
    for (int i = 0; i < n; i++)
        views[i] = sl__task_views(task)[i].view;
    sl__splits_hold(&r.held, views, n);
    sl_status status = submit_held(&r);
    sl__splits_release(&r.held);
    return status;
}
