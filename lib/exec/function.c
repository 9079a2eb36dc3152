/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/function.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/order.h"
#include "base/state.h"
#include "data/window.h"
#include "exec/cpu/reads.h"
#include "task/host_function.h"
#include "task/put_off.h"

/* What sl_task_data() and sl_task_stream() look at: the task that this thread runs, its buffers, a device's stream. */
static _Thread_local struct {
    sl__task *task; /* NULL: none */
    void **buffers;
    void *stream;
} current;

static int function_call(sl__task *task, void *buffers[], void *stream)
{
    current.task = task;
    current.buffers = buffers;
    current.stream = stream;
    sl__in_host_function = sl__put_off_current != NULL ? SL__HOST_FUNCTION_IN_CALLER : SL__HOST_FUNCTION_QUEUED;
    sl__order_begin();
    int result = task->function(task->copied > 0 ? task->scalars : task->arg);
    sl__order_end();
    sl__in_host_function = SL__HOST_FUNCTION_NONE;
    current.task = NULL;
    current.stream = NULL;
    return result;
}

sl__failure *sl__function_run(sl__task *task, void *buffers[], void *stream)
{
    int timed = stream == NULL && sl__times_due(&sl__function_times,
                                                sl__times_class(&sl__function_times, task->footprint, 0), SL__ON_CPU);
    double begin = timed ? sl__clock_now() : 0;
    const int looks = stream == NULL && sl__reads_active;
    sl__reads reads;
    if (looks)
        sl__reads_note(&reads, task, buffers);
    int result = function_call(task, buffers, stream);
    const double seconds = timed ? sl__clock_now() - begin : 0;
    if (timed)
        sl__times_note(&sl__function_times, task->footprint, SL__BY_ITSELF, 1, seconds, seconds);
    if (result == 0)
        return looks ? sl__reads_look(&reads, task, buffers) : NULL;
    return sl__failure_new(task->at, SL_ERR_TASK, "host task \"%s\" failed: it returned %d", task->label, result);
}

/* Where a subview lies on the task's node, or a whole view (NULL). */
static void *function_data(const struct sl__interface *whole, const sl_view *sub)
{
    const size_t offset = sub == NULL                                     ? 0
                          : sub->root->layout.automatic && sub->count > 0 ? sl__window_offset(whole, sub->part.lo)
                                                                          : sub->part.offset;
    return (char *)whole->ptr + offset;
}

void *sl_task_data(sl_view *view)
{
    if (current.task == NULL) {
        SL_FAIL(SL_ERR_STATE, "sl_task_data: expected a call from inside a host task, got one from outside");
        return NULL;
    }
    /* What has changed places in a region goes by the name that the function knows. */
    const sl__task_view *views = sl__task_uses(current.task) + (current.task->renamed ? current.task->views : 0);
    const int some = sl__view_live(view) && view != sl__view_root(view); /* a destroyed view is known by its address */
    for (int i = 0; i < current.task->views; i++)
        if (views[i].view == (some ? sl__view_root(view) : view))
            return function_data(current.buffers[i], some ? view : NULL);
    SL_FAIL(SL_ERR_ARGUMENT, "sl_task_data: view: expected a view that the task \"%s\" was given, got another",
            current.task->label);
    return NULL;
}

void *sl_task_stream(void)
{
    if (current.task == NULL)
        SL_FAIL(SL_ERR_STATE, "sl_task_stream: expected a call from inside a host task, got one from outside");
    return current.stream;
}
