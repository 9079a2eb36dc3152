/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The team kernels of spmv, as their callers see them: spmv_kernels.c says what each does. */
#ifndef SPMV_KERNELS_H
#define SPMV_KERNELS_H

#include <starloop.h>

enum { BLOCK_ROWS = 16 }; /**< rows of a team of spmv_blocks */

SL_KERNEL_DECLARE(spmv_rows, (team), scalar(double, modulus), in(int32_t, 1, row), in(int32_t, 1, column),
                  in(double, 1, value), in(double, 1, x), out(double, 1, y, own), scatter(double, sum, 1, squares));
SL_KERNEL_DECLARE(spmv_blocks, (team), scalar(double, modulus), in(int32_t, 1, row), in(int32_t, 1, column),
                  in(double, 1, value), in(double, 1, x), inout(double, 1, y), scatter(double, sum, 1, squares));

#endif
