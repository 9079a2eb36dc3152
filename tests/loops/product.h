/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/loops/product.c. */
#ifndef STARLOOP_TESTS_PRODUCT_H
#define STARLOOP_TESTS_PRODUCT_H

#include <starloop.h>

enum { PR_BINS = 7 };

SL_KERNEL_DECLARE(pr_mark, (i, j), scalar(int64_t, off), inout(int64_t, 2, count), out(int64_t, 2, y, own));
SL_KERNEL_DECLARE(pr_mark3, (i, j, k), scalar(int64_t, off), inout(int64_t, 3, count), out(int64_t, 3, y, own));
SL_KERNEL_DECLARE(pr_turned, (i, j), in(int64_t, 2, x, own(1, 0)), out(int64_t, 2, y, own));
SL_KERNEL_DECLARE(pr_turn, (i), inout(int32_t, 1, list, own));
SL_KERNEL_DECLARE(pr_longer, (i), inout(int64_t, 1, end, own));
SL_KERNEL_DECLARE(pr_order, (i, j), inout(int64_t, 1, count), out(int64_t, 1, seen));
SL_KERNEL_DECLARE(pr_sum, (i, j), in(int64_t, 2, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most));
SL_KERNEL_DECLARE(pr_sum3, (i, j, k), reduce(double, sum, total), reduce(SL_LOC(int64_t), minloc, least));
SL_KERNEL_DECLARE(pr_bins, (i, j), reduce(int64_t, sum, bins, array(7)));
SL_KERNEL_DECLARE(pr_scatter, (i, j), scatter(int64_t, sum, 1, y));
SL_KERNEL_DECLARE(prc_past, (i, j), inout(int64_t, 2, y, own));
SL_KERNEL_DECLARE(prc_some, (i, j), scalar(int64_t, but), out(int64_t, 2, y, own));
SL_KERNEL_DECLARE(prc_race, (i, j), inout(int64_t, 1, y));

#endif
