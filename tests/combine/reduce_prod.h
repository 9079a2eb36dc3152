/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that multiply, one a type, and some with other arguments beside. */
#ifndef STARLOOP_TESTS_REDUCE_PROD_H
#define STARLOOP_TESTS_REDUCE_PROD_H

#include <starloop.h>

/** Every built-in type: X(C type, name of its kernel, factors 2 whose product it holds). */
#define PROD_TYPES(X) \
    X(float, prod_f32, 100) \
    X(double, prod_f64, 1000) \
    X(int8_t, prod_i8, 6) \
    X(int16_t, prod_i16, 14) \
    X(int32_t, prod_i32, 30) \
    X(int64_t, prod_i64, 62) \
    X(uint8_t, prod_u8, 7) \
    X(uint16_t, prod_u16, 15) \
    X(uint32_t, prod_u32, 31) \
    X(uint64_t, prod_u64, 63)

#define DECLARE_PROD(T, name, most) SL_KERNEL_DECLARE(name, (i), in(T, 1, x, own), reduce(T, prod, p));
PROD_TYPES(DECLARE_PROD)
#undef DECLARE_PROD

SL_KERNEL_DECLARE(prod_rank3, (i, j, k), in(double, 3, x, own), reduce(double, prod, p), reduce(double, sum, s));
SL_KERNEL_DECLARE(prod_upper, (i), scalar(sl_index, n), SL_REDUCE(uint64_t, prod, p));

#endif
