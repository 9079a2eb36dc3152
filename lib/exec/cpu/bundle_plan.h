/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the loops of a piece of a region share the threads: found out once, and kept. doc/notes/bundles.md.
 *
 * A plan holds for calls that are recorded as they were: these have numbers of their own (sl__task.recorded). It is
 * made anew when a list that the loops run over has been written, and a few times in the beginning, when more is known
 * of what loops take. */
#ifndef STARLOOP_LIB_EXEC_CPU_BUNDLE_PLAN_H
#define STARLOOP_LIB_EXEC_CPU_BUNDLE_PLAN_H

#include "exec/cpu/bundle_lists.h"
#include "exec/cpu/rounds.h"

enum { SL__BUNDLE_PLANS = 16 }; /* so many are kept by each worker */

/** A plan. */
typedef struct sl__bundle_plan {
    uint64_t number; /**< of its first call; 0: none */
    uint64_t used;   /**< when */
    int count;       /**< of its loops, 1 where the first one is not to be in any */
    int pays;        /**< it is worth to run them together */
    int threads;
    unsigned runs;     /**< so many have had it */
    unsigned listed;   /**< the run for which lists were looked at */
    int list_changes;  /**< how often they changed soon after that: in the end nobody looks any more */
    sl__rounds rounds; /**< of those that pay */
    sl__lists lists;
} sl__bundle_plan;

/** What a worker keeps. Zeroed, it has none. */
typedef struct sl__bundle_plans {
    uint64_t uses;
    sl__bundle_plan plan[SL__BUNDLE_PLANS];
} sl__bundle_plans;

/** @return the plan for the calls of a region that begin at a loop of a batch, and counts its run; NULL: the loop is in
 *  no region.
 *  @param[in] threads  that will share the loops  @param[in] buffers  [views of the batch] struct sl__interface each */
sl__bundle_plan *sl__bundle_plan_get(sl__bundle_plans *plans, const sl__batch *batch, int first, int threads,
                                     void *buffers[]);

/** How often a plan was made, or made anew, and how often lists were compared. For tests. */
extern _Atomic int sl__bundle_plans_made, sl__bundle_lists_made;

#endif
