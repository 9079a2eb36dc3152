/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with atomics on small integers, complex numbers and members of structs, that multiply, divide, or
 *  count up to a limit. */
#ifndef STARLOOP_TESTS_ATOMICS_FIELDS_H
#define STARLOOP_TESTS_ATOMICS_FIELDS_H

#include <starloop.h>
#include <starloop/complex.h>

/** Operations, by number. */
enum { MUL, DIV, UP_TO, DOWN_FROM, ADD, SUB, MIN, MAX, AND, OR, XOR, INC, DEC, EXCH, CAS, OPS };

/* clang-format off */
#define AF_SMALL(M_) \
    M_(int8_t, i8, SL_INT8) M_(uint8_t, u8, SL_UINT8) M_(int16_t, i16, SL_INT16) M_(uint16_t, u16, SL_UINT16)
#define AF_WIDE(M_) \
    M_(int32_t, i32, SL_INT32) M_(uint32_t, u32, SL_UINT32) M_(int64_t, i64, SL_INT64) M_(uint64_t, u64, SL_UINT64)
#define AF_FLOATS(M_) M_(float, f32, SL_FLOAT) M_(double, f64, SL_DOUBLE)
#define AF_COMPLEX(M_) \
    M_(sl_complex, c128, SL_TYPE(sl_complex)) M_(sl_complexf, c64, SL_TYPE(sl_complexf))

/* Applies operation `op` with v(i) to cell i modulo their number; old(i) is what it gave. */
#define AF_DECLARE(T_, NAME_, ...) \
    SL_KERNEL_DECLARE(af_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells), out(T_, 1, old, own));
AF_SMALL(AF_DECLARE)
AF_WIDE(AF_DECLARE)
AF_FLOATS(AF_DECLARE)
AF_COMPLEX(AF_DECLARE)
/* The same by the operators of an argument with the modifier atomic. */
#define AF_DECLARE_COMPOUND(T_, NAME_, ...) \
    SL_KERNEL_DECLARE(af_compound_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells, atomic));
AF_SMALL(AF_DECLARE_COMPOUND)
/* clang-format on */

/** Numbers of several sizes. */
struct af_body {
    double mass, x[3];
    float most;
    int16_t count;
    uint8_t marks, turns;
    sl_complexf z;
};
SL_STRUCT(struct af_body);
SL_KERNEL_DECLARE(af_members, (i), inout(struct af_body, 1, s), inout(struct af_body, 0, all, atomic));
SL_KERNEL_DECLARE(af_complex_cells, (i), inout(sl_complex, 1, z, atomic), inout(sl_complexf, 0, all, atomic));

#endif
