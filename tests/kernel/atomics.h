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

/* Structs with padding, of a counter and a mark. clang cannot leave padding out of a comparison, and nvcc not single
 * bits. */
#ifndef __clang__
#define AT_PADDED(M_) \
    M_(p4, int16_t a; int8_t b;) M_(p6, int8_t b; int16_t a; int8_t c;) M_(p8, int32_t a; int8_t b;) \
    M_(p12, int8_t b; int32_t a; int8_t c;) M_(p16, double a; int8_t b;) M_(p16f, int8_t b; float a; double c;) \
    M_(p24, int8_t b; double a; int8_t c[3];) M_(p40, int8_t b; struct at_p16 p; int32_t a; int8_t c;)
#define AT_PADDED_BITS(M_) \
    M_(b1, uint8_t a : 5; uint8_t b : 1;) M_(b2, uint16_t a : 9; uint16_t b : 1;) M_(b4, uint32_t a : 20; uint8_t b;) \
    M_(x32, long double a; int8_t b;)
#else
#define AT_PADDED(M_)
#define AT_PADDED_BITS(M_)
#endif
/* Iterations count by a comparison of members; by SL_ATOMIC_CAS_STORED; and note 2 * one that must not store + one that
 * must. */
#define AT_PADDED_DECLARE(NAME_, FIELDS_) \
    struct at_##NAME_ { \
        FIELDS_ \
    }; \
    SL_STRUCT(struct at_##NAME_); \
    SL_KERNEL_DECLARE(at_count_##NAME_, (i), inout(struct at_##NAME_, 1, cells)); \
    SL_KERNEL_DECLARE(at_stored_##NAME_, (i), inout(struct at_##NAME_, 1, cells, atomic)); \
    SL_KERNEL_DECLARE(at_refuse_##NAME_, (i), inout(struct at_##NAME_, 1, cells), out(int32_t, 1, got, own));
AT_PADDED(AT_PADDED_DECLARE)
AT_PADDED_BITS(AT_PADDED_DECLARE)
#define AT_PADDED_KERNELS(NAME_, FIELDS_) \
    SL_KERNEL(at_count_##NAME_, (i), inout(struct at_##NAME_, 1, cells)) \
    { \
        struct at_##NAME_ before, seen = SL_ATOMIC_LOAD(SL_AT(cells, 0)); \
        do { \
            before = seen; \
            struct at_##NAME_ next = before; \
            next.a = (next.a + 1); \
            next.b = i % 2 != 0; \
            seen = SL_ATOMIC_CAS(SL_AT(cells, 0), before, next); \
        } while (seen.a != before.a || seen.b != before.b); \
    } \
    SL_KERNEL(at_stored_##NAME_, (i), inout(struct at_##NAME_, 1, cells, atomic)) \
    { \
        struct at_##NAME_ before, next; \
        do { \
            before = SL_ATOMIC_LOAD(SL_AT(cells, 0)); \
            next = before; \
            next.a = (next.a + 1); \
            next.b = i % 2 != 0; \
        } while (!SL_ATOMIC_CAS_STORED(SL_AT(cells, 0), before, next)); \
    } \
    SL_KERNEL(at_refuse_##NAME_, (i), inout(struct at_##NAME_, 1, cells), out(int32_t, 1, got, own)) \
    { \
        const struct at_##NAME_ seen = SL_ATOMIC_LOAD(SL_AT(cells, 0)); \
        struct at_##NAME_ other = seen; \
        other.b = !other.b; \
        SL_AT(got, i) = 2 * SL_ATOMIC_CAS_STORED(SL_AT(cells, 0), other, seen) + \
                        SL_ATOMIC_CAS_STORED(SL_AT(cells, 0), seen, seen); \
    }

/* Compound operators of an element of an atomic argument, by number. */
enum { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_FLOATS, OP_MOD = OP_FLOATS, OP_AND, OP_OR, OP_XOR, OP_SHL, OP_SHR, OP_ALL };
#define AT_APPLY_FLOAT_OPS(X_, V_) \
    case OP_ADD: X_ += V_; break; \
    case OP_SUB: X_ -= V_; break; \
    case OP_MUL: X_ *= V_; break; \
    case OP_DIV: X_ /= V_; break;
#define AT_APPLY_INTEGER_OPS(X_, V_) \
    AT_APPLY_FLOAT_OPS(X_, V_) \
    case OP_MOD: X_ %= V_; break; \
    case OP_AND: X_ &= V_; break; \
    case OP_OR: X_ |= V_; break; \
    case OP_XOR: X_ ^= V_; break; \
    case OP_SHL: X_ <<= V_; break; \
    case OP_SHR: X_ >>= V_; break;
/* Applies operation `op` with v(i) to cell i modulo their number; old(i) is what it gave. */
#define AT_DECLARE(T_, NAME_, ...) \
    SL_KERNEL_DECLARE(at_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells), \
                      inout(T_, 1, old, own)); \
    SL_KERNEL_DECLARE(at_compound_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells, atomic)); \
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

#endif
