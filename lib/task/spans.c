/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/spans.h"

sl__span sl__trace_span_of(const sl__task *task, int device, int64_t begin)
{
    sl__span span = {.kernel = task->kernel,
                     .state = task->state,
                     .function = task->function,
                     .label = task->label,
                     .number = task->number,
                     .device = device,
                     .row = sl__trace_row_here(),
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

void sl__trace_task(const sl__task *task, int device, int64_t begin)
{
    sl__span span = sl__trace_span_of(task, device, begin);
    sl__trace_span(&span);
    sl__trace_depends(task, &span, &span, NULL);
}
