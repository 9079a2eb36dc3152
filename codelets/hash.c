/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of hash tables and sets of bits: lib/call/hash.c, lib/call/bits.c. */
#include <starloop/kernel.h>

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

#define KEYS(BITS, T) \
    SL_KERNEL(sl__hash_clear##BITS, (i), out(T, 1, table, own)) \
    { \
        SL_AT(table, i) = i < SL_HASH_SLOTS(table) ? SL_HASH_FREE##BITS : 0; \
    } \
    SL_KERNEL(sl__hash_count##BITS, (i), in(T, 1, table, own), reduce(int64_t, sum, keys)) \
    { \
        *keys += SL_HASH_HAS(table, i); \
    } \
    SL_KERNEL(sl__hash_move##BITS, (i), in(T, 1, table, own), inout(T, 1, larger), out(int64_t, 1, moved, own)) \
    { \
        SL_AT(moved, i) = SL_HASH_HAS(table, i) ? SL_HASH_INSERT(larger, SL_AT(table, i)) : -1; \
    }
KEYS(32, int32_t)
KEYS(64, int64_t)

SL_KERNEL(sl__bits_count, (i), in(uint32_t, 1, bits, own), reduce(int64_t, sum, count))
{
    *count += SL_BITS_OF_WORD(SL_AT(bits, i));
}

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
