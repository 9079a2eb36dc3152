/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Spans of tasks, for the profile and the trace, and the arrows between them.
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
 * knows of tasks that it ran beside it, sl__trace_depends(). In the program's own thread sl__trace_end() does. */
#ifndef STARLOOP_LIB_TASK_SPANS_H
#define STARLOOP_LIB_TASK_SPANS_H

#include "task/task.h"
#include "trace/trace.h"

/** Fills in a span of a whole task, or of what a task stands for that is a part of a loop over split views, from
 *  @p begin to now, on the calling thread's row. */
sl__span sl__trace_span_of(const sl__task *task, int device, int64_t begin);

/** What an executor that runs tasks side by side, each in parts, knows of those that another waited for. */
typedef struct sl__trace_overlap {
    /** @param[in]  number    of a task that used one of the views before
     *  @param[in]  at        when it was about to end: a task of a region has its number each time that it runs
     *  @param[out] from, to  spans of parts of the two tasks: the arrow leads from the end of the one to the beginning
     *                        of the other. Their rows and times are read
     *  @return 1: there are such; 0: nothing waited for it; -1: it was not beside this one, and had ended before. */
    int (*find)(const struct sl__trace_overlap *overlap, uint64_t number, int64_t at, sl__span *from, sl__span *to);
} sl__trace_overlap;

/** Draws arrows to where a task begins, from the last tasks that wrote what it reads and used what it writes, and
 *  keeps where it ends for the arrows of those that follow. For spans whose task is done, or that nothing runs beside
 *  which shares a view with it but what @p overlap knows, in the order of the tasks.
 *  @param[in] first, last  the spans that it begins and ends with; the same for a call of one part
 *  @param[in] overlap      NULL: it ran by itself */
void sl__trace_depends(const sl__task *task, const sl__span *first, const sl__span *last,
                       const sl__trace_overlap *overlap);

/** The same of one arrow between two spans. */
void sl__trace_arrow(const sl__span *from, const sl__span *to, const char *name);

/** A task ran from @p begin until now, on the calling StarPU worker: what sl__trace_end() calls. */
void sl__trace_task(sl__task *task, int device, int64_t begin);

/** Tells a tool that a task begins on the calling thread or worker: only while sl__tools_on(). */
void sl__trace_tell(sl__task *task, int device);
/** Tells it that a task has ended that it was told of, if it was. Not by two threads at a time. */
void sl__trace_told(sl__task *task);

/** @return when a task begins; 0 when nothing is on. */
static inline int64_t sl__trace_begin(sl__task *task)
{
    if (!sl__watched())
        return 0;
    if (sl__tools_on())
        sl__trace_tell(task, SL__ON_CPU);
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

/** Something that is not drawn has written a view: no arrow leads over it. */
void sl__trace_lost(sl_view *view);

/** Before the first view: has the trace's table of lib/data call this. */
void sl__arrows_init(void);

#endif
