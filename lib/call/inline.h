/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that run in the calling thread: what takes less time than handing it to a worker and waiting for it.
 *
 * Such a loop holds its views (data/hold.h) while it runs, so it needs neither StarPU nor a slot, and is over when the
 * call returns. A loop that was never measured is queued, and measured, first. doc/notes/inline.md. */
#ifndef STARLOOP_LIB_CALL_INLINE_H
#define STARLOOP_LIB_CALL_INLINE_H

#include "task/task.h"

/** Tests: 1 has StarPU asked for every view, as for what is written where another memory node has a copy. */
extern int sl__inline_asks;
/** Tests: seconds below which loops run in the calling thread, in place of what was measured; 0: that. Set before
 *  sl_init(). For builds and tools that make all loops slow. */
extern double sl__inline_below;

/** Reads what does not change between sl_init() and sl_finalize(). */
void sl__inline_init(void);

/** Whether a loop is to run in the calling thread if its views are free.
 *  @param[in] points  its iterations
 *  @param[in] where   SL__SIDE_CPU, ...: where it may run
 *  @param[in] waits   the call waits for it, which costs a wake-up, too, if it is queued
 *  @return about how long it takes there, seconds; in a worker, where this is to be tried; 0: it is not to, or nobody
 *  knows. */
double sl__inline_seconds(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where,
                          int waits);

/** @return seconds that a call in the calling thread costs besides its loop. */
double sl__inline_call(void);

/** Runs a task that is not from the pool, if its views are free and in main memory, and what it makes is not wanted on
 *  a GPU.
 *  @param[in]  task    filled in
 *  @param[out] status  what the call returns: #SL_SUCCESS; the task's failure, where it is waited for
 *  @return 1; 0 when it did not run and nothing has changed. */
int sl__inline_run(sl__task *task, const char *function, sl_status *status);

/** Takes a task that a body submits, when it is that of such a loop: it goes to StarPU when the loop is over, since it
 *  may use what the loop holds. @return 1 when the task was taken. */
int sl__inline_puts_off(sl__task *task);

#endif
