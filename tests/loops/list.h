/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests/loops/list.c and tests/loops/list_strides.c share: kernels, and what a loop has to visit. */
#ifndef STARLOOP_TESTS_LIST_H
#define STARLOOP_TESTS_LIST_H

#include <starloop.h>

SL_KERNEL_DECLARE(li_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(li_order, (i), inout(int64_t, 1, count), out(int64_t, 1, seen));
SL_KERNEL_DECLARE(li_sum, (i), in(double, 1, x, own), reduce(double, sum, total), reduce(double, max, most));
SL_KERNEL_DECLARE(li_fill, (i), out(double, 1, x, own));
SL_KERNEL_DECLARE(li_flat, (i, j), out(double, 2, x, own));
SL_KERNEL_DECLARE(lic_some, (i), scalar(int64_t, but), out(double, 1, x, own));
SL_KERNEL_DECLARE(lic_race, (i), inout(double, 1, x));

enum { LIST_MOST = 20000 /* one past the greatest index of list_marks_right() */ };

/** Whether a loop over a space visits these indices, each once, and no others. @param[in] index  [n] */
int list_marks_right(sl_space space, const int64_t index[], int n, int layout, sl_policy policy);

/** Makes a view of random values. @param[in,out] seed  of random_double() */
sl_view *list_values(int n, uint64_t *seed);

/** Under how many schedules sums and maxima over a space are not, bit for bit, those of a range over the same values
 * put side by side. @param[in] index  [n] the indices of the space @param[in] x  as of list_values() */
int list_sums_differ(sl_space space, const int64_t index[], int n, sl_view *x);

/** Strided ranges: list_strides.c. */
void test_strides(void);

#endif
