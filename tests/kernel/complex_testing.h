/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of complex.c. */
#ifndef STARLOOP_TESTS_COMPLEX_TESTING_H
#define STARLOOP_TESTS_COMPLEX_TESTING_H

#include <starloop.h>

#define COMPLEX_DECLARE(C, T) \
    SL_KERNEL_DECLARE(C##_sums, (i), in(C, 1, z, own), reduce(C, sum, s), reduce(C, prod, p), reduce(T, sum, re)); \
    SL_KERNEL_DECLARE(C##_sum2, (i, j), in(C, 2, z, own), reduce(C, sum, s)); \
    SL_KERNEL_DECLARE(C##_all, (i), in(C, 1, a, own), in(C, 1, b, own), out(C, 1, sum, own), \
                      out(C, 1, difference, own), out(C, 1, product, own), out(C, 1, quotient, own), \
                      out(T, 1, size, own));
COMPLEX_DECLARE(sl_complex, double)
COMPLEX_DECLARE(sl_complexf, float)

#endif
