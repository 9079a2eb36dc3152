/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a loop runs on one core, on those of a worker group, or on those of all groups. */
#ifndef STARLOOP_LIB_TASK_CORES_H
#define STARLOOP_LIB_TASK_CORES_H

#include "task/task.h"

/** Tests only: number of threads of a loop, whatever the group's size; 0: the group's. */
extern int sl__cpu_threads_override;

/** Tests only: every loop that more than one thread may run is for a gang, however short. */
extern int sl__gang_always;

/** Whether a loop is worth a fork that others share: by its iterations, or by the time that they were seen to take. */
int sl__cpu_is_large(const sl__task *task);
/** @return how it uses the cores if its schedule does not say. */
sl__cores_use sl__cpu_use(const sl__task *task);

/** Whether a loop is long enough for what calling other groups costs, as far as is known. */
int sl__gang_pays(const sl__task *task);

/** Tests only: threads always share the lanes of a block. */
extern int sl__lanes_always;

/** Whether a loop that reduces has so few blocks, and so long iterations, that threads are to share the lanes of one.
 */
int sl__lanes_pay(const sl__task *task);

/** Whether a loop may be one of a chain: it leaves its schedule to the library. */
int sl__chain_takes(const sl__task *task);

#endif
