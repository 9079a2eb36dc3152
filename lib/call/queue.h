/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The way of a task from the call that made it to StarPU. */
#ifndef STARLOOP_LIB_CALL_QUEUE_H
#define STARLOOP_LIB_CALL_QUEUE_H

#include "task/task.h"

/** Collects a task in a batch, or hands it to StarPU; on failure gives it back. @return as sl__task_submit(), but for
 *  what comes of waiting. */
sl_status sl__task_hand_over(sl__task *task, struct starpu_codelet *codelet, const char *function);

/** Hands a task to StarPU; on failure gives it back. Where task->waited, waits, reports its failure, and gives it back.
 *  @return #SL_SUCCESS; #SL_ERR_STARPU, #SL_ERR_MEMORY, #SL_ERR_STALLED; the failure of a task that is waited for. */
sl_status sl__task_submit(sl__task *task, struct starpu_codelet *codelet, const char *function);

/** Waits while more than STARLOOP_MAX_QUEUED tasks are queued. Not inside a task.
 *  @return #SL_SUCCESS, #SL_ERR_STALLED. */
sl_status sl__task_throttle(const char *function);

#endif
