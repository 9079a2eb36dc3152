/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that draw random numbers. */
#ifndef STARLOOP_TESTS_RANDOM_NUMBERS_H
#define STARLOOP_TESTS_RANDOM_NUMBERS_H

#include <starloop.h>

SL_KERNEL_DECLARE(rn_draw, (i), scalar(uint64_t, seed), out(uint64_t, 2, bits), out(double, 1, uniform, own),
                  out(float, 1, uniformf, own), out(uint64_t, 1, below, own), out(double, 1, normal, own));
SL_KERNEL_DECLARE(rn_known, (i), in(uint32_t, 2, input), out(uint32_t, 2, result));
SL_KERNEL_DECLARE(rn_moments, (i), scalar(uint64_t, seed), reduce(double, sum, first), reduce(double, sum, second),
                  reduce(double, sum, third), reduce(double, sum, fourth), reduce(double, sum, uniform),
                  reduce(double, sum, square));

#endif
