/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that scatter. */
#ifndef STARLOOP_TESTS_SCATTER_H
#define STARLOOP_TESTS_SCATTER_H

#include <starloop.h>

/* clang-format off */
/* double has targets of all ranks; the others, which are combined alike, of the first three. */
#define SC_FEW(M_, ...) \
    M_(int8_t, i8, SL_INT8, __VA_ARGS__) M_(uint8_t, u8, SL_UINT8, __VA_ARGS__) \
    M_(int16_t, i16, SL_INT16, __VA_ARGS__) M_(uint16_t, u16, SL_UINT16, __VA_ARGS__) \
    M_(int32_t, i32, SL_INT32, __VA_ARGS__) M_(uint32_t, u32, SL_UINT32, __VA_ARGS__) \
    M_(int64_t, i64, SL_INT64, __VA_ARGS__) M_(uint64_t, u64, SL_UINT64, __VA_ARGS__) \
    M_(float, f32, SL_FLOAT, __VA_ARGS__)
#define SC_ALL(M_, ...) M_(double, f64, SL_DOUBLE, __VA_ARGS__)

/* Joins v(i) into an element of each of seven views, of ranks 0 to 6: index d is i / (d + 1) modulo the extent. */
#define SC_DECLARE(T_, NAME_, TYPE_, OP_) \
    SL_KERNEL_DECLARE(sc_##OP_##_##NAME_, (i), in(T_, 1, v, own), scatter(T_, OP_, 0, r0), scatter(T_, OP_, 1, r1), \
                      scatter(T_, OP_, 2, r2), scatter(T_, OP_, 3, r3), scatter(T_, OP_, 4, r4), \
                      scatter(T_, OP_, 5, r5), scatter(T_, OP_, 6, r6)); \
    SL__EXTERN_C const sl_kernel sc_##OP_##_##NAME_##__kernel;
#define SC_DECLARE_FEW(T_, NAME_, TYPE_, OP_) \
    SL_KERNEL_DECLARE(sc_##OP_##_##NAME_, (i), in(T_, 1, v, own), scatter(T_, OP_, 0, r0), scatter(T_, OP_, 1, r1), \
                      scatter(T_, OP_, 2, r2)); \
    SL__EXTERN_C const sl_kernel sc_##OP_##_##NAME_##__kernel;
#define SC_DECLARE_ALL(OP_) SC_FEW(SC_DECLARE_FEW, OP_) SC_ALL(SC_DECLARE, OP_)
SC_DECLARE_ALL(sum)
SC_DECLARE_ALL(prod)
SC_DECLARE_ALL(min)
SC_DECLARE_ALL(max)
/* clang-format on */

SL_KERNEL_DECLARE(sc_fill, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(sc_bins, (i), in(double, 1, x, own), scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_scale, (i), in(double, 1, h), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sc_mixed, (i, j), in(double, 2, x, own), out(double, 2, y, own), scatter(double, sum, 1, rows),
                  scatter(double, max, 1, columns), reduce(double, sum, total));
SL_KERNEL_DECLARE(sc_grid, (i, j), in(double, 2, x), scatter(double, sum, 2, g));
SL_KERNEL_DECLARE(sc_checked, (i), out(double, 1, y, own), scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_outside, (i), scalar(sl_index, bad), scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_races, (i), inout(double, 1, y), scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_count, (i), in(int32_t, 1, bin, own), multi_reduce(int64_t, sum, n), multi_reduce(double, max, m));
SL_KERNEL_DECLARE(sc_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(double, 1, x, own),
                  scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_wide_mesh, (i), in(int64_t, 2, corner, own(0, all), map), scatter(int64_t, sum, 2, n),
                  scatter(double, max, 1, m));
SL_KERNEL_DECLARE(sc_corner, (i), scalar(int32_t, c), inout(int32_t, 2, corner, own(0, all)));
SL_KERNEL_DECLARE(sc_loose_map, (i), in(int32_t, 2, corner, map), scatter(double, sum, 1, h));
SL_KERNEL_DECLARE(sc_idle_map, (i), in(int32_t, 2, corner, own(0, all), map), out(double, 1, y, own));

/** Loops by colours: scatter_colors.c. */
void test_colors(void);

#endif
