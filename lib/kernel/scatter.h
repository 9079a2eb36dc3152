/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scatter: operators over types, their identities, and joining copies into a view. */
#ifndef STARLOOP_LIB_KERNEL_SCATTER_H
#define STARLOOP_LIB_KERNEL_SCATTER_H

#include <starloop/types.h>

/** Whether the operator (SL__SUM, ...) is one of scatter, over this type. */
int sl__scatter_known(int op, sl_type type);

/** Whether the result depends on the order in which values are joined: of floating-point numbers. */
int sl__scatter_has_order(sl_type type);

/** Fills a copy [count] with what changes no element that it is joined into: -0 for sums, NaN for minimum and maximum
 *  of floating-point numbers. */
void sl__scatter_fill(int op, sl_type type, void *copy, sl_index count);

/** Joins elements of a copy [count] into those of a view, @p stride elements apart. */
void sl__scatter_join(int op, sl_type type, void *view, sl_index stride, const void *copy, sl_index count);

#endif
