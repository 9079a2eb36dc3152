/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the rest of the library tells the profile (STARLOOP_PROFILE) and the trace (STARLOOP_TRACE): plain spans
 *         of time. Who runs tasks uses task/spans.h.
 *
 * Everything here costs a look at one global when both are off.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC. All functions may be called by any thread, from sl__trace_init() to
 * sl__trace_fini(); none of them fails: what there is no memory for is left out. */
#ifndef STARLOOP_LIB_TRACE_TRACE_H
#define STARLOOP_LIB_TRACE_TRACE_H

#include <starloop/loop.h>

#include "backend/backend.h"
#include "place/route.h"
#include "trace/transfers.h"

/* ---- loops and host functions ---------------------------------------------------------------------------- */

/** One stretch of time in which a loop, a part of one or a host function ran. */
typedef struct sl__span {
    const sl_kernel *kernel;   /**< NULL: a host function */
    const void *state;         /**< of the kernel: its row of the profile */
    sl_task_function function; /**< the host function */
    const char *label;         /**< of the task; copied */
    uint64_t number;           /**< of the task */
    int device;                /**< SL__ON_CPU, SL__ON_DEVICE */
    int row;                   /**< sl__trace_row(), sl__trace_row_current() */
    int part;                  /**< number of the part; -1: the whole call */
    int calls;                 /**< 1: the call is counted by this; 0: by sl__profile_call(), or another of its
                                    parts; -1: by another part, but this is a StarPU task of its own */
    int joins;                 /**< 1: a group that works on a call beside the one whose span has its time:
                                    only what its cores held is counted */
    int cores;                 /**< of worker groups, that were held meanwhile: 1 for a part that one thread
                                    runs; 0: those of the row's group. devices: 0 */
    sl_index points;           /**< iterations */
    double bytes;              /**< that they touch; see sl__task_bytes() */
    int64_t begin, end;
} sl__span;

/** Counts a span, and draws it. */
void sl__trace_span(const sl__span *span);

/** A StarPU task begins (1) or ends (0) whose loops the calling thread counts: all of them until it ends are one task.
 *  What is counted outside of such a pair is a StarPU task for each call. */
void sl__trace_batch(int begins);

/** What sl__profile_note() counts. */
typedef enum sl__profile_what {
    SL__PROFILE_CALL, /**< a call whose parts were counted by spans with calls = 0: on the thread that has called
                           sl__trace_batch() */
    SL__PROFILE_SLOW, /**< a run of the code for layouts that have no unit stride in common */
    SL__PROFILE_ROUTE /**< and a reason added: where a call went; of device SL__SIDES, which is not known yet */
} sl__profile_what;

/** Counts for a kernel, whose state is the row of the profile. */
void sl__profile_note(const void *state, const sl_kernel *kernel, const char *label, int device, sl__profile_what what);

/** A task was queued. */
void sl__trace_queued(void);

/* ---- rows of the picture --------------------------------------------------------------------------------- */

/** Lanes of a GPU worker; those of a CPU worker are the threads of its group. */
enum { SL__LANE_LOOPS = 0, SL__LANE_IN, SL__LANE_OUT, SL__LANE_ACROSS };

/** @return the row of a StarPU worker's lane. */
int sl__trace_row(int worker, int lane);

/** @return the row of the calling thread: of its StarPU worker, else one of its own. */
int sl__trace_row_current(void);

/* ---- the beginning and the end ---------------------------------------------------------------------------- */

/** Before sl__data_init(), and when sl__data_fini() has copied the last views back, before starpu_shutdown(). Reads
 *  STARLOOP_PROFILE and STARLOOP_TRACE; prints and writes what they ask for.
 *  @return #SL_SUCCESS, #SL_ERR_SYSTEM for a file that cannot be written, #SL_ERR_MEMORY. */
sl_status sl__trace_init(void);
/** @return #SL_SUCCESS; #SL_ERR_SYSTEM where profile or trace could not be written, or not all of it. */
sl_status sl__trace_fini(void);
/** After starpu_shutdown(), also where sl__trace_init() has failed: calls the tool's fini, and frees all. */
void sl__trace_release(void);
/** Writes what the trace has so far. */
void sl__trace_flush(void);

/* ---- for tests --------------------------------------------------------------------------------------------- */

/** A line of the profile. */
typedef struct sl__profile_line {
    uint64_t calls, tasks, parts, slow;
    double seconds;      /**< of the whole group: a part on one of n cores counts for an n-th */
    double core_seconds; /**< times the cores that were held, also those of groups that joined */
    double bytes;
    uint64_t routed[SL__REASONS]; /**< calls by why they went where they did; in the lines of SL__SIDES only */
} sl__profile_line;

/** What is counted so far. @param[in] device  SL__ON_*; SL__SIDES: only where its calls went
 *  @return 1; 0 for what has not run there. */
int sl__profile_read(const sl_kernel *kernel, int device, sl__profile_line *line);

#endif
