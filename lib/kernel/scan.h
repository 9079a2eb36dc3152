/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a scan of a view is: its kernels' argument, and what it starts from. */
#ifndef STARLOOP_LIB_KERNEL_SCAN_H
#define STARLOOP_LIB_KERNEL_SCAN_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/scan_view.h>

#include "kernel/reduce.h"

/** The kernel of a scan. @param[in] type, rank  for which sl__scan_knows() @return it; made at the first call, kept for
 *  good. Thread-safe. */
const sl_kernel *sl__scan_kernel(int exclusive, int in_place, sl_type type, int rank);

/** Whether there are scans over a type. */
int sl__scan_knows(sl_type type);

/** @return what an operator joins to anything, and leaves it as it was: its identity, but of a sum of floats -0, since
 *  0 makes 0 of -0. */
sl__value sl__scan_neutral(int op, sl_type type);

#endif
