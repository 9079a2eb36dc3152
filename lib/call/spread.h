/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over distributed views (data/spread.h): each rank runs the parts whose blocks it has, after messages
 *  have brought the rows around them, and reductions are joined over all ranks. */
#ifndef STARLOOP_LIB_CALL_SPREAD_H
#define STARLOOP_LIB_CALL_SPREAD_H

#include "call/results.h"
#include "task/split.h"

/** What is left to do when a call over distributed views was handed over. */
typedef struct sl__spread_rest {
    int nothing_here;     /**< no part runs on this rank: the task has gone */
    int agrees;           /**< the call waits, and all ranks are to hear of a failure */
    sl__results *results; /**< NULL: it does not reduce */
} sl__spread_rest;

/** Whether a task uses a distributed view. */
int sl__spread_uses(const sl__task *task);

/** Whether loops over distributed views may be called here. @return #SL_SUCCESS, #SL_ERR_STATE, #SL_ERR_CONTEXT,
 *  recorded. */
sl_status sl__spread_check_place(const char *function, const sl_kernel *kernel);

/** Of a task that is not to run now: what would be refused of such a loop.
 *  @param[in] cut  0: only what can be known before it is cut, for a region that is to keep it
 *  @return #SL_SUCCESS; as sl__spread_plan(), recorded */
sl_status sl__spread_check(sl__task *task, int cut, const char *function);

/** Counts a call of such a loop among those that all ranks make, and gets memory for what it reduces, if it does: then
 *  the others wait for this rank, and the task is one that is waited for.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, recorded. */
sl_status sl__spread_begin(sl__task *task, const char *function, sl__results **results);

/** Cuts such a loop. @param[out] plan  all of it; plan->task is set
 *  @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, #SL_ERR_CONTEXT, #SL_ERR_STATE, recorded. */
sl_status sl__spread_plan(sl__split_plan *plan, const char *function);

/** Queues what brings the rows that the loop's parts read of blocks beside theirs, here and on the ranks beside.
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, #SL_ERR_STARPU, #SL_ERR_MPI, recorded. */
sl_status sl__spread_bring(const sl__split_plan *plan, const char *function);

/** What is known of edges behind the loop. */
void sl__spread_note(const sl__split_plan *plan);

/** At the end of a wait of all ranks. @param[in] status  this rank's
 *  @return that; or #SL_ERR_MPI where another rank has met a failure, or the ranks have not made the same calls */
sl_status sl__spread_waited(const char *function, sl_status status);

#endif
