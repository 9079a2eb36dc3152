/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The words scratch(type, name, extent, ...), scratch_thread(...), scratch_global(...) and
 *  scratch_global_thread(...) of SL_TEAM_KERNEL, as tuples.
 *
 * They are no arguments of a call, and of the class
 *
 *     sl__scratch    an array in scratch memory    (class, type, rank, name, extents in parentheses, SL__ROOM_*)
 *
 * An extent is an expression of constants and of the kernel's scalars: k__scratch_ computes it when the kernel is
 * called, for the library, which counts the bytes, and the chunk function when it runs.
 */
#ifndef STARLOOP_KERNEL_SCRATCH_WORDS_H
#define STARLOOP_KERNEL_SCRATCH_WORDS_H

#include <starloop/kernel/words.h>

/* clang-format off */
#define SL_WORD_scratch(...) SL__WORD_SCRATCH("scratch", SL__ROOM_TEAM, __VA_ARGS__)
#define SL_WORD_SL_SCRATCH SL_WORD_scratch
#define SL_WORD_scratch_thread(...) SL__WORD_SCRATCH("scratch_thread", SL__ROOM_THREAD, __VA_ARGS__)
#define SL_WORD_SL_SCRATCH_THREAD SL_WORD_scratch_thread
#define SL_WORD_scratch_global(...) SL__WORD_SCRATCH("scratch_global", SL__ROOM_GLOBAL, __VA_ARGS__)
#define SL_WORD_SL_SCRATCH_GLOBAL SL_WORD_scratch_global
#define SL_WORD_scratch_global_thread(...) \
    SL__WORD_SCRATCH("scratch_global_thread", SL__ROOM_GLOBAL_THREAD, __VA_ARGS__)
#define SL_WORD_SL_SCRATCH_GLOBAL_THREAD SL_WORD_scratch_global_thread
#define SL__WORD_SCRATCH(WORD_, ROOM_, ...) \
    SL__CAT(SL__WORD_SCRATCH_, SL__HAS3(__VA_ARGS__))(WORD_, ROOM_, __VA_ARGS__)
#define SL__WORD_SCRATCH_1(WORD_, ROOM_, T_, N_, ...) \
    SL__CAT(SL__WORD_SCRATCH_RANK_, SL__IS_RANK(SL__NARG(__VA_ARGS__))) \
    (WORD_, ROOM_, T_, SL__NARG(__VA_ARGS__), N_, (__VA_ARGS__))
#define SL__WORD_SCRATCH_RANK_1(WORD_, ROOM_, T_, R_, N_, X_) SL__NAMED(N_, SL__WORD_SCRATCH_3, T_, R_, N_, X_, ROOM_)
#define SL__WORD_SCRATCH_3(T_, R_, N_, X_, ROOM_) (sl__scratch, T_, R_, N_, X_, ROOM_)
#define SL__WORD_SCRATCH_RANK_0(WORD_, ...) (sl__bad, WORD_ " needs (type, name, extents), 1 to 6 of these")
#define SL__WORD_SCRATCH_0 SL__WORD_SCRATCH_RANK_0
#define SL__WORD_SCRATCH_2 SL__WORD_SCRATCH_RANK_0

/* Whether a word is one; 1 or 0. What follows is a sum over the slots: of arguments of a call; of their numbers. */
#define SL__IS_SCRATCH(W_) SL__CHECK(SL__IS_SCRATCH_PROBE W_)
#define SL__IS_SCRATCH_PROBE(C_, ...) SL__CAT(SL__IS_SCRATCH_, C_)
#define SL__IS_SCRATCH_sl__scratch SL__PROBE
#define SL__ONE_ARG(K_, I_, W_) + !SL__IS_SCRATCH(W_)
#define SL__ARG_NUMBER(K_, I_, W_) + I_ * !SL__IS_SCRATCH(W_)
/* The arguments of a call stand first: so their slots are their numbers. IS_: whether the kernel is one of teams. */
#define SL__SCRATCH_CHECK(IS_, E_, K_, ...) \
    SL__STATIC_ASSERT((IS_) || (0 E_(SL__IS_ONE, K_, __VA_ARGS__)) == 0, \
                      "kernel " #K_ ": scratch is a word of SL_TEAM_KERNEL"); \
    SL__STATIC_ASSERT(2 * (0 E_(SL__ARG_NUMBER, K_, __VA_ARGS__)) == \
                          (0 E_(SL__ONE_ARG, K_, __VA_ARGS__)) * ((0 E_(SL__ONE_ARG, K_, __VA_ARGS__)) - 1), \
                      "kernel " #K_ ": scratch arrays stand behind all other arguments");
#define SL__IS_ONE(K_, I_, W_) + SL__IS_SCRATCH(W_)

#ifdef __CUDACC__ /* the host's compiler has said it */
#define SL__DIAGNOSE_sl__scratch(...)
#else
#define SL__DIAGNOSE_sl__scratch(K_, I_, T_, R_, N_, X_, ROOM_) \
    SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__STATIC_ASSERT(SL__ALIGNOF(T_) <= 16, "kernel " #K_ ", argument " #N_ ": scratch takes types that are aligned " \
                      "to 16 bytes at most, not " #T_);
#endif
#define SL__PARAMETER_sl__scratch(...)
#define SL__SIGN_sl__scratch(...)
#define SL__FOR_VIEW_sl__scratch(...)
#define SL__FOR_RESULT_sl__scratch(...)

/* Extents as a list of sl_index. */
#define SL__SCRATCH_LIST_1(A_) (sl_index)(A_)
#define SL__SCRATCH_LIST_2(A_, B_) (sl_index)(A_), (sl_index)(B_)
#define SL__SCRATCH_LIST_3(A_, B_, C_) (sl_index)(A_), (sl_index)(B_), (sl_index)(C_)
#define SL__SCRATCH_LIST_4(A_, B_, C_, D_) (sl_index)(A_), (sl_index)(B_), (sl_index)(C_), (sl_index)(D_)
#define SL__SCRATCH_LIST_5(A_, B_, C_, D_, E_) \
    (sl_index)(A_), (sl_index)(B_), (sl_index)(C_), (sl_index)(D_), (sl_index)(E_)
#define SL__SCRATCH_LIST_6(A_, B_, C_, D_, E_, F_) \
    (sl_index)(A_), (sl_index)(B_), (sl_index)(C_), (sl_index)(D_), (sl_index)(E_), (sl_index)(F_)
/* clang-format on */

#endif
