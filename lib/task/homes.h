/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Homes of parts: which device has which parts of split views, and which worker group beside them, by how fast
 *         these have been.
 *
 * Parts of views that are cut into as many have the same homes, whatever the loop, so that loops find together what
 * they use together. They change between two calls, where that pays: place/portions.h.
 *
 * Worker groups have homes, of the last parts, where for some calls in a row all loops over views in as many parts may
 * run on either side, have no halos and no results, and were measured on both. A loop that must run on devices, or a
 * part on a group that takes longer than devices alone would have, ends that at once. */
#ifndef STARLOOP_LIB_TASK_HOMES_H
#define STARLOOP_LIB_TASK_HOMES_H

#include "task/split.h"

/** Tests only: these workers stand for devices and for the groups beside them, and their parts are taken to last as
 *  long as this; NULL. Where CPU workers are devices sl__split_worker is set, too. Set before sl_init(), and not
 * changed before sl_finalize(). */
typedef struct sl__homes_made_up {
    int devices, groups;
    int (*worker)(int place);                    /**< StarPU's number; devices come first */
    double (*seconds)(int place, double points); /**< of a part */
} sl__homes_made_up;
extern const sl__homes_made_up *sl__homes_made_up_now;

/** Nothing is known. Before the first call. */
void sl__homes_begin(void);

/** Finds the homes for a loop whose side was chosen: plan->homes. Where it is devices, some parts may go to the other
 *  side nevertheless: plan->where, plan->alone. @param[in] box  of a part */
void sl__homes_find(sl__split_plan *plan, const sl_space *box);

/** @return the worker that is the home of a part, of so many cells that a view has, of all ranks; -1: any. */
int sl__homes_worker(const sl__split_plan *plan, int cell, int cells);

/** Whether a task that runs on a device is to be timed: of a loop in parts all are, or none. */
int sl__homes_due(const sl__task *task);

/** Notes how long a part of a loop has taken on a worker. @param[in] task  that stands for it */
void sl__homes_note(const sl__task *task, int worker, double seconds);

/** Whether devices differ so much that portions of them should follow. */
int sl__homes_differ(void);

#endif
