/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the rest of the library tells the profile (STARLOOP_PROFILE) and the trace (STARLOOP_TRACE).
 *
 * Everything here costs a look at one global when both are off. Who runs a loop brackets it,
 *
 *     int64_t begin = sl__trace_begin();
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
 * knows of tasks that it ran beside it, sl__trace_depends(). In the program's own thread sl__trace_end() does.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC. All functions may be called by any thread, from sl__trace_init() to
 * sl__trace_fini(); none of them fails: what there is no memory for is left out. */
#ifndef STARLOOP_TRACE_TRACE_H
#define STARLOOP_TRACE_TRACE_H

#include "loop/task.h"
#include "trace/copies.h"

/* ---- loops and host functions ---------------------------------------------------------------------------- */

/** One stretch of time in which a loop, a part of one or a host function ran. */
typedef struct sl__span {
    const sl_kernel *kernel;       /**< NULL: a host function */
    const sl__kernel_state *state; /**< of the kernel */
    sl_task_function function;     /**< the host function */
    const char *label;             /**< of the task; copied */
    uint64_t number;               /**< of the task */
    int device;                    /**< SL__ON_CPU, SL__ON_DEVICE */
    int row;                       /**< sl__trace_row(), sl__trace_row_here() */
    int part;                      /**< number of the part; -1: the whole call */
    int calls;                     /**< 1: the call is counted by this; 0: by sl__profile_call(), or another of its
                                        parts; -1: by another part, but this is a StarPU task of its own */
    int joins;                     /**< 1: a group that works on a call beside the one whose span has its time:
                                        only what its cores held is counted */
    int cores;                     /**< of worker groups, that were held meanwhile: 1 for a part that one thread
                                        runs; 0: those of the row's group. CUDA: 0 */
    sl_index points;               /**< iterations */
    double bytes;                  /**< that they touch; see sl__task_bytes() */
    int64_t begin, end;
} sl__span;

/** Fills in a span of a whole task, or of what a task stands for that is a part of a loop over split views, from
 *  @p begin to now, on the calling thread's row. */
sl__span sl__trace_span_of(const sl__task *task, int device, int64_t begin);

/** Counts a span, and draws it. */
void sl__trace_span(const sl__span *span);

/** What an executor that runs tasks side by side, each in parts, knows of those that another waited for. */
typedef struct sl__trace_beside {
    /** @param[in]  number    of a task that used one of the views before
     *  @param[in]  at        when it was about to end: a task of a region has its number each time that it runs
     *  @param[out] from, to  spans of parts of the two tasks: the arrow leads from the end of the one to the beginning
     *                        of the other. Their rows and times are read
     *  @return 1: there are such; 0: nothing waited for it; -1: it was not beside this one, and had ended before. */
    int (*find)(const struct sl__trace_beside *beside, uint64_t number, int64_t at, sl__span *from, sl__span *to);
} sl__trace_beside;

/** Draws arrows to where a task begins, from the last tasks that wrote what it reads and used what it writes, and
 *  keeps where it ends for the arrows of those that follow. For spans whose task is done, or that nothing runs beside
 *  which shares a view with it but what @p beside knows, in the order of the tasks.
 *  @param[in] first, last  the spans that it begins and ends with; the same for a call of one part
 *  @param[in] beside       NULL: it ran by itself */
void sl__trace_depends(const sl__task *task, const sl__span *first, const sl__span *last,
                       const sl__trace_beside *beside);

/** The same of one arrow between two spans. */
void sl__trace_arrow(const sl__span *from, const sl__span *to, const char *name);

/** A task ran from @p begin until now, on the calling StarPU worker: what sl__trace_end() calls. */
void sl__trace_task(const sl__task *task, int device, int64_t begin);

/** @return when a task begins; 0 when nothing is on. */
static inline int64_t sl__trace_begin(void)
{
    return sl__watched() ? sl__trace_now() : 0;
}
/** The task that began then has ended. */
static inline void sl__trace_end(const sl__task *task, int device, int64_t begin)
{
    if (__builtin_expect(begin != 0, 0))
        sl__trace_task(task, device, begin);
}

/** A StarPU task begins (1) or ends (0) whose loops the calling thread counts: all of them until it ends are one task.
 *  What is counted outside of such a pair is a StarPU task for each call. */
void sl__trace_batch(int begins);

/** Counts a call whose parts were counted by spans with calls = 0. On the thread that has called sl__trace_batch(). */
void sl__profile_call(const sl__task *task, int device);

/** A task was queued. */
void sl__trace_queued(void);

/** A loop runs the code for layouts that have no unit stride in common. */
void sl__profile_slow(const sl__task *task, int device);

/* ---- rows of the picture --------------------------------------------------------------------------------- */

/** Lanes of a CUDA worker; those of a CPU worker are the threads of its group. */
enum { SL__LANE_LOOPS = 0, SL__LANE_IN, SL__LANE_OUT, SL__LANE_ACROSS };

/** @return the row of a StarPU worker's lane. */
int sl__trace_row(int worker, int lane);

/** @return the row of the calling thread: of its StarPU worker, else one of its own. */
int sl__trace_row_here(void);

/* ---- for tests --------------------------------------------------------------------------------------------- */

/** A line of the profile. */
typedef struct sl__profile_line {
    uint64_t calls, tasks, parts, slow;
    double seconds;      /**< of the whole group: a part on one of n cores counts for an n-th */
    double core_seconds; /**< times the cores that were held, also those of groups that joined */
    double bytes;
} sl__profile_line;

/** What is counted so far. @return 1; 0 for what has not run on the device. */
int sl__profile_read(const sl_kernel *kernel, int device, sl__profile_line *line);

#endif
