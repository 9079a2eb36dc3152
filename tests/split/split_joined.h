/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that reduce into arrays, or scatter, over split views. */
#ifndef STARLOOP_TESTS_SPLIT_JOINED_H
#define STARLOOP_TESTS_SPLIT_JOINED_H

#include <starloop.h>

SL_KERNEL_DECLARE(sj_line, (i), scalar(sl_index, n), in(double, 1, x, own), inout(double, 1, y, own),
                  reduce(double, sum, e, array(n)), reduce(int32_t, max, m, array(3)));
SL_KERNEL_DECLARE(sj_plane, (i, j), scalar(sl_index, n), in(double, 2, x, own), reduce(double, sum, e, array(n)));
SL_KERNEL_DECLARE(sj_rows, (i, j), inout(double, 2, x, own), reduce(double, sum, e, array(7)));
SL_KERNEL_DECLARE(sj_bins, (i), in(double, 1, x, halo(1)), out(double, 1, y, own), multi_reduce(double, sum, h),
                  multi_reduce(int64_t, sum, count), scatter(double, max, 0, top), reduce(double, min, least));
SL_KERNEL_DECLARE(sj_grid, (i, j), in(double, 2, x, own), scatter(int64_t, sum, 2, g), scatter(float, prod, 2, p));
SL_KERNEL_DECLARE(sj_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(double, 1, x, own),
                  scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sj_raise, (i), scalar(int64_t, bad), in(double, 1, x, own), multi_reduce(double, sum, h),
                  reduce(int64_t, sum, n));

#endif
