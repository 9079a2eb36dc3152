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

/** Runs a kernel on the cores of a group, whose crew the calling thread leads, and notes the time.
 *  @param[in] buffers  [task->views] struct sl__interface each
 *  @return NULL, or why it failed, with a reference. */
sl__failure *sl__worker_run_kernel(sl__task *task, void *buffers[], const sl__group *group);

#endif
