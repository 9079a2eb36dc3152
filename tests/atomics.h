/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with atomics. */
#ifndef STARLOOP_TESTS_ATOMICS_H
#define STARLOOP_TESTS_ATOMICS_H

#include <starloop.h>

/** Operations, by number. */
enum { ADD, SUB, MIN, MAX, INC, DEC, EXCH, CAS, STORE, FLOAT_OPS, AND = FLOAT_OPS, OR, XOR, INTEGER_OPS };

/* clang-format off */
#define AT_TYPES(M_) \
    M_(int32_t, i32, SL_INT32, INTEGER_OPS) M_(uint32_t, u32, SL_UINT32, INTEGER_OPS) \
    M_(int64_t, i64, SL_INT64, INTEGER_OPS) M_(uint64_t, u64, SL_UINT64, INTEGER_OPS) \
    M_(float, f32, SL_FLOAT, FLOAT_OPS) M_(double, f64, SL_DOUBLE, FLOAT_OPS)

/* Structs of so many words, which are equal in every value. */
#define AT_STRUCTS(M_) M_(s4, 1) M_(s8, 2) M_(s12, 3) M_(s16, 4) M_(s24, 6)
#define AT_STRUCT(NAME_, WORDS_) \
    struct at_##NAME_ { \
        int32_t w[WORDS_]; \
    }; \
    SL_STRUCT(struct at_##NAME_); \
    SL_KERNEL_DECLARE(at_cas_##NAME_, (i), inout(struct at_##NAME_, 1, cells)); \
    SL_KERNEL_DECLARE(at_exch_##NAME_, (i), inout(struct at_##NAME_, 1, cells, atomic), \
                      out(struct at_##NAME_, 1, old, own));
AT_STRUCTS(AT_STRUCT)
/* Applies operation `op` with v(i) to cell i modulo their number; old(i) is what it gave. */
#define AT_DECLARE(T_, NAME_, ...) \
    SL_KERNEL_DECLARE(at_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells), \
                      inout(T_, 1, old, own)); \
    SL_KERNEL_DECLARE(at_plus_##NAME_, (i), in(T_, 1, v, own), inout(T_, 1, cells, atomic), inout(T_, 0, all, atomic));
AT_TYPES(AT_DECLARE)
/* clang-format on */

SL_KERNEL_DECLARE(at_rows, (i, j), inout(int64_t, 1, sum, own(0), atomic));
SL_KERNEL_DECLARE(at_own, (i), inout(int32_t, 1, x, own), inout(int32_t, 1, y, own, atomic));
SL_KERNEL_DECLARE(at_fill, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(at_bins, (i), in(double, 1, x, own), inout(double, 1, h, atomic));
SL_KERNEL_DECLARE(at_scale, (i), in(double, 1, h), inout(double, 1, x, own));
SL_KERNEL_DECLARE(at_tally, (i), in(double, 1, x, own), inout(int64_t, 1, count), reduce(double, sum, s));
SL_KERNEL_DECLARE(at_tally_plane, (i, j), in(double, 2, x, own), inout(int64_t, 1, count),
                  scatter(int64_t, sum, 0, all), reduce(double, sum, s));
SL_KERNEL_DECLARE(at_single, (i), inout(double, 0, total));
SL_KERNEL_DECLARE(at_read, (i), in(double, 1, x, atomic), out(double, 1, y, own));

#endif
