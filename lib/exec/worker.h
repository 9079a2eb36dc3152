/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What StarPU's CPU workers run. */
#ifndef STARLOOP_LIB_EXEC_WORKER_H
#define STARLOOP_LIB_EXEC_WORKER_H

#include "base/failure.h"
#include "machine/machine.h"
#include "task/task.h"

/** Fills in the functions of codelets (task/task.h). Before the first task. */
void sl__worker_init(void);

/** Runs a call that is no queued task, and says what the views that it writes are from then on. A failure that nobody
 * waits for is reported.
 *  @param[in] by       the task that it is a part of; NULL: none
 *  @param[in] buffers  [call->views] struct sl__interface each
 *  @param[in] group    whose crew the calling thread leads; NULL: it runs alone, in the program's own thread
 *  @return NULL, or why it failed, with a reference. */
sl__failure *sl__worker_run_call(sl__task *call, const sl__task *by, void *buffers[], const sl__group *group);

/** Runs a task that is a piece of a region, in which no loop fails of itself, and tells of those that lack an input.
 *  @param[in] by  the task itself; NULL where it is no queued one  @param[in] buffers, group  as above */
void sl__worker_run_fused(sl__task *task, const sl__task *by, void *buffers[], const sl__group *group);

#endif
