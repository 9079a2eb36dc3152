/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the words of a kernel (`in`, `out`, `reduce`, ...) are read; for SL_KERNEL and SL_KERNEL_DECLARE.
 *
 * The words are not macros. SL_KERNEL pastes the prefix SL_WORD_ to each of them before anything else sees the
 * list, so that a program's own macros named min, max, in or local do no harm; the modifiers (own, ...) and the kinds
 * below are seen before, so macros of these names do. Each word then becomes a tuple
 *
 *     (kind, type, rank or operator, name, modifiers as a string, modifiers as a sum of bits)
 *
 * with kind one of ksc (scalar), kin, kout, kio (inout), kred (reduce), kbad (a sentence follows) and kend (none).
 * SL__EACH then applies one macro to 16 slots. Names of macro parameters here are in capitals with a final digit
 * or underscore, so that none of them can hit a member of a generated struct.
 */
#ifndef STARLOOP_KERNEL_WORDS_H
#define STARLOOP_KERNEL_WORDS_H

#include <starloop/kernel/operators.h>
#include <starloop/loop.h>

/* Basics: pasting, counting (1 to 16), picking. */
#define SL__CAT(A_, B_) SL__CAT2(A_, B_)
#define SL__CAT2(A_, B_) A_##B_
#define SL__STR(...) SL__STR2(__VA_ARGS__)
#define SL__STR2(...) #__VA_ARGS__
#define SL__EXPAND(...) __VA_ARGS__
#define SL__EAT(...)
#define SL__HEAD(A_, ...) A_
#define SL__NARG(...) SL__NARG2(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define SL__NARG2(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, A9_, A10_, A11_, A12_, A13_, A14_, A15_, A16_, N_, ...) N_

/* SL__SECOND(a, b, ...) is b; with SL__PROBE it answers a yes-or-no question about a token: 1 or 0. */
#define SL__SECOND(A_, B_, ...) B_
#define SL__CHECK(...) SL__SECOND(__VA_ARGS__, 0, ~)
#define SL__PROBE ~, 1
#define SL__IS_TUPLE(X_) SL__CHECK(SL__IS_TUPLE_PROBE X_)
#define SL__IS_TUPLE_PROBE(...) ~, 1,
#define SL__IS_RANK(R_) SL__CHECK(SL__CAT(SL__IS_RANK_, R_))

#define SL__IS_RANK_0 SL__PROBE
#define SL__IS_RANK_1 SL__PROBE
#define SL__IS_RANK_2 SL__PROBE
#define SL__IS_RANK_3 SL__PROBE
#define SL__IS_RANK_4 SL__PROBE
#define SL__IS_RANK_5 SL__PROBE
#define SL__IS_RANK_6 SL__PROBE

/* 1 when nothing but blanks is left of the argument: what stands behind a word's closing parenthesis. */
#define SL__NOTHING(...) SL__NOTHING2(__VA_ARGS__)
#define SL__NOTHING2(...) SL__CHECK(SL__NOTHING_PROBE##__VA_ARGS__)
#define SL__NOTHING_PROBE SL__PROBE

/* The words themselves. */
#define SL_WORD_scalar(...) SL__CAT(SL__WORD_SCALAR_, SL__HAS2(__VA_ARGS__))(__VA_ARGS__, ~)
#define SL_WORD_in(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(kin, __VA_ARGS__)
#define SL_WORD_out(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(kout, __VA_ARGS__)
#define SL_WORD_inout(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(kio, __VA_ARGS__)
#define SL_WORD_reduce(T_, ...) SL__CAT(SL__WORD_REDUCE_, SL__HAS2(__VA_ARGS__))(T_, SL_OPERATOR_##__VA_ARGS__)
#define SL_WORD_end (kend)
#define SL_WORD_ (kend)
/* Upper-case forms, for a program that wants no bare words. */
#define SL_WORD_SL_SCALAR SL_WORD_scalar
#define SL_WORD_SL_IN SL_WORD_in
#define SL_WORD_SL_OUT SL_WORD_out
#define SL_WORD_SL_INOUT SL_WORD_inout
#define SL_WORD_SL_REDUCE SL_WORD_reduce

#define SL__HAS2(...) SL__HAS2_2(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)
#define SL__HAS2_2(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, A9_, A10_, N_, ...) N_
#define SL__HAS3(...) SL__HAS3_2(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, ~)
#define SL__HAS3_2(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, A9_, A10_, N_, ...) N_

#define SL__WORD_SCALAR_1(T_, N_, ...) (ksc, T_, 0, N_, "", 0)
#define SL__WORD_SCALAR_0(...) (kbad, "scalar needs (type, name)")
#define SL__WORD_VIEW_1(K_, T_, R_, ...) SL__WORD_VIEW_2(K_, T_, R_, __VA_ARGS__, sl__none)
#define SL__WORD_VIEW_2(K_, T_, R_, N_, ...) \
    SL__CAT(SL__WORD_VIEW_RANK_, SL__IS_RANK(R_))(K_, T_, R_, N_, #__VA_ARGS__, SL__MODIFIERS(__VA_ARGS__))
#define SL__WORD_VIEW_RANK_1(K_, T_, R_, N_, S_, M_) (K_, T_, R_, N_, S_, M_)
#define SL__WORD_VIEW_RANK_0(K_, T_, R_, N_, S_, M_) (krank, N_)
#define SL__WORD_VIEW_0(...) (kbad, "in, out, inout need (type, rank, name)")
#define SL__WORD_REDUCE_1(T_, O_, N_) SL__WORD_REDUCE_2(SL__CHECK(SL__CAT(SL__IS_, O_)), T_, O_, N_)
#define SL__WORD_REDUCE_2(IS_, T_, O_, N_) SL__CAT(SL__WORD_REDUCE_OP_, IS_)(T_, O_, N_)
#define SL__WORD_REDUCE_OP_1(T_, O_, N_) (kred, T_, O_, N_, "", 0)
#define SL__WORD_REDUCE_OP_0(T_, O_, N_) (kbad, "reduce knows the operators " SL__OPERATOR_NAMES)
#define SL__WORD_REDUCE_0(...) (kbad, "reduce needs (type, operator, name)")

/* Modifiers: at most three; the library reads the numbers from the string. A word that is none is an undeclared
 * SL_MODIFIER_word. */
enum {
    SL_MODIFIER_sl__none = 0, /* ends the list */
    SL_MODIFIER_own = 1,      /* touched at the loop's own indices only */
    SL_MODIFIER_random = 16,  /* read in no order: the read-only path */
    SL_MODIFIER_SL_OWN = SL_MODIFIER_own, /* upper-case forms, for a program with macros of these names */
    SL_MODIFIER_SL_RANDOM = SL_MODIFIER_random
};
#define SL_MODIFIER_own(...) 2
#define SL_MODIFIER_halo(...) 4
#define SL_MODIFIER_fixed(...) 8
#define SL_MODIFIER_SL_OWN(...) 2
#define SL_MODIFIER_SL_HALO(...) 4
#define SL_MODIFIER_SL_FIXED(...) 8
#define SL__MODIFIERS(...) SL__MODIFIERS_1(SL_MODIFIER_##__VA_ARGS__, sl__none, sl__none, sl__none)
#define SL__MODIFIERS_1(A_, ...) (A_) + SL__MODIFIERS_2(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_2(A_, ...) (A_) + SL__MODIFIERS_3(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_3(A_, ...) (A_)

/* The list, one word a step: each is pasted before the rest of the list is looked at. */

#define SL__WORDS_1(M_, K_, X_, W1_, ...) SL__WORDS_2(M_, K_, X_, W1_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_2(M_, K_, X_, W1_, W2_, ...) SL__WORDS_3(M_, K_, X_, W1_, W2_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_3(M_, K_, X_, W1_, W2_, W3_, ...) SL__WORDS_4(M_, K_, X_, W1_, W2_, W3_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_4(M_, K_, X_, W1_, W2_, W3_, W4_, ...) \
    SL__WORDS_5(M_, K_, X_, W1_, W2_, W3_, W4_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_5(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, ...) \
    SL__WORDS_6(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_6(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, ...) \
    SL__WORDS_7(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_7(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, ...) \
    SL__WORDS_8(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_8(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, ...) \
    SL__WORDS_9(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_9(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, ...) \
    SL__WORDS_10(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_10(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, ...) \
    SL__WORDS_11(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_11(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, ...) \
    SL__WORDS_12(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_12(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, ...) \
    SL__WORDS_13(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_13(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, ...) \
    SL__WORDS_14(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_14(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, ...) \
    SL__WORDS_15(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_15(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, ...) \
    SL__WORDS_16(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_16(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, ...) \
    SL__WORDS_17(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
                SL_WORD_##__VA_ARGS__)
#define SL__WORDS_17(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, ...) \
    M_(K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, W17_)

/* Applies M_(K_, slot, tuple) to the 16 slots. */
#define SL__EACH(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) \
    M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) M_(K_, 7, W8_) \
    M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) \
    M_(K_, 12, W13_) M_(K_, 13, W14_) M_(K_, 14, W15_) M_(K_, 15, W16_)

/* M_##kind(K_, slot, the tuple's elements). */
#define SL__BY_KIND(M_, K_, I_, W_) SL__BY_KIND2(M_, K_, I_, SL__EXPAND W_)
#define SL__BY_KIND2(M_, K_, I_, ...) SL__BY_KIND3(M_, K_, I_, __VA_ARGS__)
#define SL__BY_KIND3(M_, K_, I_, ...) SL__CAT(M_, SL__HEAD(__VA_ARGS__, ~))(K_, I_, __VA_ARGS__)

/* First of all, the diagnoses: the first message says what is wrong, and where. */
#ifdef __cplusplus
#define SL__STATIC_ASSERT static_assert
#else
#define SL__STATIC_ASSERT _Static_assert
#endif
#define SL__DIAGNOSE(K_, I_, W_) SL__CAT(SL__DIAGNOSE_TUPLE_, SL__IS_TUPLE(W_))(K_, I_, W_)
#define SL__DIAGNOSE_TUPLE_0(K_, I_, W_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " SL__STR(SL__ORDINAL_##I_) ": unknown word in '" #W_ \
                      "'; use scalar, in, out, inout or reduce");
#define SL__DIAGNOSE_TUPLE_1(K_, I_, W_) \
    SL__CAT(SL__DIAGNOSE_REST_, SL__NOTHING(SL__EAT W_))(K_, I_, W_)
#define SL__DIAGNOSE_REST_0(K_, I_, W_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ": a comma is missing after argument " SL__STR(SL__ORDINAL_##I_));
#define SL__DIAGNOSE_REST_1(K_, I_, W_) SL__BY_KIND(SL__DIAGNOSE_, K_, I_, W_)
#define SL__DIAGNOSE_ksc(...)
#define SL__DIAGNOSE_kin(...)
#define SL__DIAGNOSE_kout(...)
#define SL__DIAGNOSE_kio(...)
#define SL__DIAGNOSE_kred(...)
#define SL__DIAGNOSE_kend(...)
#define SL__DIAGNOSE_krank(K_, I_, KK_, N_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " #N_ ": the rank must be 0 to 6");
#define SL__DIAGNOSE_kbad(K_, I_, KK_, S_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " SL__STR(SL__ORDINAL_##I_) ": " S_);
#define SL__DIAGNOSE_COUNT(K_, W_) \
    SL__CAT(SL__DIAGNOSE_COUNT_, SL__CHECK(SL__IS_END W_))(K_)
#define SL__DIAGNOSE_COUNT_1(K_)
#define SL__DIAGNOSE_COUNT_0(K_) SL__STATIC_ASSERT(0, "kernel " #K_ " has more than 16 arguments");
#define SL__IS_END(K_, ...) SL__CAT(SL__IS_END_, K_)
#define SL__IS_END_kend SL__PROBE

#define SL__ORDINAL_0 1
#define SL__ORDINAL_1 2
#define SL__ORDINAL_2 3
#define SL__ORDINAL_3 4
#define SL__ORDINAL_4 5
#define SL__ORDINAL_5 6
#define SL__ORDINAL_6 7
#define SL__ORDINAL_7 8
#define SL__ORDINAL_8 9
#define SL__ORDINAL_9 10
#define SL__ORDINAL_10 11
#define SL__ORDINAL_11 12
#define SL__ORDINAL_12 13
#define SL__ORDINAL_13 14
#define SL__ORDINAL_14 15
#define SL__ORDINAL_15 16

/* The parameter list of a kernel's submit function. */
#define SL__PARAMETER(K_, I_, W_) SL__BY_KIND(SL__PARAMETER_, K_, I_, W_)
#define SL__PARAMETER_ksc(K_, I_, KK_, T_, R_, N_, S_, M_) , T_ N_
#define SL__PARAMETER_kin(K_, I_, KK_, T_, R_, N_, S_, M_) , sl_view *N_
#define SL__PARAMETER_kout(K_, I_, KK_, T_, R_, N_, S_, M_) , sl_view *N_
#define SL__PARAMETER_kio(K_, I_, KK_, T_, R_, N_, S_, M_) , sl_view *N_
#define SL__PARAMETER_kred(K_, I_, KK_, T_, R_, N_, S_, M_) , T_ *N_
#define SL__PARAMETER_kend(...)

/** Declares a kernel that SL_KERNEL defines, with the same name, indices and words, so that other files may call it:
 *  SL_KERNEL_DECLARE(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own)); It is one
 *  prototype; it may be repeated, and a kernel file that includes its own declarations has the two compared. */
#define SL_KERNEL_DECLARE(K_, X_, ...) \
    SL__WORDS_1(SL__DECLARE, K_, X_, SL_WORD_##__VA_ARGS__, end, end, end, end, end, end, end, end, end, end, \
        end, end, \
                end, end, end, end, end)
#ifdef __cplusplus
#define SL__EXTERN_C extern "C"
#else
#define SL__EXTERN_C extern
#endif
#define SL__SUBMIT_HEAD(K_, ...) \
    sl_status K_##__submit(int sl__call_, sl_policy sl__policy_, sl_space sl__space_ \
                           SL__EACH(SL__PARAMETER, K_, __VA_ARGS__))
#define SL__DECLARE(K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, \
    W16_, W17_) \
    SL__EACH(SL__DIAGNOSE, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_) \
    SL__DIAGNOSE_COUNT(K_, W17_) \
    SL__EXTERN_C SL__SUBMIT_HEAD(K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
        W15_, W16_)

#endif
