/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "complex_testing.h"

#define KERNELS(C, T) \
    SL_KERNEL(C##_sums, (i), in(C, 1, z, own), reduce(C, sum, s), reduce(C, prod, p), reduce(T, sum, re)) \
    { \
        *s = C##_add(*s, SL_AT(z, i)); \
        *p = C##_mul(*p, SL_AT(z, i)); \
        *re += SL_AT(z, i).re; \
    } \
    SL_KERNEL(C##_sum2, (i, j), in(C, 2, z, own), reduce(C, sum, s)) \
    { \
        *s = C##_add(*s, SL_AT(z, i, j)); \
    } \
    SL_KERNEL(C##_all, (i), in(C, 1, a, own), in(C, 1, b, own), out(C, 1, sum, own), out(C, 1, difference, own), \
              out(C, 1, product, own), out(C, 1, quotient, own), out(T, 1, size, own)) \
    { \
        SL_AT(sum, i) = C##_add(SL_AT(a, i), SL_AT(b, i)); \
        SL_AT(difference, i) = C##_sub(SL_AT(a, i), C##_conj(SL_AT(b, i))); \
        SL_AT(product, i) = C##_mul(SL_AT(a, i), SL_AT(b, i)); \
        SL_AT(quotient, i) = C##_div(SL_AT(a, i), SL_AT(b, i)); \
        SL_AT(size, i) = C##_abs(SL_AT(a, i)); \
    }
KERNELS(sl_complex, double)
KERNELS(sl_complexf, float)
