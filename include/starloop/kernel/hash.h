/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Hash tables in bodies: SL_HASH_INSERT, SL_HASH_INSERT_NEW, SL_HASH_FIND, SL_HASH_HAS, SL_HASH_SLOTS.
 *
 *     SL_KERNEL(count, (i), in(int64_t, 1, word, own), inout(int64_t, 1, table), inout(int, 1, times))
 *     {
 *         const sl_index slot = SL_HASH_INSERT(table, SL_AT(word, i));
 *         if (slot >= 0)
 *             SL_ATOMIC_ADD(SL_AT(times, slot), 1);
 *     }
 *
 * A table is a view that sl_hash_create() makes (starloop/hash.h): a key in each slot, and behind the slots how many
 * keys found no room. A key is looked for from the slot on that its bits are mixed into, slot by slot, until it or a
 * free slot is found. A free slot is taken by a compare-and-exchange; no key is ever taken out, so a key stays where it
 * is. Values are in views of the program's own, at the index that the slot has.
 */
#ifndef STARLOOP_KERNEL_HASH_H
#define STARLOOP_KERNEL_HASH_H

#include <starloop/hash.h>

#include <starloop/kernel/forms.h>

/* How many slots are looked at for a key, at most. With three quarters of 2^32 slots taken by keys at random, so many
 * beside one another are not expected once. */
enum { SL__HASH_PROBES = 4096 };

/* Mixes all bits of a key: the last steps of MurmurHash3, of 32 and of 64 bits (Appleby, in the public domain). */
SL_FN uint32_t sl__hash_mix32(uint32_t sl__h_)
{
    sl__h_ = (sl__h_ ^ sl__h_ >> 16) * 0x85ebca6bu;
    sl__h_ = (sl__h_ ^ sl__h_ >> 13) * 0xc2b2ae35u;
    return sl__h_ ^ sl__h_ >> 16;
}
SL_FN uint64_t sl__hash_mix64(uint64_t sl__h_)
{
    sl__h_ = (sl__h_ ^ sl__h_ >> 33) * 0xff51afd7ed558ccdu;
    sl__h_ = (sl__h_ ^ sl__h_ >> 33) * 0xc4ceb9fe1a85ec53u;
    return sl__h_ ^ sl__h_ >> 33;
}

/* clang-format off */
/* The functions for keys of so many bits. SEEN_ reads a slot. */
#define SL__HASH_FIND_FUNCTION(NAME_, T_, BITS_, SEEN_) \
    SL_FN sl_index NAME_(SL_PARAM(T_, 1, sl__t_), int##BITS_##_t sl__key_) \
    { \
        const sl_index sl__slots_ = SL_EXTENT(sl__t_, 0) - 1; \
        const sl_index sl__n_ = sl__slots_ < SL__HASH_PROBES ? sl__slots_ : (sl_index)SL__HASH_PROBES; \
        sl_index sl__s_ = (sl_index)sl__hash_mix##BITS_((uint##BITS_##_t)sl__key_); \
        for (sl_index sl__k_ = 0; sl__k_ < sl__n_; sl__k_++) { \
            sl__s_ &= sl__slots_ - 1; \
            const int##BITS_##_t sl__seen_ = SEEN_(SL_AT(sl__t_, sl__s_)); \
            if (sl__seen_ == SL_HASH_FREE##BITS_) \
                return -1; \
            if (sl__seen_ == sl__key_) \
                return sl__s_; \
            sl__s_++; \
        } \
        return -1; \
    }
#define SL__HASH_FUNCTIONS(BITS_) \
    SL__HASH_FIND_FUNCTION(sl__hash_find##BITS_, int##BITS_##_t, BITS_, SL_ATOMIC_LOAD) \
    SL__HASH_FIND_FUNCTION(sl__hash_find_const##BITS_, const int##BITS_##_t, BITS_, ) \
    SL_FN sl_index sl__hash_insert##BITS_(SL_PARAM(int##BITS_##_t, 1, sl__t_), int##BITS_##_t sl__key_, int *sl__new_) \
    { \
        const sl_index sl__slots_ = SL_EXTENT(sl__t_, 0) - 1; \
        const sl_index sl__n_ = sl__slots_ < SL__HASH_PROBES ? sl__slots_ : (sl_index)SL__HASH_PROBES; \
        sl_index sl__s_ = (sl_index)sl__hash_mix##BITS_((uint##BITS_##_t)sl__key_); \
        *sl__new_ = 0; \
        for (sl_index sl__k_ = 0; sl__k_ < sl__n_ && sl__key_ != SL_HASH_FREE##BITS_; sl__k_++) { \
            sl__s_ &= sl__slots_ - 1; \
            int##BITS_##_t sl__seen_ = SL_ATOMIC_LOAD(SL_AT(sl__t_, sl__s_)); \
            if (sl__seen_ == SL_HASH_FREE##BITS_) { \
                sl__seen_ = SL_ATOMIC_CAS(SL_AT(sl__t_, sl__s_), SL_HASH_FREE##BITS_, sl__key_); \
                *sl__new_ = sl__seen_ == SL_HASH_FREE##BITS_; \
            } \
            if (*sl__new_ || sl__seen_ == sl__key_) \
                return sl__s_; \
            sl__s_++; \
        } \
        SL_ATOMIC_ADD(SL_AT(sl__t_, sl__slots_), (int##BITS_##_t)1); \
        return -1; \
    } \
    SL_FN sl_index sl__hash_put##BITS_(SL_PARAM(int##BITS_##_t, 1, sl__t_), int##BITS_##_t sl__key_) \
    { \
        int sl__new_; \
        return sl__hash_insert##BITS_(SL_PASS(sl__t_), sl__key_, &sl__new_); \
    } \
    SL_FN int sl__hash_has##BITS_(const int##BITS_##_t *sl__slot_) \
    { \
        return *sl__slot_ != SL_HASH_FREE##BITS_; \
    }
SL__HASH_FUNCTIONS(32)
SL__HASH_FUNCTIONS(64)

/* The function for a table's type. */
#ifdef __cplusplus
extern "C++" {
#define SL__HASH_OVERLOADS(BITS_) \
    SL_FN sl_index sl__hash_find(SL_PARAM(int##BITS_##_t, 1, t_), int##BITS_##_t key_) \
    { \
        return sl__hash_find##BITS_(SL_PASS(t_), key_); \
    } \
    SL_FN sl_index sl__hash_find(SL_PARAM(const int##BITS_##_t, 1, t_), int##BITS_##_t key_) \
    { \
        return sl__hash_find_const##BITS_(SL_PASS(t_), key_); \
    } \
    SL_FN sl_index sl__hash_insert(SL_PARAM(int##BITS_##_t, 1, t_), int##BITS_##_t key_, int *new_) \
    { \
        return sl__hash_insert##BITS_(SL_PASS(t_), key_, new_); \
    } \
    SL_FN sl_index sl__hash_put(SL_PARAM(int##BITS_##_t, 1, t_), int##BITS_##_t key_) \
    { \
        return sl__hash_put##BITS_(SL_PASS(t_), key_); \
    } \
    SL_FN int sl__hash_has(const int##BITS_##_t *slot_) \
    { \
        return sl__hash_has##BITS_(slot_); \
    }
SL__HASH_OVERLOADS(32)
SL__HASH_OVERLOADS(64)
}
#define SL__HASH_OF(NAME_, P_) NAME_
#define SL__HASH_FIND_OF(P_) sl__hash_find
#else
#define SL__HASH_OF(NAME_, P_) _Generic((P_), int32_t *: NAME_##32, int64_t *: NAME_##64)
#define SL__HASH_FIND_OF(P_) \
    _Generic((P_), int32_t *: sl__hash_find32, int64_t *: sl__hash_find64, const int32_t *: sl__hash_find_const32, \
             const int64_t *: sl__hash_find_const64)
#define SL__HASH_HAS_OF(P_) _Generic(*(P_), int32_t: sl__hash_has32, int64_t: sl__hash_has64)
#endif
/* clang-format on */

/** The slot of a key, which is put into the table where it is not there yet; -1, and the table counts it, if there is
 * no room or the key is SL_HASH_FREE32 or SL_HASH_FREE64. The table is an `inout` of int32_t or int64_t and rank 1. May
 *  be used in an SL_FN, as the others; arguments are evaluated once. */
#define SL_HASH_INSERT(TABLE_, KEY_) (SL__HASH_OF(sl__hash_put, TABLE_##__p_)(SL_PASS(TABLE_), (KEY_)))
/** The same; the int IS_NEW_ becomes 1 if this iteration has put the key there, 0 if not. */
#define SL_HASH_INSERT_NEW(TABLE_, KEY_, IS_NEW_) \
    (SL__HASH_OF(sl__hash_insert, TABLE_##__p_)(SL_PASS(TABLE_), (KEY_), &(IS_NEW_)))
/** The slot of a key, or -1: of a table that is read, or of an `inout` into which other iterations insert meanwhile. */
#define SL_HASH_FIND(TABLE_, KEY_) (SL__HASH_FIND_OF(TABLE_##__p_)(SL_PASS(TABLE_), (KEY_)))
/** Whether there is a key in a slot; SL_AT(table, slot) is the key. Not while others insert. */
#define SL_HASH_HAS(TABLE_, SLOT_) (SL__HASH_HAS_OF(TABLE_##__p_)(&SL_AT(TABLE_, SLOT_)))
/** How many slots a table has: they are 0 and up. */
#define SL_HASH_SLOTS(TABLE_) (SL_EXTENT(TABLE_, 0) - 1)
#ifdef __cplusplus
#define SL__HASH_HAS_OF(P_) sl__hash_has
#endif

#endif
