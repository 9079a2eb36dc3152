/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief With STARLOOP_CHECK_ACCESS=1: whether a body or a host function writes what it only reads. */
#ifndef STARLOOP_LIB_EXEC_CPU_READS_H
#define STARLOOP_LIB_EXEC_CPU_READS_H

#include "task/task.h"

/** Whether to look. */
extern int sl__reads_active;

/** What the views that a task only reads have in them: a sum of each. */
typedef struct sl__reads {
    uint64_t sum[SL_MAX_ARGS];
} sl__reads;

/** Looks at the views before the task runs. @param[in] buffers  the task's, by slot */
void sl__reads_note(sl__reads *reads, const sl__task *task, void *buffers[]);

/** Looks again. @return the failure, which names kernel, argument and view; NULL: all are as they were. */
sl__failure *sl__reads_look(const sl__reads *reads, const sl__task *task, void *buffers[]);

#endif
