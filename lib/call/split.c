/* SPDX-License-Identifier: BSD-3-Clause */
/* From a call to the tasks of its parts. */
#include "call/split.h"
#include "call/spread_side.h"
#include "call/split_tasks.h"
#include "call/queue.h"
#include "call/request.h"
#include "task/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/gate.h"
#include "base/progress.h"
#include "backend/backend.h"
#include "task/batch.h"
#include "task/edge_task.h"
#include "task/epoch.h"
#include "task/homes.h"
#include "machine/machine.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/spans.h"
#include "task/split_ask.h"
#include "task/split_joined.h"
#include "task/split_loop.h"
#include "task/split_part.h"
#include "task/split_plan.h"
#include "task/split_together.h"
#include "task/split_worth.h"

/* A task on its way. */
typedef struct request {
    sl__task *task;
    struct starpu_codelet *codelet;
    const char *function;
    sl__held held;
    sl__split_loop *call;
    sl__spread_rest *rest;
} request;

/* ---- beginning and end ----------------------------------------------------------------------------------- */

static _Atomic int64_t parts_queued;

void sl__split_loops_init(void)
{
    sl__split_init();
    if (sl__device_workers() > 0) {
        sl__device_part_codelet(&sl__part_codelet);
        sl__device_edge_codelet(&sl__edge_codelet);
        sl__device_together_codelet(&sl__together_codelet);
    }
    sl__split_together_init();
    sl__split_tasks_init();
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
    sl__split_together_fini();
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
    for (int p = sl__split_next(plan, 0); p < sl__split_end(plan); p = sl__split_next(plan, p + 1))
        if (sl__split_box(plan, p, &box)) {
            int n = sl__split_uses(plan, &box, NULL);
            if (n > most)
                return 0;
            *uses += (size_t)n;
            ++*parts;
        }
    return *parts > 0;
}

/* Cuts the loop as devices need it, which have parts apart, and their own order of reductions. */
static int cut_for_devices(sl__split_plan *plan)
{
    const int stand_in =
        sl__split_worker != NULL && sl__kernel_reduces(plan->task->state) && sl__form_of(plan->task->kernel)->boxes;
    return !stand_in && !plan->task->kernel->bounds_checked && sl__split_cut_exactly(plan) &&
           sl__split_is_apart(plan) && sl__split_joined_pays(plan);
}

/* On which side the parts run: all of them on one, so that none has to be moved for its neighbours' sake; but where no
 * loop looks at neighbours groups may help devices (task/homes.h).
 * @param[in] parts  that are not empty  @return 0: the loop is better off whole: it must run on a device, or had
 * better, or copies of what it joins would be too large. */
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
    if (plan->along >= 0) { /* one after another they take as long as the whole */
        box = task->space;
        parts = 1;
    }
    apart.where = plan->where = fits ? sl__place_parts(task, &box, parts) : SL__SIDE_CPU;
    apart.apart = fits && ((plan->where & SL__SIDE_DEVICE) || sl__split_worker != NULL);
    if (apart.apart)
        *plan = apart;
    if (plan->apart && (plan->where & SL__SIDE_DEVICE) &&
        (sl__kernel_reduces(task->state) || plan->along >= 0 || sl__split_reads_edges(plan)))
        plan->where = SL__SIDE_DEVICE;
    sl__homes_find(plan, &box);
    return plan->apart || sl__split_joined_pays(plan);
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
    if (call->plan.together)
        sl__parts_end(call, failure, 1);
    else if (number < call->started)
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
    const int chained = call->carry != NULL;
    for (int i = 0, error = 0; i < tasks; i++) { /* when the last one is submitted the call may be gone */
        error = chained && error != 0 ? error : sl__batch_submit(call->starpu[i], task, call->joins);
        if (error != 0)
            split_fail(call, i, error);
    }
}

/* ---- submitting ---------------------------------------------------------------------------------------- */

static sl_status give_up(request *r, sl_status status)
{
    if (r->call != NULL && r->call->carry != NULL)
        starpu_data_unregister_submit(r->call->carry);
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
    sl_status status = sl__split_save_edges(r->call, r->function);
    if (status != SL_SUCCESS)
        return give_up(r, status);
    int tasks = sl__split_tasks_make(r->call);
    if (tasks == 0)
        return no_memory(r);
    sl__split_note_edges(r->call);
    const starpu_data_handle_t carry = r->call->carry; /* the call may be gone when it is submitted */
    submit_tasks(r, tasks);
    if (carry != NULL)
        starpu_data_unregister_submit(carry);
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

int sl__split_all(sl__task *const tasks[], int n)
{
    int in_parts = 0;
    for (int i = 0; i < n; i++)
        if (sl__spread_uses(tasks[i]))
            return 1;
    for (int i = 0; i < n; i++) {
        sl__split_plan plan = {.task = tasks[i]};
        if (!concerns(tasks[i]))
            continue;
        if (!sl__split_possible(tasks[i]) || !is_worth_it(tasks[i]))
            return 0;
        sl__split_ask(&plan);
        if (!sl__split_plan_make(&plan))
            return 0;
        in_parts = 1;
    }
    return in_parts;
}

/* Memory for the call. @return NULL without. */
static sl__split_loop *make_call(sl__task *task, sl__split_plan *plan)
{
    int parts;
    size_t uses;
    if (!sl__split_reserve_edges(plan) || !count_parts(plan, &parts, &uses))
        return NULL;
    sl__split_loop *call = sl__split_call_make(task, plan, parts, uses);
    if (call == NULL || !plan->together || sl__split_find_buffers(call))
        return call;
    sl__split_loop_give(call);
    plan->together = 0;
    return make_call(task, plan);
}

/* The parts of this rank, once what they read of others is on its way. */
static sl_status submit_own(request *r, sl__split_plan *plan)
{
    int parts;
    size_t uses;
    for (int s = 0; s < r->task->views; s++)
        if (plan->view[s].whole && sl__splits_of(r->task->view[s].view) != NULL)
            SL_TRY(sl__split_switch(r->task->view[s].view, NULL, r->function));
    SL_TRY(sl__spread_bring(plan, r->function));
    if (!count_parts(plan, &parts, &uses)) {
        sl__spread_note(plan);
        r->rest->nothing_here = 1;
        return SL_SUCCESS;
    }
    r->call = sl__split_call_make(r->task, plan, parts, uses);
    const int tasks = r->call != NULL ? sl__split_tasks_make(r->call) : 0;
    if (tasks == 0)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the parts of a loop, got none", r->function);
    sl__split_note_edges(r->call);
    sl__spread_note(plan);
    sl__spread_placed(plan);
    submit_tasks(r, tasks);
    return SL_SUCCESS;
}

/* A loop over distributed views. Where it reduces the other ranks wait for what becomes of it here. */
static sl_status submit_spread(request *r)
{
    sl__split_plan plan = {.task = r->task};
    r->rest->agrees = r->task->waited && r->task->state->reductions == 0;
    sl_status status = sl__spread_begin(r->task, r->function, &r->rest->results);
    if (status == SL_SUCCESS)
        status = sl__spread_plan(&plan, r->function);
    if (r->rest->results != NULL)
        plan.partial = sl__results_partial(r->rest->results);
    if (status == SL_SUCCESS)
        status = submit_own(r, &plan);
    if (status != SL_SUCCESS)
        return give_up(r, status);
    if (r->rest->nothing_here)
        sl__task_drop(r->task);
    return SL_SUCCESS;
}

/* With all views held. */
static sl_status submit_held(request *r)
{
    sl__split_plan plan = {.task = r->task};
    int parts;
    size_t uses;
    if (sl__spread_uses(r->task) && sl_space_size(&r->task->space) > 0)
        return submit_spread(r);
    if (sl__spread_uses(r->task)) {
        r->task->where = SL__SIDE_CPU; /* what is reduced is the same wherever nothing runs */
        return sl__task_hand_over(r->task, r->codelet, r->function);
    }
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
    plan.together = sl__split_goes_together(&plan, sl__split_device_joins(&plan));
    r->call = make_call(r->task, &plan);
    if (r->call == NULL)
        return no_memory(r);
    return submit_parts(r);
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

sl_status sl__split_submit(sl__task *task, struct starpu_codelet *codelet, const char *function, sl__spread_rest *rest)
{
    request r = {.task = task, .codelet = codelet, .function = function, .rest = rest};
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
