/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a body has found wrong, in a sentence. */
#ifndef STARLOOP_LIB_TASK_FAULT_H
#define STARLOOP_LIB_TASK_FAULT_H

#include "task/task.h"

/** @return what the bodies of a task recorded in task->fault, as a failure; NULL when nothing. */
sl__failure *sl__task_fault(const sl__task *task);

#endif
