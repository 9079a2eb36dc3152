/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels whose results are joined into what their targets hold. */
#ifndef STARLOOP_TESTS_REDUCE_COMBINE_H
#define STARLOOP_TESTS_REDUCE_COMBINE_H

#include <starloop.h>

/** A run of iterations: how many, the first, the last, and whether each was behind the one before. */
typedef struct stretch {
    sl_index count, first, last;
    int broken;
} stretch;
SL_STRUCT(stretch);

SL_KERNEL_DECLARE(cb_all, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(SL_LOC(double), maxloc, hi), reduce(uint8_t, bxor, b));
SL_KERNEL_DECLARE(cb_behind, (i), in(double, 1, x, own), reduce(stretch, behind, r));
SL_KERNEL_DECLARE(cb_fail, (i), out(double, 1, x, own));

#endif
