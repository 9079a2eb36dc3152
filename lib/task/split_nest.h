/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests over split views: they are cut along dimension 0, where their policies allow it. */
#ifndef STARLOOP_LIB_TASK_SPLIT_NEST_H
#define STARLOOP_LIB_TASK_SPLIT_NEST_H

#include "task/task.h"

/** Where a nest may be cut along dimension 0 so that each lambda finds what it does in the whole: by the policies of
 *  all sides that it may run on.
 *  @return from the first index of the space on, at the multiples of this; 0: nowhere */
sl_index sl__split_nest_cut(const sl__task *task);

/** How many indices of dimension 0 a part of a nest leaves to parts before it: its offsets are those in the whole. */
static inline sl_index sl__split_nest_before(const sl__task *task)
{
    return task->whole != NULL ? task->space.lo[0] - task->whole->lo[0] : 0;
}

#endif
