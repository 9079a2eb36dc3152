/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The rows of starloop/kernel/cases.h, as who cuts loops reads them. */
#ifndef STARLOOP_LIB_KERNEL_CASES_H
#define STARLOOP_LIB_KERNEL_CASES_H

#include <starloop/kernel/cases.h>
#include <starloop/types.h>

/** Which layouts a shape has: SL__TAKES_* or-ed; 0: none that has a row. The stride of a dimension of extent 1 is never
 *  used; an empty shape and one of rank 0 have them all.
 *  @param[in] n  [rank] extents  @param[in] s  [rank] strides, elements */
unsigned sl__cases_of(int rank, const sl_index n[], const sl_index s[]);

/** Whether elements stand at the sum of index times stride: there is no row with a map of its own for it. No extent is
 * 0.
 */
int sl__cases_are_strides(int rank, const sl_index n[], const sl_index s[]);

/** Makes the loop order that the first of some layouts likes; 0, 1, ... where there is none.
 *  @param[in] layouts  SL__TAKES_* or-ed  @param[out] order  [rank] dimensions, outermost loop first
 *  @return 1 when it runs from the last dimension to the first. */
int sl__cases_order(unsigned layouts, int rank, int order[]);

/** @return those of some layouts whose loops run from the last dimension to the first. */
unsigned sl__cases_descending(unsigned layouts);

/** @return the first of some layouts whose loop order this is; #SL__CASE_ANY: there is none. */
int sl__cases_pick(unsigned layouts, int rank, const int order[]);

#endif
