/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of gemm, as their callers see them. */
#ifndef GEMM_GEMM_KERNELS_H
#define GEMM_GEMM_KERNELS_H

#include <starloop.h>

/** x(i, j) = a whole number from -4 to 5 that i, j and @p seed give. */
SL_KERNEL_DECLARE(gemm_fill, (i, j), scalar(sl_index, seed), out(double, 2, x, own));
/** x(i, j) = -x(i, j) */
SL_KERNEL_DECLARE(gemm_negate, (i, j), inout(double, 2, x, own));

#endif
