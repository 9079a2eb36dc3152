/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scatter: operators over types, their identities, and joining copies into a view. */
#ifndef STARLOOP_LIB_KERNEL_SCATTER_H
#define STARLOOP_LIB_KERNEL_SCATTER_H

#include <starloop/kernel/abi.h>

/* Operators come with the type of the numbers of which elements consist, as SL__JOINS() of the kernel language has it;
 * 0 stands for the type of the elements, whose parts SL__PROD_COMPLEX joins together. */

/** The type of what is joined by itself in elements of a type. */
sl_type sl__scatter_number(int joins, sl_type type);

/** Whether the operator (SL__SUM, ...) is one of scatter, over these numbers. */
int sl__scatter_known(int joins, sl_type type);

/** Whether the result depends on the order in which values are joined: of floating-point numbers. */
int sl__scatter_has_order(int joins, sl_type type);

/** Fills a copy [count] of elements with what changes none that it is joined into: -0 for sums, NaN for minimum and
 *  maximum of floating-point numbers; 1 for products, of complex numbers as sl__scatter_join() has it. */
void sl__scatter_fill(int joins, sl_type type, void *copy, sl_index count);

/** Joins elements of a copy [count] into those of a view, @p stride elements apart. */
void sl__scatter_join(int joins, sl_type type, void *view, sl_index stride, const void *copy, sl_index count);

#endif
