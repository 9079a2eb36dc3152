/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of vertexsum, as their callers see them: kernels.c says what each does. */
#ifndef VERTEXSUM_KERNELS_H
#define VERTEXSUM_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(vertexsum_area, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, x), in(double, 1, y),
                  out(double, 1, area, own));
SL_KERNEL_DECLARE(vertexsum_add, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, area, own),
                  inout(double, 1, sum));
SL_KERNEL_DECLARE(vertexsum_scatter, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 1, area, own),
                  scatter(double, sum, 1, sum));

#endif
