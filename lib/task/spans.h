/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Spans of tasks, for the profile and the trace.
 *
 * Everything here costs a look at one global when both are off. Who runs a loop brackets it,
 *
 *     int64_t begin = sl__trace_begin(task);
 *     ...
 *     sl__trace_end(task, SL__ON_CPU, begin);
 *
 * which counts a call of one part, held by all cores of the calling worker, and draws it on the worker's row with
 * arrows from the tasks that its views come from. Who runs a loop in other ways fills in a sl__span. For a part that
 * one thread of a worker's group runs:
 *
 *     sl__span span = sl__trace_span_of(task, SL__ON_CPU, begin);
 *     span.row = sl__trace_row(worker, thread);
 *     span.part = part;
 *     span.calls = 0;
 *     span.cores = 1;
 *     span.points = ..., span.bytes = ...;
 *     sl__trace_span(&span);
 *
 * and when the worker ends the task, sl__profile_call() and, with the spans that it began and ended with and what it
 * knows of tasks that it ran beside it, sl__trace_depends() (task/arrows.h). In the program's own thread
 * sl__trace_end() does. */
#ifndef STARLOOP_LIB_TASK_SPANS_H
#define STARLOOP_LIB_TASK_SPANS_H

#include "task/task.h"
#include "trace/trace.h"

/** Fills in a span of a whole task, or of what a task stands for that is a part of a loop over split views, from
 *  @p begin to now, on the calling thread's row. */
sl__span sl__trace_span_of(const sl__task *task, int device, int64_t begin);

/** A task ran from @p begin until now, on the calling StarPU worker: what sl__trace_end() calls. */
void sl__trace_task(sl__task *task, int device, int64_t begin);

/** Tells a tool that a task begins on the calling thread or worker: only while sl__tools_on(). */
void sl__trace_tool_begin(sl__task *task, int device);
/** Tells it that the task has ended, if it knows that it began. Not by two threads at a time. */
void sl__trace_tool_end(sl__task *task);

/** @return when a task begins; 0 when nothing is on. */
static inline int64_t sl__trace_begin(sl__task *task)
{
    if (!sl__watched())
        return 0;
    if (sl__tools_on())
        sl__trace_tool_begin(task, SL__ON_CPU);
    return sl__trace_now();
}
/** The task that began then has ended. */
static inline void sl__trace_end(sl__task *task, int device, int64_t begin)
{
    if (__builtin_expect(begin != 0, 0))
        sl__trace_task(task, device, begin);
}

/** Counts a call whose parts were counted by spans with calls = 0. On the thread that has called sl__trace_batch(). */
static inline void sl__profile_call(const sl__task *task, int device)
{
    sl__profile_note(task->state, task->kernel, task->label, device, SL__PROFILE_CALL);
}

/** Counts where a loop went: once for each call. */
static inline void sl__profile_routed(const sl__task *task, sl__reason reason)
{
    if (sl__watched() && task->kernel != NULL)
        sl__profile_note(task->state, task->kernel, task->label, SL__SIDES,
                         (sl__profile_what)(SL__PROFILE_ROUTE + (int)reason));
}

/** A loop runs the code for layouts that have no unit stride in common. */
static inline void sl__profile_slow(const sl__task *task, int device)
{
    sl__profile_note(task->state, task->kernel, task->label, device, SL__PROFILE_SLOW);
}

#endif
