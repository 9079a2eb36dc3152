/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels for the accuracy of sums, and for SL_ACROSS_DEVICES. */
#ifndef STARLOOP_TESTS_REDUCE_ACCURACY_H
#define STARLOOP_TESTS_REDUCE_ACCURACY_H

#include <starloop.h>

SL_KERNEL_DECLARE(acc_sum, (i), in(float, 1, x, own), reduce(float, sum, s));
SL_KERNEL_DECLARE(acc_sum2, (i, j), in(float, 2, x, own), reduce(float, sum, s));
SL_KERNEL_DECLARE(acc_count, (i), in(float, 1, x, own), inout(double, 1, h, atomic));
SL_KERNEL_DECLARE(acc_places, (i), in(float, 1, x, own), inout(int64_t, 1, h, atomic));

#endif
