/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which loops of a bundle over lists have no index in common.
 *
 * Two such loops may run at once where each touches its own elements of a view only. Bounds are compared first, then
 * indices, in a bitmap. What is found holds until a list is written. Time and memory are bounded: what is not found out
 * counts as common. */
#ifndef STARLOOP_LIB_EXEC_CPU_BUNDLE_LISTS_H
#define STARLOOP_LIB_EXEC_CPU_BUNDLE_LISTS_H

#include "task/batch.h"

/** The indices of a list, or of a part of one. */
typedef struct sl__listed {
    const sl_view *view;
    uint64_t version;        /**< of the view; 0: nobody knows when it changes */
    struct sl__places where; /**< indices are where.start_ + k where.step_ of list_ */
    sl_index points;
    sl_index lo, hi; /**< all of them are in [lo, hi) */
    int loop;        /**< the first one that has it */
    int known;       /**< what is in it was looked at */
} sl__listed;

/** The lists of some loops. */
typedef struct sl__lists {
    int count;
    signed char of[SL__BATCH_TASKS];  /**< each loop's list; -1: it runs over none */
    sl__listed list[SL__BATCH_TASKS]; /**< [count] */
    uint64_t meets[SL__BATCH_TASKS];  /**< [count] lists with which it has an index in common: bits */
} sl__lists;

/** Looks at the lists of loops of a batch which is about to run.
 *  @param[in] first, count  which  @param[in] buffers  [views of the batch] struct sl__interface each */
void sl__lists_make(sl__lists *lists, const sl__batch *batch, int first, int count, void *buffers[]);

/** Whether all lists are what they were. Of the same loops, in a later run. */
int sl__lists_same(const sl__lists *lists, const sl__batch *batch, int first, void *buffers[]);

/** Fills in which of some lists have an index in common. lo, hi, known and meets are written. */
void sl__lists_compare(sl__lists *lists);

#endif
