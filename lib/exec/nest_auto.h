/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief .nest = "auto": the policies of a nest for CPUs as one kernel, of which each run takes one. */
#ifndef STARLOOP_LIB_EXEC_NEST_AUTO_H
#define STARLOOP_LIB_EXEC_NEST_AUTO_H

#include <starloop/kernel/abi.h>

#include "place/ways.h"
#include "task/kernel_state.h"
#include "task/task.h"

/** Policies that are tried: the first ones of the nest's file. */
enum { SL__NEST_WAYS = SL__WAY_END - 1 };

/** Policies of one nest, for CPUs or for devices, in the order of their file. Way w is policy[w - 1]. */
typedef struct sl__nest_set {
    int count;
    const struct sl__nest_policy *policy[SL__NEST_WAYS];
} sl__nest_set;

/** Such a kernel. */
typedef struct sl__nest_auto {
    sl_kernel kernel;                     /**< of the form SL__FORM_NEST_AUTO */
    sl__nest_set set;                     /**< for CPUs, one at least */
    const struct sl__nest_policy *device; /**< what it runs on a device; NULL: nothing */
    struct sl__kernel_state *state;
    struct sl__nest_auto *next;
    char name[];
} sl__nest_auto;

/** @return the policies of a nest for CPUs, or for devices.
 *  @param[in] first  [until last] those of all nests */
sl__nest_set sl__nest_set_of(const sl_kernel *nest, const struct sl__nest_policy **first,
                             const struct sl__nest_policy **last, int device);

/** @return the names of the policies by their ways, those that a set has. @param[out] names  [SL__WAY_END] */
const char *const *sl__nest_set_names(const sl__nest_set *set, const char *names[SL__WAY_END]);

/** @return a bit for each way of a set. */
static inline unsigned sl__nest_set_ways(const sl__nest_set *set)
{
    return (1u << (set->count + 1)) - 2;
}

/** Finds the kernel for these policies, making it at the first call; with times of its own.
 *  @param[in] device  what it runs on a device; NULL: nothing
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY. Thread-safe. */
sl_status sl__nest_auto_of(const sl__nest_set *set, const struct sl__nest_policy *device, const sl_kernel **kernel);

/** @return what the kernel of a task is made of; NULL: it is no such one. */
static inline const sl__nest_auto *sl__nest_auto_run(const sl__task *task)
{
    const sl_kernel *kernel = task->state->packs != NULL ? task->state->packs->written : task->kernel;
    return sl__form_of(kernel)->tries ? (const sl__nest_auto *)kernel : NULL;
}

#endif
