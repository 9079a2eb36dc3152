/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of segments by themselves, which run on CPUs: lib/call/sort.c. An iteration sorts a segment: a short one by
 * insertion, another by its digits. Both keep equal codes in order, for the index of pairs that goes with them. */
/* Not checked: a segment goes by the address of its first element; the offsets were looked at before. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include <string.h>

#include "sort.h"

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

enum { SHORT = 64 };

/* Codes x [n] and the index y [n] that goes with them; NULL: none. Each function is inlined for either. */
#define SEGMENTS(BITS, U) \
    static inline __attribute__((always_inline)) void segment_insert##BITS(U *x, int64_t *y, int64_t n) \
    { \
        for (int64_t i = 1; i < n; i++) { \
            const U v = x[i]; \
            const int64_t w = y != NULL ? y[i] : 0; \
            int64_t k = i; \
            for (; k > 0 && x[k - 1] > v; k--) { \
                x[k] = x[k - 1]; \
                if (y != NULL) \
                    y[k] = y[k - 1]; \
            } \
            x[k] = v; \
            if (y != NULL) \
                y[k] = w; \
        } \
    } \
    /* Moves codes by one digit. first: where those of each value go. */ \
    static inline __attribute__((always_inline)) void segment_move##BITS( \
        const U *x, U *to, const int64_t *y, int64_t *y_to, int64_t n, int shift, int64_t first[]) \
    { \
        for (int64_t i = 0; i < n; i++) { \
            const int64_t at = first[x[i] >> shift & (SL__SORT_DIGITS - 1)]++; \
            to[at] = x[i]; \
            if (y != NULL) \
                y_to[at] = y[i]; \
        } \
    } \
    /* How often each value of digits [digit, end) is there. */ \
    static inline __attribute__((always_inline)) void segment_count##BITS(const U *x, int64_t n, int digit, int end, \
                                                                          int64_t count[][SL__SORT_DIGITS]) \
    { \
        memset(count, 0, (size_t)(end - digit) * sizeof *count); \
        for (int64_t i = 0; i < n; i++) \
            for (int d = digit; d < end; d++) \
                count[d - digit][x[i] >> (8 * d) & (SL__SORT_DIGITS - 1)]++; \
    } \
    /* By all digits; one that all codes have alike is left out. The result is in x and y. What is counted of all \
     * digits at once is too much for a stack; without memory it is one after another. */ \
    static inline \
        __attribute__((always_inline)) void segment_radix##BITS(U *x, U *room, int64_t *y, int64_t *y_room, int64_t n) \
    { \
        int64_t one[1][SL__SORT_DIGITS], *y_from = y, *y_to = y_room; \
        int64_t(*const all)[SL__SORT_DIGITS] = (int64_t(*)[SL__SORT_DIGITS])sl__team_memory(BITS / 8 * sizeof *one); \
        U *from = x, *to = room; \
        if (all != NULL) \
            segment_count##BITS(x, n, 0, BITS / 8, all); \
        for (int d = 0; d < BITS / 8; d++) { \
            int64_t at = 0, *const count = all != NULL ? all[d] : one[0]; \
            if (all == NULL) \
                segment_count##BITS(x, n, d, d + 1, one); \
            if (count[x[0] >> (8 * d) & (SL__SORT_DIGITS - 1)] == n) \
                continue; \
            for (int k = 0; k < SL__SORT_DIGITS; k++) { \
                const int64_t some = count[k]; \
                count[k] = at; \
                at += some; \
            } \
            segment_move##BITS(from, to, y_from, y_to, n, 8 * d, count); \
            U *const other = from; \
            int64_t *const y_other = y_from; \
            from = to; \
            to = other; \
            y_from = y_to; \
            y_to = y_other; \
        } \
        if (from != x) { \
            memcpy(x, from, (size_t)n * sizeof *x); \
            if (y != NULL) \
                memcpy(y, y_from, (size_t)n * sizeof *y); \
        } \
    } \
    SL_KERNEL(sl__sort_segments##BITS, (k), in(int64_t, 1, offsets), inout(U, 1, codes), out(U, 1, room)) \
    { \
        const int64_t first = SL_AT(offsets, k), end = SL_AT(offsets, k + 1); \
        if (end - first > SHORT) \
            segment_radix##BITS(&SL_AT(codes, first), &SL_AT(room, first), NULL, NULL, end - first); \
        else if (end - first > 1) \
            segment_insert##BITS(&SL_AT(codes, first), NULL, end - first); \
    } \
    SL_KERNEL(sl__sort_segments_pairs##BITS, (k), in(int64_t, 1, offsets), inout(U, 1, codes), out(U, 1, room), \
              inout(int64_t, 1, index), out(int64_t, 1, index_room)) \
    { \
        const int64_t first = SL_AT(offsets, k), end = SL_AT(offsets, k + 1); \
        if (end - first > SHORT) \
            segment_radix##BITS(&SL_AT(codes, first), &SL_AT(room, first), &SL_AT(index, first), \
                                &SL_AT(index_room, first), end - first); \
        else if (end - first > 1) \
            segment_insert##BITS(&SL_AT(codes, first), &SL_AT(index, first), end - first); \
    }
SEGMENTS(8, uint8_t)
SEGMENTS(16, uint16_t)
SEGMENTS(32, uint32_t)
SEGMENTS(64, uint64_t)

#pragma GCC visibility pop
