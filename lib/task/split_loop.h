/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops that run in parts: their memory. */
#ifndef STARLOOP_LIB_TASK_SPLIT_LOOP_H
#define STARLOOP_LIB_TASK_SPLIT_LOOP_H

#include "task/split.h"

/** A call's memory, of at least so many bytes, undefined; NULL without memory. It is kept until the end, for StarPU may
 *  look at a task's argument once more when the task has ended. */
sl__split_loop *sl__split_loop_take(size_t bytes);
void sl__split_loop_give(sl__split_loop *call);

/** Frees what is kept. When StarPU has finished with the last task. */
void sl__split_loops_free(void);

#endif
