/* SPDX-License-Identifier: BSD-3-Clause */
/* What was scattered into a view of its own is joined into another: lib/call/scatter_view.c. As the atomics have it: a
 * NaN is no minimum and no maximum of it and a number, and integers wrap, in a type that is no int. */
#include <starloop/kernel.h>

#include "scatter.h"

SL_STRUCT(struct sl__join);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

/* IS_NAN: 1 when `o` is a NaN; integers have none. */
#define IS_NAN(o) ((o) != (o))
#define NEVER(o) 0
/* By an operator of bits, or else `other`. */
#define BITS(op, o, v, other) \
    ((op) == SL__BAND ? (o) & (v) : (op) == SL__BOR ? (o) | (v) : (op) == SL__BXOR ? (o) ^ (v) : (other))
#define NO_BITS(op, o, v, other) (other)
#define JOIN(code, T, W, NAN_OF, BITS_OF) \
    SL_KERNEL(sl__scatter_join_##code, (i), scalar(struct sl__join, j), in(T, 1, from), inout(T, 1, to)) \
    { \
        SL__JOIN_PLACES(j, i, a, b); \
        const T v = SL_AT(from, a), o = SL_AT(to, b); \
        SL_AT(to, b) = (T)(j.op == SL__SUM    ? (T)((W)o + (W)v) \
                           : j.op == SL__PROD ? (T)((W)o * (W)v) \
                           : j.op == SL__MIN  ? (v < o || NAN_OF(o) ? v : o) \
                                              : BITS_OF(j.op, o, v, v > o || NAN_OF(o) ? v : o)); \
    }
JOIN(f32, float, float, IS_NAN, NO_BITS)
JOIN(f64, double, double, IS_NAN, NO_BITS)
JOIN(i8, int8_t, uint32_t, NEVER, BITS)
JOIN(i16, int16_t, uint32_t, NEVER, BITS)
JOIN(i32, int32_t, uint32_t, NEVER, BITS)
JOIN(i64, int64_t, uint64_t, NEVER, BITS)
JOIN(u8, uint8_t, uint32_t, NEVER, BITS)
JOIN(u16, uint16_t, uint32_t, NEVER, BITS)
JOIN(u32, uint32_t, uint32_t, NEVER, BITS)
JOIN(u64, uint64_t, uint64_t, NEVER, BITS)

/* Both parts together. Where nothing was scattered there is 1, which leaves an infinite element as it is. */
#define JOIN_COMPLEX(code, T) \
    SL_KERNEL(sl__scatter_join_##code, (i), scalar(struct sl__join, j), in(T, 1, from), inout(T, 1, to)) \
    { \
        SL__JOIN_PLACES(j, i, a, b); \
        const T v = SL_AT(from, a); \
        if (v.re != 1 || v.im != 0) \
            SL_AT(to, b) = T##_mul(SL_AT(to, b), v); \
    }
JOIN_COMPLEX(complex, sl_complex)
JOIN_COMPLEX(complexf, sl_complexf)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
