/* SPDX-License-Identifier: BSD-3-Clause */
/* What sorts of views have besides the sort itself: lib/call/sort.c, lib/call/sort_segments.c. */
#include <starloop/kernel.h>

#include "sort.h"

SL_STRUCT(struct sl__radix);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

#define TURN(U, code, s) \
    if ((s).descending) \
    SL__TURN(U, code, (s).codes)

#define SORT(BITS, U) \
    SL_KERNEL(sl__sort_encode##BITS, (i), scalar(struct sl__radix, s), in(U, 1, keys, own), out(U, 1, codes, own)) \
    { \
        U code = SL_AT(keys, i); \
        SL__ENCODE(U, code, s.codes); \
        TURN(U, code, s); \
        SL_AT(codes, i) = code; \
    } \
    SL_KERNEL(sl__sort_decode##BITS, (i), scalar(struct sl__radix, s), in(U, 1, codes, own), out(U, 1, keys, own)) \
    { \
        U code = SL_AT(codes, i); \
        TURN(U, code, s); \
        SL__DECODE(U, code, s.codes); \
        SL_AT(keys, i) = code; \
    }
SORT(8, uint8_t)
SORT(16, uint16_t)
SORT(32, uint32_t)
SORT(64, uint64_t)

SL_KERNEL(sl__sort_number, (i), out(int64_t, 1, index, own))
{
    SL_AT(index, i) = i;
}

/* Segments, on devices. Codes of 8 and 16 bits as ones of 32 bits, and back. */
#define WIDTHS(BITS, U) \
    SL_KERNEL(sl__sort_widen##BITS, (i), in(U, 1, from, own), out(uint32_t, 1, to, own)) \
    { \
        SL_AT(to, i) = SL_AT(from, i); \
    } \
    SL_KERNEL(sl__sort_narrow##BITS, (i), in(uint32_t, 1, from, own), out(U, 1, to, own)) \
    { \
        SL_AT(to, i) = (U)SL_AT(from, i); \
    }
WIDTHS(8, uint8_t)
WIDTHS(16, uint16_t)

/* The offsets of segments, all of which are looked at before one is sorted: where they decrease, segments may lie one
 * on another. */
#define OFFSETS(BITS, T) \
    SL_KERNEL(sl__sort_offsets##BITS, (k), scalar(int64_t, keys), in(T, 1, from), out(int64_t, 1, to, own)) \
    { \
        const int64_t first = SL_AT(from, k), end = k + 1 < SL_EXTENT(from, 0) ? SL_AT(from, k + 1) : first; \
        SL_AT(to, k) = first; \
        if (k + 1 < SL_EXTENT(from, 0) && (first < 0 || end < first || end > keys)) \
            SL_RAISE(SL__SORT_BAD_SEGMENT); \
    }
OFFSETS(32, int32_t)
OFFSETS(64, int64_t)

/* Where segments begin and end. */
SL_KERNEL(sl__sort_bounds, (k), in(int64_t, 1, offsets), out(int32_t, 1, bounds))
{
    SL_AT(bounds, k) = (int32_t)SL_AT(offsets, k);
    SL_AT(bounds, SL_EXTENT(bounds, 0) / 2 + k) = (int32_t)SL_AT(offsets, k + 1);
}

/* Values in units, an element a row: brought to the order of the keys, and back to where they are. */
#define VALUES(BITS, U) \
    SL_KERNEL(sl__sort_gather##BITS, (i, j), in(int64_t, 1, index), in(U, 2, from), out(U, 2, to, own)) \
    { \
        SL_AT(to, i, j) = SL_AT(from, SL_AT(index, i), j); \
    } \
    SL_KERNEL(sl__sort_return##BITS, (i, j), in(U, 2, from, own), out(U, 2, to, own)) \
    { \
        SL_AT(to, i, j) = SL_AT(from, i, j); \
    }
VALUES(8, uint8_t)
VALUES(32, uint32_t)
VALUES(64, uint64_t)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
