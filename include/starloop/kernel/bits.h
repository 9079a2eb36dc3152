/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sets of bits in bodies: SL_BIT_SET, SL_BIT_RESET, SL_BIT_FLIP, SL_BIT_TEST, SL_BITS_OF_WORD.
 *
 *     SL_KERNEL(mark, (i), in(int, 1, corner, own), inout(uint32_t, 1, seen))
 *     {
 *         SL_BIT_SET(seen, SL_AT(corner, i));
 *     }
 *
 * A set is a view of uint32_t and rank 1, with SL_BIT_WORDS(n) elements for n bits (starloop/bits.h). Bit b is bit b %
 * 32 of element b / 32. Bits are changed by atomic operations: iterations may change bits of one word.
 */
#ifndef STARLOOP_KERNEL_BITS_H
#define STARLOOP_KERNEL_BITS_H

#include <starloop/bits.h>

#include <starloop/kernel/forms.h>

/* clang-format off */
#define SL__BIT_FUNCTION(NAME_, ATOMIC_, NOT_) \
    SL_FN int NAME_(SL_PARAM(uint32_t, 1, sl__b_), sl_index sl__i_) \
    { \
        const uint32_t sl__one_ = (uint32_t)1 << (sl__i_ & 31); \
        return (ATOMIC_(SL_AT(sl__b_, sl__i_ >> 5), NOT_ sl__one_) & sl__one_) != 0; \
    }
SL__BIT_FUNCTION(sl__bit_set, SL_ATOMIC_OR, )
SL__BIT_FUNCTION(sl__bit_reset, SL_ATOMIC_AND, ~)
SL__BIT_FUNCTION(sl__bit_flip, SL_ATOMIC_XOR, )
SL_FN int sl__bit_test(SL_PARAM(uint32_t, 1, sl__b_), sl_index sl__i_)
{
    return (int)(SL_ATOMIC_LOAD(SL_AT(sl__b_, sl__i_ >> 5)) >> (sl__i_ & 31) & 1);
}
SL_FN int sl__bit_test_const(SL_PARAM(const uint32_t, 1, sl__b_), sl_index sl__i_)
{
    return (int)(SL_AT(sl__b_, sl__i_ >> 5) >> (sl__i_ & 31) & 1);
}
#ifdef __cplusplus
extern "C++" {
SL_FN int sl__bit_test(SL_PARAM(const uint32_t, 1, b_), sl_index i_)
{
    return sl__bit_test_const(SL_PASS(b_), i_);
}
}
#define SL__BIT_TEST_OF(P_) sl__bit_test
#else
#define SL__BIT_TEST_OF(P_) _Generic((P_), uint32_t *: sl__bit_test, const uint32_t *: sl__bit_test_const)
#endif
/* clang-format on */

/** Sets bit I_ of an `inout(uint32_t, 1, bits)` and gives what it was: 0 or 1; so do the next two. Arguments are
 *  evaluated once. May be used in an SL_FN, as the others. */
#define SL_BIT_SET(BITS_, I_) sl__bit_set(SL_PASS(BITS_), (I_))
/** Makes bit I_ 0. */
#define SL_BIT_RESET(BITS_, I_) sl__bit_reset(SL_PASS(BITS_), (I_))
/** Changes bit I_. */
#define SL_BIT_FLIP(BITS_, I_) sl__bit_flip(SL_PASS(BITS_), (I_))
/** Bit I_, 0 or 1: of a set that is read, or of an `inout` that other iterations change meanwhile. */
#define SL_BIT_TEST(BITS_, I_) (SL__BIT_TEST_OF(BITS_##__p_)(SL_PASS(BITS_), (I_)))
/** How many bits of an element of a set are 1: *n += SL_BITS_OF_WORD(SL_AT(bits, w)). */
#define SL_BITS_OF_WORD(WORD_) sl__bits_of_word(WORD_)
SL_FN int sl__bits_of_word(uint32_t sl__w_)
{
#ifdef __CUDA_ARCH__
    return __popc(sl__w_);
#else
    return __builtin_popcount(sl__w_);
#endif
}

#endif
