/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A piece of a region that is one task, with no task for each of its loops.
 *
 * To make, queue, begin and end a task for each loop takes as long as a small loop. Where the loops of a piece share
 * the threads (doc/notes/bundles.md) and nobody has to know one from the other, since none may fail and nothing is
 * traced, a run of the piece is one task over all their views, with copies of the calls that are made once. */
#ifndef STARLOOP_LIB_TASK_FUSED_H
#define STARLOOP_LIB_TASK_FUSED_H

#include "task/batch.h"

/** Copies of the calls of a piece, which nobody changes. */
typedef struct sl__fused {
    _Atomic int references; /**< of the piece, and of each queued run */
    _Atomic int not_shared; /**< its loops did not share the threads, after all */
    unsigned runs;          /**< that were queued */
    _Atomic double seconds; /**< that it is expected to take */
    sl__batch loops;        /**< with count, views, task, place, view; it is never handed over */
} sl__fused;

/** What a piece keeps of it. Zeroed, it has none. */
typedef struct sl__fusing {
    sl__fused *fused;
    int made;       /**< how often: where calls are changed again and again it is not worth it */
    int not_shared; /**< how often it was */
    int64_t at;     /**< runs of the piece that are still to pass before it is tried again */
} sl__fusing;

/** Queues a run of a piece as one task, where that is possible. With the region's lock.
 *  @param[in] call   [count] its calls  @param[in] where  SL__SIDE_* or-ed
 *  @return 1; 0 where it is not, or there is no memory: nothing was done. */
int sl__fused_queue(sl__fusing *fusing, sl__task *const call[], int count, int where);

/** The same run in the calling thread: fills in a task that is not from the pool. Its uses are the region's, and are
 * not to be freed. With the region's lock, until it has run.
 *  @return 1; 0 as sl__fused_queue() */
int sl__fused_fill(sl__fusing *fusing, sl__task *const call[], int count, int where, sl__task *task);

/** A call of the piece is another one from now on, or the piece is gone. With the region's lock, or by who has the last
 *  reference. */
void sl__fused_forget(sl__fusing *fusing);

/** Gives a reference back. NULL is allowed. */
void sl__fused_release(sl__fused *fused);

/** Before the first task, after sl__task_set_functions(). */
void sl__fused_init(void);

/** How many runs were queued so. For tests. */
extern _Atomic int64_t sl__fused_queued;

#endif
