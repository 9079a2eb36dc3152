/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a loop may run in parts. With the views held. */
#ifndef STARLOOP_LIB_TASK_SPLIT_ASK_H
#define STARLOOP_LIB_TASK_SPLIT_ASK_H

#include "task/split.h"

/** Whether a loop may be split at all: it writes nothing but at its own indices, or joins it. */
int sl__split_possible(const sl__task *task);

/** @return the first argument by which a kernel reaches a view of the task at or around its indices; -1: there is none,
 *  or it touches more. */
int sl__split_argument(const sl__task *task, int slot);

/** @return how that argument reaches the view; there must be one. */
const sl__reach *sl__split_reach(const sl__task *task, int slot);

/** Whether a reduction goes to a view of the task, or the loop joins values in it. */
int sl__split_has_target(const sl__task *task, int slot);

/** Finds out which views are to be in which parts: fills in plan->view[], but for the grids. Where the library chooses,
 *  it follows what is split already. */
void sl__split_ask(sl__split_plan *plan);

#endif
