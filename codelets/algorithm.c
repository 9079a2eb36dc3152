/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views: lib/call/algorithm.c. Elements are flagged by kernels of their type; flags are counted,
 * searched and moved by, block after block, whatever the type is. */
#include <starloop/kernel.h>

#include <string.h>

#include "algorithm.h"

SL_STRUCT(struct sl__algorithm);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

#define HOLDS(c, a, b) \
    ((c) == SL_LESS            ? (a) < (b) \
     : (c) == SL_LESS_EQUAL    ? (a) <= (b) \
     : (c) == SL_EQUAL         ? (a) == (b) \
     : (c) == SL_NOT_EQUAL     ? (a) != (b) \
     : (c) == SL_GREATER_EQUAL ? (a) >= (b) \
                               : (a) > (b))
#define BLOCK_FIRST(b, s) ((b) * (s).block)
#define BLOCK_END(b, s) (((b) + 1) * (s).block < (s).count ? ((b) + 1) * (s).block : (s).count)

/* A NaN stays only where there is nothing else. */
#define TAKE(T, end, v, before) \
    do { \
        const T was = end; \
        if ((v)before was || end != was) \
            end = (v); \
    } while (0)

#define FLAGS(code, T) \
    SL_KERNEL(sl__flag_##code, (i), scalar(struct sl__algorithm, s), in(T, 1, x, own), out(uint8_t, 1, flags, own)) \
    { \
        T value; \
        memcpy(&value, &s.value, sizeof value); \
        SL_AT(flags, i) = (uint8_t)(HOLDS(s.comparison, SL_AT(x, i), value)); \
    } \
    SL_KERNEL(sl__flag_unequal_##code, (i), in(T, 1, x, own), in(T, 1, y, own), out(uint8_t, 1, flags, own)) \
    { \
        SL_AT(flags, i) = (uint8_t)(SL_AT(x, i) != SL_AT(y, i)); \
    } \
    SL_KERNEL(sl__flag_first_##code, (i), in(T, 1, x), out(uint8_t, 1, flags, own)) \
    { \
        SL_AT(flags, i) = (uint8_t)(i == 0 || SL_AT(x, i) != SL_AT(x, i - 1)); \
    } \
    SL_KERNEL(sl__minmax_##code, (b), scalar(struct sl__algorithm, s), in(T, 1, x), out(T, 1, lows, own), \
              out(T, 1, highs, own)) \
    { \
        const int64_t first = BLOCK_FIRST(b, s), end = BLOCK_END(b, s); \
        T low = SL_AT(x, first), high = low; \
        for (int64_t i = first; i < end; i++) { \
            const T v = SL_AT(x, i); \
            TAKE(T, low, v, <); \
            TAKE(T, high, v, >); \
        } \
        SL_AT(lows, b) = low; \
        SL_AT(highs, b) = high; \
    } \
    SL_KERNEL(sl__minmax_join_##code, (i), scalar(struct sl__algorithm, s), in(T, 1, lows), in(T, 1, highs), \
              out(T, 1, y)) \
    { \
        T low = SL_AT(lows, i), high = SL_AT(highs, i); \
        for (int64_t b = 0; b < s.blocks; b++) { \
            TAKE(T, low, SL_AT(lows, b), <); \
            TAKE(T, high, SL_AT(highs, b), >); \
        } \
        SL_AT(y, 0) = low; \
        SL_AT(y, 1) = high; \
    }
FLAGS(f32, float)
FLAGS(f64, double)
FLAGS(i8, int8_t)
FLAGS(i16, int16_t)
FLAGS(i32, int32_t)
FLAGS(i64, int64_t)
FLAGS(u8, uint8_t)
FLAGS(u16, uint16_t)
FLAGS(u32, uint32_t)
FLAGS(u64, uint64_t)

/* The block after the last one has none: an exclusive scan makes of it how many there are. */
SL_KERNEL(sl__flags_count, (b), scalar(struct sl__algorithm, s), in(uint8_t, 1, flags), out(int64_t, 1, counts, own))
{
    const int64_t end = BLOCK_END(b, s);
    int64_t count = 0;
    for (int64_t i = BLOCK_FIRST(b, s); i < end; i++)
        count += SL_AT(flags, i);
    SL_AT(counts, b) = count;
}

SL_KERNEL(sl__flags_total, (i), scalar(struct sl__algorithm, s), in(int64_t, 1, counts), out(int64_t, 1, result, own))
{
    SL_AT(result, i) = SL_AT(counts, s.blocks);
}

/* The first flag of a block, -1 where there is none; the last block, too. */
SL_KERNEL(sl__flags_find, (b), scalar(struct sl__algorithm, s), in(uint8_t, 1, flags), out(int64_t, 1, places, own))
{
    const int64_t end = BLOCK_END(b, s);
    int64_t place = -1;
    for (int64_t i = BLOCK_FIRST(b, s); i < end && place < 0; i++)
        if (SL_AT(flags, i))
            place = i;
    SL_AT(places, b) = place;
}

SL_KERNEL(sl__flags_found, (i), scalar(struct sl__algorithm, s), in(int64_t, 1, places), out(int64_t, 1, result, own))
{
    int64_t place = -1;
    for (int64_t b = 0; b < s.blocks && place < 0; b++)
        place = SL_AT(places, b);
    SL_AT(result, i) = s.wants ? place < 0 : place;
}

/* Moves what is flagged, in units, to where the elements of a block begin. */
#define MOVE(BITS, U) \
    SL_KERNEL(sl__flags_move##BITS, (b), scalar(struct sl__algorithm, s), in(uint8_t, 1, flags), \
              in(int64_t, 1, firsts), in(U, 2, from), inout(U, 2, to)) \
    { \
        const int64_t end = BLOCK_END(b, s); \
        int64_t at = SL_AT(firsts, b); \
        for (int64_t i = BLOCK_FIRST(b, s); i < end; i++) \
            if (SL_AT(flags, i)) { \
                for (int64_t u = 0; u < s.units; u++) \
                    SL_AT(to, at, u) = SL_AT(from, i, u); \
                at++; \
            } \
    }
MOVE(8, uint8_t)
MOVE(32, uint32_t)
MOVE(64, uint64_t)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
