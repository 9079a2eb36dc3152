/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views: lib/call/algorithm.c. Elements of all types of a size have the same kernels, by their codes:
 * these flag them, and the flags are counted, searched and moved by, whatever the type is. */
#include <starloop/kernel.h>

#include "algorithm.h"

SL_STRUCT(struct sl__test);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

/* Differences are those that == has: zeros are equal whatever their sign, a NaN is not even equal to itself. */
#define TEST(BITS, U) \
    SL_KERNEL(sl__flag_holds##BITS, (i), scalar(struct sl__test, t), in(U, 1, x, own), out(uint8_t, 1, flags, own)) \
    { \
        U code = SL_AT(x, i); \
        SL__ENCODE(U, code, t.codes); \
        SL_AT(flags, i) = (uint8_t)(((U)(code - (U)t.from) <= (U)t.span) != (int)t.negated); \
    } \
    SL_KERNEL(sl__flag_differs##BITS, (i), scalar(struct sl__test, t), in(U, 1, x, own), in(U, 1, y), \
              out(uint8_t, 1, flags, own)) \
    { \
        const U a = SL_AT(x, i), b = SL_AT(y, i < t.back ? i : i - t.back), bits = (U)t.value_bits; \
        SL_AT(flags, i) = \
            (uint8_t)(i < t.back || (!(a == b && (U)(a & bits) <= (U)t.most) && (U)((a | b) & bits) != 0)); \
    } \
    SL_KERNEL(sl__code_ends##BITS, (i), scalar(struct sl__test, t), in(U, 1, x, own), reduce(uint64_t, min, low), \
              reduce(uint64_t, max, high)) \
    { \
        U code = SL_AT(x, i); \
        SL__ENCODE(U, code, t.codes); \
        if (code <= t.codes.last_ && code < *low) \
            *low = code; \
        if (code <= t.codes.last_ && code > *high) \
            *high = code; \
    }
TEST(8, uint8_t)
TEST(16, uint16_t)
TEST(32, uint32_t)
TEST(64, uint64_t)

/* The smallest and the largest number from their codes, a byte each; NaN where there is none. */
SL_KERNEL(sl__code_write, (i), scalar(struct sl__test, t), in(uint64_t, 0, low), in(uint64_t, 0, high),
          out(uint8_t, 2, ends))
{
    uint64_t code = i == 0 ? SL_AT0(low) : SL_AT0(high);
    SL__DECODE(uint64_t, code, t.codes);
    if (SL_AT0(low) > SL_AT0(high))
        code = t.nan;
    for (int64_t b = 0; b < t.units; b++)
        SL_AT(ends, i, b) = (uint8_t)(code >> (8 * b));
}

SL_KERNEL(sl__flags_count, (i), in(uint8_t, 1, flags, own), reduce(int64_t, sum, count))
{
    *count += SL_AT(flags, i);
}

SL_KERNEL(sl__flags_find, (i), in(uint8_t, 1, flags, own), reduce(uint64_t, min, first))
{
    if (SL_AT(flags, i) && (uint64_t)i < *first)
        *first = (uint64_t)i;
}

SL_KERNEL(sl__flags_none, (i), in(uint8_t, 1, flags, own), reduce(int64_t, land, none))
{
    *none = *none && !SL_AT(flags, i);
}

/* Moves what is flagged, in units, close together. */
#define MOVE(BITS, U) \
    SL_SCAN_KERNEL(sl__flags_move##BITS, (i), scalar(struct sl__test, t), in(uint8_t, 1, flags, own), in(U, 2, from), \
                   inout(U, 2, to), reduce(int64_t, sum, count)) \
    { \
        if (!SL_AT(flags, i)) \
            return; \
        if (SL_FINAL) \
            for (int64_t u = 0; u < t.units; u++) \
                SL_AT(to, *count, u) = SL_AT(from, i, u); \
        *count += 1; \
    }
MOVE(8, uint8_t)
MOVE(32, uint32_t)
MOVE(64, uint64_t)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
