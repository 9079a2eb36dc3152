/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/spans.h"

#include "machine/machine.h"
#include "task/arrows.h"
#include "trace/tools.h"

sl__span sl__trace_span_of(const sl__task *task, int device, int64_t begin)
{
    sl__span span = {.kernel = task->kernel,
                     .state = task->state,
                     .function = task->function,
                     .label = task->label,
                     .number = task->number,
                     .device = device,
                     .row = sl__trace_row_current(),
                     .part = -1,
                     .calls = 1,
                     .begin = begin,
                     .end = sl__trace_now()};
    if (task->kernel != NULL) { /* the space of a host function is that of the slot's last loop */
        span.points = sl_space_size(&task->space);
        span.bytes = sl__task_bytes(task);
    }
    if (task->whole != NULL) {
        span.part = task->part;
        span.calls = task->part == 0 ? 1 : -1;
    }
    return span;
}

void sl__trace_tool_begin(sl__task *task, int device)
{
    const int worker = starpu_worker_get_id();
    const sl__group *group = worker >= 0 ? sl__machine_group_of_worker(worker) : NULL;
    sl_tool_loop loop = {.kernel = task->kernel != NULL ? task->kernel->name : NULL,
                         .label = task->label,
                         .where = device == SL__ON_DEVICE ? SL_TOOL_GPU
                                  : worker >= 0           ? SL_TOOL_GROUP
                                                          : SL_TOOL_CALLER,
                         .number = -1,
                         .part = task->whole != NULL ? task->part : 0,
                         .parts = task->whole != NULL ? task->parts : 1,
                         .iterations = -1};
    if (worker >= 0)
        loop.number = group != NULL ? group->number : starpu_worker_get_devid(worker);
    if (task->kernel != NULL) {
        loop.iterations = sl_space_size(&task->space);
        loop.bytes = sl__task_bytes(task);
    }
    task->tool = sl__tools_begin_loop(&loop);
    task->tool_notified = 1;
}

void sl__trace_tool_end(sl__task *task)
{
    if (!task->tool_notified)
        return;
    task->tool_notified = 0;
    if (sl__tools_on())
        sl__tools_end_loop(task->tool);
}

void sl__trace_task(sl__task *task, int device, int64_t begin)
{
    sl__trace_tool_end(task);
    sl__span span = sl__trace_span_of(task, device, begin);
    sl__trace_span(&span);
    sl__trace_depends(task, &span, &span, NULL);
}
