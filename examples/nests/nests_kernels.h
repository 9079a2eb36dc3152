/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The nests of nests_kernels.c, and the numbers that plain C has in common with them. */
#ifndef NESTS_KERNELS_H
#define NESTS_KERNELS_H

#include <starloop.h>

enum { TILE_SIDE = 16 };                     /**< of the transposition */
enum { MATCH = 3, MISMATCH = -3, GAP = -2 }; /**< scores of two letters, and of none */

SL_NEST_DECLARE(product, (row, col, k), lambdas(3), local(double, dot), in(double, 2, a), in(double, 2, b),
                out(double, 2, c));
SL_NEST_DECLARE(turn, (i, j), lambdas(2), local_array(double, tile, TILE_SIDE, TILE_SIDE), in(double, 2, x, own),
                out(double, 2, y));
SL_NEST_DECLARE(align, (i, j), lambdas(1), in(int32_t, 1, a), in(int32_t, 1, b), inout(int32_t, 2, h));
SL_NEST_DECLARE(two_products, (i, j, k), lambdas(5), scalar(double, alpha), scalar(double, beta), local(double, dot),
                in(double, 2, a), in(double, 2, b), in(double, 2, c), inout(double, 2, t), inout(double, 2, d));

#endif
