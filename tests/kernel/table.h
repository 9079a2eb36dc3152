/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that look up tables. */
#ifndef STARLOOP_TESTS_TABLE_H
#define STARLOOP_TESTS_TABLE_H

#include <starloop.h>

struct knot {
    double value, slope;
};
SL_STRUCT(struct knot);

SL_KERNEL_DECLARE(tb_look_up, (i), in(int32_t, 1, k, own), table(double, t), out(double, 1, y, own));
SL_KERNEL_DECLARE(tb_plane, (i, j), in(int32_t, 2, k, own), table(float, t), SL_TABLE(int8_t, u),
                  inout(double, 2, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(tb_spline, (i), table(struct knot, knots), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(tb_extent, (i), table(double, t), out(int64_t, 1, n));
SL_KERNEL_DECLARE(tb_fill, (i), scalar(double, a), out(double, 1, t, own));
SL_KERNEL_DECLARE(tb_checked, (i), in(int32_t, 1, k, own), table(double, t), out(double, 1, y, own));

#endif
