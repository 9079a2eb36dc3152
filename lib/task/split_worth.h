/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How many parts a loop is worth: pure functions of a task and of what its views ask for. */
#ifndef STARLOOP_LIB_TASK_SPLIT_WORTH_H
#define STARLOOP_LIB_TASK_SPLIT_WORTH_H

#include "task/split.h"

/** Tests only: so many parts whatever a loop is worth; 0: what it is worth. */
extern int sl__split_always;

/** Whether the library may choose other counts: for all views in parts it has chosen those that they have, and the loop
 *  is for CPUs only, or for devices that differ. */
int sl__split_adapts(const sl__split_plan *plan);

/** Where it may, lets a part of the loop have several neighbouring parts of its views, so that no task is shorter than
 *  what pays. */
void sl__split_merge(sl__split_plan *plan);

/** Whether that was done. */
int sl__split_is_merged(const sl__split_plan *plan);

/** Takes half of that back. @return 0: there is nothing to take back. */
int sl__split_halve(sl__split_plan *plan);

/** @return the time that a loop takes on one worker group, in seconds, as far as is known; not 0. */
double sl__split_group_seconds(const sl__task *task);

/** How many parts a loop is worth, as far as is known of its time, the caches and the workers. @return 1: none. */
int sl__split_worth(const sl__task *task);

#endif
