/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a task: submission, running or being skipped, its end. */
#include "loop/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/env.h"
#include "core/log.h"
#include "core/progress.h"
#include "core/runtime.h"
#include "data/interface.h"
#include "device/cpu/chain.h"
#include "device/cpu/cpu.h"
#include "device/cpu/run.h"
#include "device/device.h"
#include "loop/batch.h"
#include "loop/function.h"
#include "loop/inline.h"
#include "loop/loop.h"
#include "loop/split.h"
#include "machine/machine.h"
#include "place/place.h"
#include "trace/trace.h"

enum { TASKS_A_LOOK = 32 };

/* What sl_task_data() looks at: the task that this thread runs, and its buffers. */
static _Thread_local sl__task *current;
static _Thread_local void **current_buffers;

void sl__task_set_label(sl__task *task, const char *label)
{
    size_t length = strnlen(label, sizeof task->label - 1);
    memcpy(task->label, label, length);
    task->label[length] = '\0';
}

int sl__task_add_view(sl__task *task, sl_view *view, int access, int keeps)
{
    sl__task_view *views = sl__task_views(task);
    int at = sl__task_find_view(views, task->views, view);
    if (at >= 0) {
        views[at].access = (short)(views[at].access | access);
        views[at].keeps = (short)(views[at].keeps | keeps);
        return at;
    }
    views[task->views] = (sl__task_view){view, (short)access, (short)keeps};
    return task->views++;
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* The failure of a view that the task reads, or of one that it must not touch, with a reference; NULL when all are
 * there. */
sl__failure *sl__task_poisoned(sl__task *task)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        if (sl__view_is_poisoned(views[i].view) && ((views[i].access & SL_READ) || sl__view_is_gone(views[i].view))) {
            sl__failure *failure = sl__view_poison(views[i].view);
            if (failure != NULL)
                return failure;
        }
    return NULL;
}

/* What the written views are from now on: poisoned, or there. A view that was read is not poisoned, or we would not
 * run. */
void sl__task_mark_outputs(sl__task *task, sl__failure *failure)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        if (failure != NULL ? views[i].access & SL_WRITE
                            : sl__task_renews(&views[i]) && sl__view_is_poisoned(views[i].view))
            sl__view_set_poison(views[i].view, failure);
}

double sl__task_bytes(const sl__task *task)
{
    const sl__task_view *views = task->many ? task->many : task->view;
    const double points = (double)sl_space_size(&task->space);
    double bytes = 0;
    for (int i = 0; i < task->views; i++) {
        const double count = (double)views[i].view->count;
        const double once = (double)views[i].view->elem * (points < count ? points : count);
        bytes += views[i].access == SL_RDWR ? 2 * once : once;
    }
    return bytes;
}

sl__failure *sl__task_run_kernel(sl__task *task, void *buffers[])
{
    sl__times *times = &task->state->times;
    const sl_index points = sl_space_size(&task->space);
    const int due = sl__times_due(times, task->footprint, SL__ON_CPU);
    const int first = sl__times_is_new(times, task->footprint, SL__BY_ITSELF);
    sl__cpu_effort effort = {.timed = due || sl__cores_timed(times, sl__cpu_way(task), points)};
    const double begin = effort.timed ? sl__clock_now() : 0, computed = first ? sl__clock_busy() : 0;
    sl__failure *failure = sl__cpu_run(task, buffers, sl__machine_group_of_worker(starpu_worker_get_id()), &effort);
    if (failure == NULL)
        failure = sl__task_fault(task);
    if (failure != NULL || !effort.timed)
        return failure;
    const double seconds = sl__clock_now() - begin;
    const double work = effort.threads > 1 ? effort.work : first ? sl__clock_busy() - computed : seconds;
    sl__times_note(times, task->footprint, SL__BY_ITSELF, points, seconds, work / effort.threads);
    sl__cores_note(times, effort.threads > 1 ? SL__ALL_CORES : SL__ONE_CORE, points, seconds, work);
    return NULL;
}

static sl__failure *run_function(sl__task *task, void *buffers[])
{
    int timed = sl__times_due(&sl__function_times, task->footprint, SL__ON_CPU);
    double begin = timed ? sl__clock_now() : 0;
    current = task;
    current_buffers = buffers;
    int result = task->function(task->arg);
    current = NULL;
    const double seconds = timed ? sl__clock_now() - begin : 0;
    if (timed)
        sl__times_note(&sl__function_times, task->footprint, SL__BY_ITSELF, 1, seconds, seconds);
    if (result == 0)
        return NULL;
    return sl__failure_new(SL_ERR_TASK, "host task \"%s\" failed: it returned %d", task->label, result);
}

static void leave_views(sl__task *task)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        sl__view_task_done(views[i].view);
}

/* All that others may wait for is written: lets go of the views and of the task. */
static void leave(sl__task *task)
{
    int waited = task->waited && atomic_load(&task->phase) != SL__TASK_ABANDONED;
    leave_views(task);
    if (waited) {
        atomic_store_explicit(&task->done, 1, memory_order_release);
    } else {
        sl__failure_release(task->failure);
        sl__task_give(task);
    }
    sl__progress_finished();
}

sl__failure *sl__task_start(sl__task *task)
{
    sl__task_prefetch(task, 1);
    sl__progress_started();
    int queued = SL__TASK_QUEUED;
    if (task->waited && !atomic_compare_exchange_strong(&task->phase, &queued, SL__TASK_RUNNING))
        return sl__failure_new(SL_ERR_STALLED, "task \"%s\" was given up: its caller met a stall", task->label);
    return NULL;
}

int sl__task_begin(sl__task *task)
{
    sl__failure *failure = sl__task_start(task);
    if (failure == NULL)
        failure = sl__task_poisoned(task);
    if (failure == NULL)
        return 1;
    sl__task_end(task, failure, 0);
    return 0;
}

void sl__task_end(sl__task *task, sl__failure *failure, int own)
{
    sl__task_mark_outputs(task, failure);
    sl__task_close(task, failure, own);
}

void sl__task_close(sl__task *task, sl__failure *failure, int own)
{
    if (failure != NULL && own && !task->waited)
        sl__failure_report(failure, task->number);
    task->failure = failure;
    leave(task);
}

/* Ends the task here and not in a StarPU callback, which costs more and comes later; StarPU orders what follows by the
 * data all the same. */
static void task_run(void *buffers[], void *arg)
{
    sl__task *task = arg;
    if (!sl__task_begin(task))
        return;
    sl__in_task++;
    int64_t begin = sl__trace_begin();
    sl__failure *failure = task->kernel ? sl__task_run_kernel(task, buffers) : run_function(task, buffers);
    sl__trace_end(task, SL__ON_CPU, begin);
    sl__in_task--;
    sl__task_end(task, failure, 1);
}

/* One loop of a batch. It ends before the next begins, so a failure goes along the data as it does between tasks. */
static void run_member(sl__batch *batch, int i, void *buffers[])
{
    sl__task *task = batch->task[i];
    void *own[SL__TASK_VIEWS];
    for (int v = 0; v < task->views; v++)
        own[v] = buffers[batch->place[i][v]];
    task_run(own, task);
}

/* The loops of a batch: as chains, where that pays, else one after another. */
static void batch_run(void *buffers[], void *arg)
{
    sl__batch *batch = arg;
    const sl__group *group = sl__machine_group_of_worker(starpu_worker_get_id());
    for (int i = 0, n; i < batch->count; i += n) {
        for (n = 0; i + n < batch->count && sl__chain_takes(batch->task[i + n]); n++)
            ;
        if (n > 1 && sl__chain_run(batch, i, n, buffers, group))
            continue;
        n = n > 1 ? n : 1;
        sl__trace_batch(1);
        for (int j = i; j < i + n; j++)
            run_member(batch, j, buffers);
        sl__trace_batch(0);
    }
    sl__batch_passed(batch);
    sl__batch_give(batch);
}

int sl__task_in_body(void)
{
    return sl__in_task && current == NULL;
}

sl_status sl__task_check_outside(const char *function)
{
    if (!sl__task_in_body())
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_CONTEXT, "%s: expected a call from outside of the bodies of loops, got one from inside",
                   function);
}

/* ---- submitting ---------------------------------------------------------------------------------------- */

void sl__task_codelet(struct starpu_codelet *codelet, const char *name, struct starpu_perfmodel *model)
{
    starpu_codelet_init(codelet);
    codelet->where = STARPU_CPU;
    codelet->cpu_funcs[0] = task_run;
    codelet->nbuffers = STARPU_VARIABLE_NBUFFERS;
    codelet->name = name;
    codelet->model = model;
}

void sl__task_batch_codelet(struct starpu_codelet *codelet)
{
    codelet->where = STARPU_CPU;
    codelet->cpu_funcs[0] = batch_run;
}

struct starpu_codelet sl__task_host_codelet = {
    .where = STARPU_CPU,
    .cpu_funcs = {task_run},
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .name = "sl_task",
    .model = &sl__function_model,
};

static int below_limit(void *arg)
{
    return sl__progress_pending() < *(const int64_t *)arg;
}

/* To look at the count of finished tasks costs a cache miss here and one in the worker, so a thread does it for one
 * task in many: for a limit of some thousands that is close enough. */
sl_status sl__task_throttle(const char *function)
{
    int64_t limit = sl__env_int(SL__ENV_MAX_QUEUED);
    if (sl__in_task || (limit >= 32 * TASKS_A_LOOK && !sl__progress_submitted_many(TASKS_A_LOOK)) ||
        sl__progress_pending() < limit)
        return SL_SUCCESS;
    if (sl__runtime_in_task()) /* a codelet of the program's own, too */
        return SL_SUCCESS;
    sl__progress_poll(); /* some may have ended, and nobody has noticed */
    if (sl__progress_pending() < limit)
        return SL_SUCCESS;
    int64_t low = limit - limit / 8;
    sl__batch_flush();
    return sl__progress_wait(below_limit, &low, function, "room in the queue");
}

int sl__task_priority(const sl__task *task)
{
    int priority = task->policy.priority;
    if (priority == 0)
        return 0;
    int low = starpu_sched_get_min_priority(), high = starpu_sched_get_max_priority();
    return priority < low ? low : priority > high ? high : priority;
}

enum starpu_data_access_mode sl__task_mode(const sl__task_view *use)
{
    return use->access == SL_READ ? STARPU_R : use->access == SL_WRITE && !use->keeps ? STARPU_W : STARPU_RW;
}

int sl__task_reserve_views(struct starpu_task *starpu_task, int count)
{
    if (count <= STARPU_NMAXBUFS || starpu_task->dyn_handles != NULL)
        return 1;
    starpu_data_handle_t *handles = malloc((size_t)count * sizeof *handles);
    enum starpu_data_access_mode *modes = malloc((size_t)count * sizeof *modes);
    if (handles == NULL || modes == NULL) {
        free(handles);
        free(modes);
        return 0;
    }
    starpu_task->dyn_handles = handles; /* StarPU frees them */
    starpu_task->dyn_modes = modes;
    return 1;
}

void sl__task_set_views(struct starpu_task *starpu_task, const sl__task_view views[], int count)
{
    int dynamic = starpu_task->dyn_handles != NULL;
    starpu_data_handle_t *handles = dynamic ? starpu_task->dyn_handles : starpu_task->handles;
    enum starpu_data_access_mode *modes = dynamic ? starpu_task->dyn_modes : starpu_task->modes;
    starpu_task->nbuffers = count;
    for (int i = 0; i < count; i++) {
        handles[i] = views[i].view->handle;
        modes[i] = sl__task_mode(&views[i]);
    }
}

void sl__task_discard(struct starpu_task *starpu_task)
{
    if (starpu_task == NULL)
        return;
    starpu_task->destroy = 0; /* or StarPU asserts that it was submitted */
    starpu_task_destroy(starpu_task);
}

static int task_is_done(void *arg)
{
    sl__task *task = arg;
    return atomic_load_explicit(&task->done, memory_order_acquire);
}

/* Waits for a task of one's own. After a stall the task is given up, unless it has begun to run meanwhile: when its
 * turn comes it computes nothing and poisons what it would have written. */
static sl_status wait_for(sl__task *task, const char *function)
{
    sl_status status;
    while ((status = sl__progress_wait(task_is_done, task, function, task->label)) != SL_SUCCESS) {
        int queued = SL__TASK_QUEUED;
        if (atomic_compare_exchange_strong(&task->phase, &queued, SL__TASK_ABANDONED))
            return status;
    }
    if (task->failure != NULL)
        status = sl__failure_raise(task->failure);
    sl__failure_release(task->failure);
    sl__task_drop(task);
    return status;
}

void sl__task_queued(sl__task *task, const char *function)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        sl__view_task_queued(views[i].view);
    atomic_store_explicit(&task->busy, 1, memory_order_relaxed);
    SL_LOG(SL_LOG_DEBUG, "%s: task \"%s\" is queued", function, task->label);
    sl__progress_submitted();
    if (sl__watched())
        sl__trace_queued();
}

/* Hands one task to StarPU; on failure gives it back. */
static sl_status hand_over(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    struct starpu_task *starpu_task = starpu_task_create();
    if (starpu_task == NULL || !sl__task_reserve_views(starpu_task, task->views)) {
        sl__task_discard(starpu_task);
        sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a task, got none", function);
    }
    sl__task_set_views(starpu_task, sl__task_views(task), task->views);
    starpu_task->cl = codelet;
    starpu_task->cl_arg = task;
    starpu_task->name = task->label;
    starpu_task->where = task->where;
    starpu_task->priority = sl__task_priority(task);
    sl__task_queued(task, function);
    int error = sl__batch_submit(starpu_task, task);
    if (error == 0)
        return SL_SUCCESS;
    sl__progress_withdrawn();
    sl__task_discard(starpu_task);
    leave_views(task);
    sl_status status =
        SL_FAIL(error == -ENODEV ? SL_ERR_DEVICE : SL_ERR_STARPU, "%s: task \"%s\": expected StarPU to take it, got %s",
                function, task->label, strerror(-error));
    sl__task_drop(task);
    return status;
}

sl_status sl__task_hand_over(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    if (sl__device_workers() > 0)
        sl__place(task);
    if (sl__batch_takes(task))
        return sl__batch_add(task, function);
    return hand_over(task, codelet, function);
}

sl_status sl__task_submit(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    int waited = task->waited; /* the task may be gone when this is asked */
    if (sl__in_task && sl__inline_puts_off(task))
        return SL_SUCCESS;
    if (waited)
        sl__batch_looked();
    SL_TRY(sl__split_active ? sl__split_submit(task, codelet, function) : sl__task_hand_over(task, codelet, function));
    return waited ? wait_for(task, function) : SL_SUCCESS;
}

/* ---- host functions ------------------------------------------------------------------------------------ */

static sl_status check_uses(const sl_use uses[], int count)
{
    if (count < 0 || count > SL__TASK_USES || (count > 0 && uses == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: uses: expected 0 to %d views, got %d", SL__TASK_USES, count);
    for (int i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "uses[%d]", i);
        SL_TRY(sl__view_check(uses[i].view, "sl_task", name));
        if (uses[i].access < SL_READ || uses[i].access > SL_RDWR)
            return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: %s: expected SL_READ, SL_WRITE or SL_RDWR, got %d", name,
                           uses[i].access);
        for (int j = 0; j < i; j++)
            if (uses[j].view != uses[i].view && ((uses[i].access | uses[j].access) & SL_WRITE) &&
                sl__view_overlap(uses[j].view, uses[i].view))
                return SL_FAIL(SL_ERR_ALIAS,
                               "sl_task: %s: expected memory of its own for \"%s\", "
                               "got some of \"%s\"",
                               name, uses[i].view->label, uses[j].view->label);
    }
    return SL_SUCCESS;
}

sl_status sl_task_submit(const sl_policy *policy, sl_task_function function, void *arg, const sl_use uses[], int count)
{
    static const sl_policy plain;
    if (policy == NULL)
        policy = &plain;
    SL_TRY(sl__runtime_check("sl_task"));
    if (sl__in_region())
        return sl__region_spoil(SL_FAIL(SL_ERR_CONTEXT,
                                        "sl_task: expected a call outside of a region, got one between "
                                        "sl_region_begin() and sl_region_end(), where only loops are recorded"));
    if (function == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: function: expected a function, got NULL");
    SL_TRY(sl__policy_check(policy, 0, "sl_task", "a host task"));
    SL_TRY(check_uses(uses, count));
    if (policy->synchronous) {
        SL_TRY(sl__runtime_check_blocking("sl_task"));
        for (int i = 0; i < count; i++)
            SL_TRY(sl__loop_host_free(uses[i].view, uses[i].access, "sl_task", NULL, "uses"));
    }
    SL_TRY(sl__task_throttle("sl_task"));
    sl__task *task = sl__task_take();
    if (task == NULL || (count > SL__TASK_VIEWS && !(task->many = calloc((size_t)count, sizeof *task->many)))) {
        if (task != NULL)
            sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "sl_task: expected memory for a task, got none");
    }
    sl__task_set_label(task, policy->label ? policy->label : "sl_task");
    task->policy = *policy;
    task->policy.label = NULL; /* the program's string may go */
    task->where = STARPU_CPU;
    task->function = function;
    task->footprint = sl__function_footprint(function);
    task->arg = arg;
    task->waited = policy->synchronous != 0;
    for (int i = 0; i < count; i++)
        sl__task_add_view(task, uses[i].view, (int)uses[i].access, 0);
    return sl__task_submit(task, &sl__task_host_codelet, "sl_task");
}

void *sl_task_data(sl_view *view)
{
    if (current == NULL) {
        SL_FAIL(SL_ERR_STATE, "sl_task_data: expected a call from inside a host task, got one from outside");
        return NULL;
    }
    sl__task_view *views = sl__task_views(current);
    for (int i = 0; i < current->views; i++)
        if (views[i].view == view)
            return (void *)((struct sl__interface *)current_buffers[i])->ptr;
    SL_FAIL(SL_ERR_ARGUMENT, "sl_task_data: view: expected a view that the task \"%s\" was given, got another",
            current->label);
    return NULL;
}
