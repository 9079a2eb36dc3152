/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that run in the calling thread: what takes less time than handing it to a worker and waiting for it;
 *  and host functions that are asked to.
 *
 * Such a loop holds its views (data/hold.h) while it runs, so it needs neither StarPU nor a slot, and is over when the
 * call returns. place/route.h says which loops do; doc/notes/inline.md. Longer ones that are waited for run here, too,
 * by this thread and the other threads of the worker group, where the worker has lent its place: machine/lend.h. */
#ifndef STARLOOP_LIB_CALL_INLINE_H
#define STARLOOP_LIB_CALL_INLINE_H

#include "machine/machine.h"
#include "task/fused.h"
#include "task/task.h"

/** Tests: 1 has StarPU asked for every view, as for what is written where another memory node has a copy. */
extern int sl__inline_asks;

/** Reads what does not change between sl_init() and sl_finalize(). */
void sl__inline_init(void);

/** Where a call goes whose views nobody else uses, as sl__place_route() has it; and takes the worker's place where the
 *  calling thread is to lead its threads.
 *  @param[in]  where  SL__SIDE_* or-ed  @param[in] waits  SL__WAITS_*
 *  @param[out] group  whose crew it leads, until sl__inline_leave(); NULL: none
 *  @param[out] seconds  as of sl__place_route()
 *  @return why it goes there. */
sl__reason sl__inline_route(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where,
                            int waits, const sl__group **group, double *seconds);

/** Gives the worker's place back. @param[in] group  of sl__inline_route() */
void sl__inline_leave(const sl__group *group);

/** Whether nothing is queued on views. @param[in] waits  the program has waited for what used them: the worker lets go
 *  of them some microseconds after that has ended, and the calling thread may have been woken on the worker's core, so
 *  that is waited for */
int sl__inline_idle(sl_view *const view[], int views, int waits);

/** Runs a task that is not from the pool, if its views are free and in main memory.
 *  @param[in]  task    filled in
 *  @param[in]  group   whose crew the calling thread leads; NULL: it runs the loop alone
 *  @param[out] status  what the call returns: #SL_SUCCESS; the task's failure, where it is waited for
 *  @return 1; 0 when it did not run and nothing has changed. */
int sl__inline_run(sl__task *task, const sl__group *group, const char *function, sl_status *status);

/** The same for a host function whose policy asks for it, alone. @param[in] task  not from the pool, either
 *  @return as sl__inline_run(); 0 also when it is not to run here. */
int sl__inline_run_function(sl__task *task, const char *function, sl_status *status);

/** Runs several loops of a region that would run in the calling thread one after another, led by it, where the worker
 *  lends its place and they share the threads.
 *  @param[in] fusing, call, count, where  as of sl__fused_fill()  @param[in] seconds  as of sl__route_shares()
 *  @return as sl__inline_run(). */
int sl__inline_run_several(sl__fusing *fusing, sl__task *const call[], int count, int where, double seconds,
                           sl_status *status);

/** Takes a task that a body submits, when it is that of such a loop: it goes to StarPU when the loop is over, since it
 *  may use what the loop holds. @return 1 when the task was taken. */
int sl__inline_puts_off(sl__task *task);

#endif
