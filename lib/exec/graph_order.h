/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The order that the loops of a device's graph need: a pure function of what they read and write.
 *
 * Loops that touch nothing in common which one of them writes need none. They are put into lanes: in a lane each loop
 * comes behind the one before, and lanes run at the same time. Most loops wait for the one before in their lane alone,
 * which a device does faster than to wait for several. doc/notes/regions.md.
 *
 * Small loops of one kernel that come one after another and need no order are one launch: all but the first of them
 * have no place of their own here. doc/notes/gpu-kernels.md. */
#ifndef STARLOOP_LIB_EXEC_GRAPH_ORDER_H
#define STARLOOP_LIB_EXEC_GRAPH_ORDER_H

#include "task/batch.h"

enum { SL__GRAPH_LANES = 16 /* at most */ };

/** Loops by their numbers in the graph, from 0, the earlier one first. */
typedef struct sl__graph_order {
    int count, lanes;
    int launches;                    /**< count, less those that are joined to another one's launch */
    int first[SL__BATCH_TASKS];      /**< [count] the first loop of its launch; most often it is that itself */
    int behind[SL__BATCH_TASKS];     /**< [count] the loop before it in its lane; -1: none */
    uint64_t after[SL__BATCH_TASKS]; /**< [count] loops that must have ended: bits; those but for which others of these
                                          have already waited; each the first of its launch */
} sl__graph_order;

/** Finds the order of some loops of a batch.
 *  @param[in] first, count  which, up to SL__BATCH_TASKS
 *  @param[in] lanes  at most so many, 1 to SL__GRAPH_LANES. It is one where more would not save much
 *  @param[in] joins  small loops of one kernel may be one launch */
void sl__graph_order_make(sl__graph_order *order, const sl__batch *batch, int first, int count, int lanes, int joins);

/** Whether two are the same. */
int sl__graph_order_same(const sl__graph_order *one, const sl__graph_order *other);

#endif
