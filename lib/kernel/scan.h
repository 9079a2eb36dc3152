/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a scan of a view is: its kernels' argument, and what it starts from. */
#ifndef STARLOOP_LIB_KERNEL_SCAN_H
#define STARLOOP_LIB_KERNEL_SCAN_H

#include <starloop/kernel/abi.h>

#include "kernel/reduce.h"

/** The first argument of the kernels of sl_scan_inclusive() and sl_scan_exclusive(); the others are the views. Devices
 *  read it, too. */
typedef struct sl__scan_call {
    int op;            /**< SL__SUM, ... */
    int dim;           /**< along which */
    int exclusive;     /**< an element does not count for its own place */
    int in_place;      /**< there is one view, at the place of the second */
    sl__value initial; /**< what a line begins with */
    sl__value neutral; /**< what a block begins with: sl__scan_neutral() */
} sl__scan_call;

/** A view of rank 6 in the packed arguments; of a lower rank the strides, and behind them the extents, are fewer. */
typedef struct sl__scan_slot {
    void *data;
    sl_index geometry[2 * SL_MAX_RANK];
} sl__scan_slot;

/** The packed arguments of these kernels, of whatever rank. */
typedef struct sl__scan_args {
    sl__scan_call call;
    sl__scan_slot x, y; /**< x is not set where the scan is in place */
} sl__scan_args;

/** The kernel of a scan. @param[in] type, rank  for which sl__scan_knows() @return it; made at the first call, kept for
 *  good. Thread-safe. */
const sl_kernel *sl__scan_kernel(int exclusive, int in_place, sl_type type, int rank);

/** Whether there are scans over a type. */
int sl__scan_knows(sl_type type);

/** @return what an operator joins to anything, and leaves it as it was: its identity, but of a sum of floats -0, since
 *  0 makes 0 of -0. */
sl__value sl__scan_neutral(int op, sl_type type);

/** Whether a kernel is a scan: its task has blocks of its own, which wait for each other. */
static inline int sl__kernel_scans(const sl_kernel *kernel)
{
    return kernel->form != SL__FORM_LOOP;
}

#endif
