/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views: lib/call/algorithm.c. Elements of all types of a size have the same kernels, by their codes:
 * these copy them, or flag them, and the flags are counted and searched, whatever the type is. */
#include <starloop/kernel.h>

#include "algorithm.h"

SL_STRUCT(struct sl__test);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

/* Whether the test holds for an element. */
#define HOLDS(U, code, t) (((U)((code) - (U)(t).from) <= (U)(t).span) != (int)(t).negated)

/* As == has it: zeros are equal whatever their sign, a NaN is not even equal to itself. */
#define EQUAL(U, a, b, t) \
    (((a) == (b) && (U)((a) & (U)(t).value_bits) <= (U)(t).most) || (U)(((a) | (b)) & (U)(t).value_bits) == 0)

#define TEST(BITS, U) \
    SL_KERNEL(sl__flag_holds##BITS, (i), scalar(struct sl__test, t), in(U, 1, x, own), out(uint8_t, 1, flags, own)) \
    { \
        U code = SL_AT(x, i); \
        SL__ENCODE(U, code, t.codes); \
        SL_AT(flags, i) = (uint8_t)HOLDS(U, code, t); \
    } \
    SL_KERNEL(sl__flag_differs##BITS, (i), scalar(struct sl__test, t), in(U, 1, x, own), in(U, 1, y, own), \
              out(uint8_t, 1, flags, own)) \
    { \
        const U a = SL_AT(x, i), b = SL_AT(y, i); \
        SL_AT(flags, i) = (uint8_t)!EQUAL(U, a, b, t); \
    } \
    /* The first of each run of equal elements. */ \
    SL_SCAN_KERNEL(sl__copy_first##BITS, (i), scalar(struct sl__test, t), in(U, 1, x), inout(U, 1, to), \
                   reduce(int64_t, sum, count)) \
    { \
        const U a = SL_AT(x, i), b = SL_AT(x, i > 0 ? i - 1 : i); \
        const int differs = i == 0 || !EQUAL(U, a, b, t); \
        if (SL_FINAL && differs) \
            SL_AT(to, *count) = a; \
        *count += differs; \
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

/* Copies the elements for which the test holds, in units, close together. */
#define COPY(BITS, U, UNIT, V) \
    SL_SCAN_KERNEL(sl__copy_held##BITS##_##UNIT, (i), scalar(struct sl__test, t), in(U, 1, x, own), in(V, 2, from), \
                   inout(V, 2, to), reduce(int64_t, sum, count)) \
    { \
        U code = SL_AT(x, i); \
        SL__ENCODE(U, code, t.codes); \
        const int holds = HOLDS(U, code, t); \
        if (SL_FINAL && holds) { \
            SL_AT(to, *count, 0) = SL_AT(from, i, 0); \
            for (int64_t u = 1; u < t.units; u++) \
                SL_AT(to, *count, u) = SL_AT(from, i, u); \
        } \
        *count += holds; \
    }
#define COPIES(BITS, U) COPY(BITS, U, 8, uint8_t) COPY(BITS, U, 32, uint32_t) COPY(BITS, U, 64, uint64_t)
COPIES(8, uint8_t)
COPIES(16, uint16_t)
COPIES(32, uint32_t)
COPIES(64, uint64_t)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
