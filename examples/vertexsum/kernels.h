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
SL_KERNEL_DECLARE(vertexsum_move_corners, (e), in(int32_t, 2, corner, own(0, all)), in(int32_t, 1, element, own),
                  in(int32_t, 1, vertex), inout(int32_t, 2, moved));
SL_KERNEL_DECLARE(vertexsum_move, (v), in(int32_t, 1, vertex, own), in(double, 1, value, own), inout(double, 1, moved));
SL_KERNEL_DECLARE(vertexsum_move_back, (v), in(int32_t, 1, vertex, own), in(double, 1, moved),
                  out(double, 1, value, own));
SL_KERNEL_DECLARE(vertexsum_paint, (e), scalar(int32_t, c), inout(int32_t, 1, color, own));

#endif
