/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of tests/programs/odd_input.c. */
#ifndef TESTS_ODD_INPUT_H
#define TESTS_ODD_INPUT_H

#include <starloop.h>

SL_KERNEL_DECLARE(odd_fill, (i), scalar(double, value), out(double, 1, x, own));
SL_KERNEL_DECLARE(odd_count1, (i), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(odd_ends, (i), reduce(int64_t, sum, s), reduce(int64_t, min, least), reduce(int64_t, max, most));
SL_KERNEL_DECLARE(odd_count2, (i, j), reduce(int64_t, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(odd_count3, (i, j, k), reduce(int64_t, prod, s));

SL_BEGIN_DECLS
extern const sl_kernel odd_fill__kernel;
SL_END_DECLS

#endif
