/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that reduce, one a type, and some with other arguments beside. */
#ifndef STARLOOP_TESTS_REDUCE_VALUES_H
#define STARLOOP_TESTS_REDUCE_VALUES_H

#include <starloop.h>

/** Every built-in type: X(C type, name of its kernel). */
#define REDUCE_TYPES(X) \
    X(float, stats_f32) \
    X(double, stats_f64) \
    X(int8_t, stats_i8) \
    X(int16_t, stats_i16) \
    X(int32_t, stats_i32) \
    X(int64_t, stats_i64) \
    X(uint8_t, stats_u8) \
    X(uint16_t, stats_u16) \
    X(uint32_t, stats_u32) \
    X(uint64_t, stats_u64)

#define DECLARE_STATS(T, name) \
    SL_KERNEL_DECLARE(name, (i), in(T, 1, x, own), reduce(T, sum, s), reduce(T, min, lo), reduce(T, max, hi));
REDUCE_TYPES(DECLARE_STATS)
#undef DECLARE_STATS

SL_KERNEL_DECLARE(norm3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(norm5, (i, j, k, l, m), in(double, 5, x, own), reduce(double, min, s));
SL_KERNEL_DECLARE(double_and_sum, (i), scalar(int32_t, skip), in(double, 1, x, own), out(double, 1, y, own),
                  inout(int32_t, 1, count, own), reduce(double, sum, s), reduce(int64_t, max, where));
SL_KERNEL_DECLARE(scale_by, (i), in(double, 0, factor), inout(double, 1, y, own));
SL_KERNEL_DECLARE(quotient, (i), in(double, 0, a), in(double, 0, b), out(double, 0, c));

#endif
