/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/nests/nest_auto.c. */
#ifndef STARLOOP_TESTS_NEST_AUTO_H
#define STARLOOP_TESTS_NEST_AUTO_H

#include <starloop.h>

SL_NEST_DECLARE(na_grid, (i, j), lambdas(4), scalar(int32_t, size), in(double, 2, x), out(double, 2, y, own),
                out(int32_t, 2, who, own));
SL_KERNEL_DECLARE(na_middle, (i, j), in(double, 2, x, own), out(double, 2, y, own));

#endif
