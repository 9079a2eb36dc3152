/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a policy says: checks that loops, reductions and host tasks share, the order of loops, a function's own
 *  policy for its loops. */
#ifndef STARLOOP_LIB_KERNEL_POLICY_H
#define STARLOOP_LIB_KERNEL_POLICY_H

#include <starloop/loop.h>

#include "base/error.h"

/** CUDA's limits of a block: threads, and threads along its third axis. */
enum { SL__BLOCK_THREADS = 1024, SL__BLOCK_Z = 64, SL__WARP = 32, SL__BLOCKS_PER_SM = 32 };

/** That of a call without one. */
extern const sl_policy sl__policy_default;

/** Refuses a policy that makes no sense for a space of @p rank (0: a host task). @p what names the caller's object.
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_DEVICE. */
sl_status sl__policy_check(const sl_policy *policy, int rank, const char *function, const char *what);

/** @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED for .split and .combine.  @param[in] noun  "a sort" */
sl_status sl__policy_check_whole(const sl_policy *policy, const char *function, const char *noun);

/** Takes from a policy what the loops of a function of the library heed: place, schedule, priority, label.
 *  @param[in] noun  "a sort"  @param[out] own  the policy of its loops
 *  @return as sl__policy_check_whole() and sl__policy_check() */
sl_status sl__policy_take(const sl_policy *policy, const char *function, const char *noun, sl_policy *own);

/** Where a policy that is right wants a loop: .where, or devices for .gpu. */
sl_where sl__policy_where(const sl_policy *policy);

/** Whether .order or .iterate_inner is given. */
int sl__policy_ordered(const sl_policy *policy, int rank);

/** The order of the loops that they say. @param[out] order  [rank] outermost first */
void sl__policy_order(const sl_policy *policy, int rank, int order[]);

/** The order that a word for one says, which is not the default. @param[out] order  [rank] outermost first */
void sl__iterate_order(sl_iterate iterate, int rank, int order[]);

/** Whether the loops run in the order of the indices: no order is given, or it is 0, 1, ... */
int sl__policy_lexical(const sl_policy *policy, int rank);

/** Whether anything is asked for. */
static inline int sl__split_asked(const sl_split *split)
{
    for (int d = 0; d < SL_MAX_RANK; d++)
        if (split->n[d] != 0)
            return 1;
    return 0;
}

/** Refuses numbers that make no sense for @p rank dimensions; all 0 is fine.
 *  @param[in] view  whose dimensions they are, for the text; {NULL, NULL}: of none
 *  @param[in] what  "sl_view_split: split", "sl_forall: kernel k: policy.split" */
sl_status sl__split_check(const sl_split *split, int rank, sl__made view, const char *what);

/** What an SL_INTO pointer stands for. @return 1 and the argument when @p target is one, else 0. */
int sl__into_read(void *target, sl_arg *arg);
/** The rank of an argument for whose SL_INTO there was no memory; it has no view. */
enum { SL__INTO_LOST = -1 };

#endif
