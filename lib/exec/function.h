/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A host function of the program's, as a task. */
#ifndef STARLOOP_LIB_EXEC_FUNCTION_H
#define STARLOOP_LIB_EXEC_FUNCTION_H

#include "task/task.h"

/** Calls a task's function in the calling thread.
 *  @param[in] buffers  [views of the task] struct sl__interface each, what sl_task_data() looks at
 *  @param[in] stream   of a device, what sl_task_stream() returns; NULL on a CPU, where its time is noted
 *  @return why it failed; NULL. */
sl__failure *sl__function_run(sl__task *task, void *buffers[], void *stream);

#endif
