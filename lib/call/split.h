/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Calls of loops over split views. */
#ifndef STARLOOP_LIB_CALL_SPLIT_H
#define STARLOOP_LIB_CALL_SPLIT_H

#include "call/spread.h"

/** Hands a task over that may use split views: in parts, or whole after they were put together. Where none is involved
 *  it costs a passage of the gate.
 *  @param[in,out] rest  what is left to do where one is distributed over ranks; all 0 before
 *  @return as sl__task_hand_over(). */
sl_status sl__split_submit(sl__task *task, struct starpu_codelet *codelet, const char *function, sl__spread_rest *rest);

/** Whether loops run in parts: all of them that touch views with a record, and one at least; or one uses a distributed
 *  view. With all views held.
 *  @param[in] tasks  [n] that are not queued */
int sl__split_all(sl__task *const tasks[], int n);

/** @return the tasks of parts that were queued since sl_init(). */
int64_t sl__split_parts_queued(void);

/** Before the first task, and after the last one. */
void sl__split_loops_init(void);
void sl__split_loops_fini(void);

#endif
