/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that reduce. */
#ifndef STARLOOP_TESTS_CUDA_REDUCE_H
#define STARLOOP_TESTS_CUDA_REDUCE_H

#include <starloop.h>

/** Eight results of as many types; v are whole numbers from 0 to 100. */
SL_KERNEL_DECLARE(cr_eight, (i), in(int32_t, 1, v, own), reduce(double, sum, a), reduce(float, max, b),
                  reduce(int64_t, sum, c), reduce(uint8_t, min, d), reduce(int16_t, max, e), reduce(double, min, f),
                  reduce(uint32_t, sum, g), reduce(int8_t, sum, h));
SL_KERNEL_DECLARE(cr_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(cr_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(cr_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(cr_sum4, (i, j, k, l), in(double, 4, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(cr_sum5, (i, j, k, l, n), in(double, 5, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(cr_sum6, (i, j, k, l, n, p), in(double, 6, x, own), reduce(double, sum, s), reduce(double, max, m));
/** A product of two views, beside one that is written. */
SL_KERNEL_DECLARE(cr_dot, (i, j), in(double, 2, x, own), in(double, 2, y, own), out(double, 2, z, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(cr_total, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(cr_twist, (i), in(uint64_t, 0, s), inout(uint64_t, 0, t));
SL_KERNEL_DECLARE(cr_scale, (i), in(uint64_t, 0, t), inout(uint64_t, 1, x, own));

#endif
