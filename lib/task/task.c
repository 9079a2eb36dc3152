/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a task, but for its run: its hand-over to StarPU, its beginning and its end. */
#include "task/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "data/reaper.h"
#include "task/batch.h"
#include "task/epoch.h"
#include "task/host_function.h"
#include "task/put_off.h"
#include "task/spans.h"

_Thread_local sl__put_off *sl__put_off_current;

void sl__task_set_label(sl__task *task, const char *label)
{
    size_t length = strnlen(label, sizeof task->label - 1);
    memcpy(task->label, label, length);
    task->label[length] = '\0';
}

const char *sl__task_who(const sl__task *task, char text[SL__TASK_WHO])
{
    if (strncmp(task->kernel->name, "sl__", 4) == 0)
        snprintf(text, SL__TASK_WHO, "task \"%s\"", task->label);
    else
        snprintf(text, SL__TASK_WHO, "kernel %s (task \"%s\")", task->kernel->name, task->label);
    return text;
}

sl__failure *sl__task_lacks(const sl__task *task, const char *what)
{
    char who[SL__TASK_WHO];
    return sl__failure_new(task->at, SL_ERR_MEMORY, "%s: expected %s, got none", sl__task_who(task, who), what);
}

int sl__task_add_view(sl__task *task, sl_view *view, int access, int leaves_unwritten)
{
    sl__task_view *views = sl__task_views(task);
    int at = sl__task_find_view(views, task->views, view);
    if (at >= 0) {
        views[at].access = (short)(views[at].access | access);
        views[at].leaves_unwritten = (short)(views[at].leaves_unwritten | leaves_unwritten);
        return at;
    }
    views[task->views] = (sl__task_view){view, (short)access, (short)leaves_unwritten};
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
    for (int i = 0; i < task->views; i++) {
        if (!(views[i].access & SL_WRITE))
            continue;
        sl__view_changed(views[i].view, 0);
        if (failure != NULL || (sl__task_overwrites(&views[i]) && sl__view_is_poisoned(views[i].view)))
            sl__view_set_poison(views[i].view, failure);
    }
}

double sl__task_bytes(const sl__task *task)
{
    const sl__task_view *views = sl__task_uses(task);
    const double points = (double)sl__task_points(task);
    double bytes = 0;
    for (int i = 0; i < task->views; i++) {
        const double count = (double)views[i].view->count;
        const double once = (double)views[i].view->elem * (points < count ? points : count);
        bytes += views[i].access == SL_RDWR ? 2 * once : once;
    }
    return bytes;
}

void sl__task_leave_views(sl__task *task)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        sl__view_task_done(views[i].view);
}

/* All that others may wait for is written: lets go of the views and of the task. */
static void leave(sl__task *task)
{
    int waited = task->waited && atomic_load(&task->phase) != SL__TASK_ABANDONED;
    sl__task_leave_views(task);
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
        return sl__failure_new(task->at, SL_ERR_STALLED, "task \"%s\" was given up: its caller met a stall",
                               task->label);
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
    if (failure != NULL && !task->waited) {
        if (own)
            sl__failure_report(failure, task->root);
        else
            sl__failure_report_again(failure, task->number, task->root);
    }
    task->failure = failure;
    leave(task);
}

/* ---- submitting ---------------------------------------------------------------------------------------- */

struct sl__task_functions sl__task_functions;

void sl__task_set_functions(const struct sl__task_functions *functions)
{
    sl__task_functions = *functions;
    sl__task_host_codelet.cpu_funcs[0] = functions->task;
}

void sl__task_codelet(struct starpu_codelet *codelet, const char *name, struct starpu_perfmodel *model)
{
    starpu_codelet_init(codelet);
    codelet->where = STARPU_CPU;
    codelet->cpu_funcs[0] = sl__task_functions.task;
    codelet->nbuffers = STARPU_VARIABLE_NBUFFERS;
    codelet->name = name;
    codelet->model = model;
}

void sl__task_batch_codelet(struct starpu_codelet *codelet)
{
    codelet->where = STARPU_CPU;
    codelet->cpu_funcs[0] = sl__task_functions.batch;
}

struct starpu_codelet sl__task_host_codelet = {
    .where = STARPU_CPU,
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .name = "sl_task",
    .model = &sl__function_model,
};

int sl__task_priority(const sl__task *task)
{
    int priority = task->policy->priority;
    if (priority == 0)
        return 0;
    int low = starpu_sched_get_min_priority(), high = starpu_sched_get_max_priority();
    return priority < low ? low : priority > high ? high : priority;
}

enum starpu_data_access_mode sl__task_mode(const sl__task_view *use)
{
    return use->access == SL_READ ? STARPU_R : use->access == SL_WRITE && !use->leaves_unwritten ? STARPU_W : STARPU_RW;
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

void sl__task_queued(sl__task *task, const char *function)
{
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        sl__view_task_queued(views[i].view);
    atomic_store_explicit(&task->busy, 1, memory_order_release);
    SL_LOG(SL_LOG_DEBUG, "%s: task \"%s\" is queued%s%s", function, task->label, task->kernel != NULL ? ": " : "",
           task->kernel != NULL ? sl__reason_text(task->reason) : "");
    sl__progress_submitted();
    if (sl__watched())
        sl__trace_queued();
}

sl_status sl__task_to_starpu(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    struct starpu_task *starpu_task = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    if (starpu_task == NULL || !sl__task_reserve_views(starpu_task, task->views)) {
        sl__task_discard(starpu_task);
        sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a task, got none", function);
    }
    sl__task_set_views(starpu_task, sl__task_views(task), task->views);
    starpu_task->cl = codelet;
    starpu_task->cl_arg = task;
    starpu_task->name = task->label;
    starpu_task->where = sl__backend_bits(task->where);
    starpu_task->priority = sl__task_priority(task);
    sl__task_pin(starpu_task, sl__gpu_worker(sl__task_gpu(task)));
    sl__task_queued(task, function);
    sl__profile_routed(task, task->reason);
    int error = sl__batch_submit(starpu_task, task, 0);
    if (error == 0)
        return SL_SUCCESS;
    sl__progress_withdrawn();
    sl__task_discard(starpu_task);
    sl__task_leave_views(task);
    sl_status status =
        SL_FAIL(error == -ENODEV   ? SL_ERR_DEVICE
                : error == -ENOMEM ? SL_ERR_MEMORY
                                   : SL_ERR_STARPU,
                "%s: task \"%s\": expected StarPU to take it, got %s", function, task->label, strerror(-error));
    sl__task_drop(task);
    return status;
}
