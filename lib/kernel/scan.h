/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a scan of a view is: its kernels' argument, and what it starts from. */
#ifndef STARLOOP_LIB_KERNEL_SCAN_H
#define STARLOOP_LIB_KERNEL_SCAN_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/scan_view.h>

#include "kernel/reduce.h"

/** Elements of a block, on CPUs: no power of two, for blocks that are walked side by side would share sets of the first
 *  cache. Results depend on it: doc/guide/scans.md. */
enum { SL__SCAN_BLOCK = 1000 };

/** The kernel of a scan. @param[in] type  which has a number  @param[in] rank  1 to 6 @return it; made at the first
 *  call, kept for good. Thread-safe. */
const sl_kernel *sl__scan_kernel(int exclusive, int in_place, sl_type type, int rank);

/** @return a type's number in SL__SCAN_TYPES; -1: there are no scans over it. */
int sl__scan_number(sl_type type);

/** @return SL__SCAN_SUM, ...: what an operator (SL__SUM, ...) is for a type; -1: it is none for it. */
int sl__scan_operator(int op, sl_type type);

/** @return how a device goes through lines along a dimension of a space: SL__SCAN_BY_... */
sl_index sl__scan_items(const sl_space *space, int dim);

/** Whether it makes no difference to the bits which neighbours are joined first. @param[in] op  SL__SCAN_SUM, ... */
int sl__scan_is_exact(int op, sl_type type);

/** What an operator gives over nothing: its identity.
 *  @param[in] neutral  what joined to anything leaves it as it was, in place of that: -0 where a sum's identity is 0,
 *                      which makes 0 of -0
 *  @param[out] value   zeros behind it */
void sl__scan_nothing(int op, sl_type type, int neutral, sl__scanned *value);

#endif
