/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of tests/combine/hash.c and bits.c, with and without checks: their names begin with PREFIX_. */
#ifndef STARLOOP_TESTS_COMBINE_HASH_KERNELS_H
#define STARLOOP_TESTS_COMBINE_HASH_KERNELS_H

#include <starloop/kernel.h>

/* How often each word comes; a helper inserts. */
#define HASH_KERNELS(PREFIX_, T) \
    SL_FN sl_index hash_insert_##T(SL_PARAM(T, 1, table), T key, int *fresh) \
    { \
        return SL_HASH_INSERT_NEW(table, key, *fresh); \
    } \
    SL_KERNEL(PREFIX_##times_##T, (i), in(T, 1, word, own), inout(T, 1, table), inout(int, 1, times), \
              reduce(int64_t, sum, fresh)) \
    { \
        int is_new = 0; \
        const sl_index slot = hash_insert_##T(SL_PASS(table), SL_AT(word, i), &is_new); \
        *fresh += is_new; \
        if (slot >= 0) \
            SL_ATOMIC_ADD(SL_AT(times, slot), 1); \
    } \
    SL_KERNEL(PREFIX_##put_##T, (i), in(T, 1, word, own), inout(T, 1, table)) \
    { \
        SL_HASH_INSERT(table, SL_AT(word, i)); \
    } \
    SL_KERNEL(PREFIX_##find_##T, (i), in(T, 1, word, own), in(T, 1, table), out(int64_t, 1, slot, own)) \
    { \
        SL_AT(slot, i) = SL_HASH_FIND(table, SL_AT(word, i)); \
    } \
    /* A word is found by the iteration that has put it there. */ \
    SL_KERNEL(PREFIX_##put_and_find_##T, (i), in(T, 1, word, own), inout(T, 1, table), reduce(int64_t, sum, found)) \
    { \
        const sl_index slot = SL_HASH_INSERT(table, SL_AT(word, i)); \
        *found += slot >= 0 && slot == SL_HASH_FIND(table, SL_AT(word, i)); \
    } \
    SL_KERNEL(PREFIX_##keys_##T, (s), in(T, 1, table), in(int, 1, times, own), reduce(int64_t, sum, keys), \
              reduce(int64_t, sum, all)) \
    { \
        *keys += SL_HASH_HAS(table, s); \
        *all += SL_AT(times, s); \
    } \
    SL_KERNEL(PREFIX_##carry_##T, (s), in(int64_t, 1, moved, own), in(int, 1, from, own), inout(int, 1, to)) \
    { \
        if (SL_AT(moved, s) >= 0) \
            SL_AT(to, SL_AT(moved, s)) = SL_AT(from, s); \
    }

#define BIT_KERNELS(PREFIX_) \
    SL_KERNEL(PREFIX_##bit_set, (i), in(int64_t, 1, which, own), inout(uint32_t, 1, bits), \
              reduce(int64_t, sum, fresh)) \
    { \
        *fresh += !SL_BIT_SET(bits, SL_AT(which, i)); \
    } \
    SL_KERNEL(PREFIX_##bit_reset, (i), in(int64_t, 1, which, own), inout(uint32_t, 1, bits), \
              reduce(int64_t, sum, taken)) \
    { \
        *taken += SL_BIT_RESET(bits, SL_AT(which, i)); \
    } \
    SL_KERNEL(PREFIX_##bit_flip, (i), inout(uint32_t, 1, bits), reduce(int64_t, sum, were)) \
    { \
        *were += SL_BIT_FLIP(bits, i); \
    } \
    SL_KERNEL(PREFIX_##bit_read, (i), in(uint32_t, 1, bits), out(int, 1, is, own)) \
    { \
        SL_AT(is, i) = SL_BIT_TEST(bits, i); \
    } \
    /* Sets what is not set: the body reads a set that it changes. */ \
    SL_KERNEL(PREFIX_##bit_fill, (i), inout(uint32_t, 1, bits), reduce(int64_t, sum, set)) \
    { \
        if (!SL_BIT_TEST(bits, i)) \
            *set += !SL_BIT_SET(bits, i); \
    } \
    SL_KERNEL(PREFIX_##bit_words, (w), in(uint32_t, 1, bits, own), reduce(int64_t, sum, set)) \
    { \
        *set += SL_BITS_OF_WORD(SL_AT(bits, w)); \
    }

#endif
