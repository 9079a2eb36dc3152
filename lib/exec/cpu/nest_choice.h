/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief .nest = "auto" on CPUs: the first calls try each policy of a nest; then the fastest stays. */
#ifndef STARLOOP_LIB_EXEC_CPU_NEST_CHOICE_H
#define STARLOOP_LIB_EXEC_CPU_NEST_CHOICE_H

#include "exec/nest_auto.h"
#include "task/task.h"

/** Which policy a nest runs by, and whether that is to be timed. Zero: there is no choice. */
typedef struct sl__nest_use {
    int way;      /**< that of the set; 0: the call says which policy */
    int timed;    /**< its time is wanted */
    uint32_t key; /**< of its size class */
    double begin; /**< seconds */
} sl__nest_use;

/** Decides for a task that is about to run. @return the kernel whose functions run: the task's own, or a policy's. */
const sl_kernel *sl__nest_choose(const sl__task *task, sl__nest_use *use);

/** It is over: notes its time, where that is wanted. */
void sl__nest_chosen_end(const sl__task *task, const sl__nest_use *use);

/** The clock by which policies are timed, in seconds. A test may have another one, even for each policy, by its number
 *  from 1 on in the file. */
extern double (*sl__nest_clock)(int way);

#endif
