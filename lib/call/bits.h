/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Counting elements of a view by a kernel, for a caller that waits. */
#ifndef STARLOOP_LIB_CALL_BITS_H
#define STARLOOP_LIB_CALL_BITS_H

#include <starloop/loop.h>

/** Runs a kernel (in(T, 1, view), reduce(int64_t, sum, count)) over the first @p n elements and waits for the sum. */
sl_status sl__count(const char *function, const sl_kernel *kernel, sl_view *view, sl_index n, sl_index *count);

#endif
