/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that combine truth values and bits, one an operator and type. */
#ifndef STARLOOP_TESTS_REDUCE_LOGIC_H
#define STARLOOP_TESTS_REDUCE_LOGIC_H

#include <starloop.h>

/** The built-in types, integers apart: X(C type, suffix of its kernels). */
#define LOGIC_INTEGERS(X) \
    X(int8_t, i8) \
    X(int16_t, i16) \
    X(int32_t, i32) \
    X(int64_t, i64) \
    X(uint8_t, u8) \
    X(uint16_t, u16) \
    X(uint32_t, u32) \
    X(uint64_t, u64)
#define LOGIC_NUMBERS(X) \
    X(float, f32) \
    X(double, f64) \
    LOGIC_INTEGERS(X)

#define DECLARE_LOGIC(T, s) \
    SL_KERNEL_DECLARE(logic_##s, (i), in(T, 1, x, own), reduce(T, land, all), reduce(T, lor, any));
#define DECLARE_BITS(T, s) \
    SL_KERNEL_DECLARE(bits_##s, (i), in(T, 1, x, own), reduce(T, band, all), reduce(T, bor, any), reduce(T, bxor, odd));
LOGIC_NUMBERS(DECLARE_LOGIC)
LOGIC_INTEGERS(DECLARE_BITS)
#undef DECLARE_LOGIC
#undef DECLARE_BITS

SL_KERNEL_DECLARE(logic_rank3, (i, j, k), in(uint32_t, 3, x, own), reduce(uint32_t, bxor, b),
                  SL_REDUCE(int32_t, land, a), reduce(uint32_t, sum, s));

#endif
