/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that reduce over structs: extreme values and where they are, and operators of their own. */
#ifndef STARLOOP_TESTS_REDUCE_STRUCT_H
#define STARLOOP_TESTS_REDUCE_STRUCT_H

#include <starloop.h>

/** Every built-in type: X(C type, suffix of its kernels, largest and smallest value). Half of them are compiled by
 *  nvcc, too, which takes 10 s for each. */
#define STRUCT_TYPES_CUDA(X) \
    X(float, f32, INFINITY, -INFINITY) \
    X(double, f64, INFINITY, -INFINITY) \
    X(int8_t, i8, INT8_MAX, INT8_MIN) \
    X(int64_t, i64, INT64_MAX, INT64_MIN) \
    X(uint32_t, u32, UINT32_MAX, 0)
#define STRUCT_TYPES_CPU(X) \
    X(int16_t, i16, INT16_MAX, INT16_MIN) \
    X(int32_t, i32, INT32_MAX, INT32_MIN) \
    X(uint8_t, u8, UINT8_MAX, 0) \
    X(uint16_t, u16, UINT16_MAX, 0) \
    X(uint64_t, u64, UINT64_MAX, 0)
#define STRUCT_TYPES(X) \
    STRUCT_TYPES_CUDA(X) \
    STRUCT_TYPES_CPU(X)

#define DECLARE_EXTREMES(T, s, most, least) \
    SL_KERNEL_DECLARE(extremes_##s, (i), in(T, 1, x, own), reduce(SL_LOC(T), minloc, lo), \
                      reduce(SL_LOC(T), maxloc, hi), reduce(SL_MINMAX(T), minmax, both), \
                      SL_REDUCE(SL_MINMAXLOC(T), minmaxloc, all));
STRUCT_TYPES(DECLARE_EXTREMES)
#undef DECLARE_EXTREMES

SL_KERNEL_DECLARE(extremes_rank3, (i, j, k), in(float, 3, x, own), reduce(SL_MINMAXLOC(float), minmaxloc, e),
                  reduce(int64_t, sum, n));

/** A 2 x 2 matrix modulo 2^64: multiplication is associative, exact, and not commutative. */
typedef struct matrix {
    uint64_t a, b, c, d;
} matrix;
/** A run of iterations: how many, the first, the last, and whether each was behind the one before. */
typedef struct run {
    sl_index count, first, last;
    int broken;
} run;
/** Sixteen maps x -> a x + b, one after another: 256 bytes. */
typedef struct maps {
    uint64_t a[16], b[16];
} maps;
/** A sum whose rounding shows the order. */
typedef struct plain_sum {
    double s;
} plain_sum;
SL_STRUCT(matrix);
SL_STRUCT(run);
SL_STRUCT(maps);
SL_STRUCT(plain_sum);

SL_KERNEL_DECLARE(in_order_1, (i), in(uint32_t, 1, x, own), reduce(matrix, times, m), reduce(run, behind, r),
                  reduce(maps, after, f), reduce(plain_sum, plus, s));
SL_KERNEL_DECLARE(in_order_2, (i, j), in(uint32_t, 2, x, own), scalar(sl_index, n1), reduce(matrix, times, m),
                  reduce(run, behind, r), reduce(plain_sum, plus, s));
SL_KERNEL_DECLARE(in_order_4, (i, j, k, l), in(uint32_t, 4, x, own), scalar(sl_index, n1), scalar(sl_index, n2),
                  scalar(sl_index, n3), reduce(matrix, times, m), reduce(run, behind, r));
SL_KERNEL_DECLARE(eight, (i), in(uint32_t, 1, x, own), reduce(double, sum, s), reduce(matrix, times, m),
                  reduce(SL_LOC(uint32_t), minloc, lo), reduce(uint32_t, max, hi), reduce(maps, after, f),
                  reduce(uint8_t, bxor, b), reduce(SL_MINMAX(uint32_t), minmax, e), reduce(run, behind, r),
                  out(uint32_t, 1, z, own));

/** A member for each operator of numbers, of several sizes. */
struct members {
    uint8_t all;
    double high;
    int16_t any;
    float low;
    int64_t sum;
    uint32_t product;
    int8_t ones;
    uint64_t both;
    uint16_t odd;
};
SL_STRUCT(struct members);
SL_KERNEL_DECLARE(members_1, (i), in(uint32_t, 1, x, own), reduce(struct members, each, m), reduce(int64_t, sum, n));
SL_KERNEL_DECLARE(members_3, (i, j, k), in(uint32_t, 3, x, own), reduce(struct members, each, m));

#endif
