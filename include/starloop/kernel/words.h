/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the words of a kernel (`in`, `out`, `reduce`, ...) are read; for SL_KERNEL and SL_KERNEL_DECLARE.
 *
 * The words are not macros. SL_KERNEL pastes the prefix SL_WORD_ to each of them before anything else sees the
 * list, so that a program's own macros named min, max, in or local do no harm; the modifiers (own, ...) are seen
 * before, so macros of these names do. Each word then becomes a tuple, which kernel/kinds.h describes, and
 * SL__EACH_n of kernel/slots.h applies one macro to each of n tuples: it is handed on as E_. What a macro does depends
 * on a tuple's class (SL__BY_CLASS), or it is for one class only (SL__FOR_VIEW, SL__FOR_RESULT); of a view it may
 * depend on the access. Names of macro parameters here are in capitals with a final digit or underscore, so that none
 * of them can hit a member of a generated struct.
 */
#ifndef STARLOOP_KERNEL_WORDS_H
#define STARLOOP_KERNEL_WORDS_H

#include <starloop/kernel/kinds.h>
#include <starloop/kernel/operators.h>
#include <starloop/kernel/ranks.h>
#include <starloop/kernel/slots.h>
#include <starloop/loop.h>

/* clang-format off */
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

/* What a program's SL_LAUNCH_BOUNDS says where a kernel is defined: SL__BOUNDS(M_, ...) is M_(threads, blocks, ...), or
 * nothing where there is none. */
#define SL__BOUNDS(M_, ...) SL__BOUNDS2(M_, (__VA_ARGS__), SL_LAUNCH_BOUNDS)
#define SL__BOUNDS2(...) SL__BOUNDS3(__VA_ARGS__, 1, ~)
#define SL__BOUNDS3(M_, A_, THREADS_, BLOCKS_, ...) \
    SL__CAT(SL__BOUNDS_IS_, SL__CHECK(SL__NO_BOUNDS_##THREADS_))(M_, THREADS_, BLOCKS_, SL__EXPAND A_)
#define SL__NO_BOUNDS_SL_LAUNCH_BOUNDS SL__PROBE
#define SL__BOUNDS_IS_1(...)
#define SL__BOUNDS_IS_0(M_, ...) M_(__VA_ARGS__)
/* SL__UNBOUND(x) is x where there is no SL_LAUNCH_BOUNDS. */
#define SL__UNBOUND(...) SL__UNBOUND2((__VA_ARGS__), SL_LAUNCH_BOUNDS)
#define SL__UNBOUND2(...) SL__UNBOUND3(__VA_ARGS__, ~)
#define SL__UNBOUND3(X_, THREADS_, ...) SL__CAT(SL__UNBOUND_IS_, SL__CHECK(SL__NO_BOUNDS_##THREADS_))(SL__EXPAND X_)
#define SL__UNBOUND_IS_1(...) __VA_ARGS__
#define SL__UNBOUND_IS_0(...)
#define SL__BOUNDS_CHECK(THREADS_, BLOCKS_, K_) \
    SL__STATIC_ASSERT((THREADS_) >= 1 && (THREADS_) <= 1024 && (BLOCKS_) >= 1 && (THREADS_) * (BLOCKS_) <= 2048, \
                      "kernel " #K_ ": SL_LAUNCH_BOUNDS is threads of a block, 1 to 1024, and blocks of a " \
                      "multiprocessor, which has 2048 threads at most");

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

/* Whether a kernel's indices are 1 to 6 names in parentheses; what stands in place of it where they are not, with a
 * body behind it. */
#define SL__INDICES(X_) SL__CAT(SL__INDICES_, SL__IS_TUPLE(X_))(X_)
#define SL__INDICES_0(X_) 0
#define SL__INDICES_1(X_) SL__CAT(SL__INDICES_ALONE_, SL__NOTHING(SL__EAT X_))(X_)
#define SL__INDICES_ALONE_0(X_) 0
#define SL__INDICES_ALONE_1(X_) SL__CAT(SL__INDICES_OF_, SL__IS_RANK(SL__NARG X_))(X_)
#define SL__INDICES_OF_0(X_) 0
#define SL__INDICES_OF_1(X_) SL__CAT(SL__INDICES_MANY_, SL__CAT(SL__MANY_, SL__NARG X_))(X_)
#define SL__INDICES_MANY_sl__n(X_) SL__NOT(SL__CAT(SL__NO_NAMES_, SL__NARG X_) X_)
#define SL__INDICES_MANY_1(X_) SL__NOT(SL__NO_NAME X_)
#define SL__NOT(A_) SL__CAT(SL__NOT_, A_)
#define SL__NOT_0 1
#define SL__NOT_1 0
#define SL__INDICES_SAY(K_, X_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ": 1 to 6 indices stand in parentheses, such as (i) or (i, j), got " #X_)
#define SL__WITHOUT_INDICES(K_, X_) \
    SL__INDICES_SAY(K_, X_); \
    static inline void SL__CAT(sl__without_indices_, __LINE__)(void)

/* Whether an argument's name is none: a macro of a program that became a number or something in parentheses. */
#define SL__NO_NAME(N_) SL__CAT(SL__NO_NAME_, SL__IS_TUPLE(N_))(N_)
#define SL__NO_NAME_1(N_) 1
#define SL__NO_NAME_0(N_) SL__CAT(SL__NO_NAME_0, SL__NOTHING(N_))(N_)
#define SL__NO_NAME_01(N_) 1
#define SL__NO_NAME_00(N_) SL__IS_RANK(N_)
#define SL__NO_NAMES_2(A_, B_) SL__EITHER(SL__NO_NAME(A_), SL__NO_NAME(B_))
#define SL__NO_NAMES_3(A_, B_, C_) SL__EITHER(SL__NO_NAME(A_), SL__NO_NAMES_2(B_, C_))
#define SL__NO_NAMES_4(A_, B_, C_, D_) SL__EITHER(SL__NO_NAME(A_), SL__NO_NAMES_3(B_, C_, D_))
#define SL__NO_NAMES_5(A_, B_, C_, D_, E_) SL__EITHER(SL__NO_NAME(A_), SL__NO_NAMES_4(B_, C_, D_, E_))
#define SL__NO_NAMES_6(A_, B_, C_, D_, E_, F_) SL__EITHER(SL__NO_NAME(A_), SL__NO_NAMES_5(B_, C_, D_, E_, F_))
#define SL__EITHER(A_, B_) SL__EITHER2(A_, B_)
#define SL__EITHER2(A_, B_) SL__EITHER_##A_##B_
#define SL__EITHER_00 0
#define SL__EITHER_01 1
#define SL__EITHER_10 1
#define SL__EITHER_11 1
/* M_(the rest), or the sentence. */
#define SL__NAMED(N_, M_, ...) SL__CAT(SL__NAMED_, SL__NO_NAME(N_))(M_, __VA_ARGS__)
#define SL__NAMED_0(M_, ...) M_(__VA_ARGS__)
#define SL__NAMED_1(...) (sl__bad, "its name is missing, or is a macro such as I of complex.h; give it another name")

/* The words themselves: kernel/kinds.h. Whether there are two arguments or more; exactly two; two (1) or
 * three (2); three with up to six modifiers (1), more (2) or fewer (0). */
#define SL__HAS2(...) SL__PICK(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)
#define SL__IS2(...) SL__PICK(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, ~)
#define SL__IS2OR3(...) SL__PICK(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, ~)
#define SL__HAS3(...) SL__PICK(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, ~)
#define SL__PICK(...) SL__PICK2(__VA_ARGS__)
#define SL__PICK2(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, A9_, A10_, A11_, A12_, A13_, A14_, A15_, A16_, A17_, A18_, \
    A19_, A20_, N_, ...) N_

#define SL__WORD_SCALAR_1(T_, N_, ...) SL__NAMED(N_, SL__WORD_SCALAR_2, T_, N_)
#define SL__WORD_SCALAR_2(T_, N_) (SL__KIND_sl__scalar, T_, 0, N_, "", 0)
#define SL__WORD_SCALAR_0(...) (sl__bad, "scalar needs (type, name)")
#define SL__WORD_VIEW_1(K_, T_, R_, ...) SL__WORD_VIEW_3(K_, T_, R_, __VA_ARGS__, sl__none)
#define SL__WORD_VIEW_3(K_, T_, R_, N_, ...) \
    SL__CAT(SL__WORD_VIEW_RANK_, SL__IS_RANK(R_))(SL__CAT(SL__WORD_VIEW_, SL__VIEW_SORT(__VA_ARGS__)), (__VA_ARGS__), \
        K_, T_, R_, N_, #__VA_ARGS__, SL__MODIFIERS(__VA_ARGS__))
#define SL__WORD_VIEW_RANK_1(M_, L_, K_, T_, R_, N_, ...) SL__NAMED(N_, M_, L_, K_, T_, R_, N_, __VA_ARGS__)
#define SL__WORD_VIEW_RANK_0(M_, L_, K_, T_, R_, N_, ...) (sl__bad_rank, N_)
#define SL__WORD_VIEW_sl__plain(L_, K_, ...) (SL__KIND_##K_, __VA_ARGS__)
#define SL__WORD_VIEW_sl__atomic(L_, K_, ...) SL__WRITTEN_##K_((SL__ATOMIC_##K_, __VA_ARGS__))
#define SL__WORD_VIEW_sl__pack(L_, K_, ...) (SL__PACK_##K_, __VA_ARGS__, SL__MEMBERS L_)
#define SL__WORD_VIEW_sl__atomic_pack(L_, K_, ...) \
    SL__WRITTEN_##K_((SL__ATOMIC_PACK_##K_, __VA_ARGS__, SL__MEMBERS L_))
/* Of what is written, or the sentence. */
#define SL__WRITTEN_sl__in(...) (sl__bad, "the modifier atomic is for out and inout, whose elements iterations write")
#define SL__WRITTEN_sl__out(...) __VA_ARGS__
#define SL__WRITTEN_sl__inout(...) __VA_ARGS__
#define SL__WORD_VIEW_sl__mapped(L_, K_, ...) (SL__MAPPED_##K_, __VA_ARGS__, SL__MAP L_)
#define SL__WORD_VIEW_sl__mapped_twice(...) (sl__bad, "layout(map) goes with neither atomic nor pack, and stands once")
#define SL__WORD_VIEW_2(...) (sl__bad, "at most six modifiers follow the name of a view")
#define SL__WORD_VIEW_0(...) (sl__bad, "in, out, inout need (type, rank, name)")
#define SL__WORD_REDUCE_1(T_, O_, N_) SL__NAMED(N_, SL__WORD_REDUCE_NAMED, T_, O_, N_)
#define SL__WORD_REDUCE_NAMED(T_, O_, N_) \
    (SL__KIND_sl__reduce, T_, SL__CAT(SL__OPERATOR_OF_, SL__CHECK(SL__COMPLEX_##T_))(O_), N_, "", 0)
/* Over complex numbers sum and prod are operators of their own. */
#define SL__COMPLEX_sl_complex SL__PROBE
#define SL__COMPLEX_sl_complexf SL__PROBE
#define SL__OPERATOR_OF_0(O_) O_
#define SL__OPERATOR_OF_1(O_) SL__CAT(SL__OPERATOR_COMPLEX_, SL__CHECK(SL__COMPLEXES_##O_))(O_)
#define SL__OPERATOR_COMPLEX_0(O_) O_
#define SL__OPERATOR_COMPLEX_1(O_) O_##_complex
#define SL__WORD_REDUCE_0(...) (sl__bad, "reduce needs (type, operator, name) or (type, operator, name, array(length))")
/* The length as a string. */
#define SL__WORD_REDUCE_2(T_, O_, N_, L_) SL__CAT(SL__WORD_ARRAY_, SL__CHECK(SL__ARRAY_OF_##L_))(T_, O_, N_, L_)
#define SL__ARRAY_OF_array(...) SL__PROBE
#define SL__ARRAY_OF_SL_ARRAY(...) SL__PROBE
#define SL__LENGTH_OF_array(...) SL__STR(__VA_ARGS__)
#define SL__LENGTH_OF_SL_ARRAY(...) SL__STR(__VA_ARGS__)
#define SL__WORD_ARRAY_1(T_, O_, N_, L_) SL__NAMED(N_, SL__WORD_ARRAY_2, T_, O_, N_, L_)
#define SL__WORD_ARRAY_2(T_, O_, N_, L_) (SL__KIND_sl__array, T_, O_, N_, SL__LENGTH_OF_##L_, 0)
#define SL__WORD_ARRAY_0(...) (sl__bad, "array(length) follows the name in reduce(type, operator, name, array(length))")
/* Modifiers may follow the name, `of` first of all. E_ is the type of what is joined by itself: numbers of(type), the
 * parts of a complex number by sum, the element. L_ is the list of the other modifiers, in parentheses. */
#define SL__WORD_SCATTER_1(T_, O_, R_, ...) SL__WORD_SCATTER_3(T_, O_, R_, __VA_ARGS__, sl__none, sl__none)
#define SL__WORD_SCATTER_3(T_, O_, R_, N_, A_, ...) \
    SL__CAT(SL__WORD_SCATTER_BY_, SL__CHECK(SL__NUMBERS_OF_##A_))(T_, O_, R_, N_, A_, __VA_ARGS__)
#define SL__WORD_SCATTER_BY_1(T_, O_, R_, N_, A_, ...) \
    SL__WORD_SCATTER_OF(T_, O_, R_, N_, SL__TYPE_OF_##A_, SL__SCATTERS_NUMBERS(O_), (__VA_ARGS__))
#define SL__WORD_SCATTER_BY_0(T_, O_, R_, N_, ...) \
    SL__CAT(SL__WORD_SCATTER_COMPLEX_, SL__CHECK(SL__COMPLEX_##T_))(T_, O_, R_, N_, (__VA_ARGS__))
#define SL__WORD_SCATTER_COMPLEX_0(T_, O_, R_, N_, L_) \
    SL__WORD_SCATTER_OF(T_, O_, R_, N_, T_, SL__SCATTERS_NUMBERS(O_), L_)
#define SL__WORD_SCATTER_COMPLEX_1(T_, O_, R_, N_, L_) \
    SL__CAT(SL__WORD_SCATTER_COMPLEX_1, SL__CHECK(SL__COMPLEXES_##O_))(T_, O_, R_, N_, L_)
#define SL__WORD_SCATTER_COMPLEX_10(...) \
    (sl__bad, "scatter and multi_reduce of complex numbers know the operators sum and prod")
#define SL__WORD_SCATTER_COMPLEX_11(T_, O_, R_, N_, L_) SL__WORD_SCATTER_##O_(T_, R_, N_, L_)
#define SL__WORD_SCATTER_SL_OPERATOR_sum(T_, R_, N_, L_) \
    SL__WORD_SCATTER_OF(T_, SL_OPERATOR_sum, R_, N_, SL__NUMBER_OF_##T_, 1, L_)
#define SL__WORD_SCATTER_SL_OPERATOR_prod(T_, R_, N_, L_) \
    SL__WORD_SCATTER_OF(T_, SL_OPERATOR_prod_complex, R_, N_, T_, 1, L_)
#define SL__WORD_SCATTER_2(...) (sl__bad, "at most six modifiers follow the name of a view")
#define SL__WORD_SCATTER_0(...) \
    (sl__bad, "scatter needs (type, operator, rank, name), of(type) and how far it reaches, own or halo, may follow")
#define SL__NUMBERS_OF_of(...) SL__PROBE
#define SL__NUMBERS_OF_SL_OF(...) SL__PROBE
#define SL__TYPE_OF_of(...) __VA_ARGS__
#define SL__TYPE_OF_SL_OF(...) __VA_ARGS__
#define SL__NUMBER_OF_sl_complex double
#define SL__NUMBER_OF_sl_complexf float
#define SL__SCATTERS_NUMBERS(O_) SL__CHECK(SL__CAT(SL__SCATTERS_, O_))
#define SL__WORD_SCATTER_OF(T_, O_, R_, N_, E_, IS_, L_) \
    SL__CAT(SL__WORD_SCATTER_RANK_, SL__IS_RANK(R_))(IS_, T_, O_, R_, N_, E_, L_)
#define SL__WORD_SCATTER_RANK_1(IS_, ...) SL__CAT(SL__WORD_SCATTER_OP_, IS_)(__VA_ARGS__)
#define SL__WORD_SCATTER_RANK_0(IS_, T_, O_, R_, N_, E_, L_) (sl__bad_rank, N_)
#define SL__WORD_SCATTER_OP_1(T_, O_, R_, N_, E_, L_) SL__NAMED(N_, SL__WORD_SCATTER_NAMED, T_, O_, R_, N_, E_, L_)
#define SL__WORD_SCATTER_NAMED(T_, O_, R_, N_, E_, L_) \
    (SL__KIND_sl__scatter, T_, R_, N_, O_, (E_, SL__SCATTER_MODIFIERS L_))
#define SL__SCATTER_MODIFIERS(...) #__VA_ARGS__, SL__MODIFIERS(__VA_ARGS__)
#define SL__WORD_SCATTER_OP_0(...) \
    (sl__bad, "scatter and multi_reduce know the operators sum, prod, min, max, band, bor and bxor")
#define SL__WORD_MULTI_REDUCE_1(T_, O_, N_) SL__WORD_SCATTER_1(T_, O_, 1, N_)
#define SL__WORD_MULTI_REDUCE_2(T_, O_, N_, OF_) \
    SL__CAT(SL__WORD_MULTI_REDUCE_OF_, SL__CHECK(SL__NUMBERS_OF_##OF_))(T_, O_, N_, OF_)
#define SL__WORD_MULTI_REDUCE_OF_1(T_, O_, N_, OF_) SL__WORD_SCATTER_1(T_, O_, 1, N_, OF_)
#define SL__WORD_MULTI_REDUCE_OF_0(...) \
    (sl__bad, "of(type) follows the name in multi_reduce(type, operator, name, of(type))")
#define SL__WORD_MULTI_REDUCE_0(...) (sl__bad, "multi_reduce needs (type, operator, name) or (..., name, of(type))")
/* Of the last element of a scatter's tuple: the type of its numbers, and its modifiers. */
#define SL__NUMBERS_IN(X_) SL__HEAD X_
#define SL__MODIFIERS_TEXT_IN(X_) SL__SECOND X_
#define SL__MODIFIERS_IN(X_) SL__THIRD X_
#define SL__THIRD(A_, B_, C_) (C_)
/* clang-format on */

/* Modifiers: at most six; the library reads the numbers from the string. A word that is none is an undeclared
 * SL_MODIFIER_word. */
enum {
    SL_MODIFIER_sl__none = 0,             /* ends the list */
    SL_MODIFIER_own = 1,                  /* touched at the loop's own indices only */
    SL_MODIFIER_random = 16,              /* read in no order: the read-only path */
    SL_MODIFIER_atomic = 32,              /* its elements are atomic: kernel/atomic.h */
    SL_MODIFIER_map = 16 + 32,            /* it names the elements that its iterations scatter into; not with atomic */
    SL__MODIFIERS_FREE = 64 + 128,        /* `all` stands in one or two of them: some dimension is free */
    SL_MODIFIER_SL_RANDOM = SL_MODIFIER_random, /* upper-case forms, for a program with macros of these names */
    SL_MODIFIER_SL_ATOMIC = SL_MODIFIER_atomic,
    SL_MODIFIER_SL_MAP = SL_MODIFIER_map
};
/* Of numbers in parentheses the bits from 8 on tell something, for SL__SIGNATURE; own() is the bit alone. In place of
 * a number of own and halo `all`, or SL_FREE, may stand. */
#define SL_MODIFIER_own(...) (2 + SL__DIGITS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0))
#define SL_MODIFIER_halo(...) (4 + SL__DIGITS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0))
#define SL_MODIFIER_fixed(...) (8 + SL__DIGITS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0))
#define SL_MODIFIER_SL_OWN SL_MODIFIER_own
#define SL_MODIFIER_SL_HALO SL_MODIFIER_halo
#define SL_MODIFIER_SL_FIXED SL_MODIFIER_fixed
#define SL_MODIFIER_pack(K_) ((int)(K_ + 0) * 7919 % 4093 * 256)
#define SL_MODIFIER_SL_PACK SL_MODIFIER_pack
#define SL_MODIFIER_layout(...) ((int)sizeof(#__VA_ARGS__) * 1013 % 4093 * 256) /* the library reads the map's name */
#define SL_MODIFIER_SL_LAYOUT SL_MODIFIER_layout
#define SL__DIGITS(A_, B_, C_, D_, E_, F_, ...) \
    ((int)((SL__DIGIT(A_) + SL__DIGIT(B_) * 11 + SL__DIGIT(C_) * 101 + SL__DIGIT(D_) * 1009 + SL__DIGIT(E_) * 10007 + \
            SL__DIGIT(F_) * 100003) % 4093 * 256) + \
     (SL__FREE(A_) | SL__FREE(B_) | SL__FREE(C_) | SL__FREE(D_) | SL__FREE(E_) | SL__FREE(F_)) * 64)
#define SL__DIGIT(A_) SL__DIGIT_2(SL__DIGIT_OF_##A_, (+A_ + 0), ~)
#define SL__FREE(A_) SL__DIGIT_2(SL__FREE_OF_##A_, 0, ~)
#define SL__DIGIT_2(...) SL__SECOND(__VA_ARGS__)
#define SL__DIGIT_OF_all ~, 4001
#define SL__DIGIT_OF_SL_FREE ~, 4001
#define SL__FREE_OF_all ~, 1
#define SL__FREE_OF_SL_FREE ~, 1
#define SL__MODIFIERS(...) \
    SL__MODIFIERS_1(SL_MODIFIER_##__VA_ARGS__, sl__none, sl__none, sl__none, sl__none, sl__none, sl__none)
#define SL__MODIFIERS_1(A_, ...) (A_) + SL__MODIFIERS_2(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_2(A_, ...) (A_) + SL__MODIFIERS_3(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_3(A_, ...) (A_) + SL__MODIFIERS_4(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_4(A_, ...) (A_) + SL__MODIFIERS_5(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_5(A_, ...) (A_) + SL__MODIFIERS_6(SL_MODIFIER_##__VA_ARGS__)
#define SL__MODIFIERS_6(A_, ...) (A_)
/* clang-format off */
/* What `atomic`, `pack` and `layout` among the modifiers make of a view: sl__plain, sl__atomic, sl__pack,
 * sl__atomic_pack, sl__mapped, or sl__mapped_twice where they do not go together. */
#define SL__VIEW_SORT(...) \
    SL__SORT_END(SL__SORT_1(__VA_ARGS__, sl__none, sl__none, sl__none, sl__none, sl__none))
#define SL__SORT_END(S_) S_
#define SL__SORT_1(A_, B_, C_, D_, E_, F_, ...) \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##A_))( \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##B_))( \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##C_))( \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##D_))( \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##E_))( \
    SL__CAT(SL__SORT_, SL__CHECK(SL__FIND_##F_))(sl__plain))))))
#define SL__SORT_0(S_) S_
#define SL__SORT_sl__atomic(S_) SL__CAT(SL__SORT_ATOMIC_, S_)
#define SL__SORT_ATOMIC_sl__plain sl__atomic
#define SL__SORT_ATOMIC_sl__atomic sl__atomic
#define SL__SORT_ATOMIC_sl__pack sl__atomic_pack
#define SL__SORT_ATOMIC_sl__atomic_pack sl__atomic_pack
#define SL__SORT_ATOMIC_sl__mapped sl__mapped_twice
#define SL__SORT_ATOMIC_sl__mapped_twice sl__mapped_twice
#define SL__SORT_sl__pack(S_) SL__CAT(SL__SORT_PACK_, S_)
#define SL__SORT_PACK_sl__plain sl__pack
#define SL__SORT_PACK_sl__atomic sl__atomic_pack
#define SL__SORT_PACK_sl__pack sl__pack
#define SL__SORT_PACK_sl__atomic_pack sl__atomic_pack
#define SL__SORT_PACK_sl__mapped sl__mapped_twice
#define SL__SORT_PACK_sl__mapped_twice sl__mapped_twice
#define SL__SORT_sl__mapped(S_) SL__CAT(SL__SORT_MAPPED_, S_)
#define SL__SORT_MAPPED_sl__plain sl__mapped
#define SL__SORT_MAPPED_sl__atomic sl__mapped_twice
#define SL__SORT_MAPPED_sl__pack sl__mapped_twice
#define SL__SORT_MAPPED_sl__atomic_pack sl__mapped_twice
#define SL__SORT_MAPPED_sl__mapped sl__mapped_twice
#define SL__SORT_MAPPED_sl__mapped_twice sl__mapped_twice
#define SL__FIND_atomic ~, sl__atomic
#define SL__FIND_SL_ATOMIC ~, sl__atomic
#define SL__FIND_pack(...) ~, sl__pack
#define SL__FIND_SL_PACK(...) ~, sl__pack
#define SL__FIND_layout(...) ~, sl__mapped
#define SL__FIND_SL_LAYOUT(...) ~, sl__mapped
/* The number in the parentheses of `pack`. */
#define SL__MEMBERS(...) SL__MEMBERS_1(__VA_ARGS__, sl__none, sl__none, sl__none, sl__none, sl__none)
#define SL__MEMBERS_1(A_, B_, C_, D_, E_, F_, ...) \
    SL__DIGIT_2(SL__MEMBERS_OF_##A_, SL__DIGIT_2(SL__MEMBERS_OF_##B_, SL__DIGIT_2(SL__MEMBERS_OF_##C_, \
        SL__DIGIT_2(SL__MEMBERS_OF_##D_, SL__DIGIT_2(SL__MEMBERS_OF_##E_, SL__DIGIT_2(SL__MEMBERS_OF_##F_, 0, ~), ~), \
            ~), ~), ~), ~)
#define SL__MEMBERS_OF_pack(K_) ~, (K_ + 0)
#define SL__MEMBERS_OF_SL_PACK(K_) ~, (K_ + 0)
/* What stands in the parentheses of `layout`, in parentheses. */
#define SL__MAP(...) SL__MAP_1(__VA_ARGS__, sl__none, sl__none, sl__none, sl__none, sl__none)
#define SL__MAP_1(A_, B_, C_, D_, E_, F_, ...) \
    SL__DIGIT_2(SL__MAP_OF_##A_, SL__DIGIT_2(SL__MAP_OF_##B_, SL__DIGIT_2(SL__MAP_OF_##C_, \
        SL__DIGIT_2(SL__MAP_OF_##D_, SL__DIGIT_2(SL__MAP_OF_##E_, SL__DIGIT_2(SL__MAP_OF_##F_, 0, ~), ~), ~), ~), ~), ~)
#define SL__MAP_OF_layout(...) ~, (__VA_ARGS__)
#define SL__MAP_OF_SL_LAYOUT(...) ~, (__VA_ARGS__)
/* clang-format on */

/* Whether a word is the end of the list: 1 or 0. */
#define SL__IS_END(W_) SL__CHECK(SL__IS_END_PROBE W_)
#define SL__IS_END_PROBE(C_, ...) SL__CAT(SL__IS_END_, C_)
#define SL__IS_END_sl__end SL__PROBE

/* M_##class(K_, slot, the rest of the tuple). */
#define SL__BY_CLASS(M_, K_, I_, W_) SL__BY_CLASS2(M_, K_, I_, SL__EXPAND W_)
#define SL__BY_CLASS2(M_, K_, I_, ...) SL__BY_CLASS3(M_, K_, I_, __VA_ARGS__)
#define SL__BY_CLASS3(M_, K_, I_, C_, ...) M_##C_(K_, I_, __VA_ARGS__)
/* M_(K_, slot, the rest of the tuple) for a view, or for a result; nothing for others. */
#define SL__FOR_VIEW(M_, K_, I_, W_) SL__FOR2(SL__FOR_VIEW_, M_, K_, I_, SL__EXPAND W_)
#define SL__FOR_RESULT(M_, K_, I_, W_) SL__FOR2(SL__FOR_RESULT_, M_, K_, I_, SL__EXPAND W_)
#define SL__FOR2(F_, M_, K_, I_, ...) SL__FOR3(F_, M_, K_, I_, __VA_ARGS__)
#define SL__FOR3(F_, M_, K_, I_, C_, ...) F_##C_(M_, K_, I_, __VA_ARGS__)
#define SL__FOR_VIEW_sl__value(...)
#define SL__FOR_VIEW_sl__view(M_, ...) M_(__VA_ARGS__)
#define SL__FOR_VIEW_sl__result(...)
#define SL__FOR_VIEW_sl__scatter(...)
#define SL__FOR_VIEW_sl__pack(...)
#define SL__FOR_VIEW_sl__mapped(...)
#define SL__FOR_VIEW_sl__array(...)
#define SL__FOR_RESULT_sl__value(...)
#define SL__FOR_RESULT_sl__view(...)
#define SL__FOR_RESULT_sl__scatter(...)
#define SL__FOR_RESULT_sl__array(...)
#define SL__FOR_RESULT_sl__pack(...)
#define SL__FOR_RESULT_sl__mapped(...)
#define SL__FOR_RESULT_sl__result(M_, ...) M_(__VA_ARGS__)

/* clang-format off */
/* By the operator: M_##number, M_##struct or M_##own(...). */
#define SL__BY_OPERATOR(M_, O_) \
    SL__CAT(SL__BY_OPERATOR_, SL__CAT(SL__CHECK(SL__IS_##O_), SL__CHECK(SL__OF_STRUCTS_##O_)))(M_)
#define SL__BY_OPERATOR_10(M_) M_##number
#define SL__BY_OPERATOR_11(M_) M_##struct
#define SL__BY_OPERATOR_00(M_) M_##own
/* clang-format on */

/* First of all, the diagnoses: the first message says what is wrong, and where. */
#ifdef __cplusplus
#define SL__STATIC_ASSERT static_assert
#else
#define SL__STATIC_ASSERT _Static_assert
#endif
/* clang-format off */
#define SL__DIAGNOSE(K_, I_, W_) SL__CAT(SL__DIAGNOSE_TUPLE_, SL__IS_TUPLE(W_))(K_, I_, W_)
#define SL__DIAGNOSE_TUPLE_0(K_, I_, W_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " SL__STR(SL__ORDINAL_##I_) ": unknown word in '" #W_ \
                      "'; use " SL__KIND_NAMES);
#define SL__DIAGNOSE_TUPLE_1(K_, I_, W_) \
    SL__CAT(SL__DIAGNOSE_REST_, SL__NOTHING(SL__EAT W_))(K_, I_, W_)
#define SL__DIAGNOSE_REST_0(K_, I_, W_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ": a comma is missing after argument " SL__STR(SL__ORDINAL_##I_));
#define SL__DIAGNOSE_REST_1(K_, I_, W_) SL__BY_CLASS(SL__DIAGNOSE_, K_, I_, W_)
#ifdef __CUDACC__ /* the host's compiler has said it */
#define SL__DIAGNOSE_TYPE(...)
#define SL__DIAGNOSE_ELEMENT(...)
#define SL__DIAGNOSE_sl__value(...)
#else
/* Elements are copied byte by byte, and the words say whether they are written. */
#define SL__DIAGNOSE_TYPE(K_, T_, N_) \
    SL__STATIC_ASSERT(SL__IS_PLAIN(T_), "kernel " #K_ ", argument " #N_ ": a type such as double or struct particle " \
                      "stands without const and volatile, and is not void, got " #T_);
#define SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__DIAGNOSE_TYPE(K_, T_, N_) \
    SL__STATIC_ASSERT(!SL__IS_ARRAY(T_), "kernel " #K_ ", argument " #N_ ": " SL__NO_ARRAY ", got " #T_); \
    SL__STATIC_ASSERT(SL__IS_COPIED(T_), "kernel " #K_ ", argument " #N_ ": " #T_ " is no type of elements, which " \
                      "are copied byte by byte and aligned to 64 bytes at most");
#define SL__DIAGNOSE_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__DIAGNOSE_TYPE(K_, T_, N_) \
    SL__STATIC_ASSERT(__builtin_classify_type(*(__typeof__(T_) *)0) != 5, "kernel " #K_ ", argument " #N_ \
                      ": scalar takes a value, not " #T_ "; in place of an array or a pointer pass a view, or a " \
                      "struct that has it");
#endif
#define SL__DIAGNOSE_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__DIAGNOSE_ELEMENT(K_, T_, N_)
#define SL__DIAGNOSE_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__DIAGNOSE_TYPE(K_, T_, N_) \
    SL__BY_OPERATOR(SL__DIAGNOSE_, O_)(K_, T_, O_, N_)
#define SL__DIAGNOSE_number(K_, T_, O_, N_) \
    SL__STATIC_ASSERT(SL__TAKES_##O_(T_), "kernel " #K_ ", argument " #N_ ": reduce needs a built-in type, " \
                      "with band, bor and bxor an integer, not " #T_);
#define SL__DIAGNOSE_struct(K_, T_, O_, N_) \
    SL__STATIC_ASSERT(SL__TAKES_##O_(T_), "kernel " #K_ ", argument " #N_ ": reduce needs SL_LOC(type) with minloc " \
                      "and maxloc, SL_MINMAX(type) with minmax, SL_MINMAXLOC(type) with minmaxloc, not " #T_);
#define SL__DIAGNOSE_own(...) /* kernel/reducer.h: the operator is defined in the kernel file only */
#define SL__DIAGNOSE_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__BY_OPERATOR(SL__DIAGNOSE_ARRAY_, O_)(K_, T_, O_, N_)
#define SL__DIAGNOSE_ARRAY_number SL__DIAGNOSE_number
#define SL__DIAGNOSE_ARRAY_struct(K_, T_, O_, N_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " #N_ ": reduce over an array needs an operator of numbers, " \
                      "such as sum, prod, min or max");
#define SL__DIAGNOSE_ARRAY_own SL__DIAGNOSE_ARRAY_struct
/* A sum of truth values is none. */
#ifdef __cplusplus
#define SL__TRUTH bool
#else
#define SL__TRUTH _Bool
#endif
#define SL__DIAGNOSE_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__DIAGNOSE_SCATTER(K_, T_, N_, O_, SL__EXPAND X_)
#define SL__DIAGNOSE_SCATTER(...) SL__DIAGNOSE_SCATTER2(__VA_ARGS__)
#define SL__DIAGNOSE_SCATTER2(K_, T_, N_, O_, E_, S_, M_) \
    SL__STATIC_ASSERT((int)SL__OP_##O_ == (int)SL__PROD_COMPLEX || \
                      (SL__NUMBERS(E_) && !SL__SAME(E_, SL__TRUTH)), "kernel " #K_ ", argument " #N_ ": scatter and " \
                      "multi_reduce take integers of 8 to 64 bits, float and double, sl_complex and sl_complexf, and " \
                      "structs of such numbers, with of(type), not " #E_); \
    SL__STATIC_ASSERT(SL__TAKES_##O_(E_), "kernel " #K_ ", argument " #N_ ": band, bor and bxor take integers, not " \
                      #E_); \
    SL__STATIC_ASSERT(sizeof(T_) % sizeof(E_) == 0 && SL__ALIGNOF(T_) % SL__ALIGNOF(E_) == 0, "kernel " #K_ \
                      ", argument " #N_ ": of(type): expected the type of all numbers of " #T_ ", got " #E_);
#define SL__DIAGNOSE_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__STATIC_ASSERT((C_) >= 1 && (C_) <= SL_MAX_ARGS && R_ < SL_MAX_RANK, "kernel " #K_ ", argument " #N_ \
                      ": pack takes 1 to 32 views of rank 0 to 5");
#define SL__DIAGNOSE_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) \
    SL__DIAGNOSE_ELEMENT(K_, T_, N_) \
    SL__STATIC_ASSERT(R_ > 0, "kernel " #K_ ", argument " #N_ ": layout takes a view of rank 1 to 6");
#define SL__DIAGNOSE_sl__bad_rank(K_, I_, N_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " #N_ ": the rank must be 0 to 6, in its place: (type, rank, name)");
#define SL__DIAGNOSE_sl__bad(K_, I_, S_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ", argument " SL__STR(SL__ORDINAL_##I_) ": " S_);
#define SL__DIAGNOSE_COUNT(K_, MOST_) \
    SL__STATIC_ASSERT(0, "kernel " #K_ " has more than " #MOST_ " arguments");

/* The parameter list of a kernel's submit function. */
#define SL__PARAMETER(K_, I_, W_) SL__BY_CLASS(SL__PARAMETER_, K_, I_, W_)
#define SL__PARAMETER_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , T_ N_
#define SL__PARAMETER_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) , sl_view *N_
#define SL__PARAMETER_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) , sl_view *N_
#define SL__PARAMETER_sl__array SL__PARAMETER_sl__view
#define SL__PARAMETER_sl__mapped(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, L_) , sl_view *N_
/* As many are read: C compilers say so where an array is shorter. */
#ifdef __cplusplus
#define SL__PARAMETER_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) , sl_view *const *N_
#else
#define SL__PARAMETER_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) , sl_view *const N_[static C_]
#endif
#define SL__PARAMETER_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) , T_ *N_

/* What the file that calls a kernel and the one that defines it must agree on, as the length of an array: the number of
 * indices; of each argument, by its place, kind, rank or operator, modifiers, and size, alignment and built-in type of
 * its element, whatever its name. A type, since that may be declared again. */
#define SL__SIGNATURE(E_, K_, X_, ...) \
    typedef char K_##__signature_[(uint64_t)(((uint64_t)(SL__NARG X_) * UINT64_C(0x9e3779b97f4a7c15) \
                                              E_(SL__SIGN, K_, __VA_ARGS__)) >> 35) + 1]
#define SL__SIGN(K_, I_, W_) SL__BY_CLASS(SL__SIGN_, K_, I_, W_)
#define SL__SIGN_ARGUMENT(I_, WORDS_, T_) \
    + (uint64_t)(2 * I_ + 1) * ((uint64_t)(WORDS_) * UINT64_C(0xbf58476d1ce4e5b9) + \
        ((uint64_t)SL__TYPE_CODE(T_) * 128 + SL__ALIGNOF(T_)) * UINT64_C(0x94d049bb133111eb) + \
        (uint64_t)sizeof(T_) * UINT64_C(0xd6e8feb86659fd93))
#define SL__SIGN_sl__value(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__SIGN_ARGUMENT(I_, (KIND_) + 64 * (R_) + 1024 * (M_), T_)
#define SL__SIGN_sl__view SL__SIGN_sl__value
#define SL__SIGN_sl__pack(K_, I_, KIND_, A_, T_, R_, N_, S_, M_, C_) \
    SL__SIGN_ARGUMENT(I_, (KIND_) + 64 * (R_) + 1024 * (M_), T_)
#define SL__SIGN_sl__mapped SL__SIGN_sl__pack
#define SL__SIGN_sl__scatter(K_, I_, KIND_, A_, T_, R_, N_, O_, X_) \
    SL__SIGN_ARGUMENT(I_, (KIND_) + 64 * (R_) + 1024 * SL__JOINS(O_, X_) + \
        (UINT64_C(1) << 32) * SL__MODIFIERS_IN(X_), T_)
#define SL__SIGN_sl__array(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__SIGN_ARGUMENT(I_, (KIND_) + 64 * (SL__OP(O_)) + 1024 * sizeof(S_), T_)
#define SL__SIGN_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__SIGN_ARGUMENT(I_, (KIND_) + 64 * (SL__OP(O_)), T_)
/* The number of an operator, 0 of a program's own. */
#define SL__OP(O_) SL__BY_OPERATOR(SL__OP_, O_)(O_)
#define SL__OP_number(O_) SL__OP_##O_
#define SL__OP_struct(O_) SL__OP_##O_
#define SL__OP_own(O_) 0

/** Declares a kernel that SL_KERNEL defines, with the same name, indices and words, so that other files may call it:
 *  SL_KERNEL_DECLARE(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own)); It may be
 *  repeated, and a kernel file that includes its own declarations has the two compared. A call by a declaration with
 *  other words (kind, type, rank or operator, modifiers, number or order of arguments) is refused with
 *  #SL_ERR_ARGUMENT; a type may have another name, and an argument, too. The types of elements must be complete. */
#define SL_KERNEL_DECLARE(K_, X_, ...) SL__WORDS(SL__DECLARE, K_, X_, SL_WORD_##__VA_ARGS__, end, end)
/* clang-format on */
#ifdef __cplusplus
#define SL__EXTERN_C extern "C"
#else
#define SL__EXTERN_C extern
#endif
/* clang-format off */
#define SL__SUBMIT_HEAD(E_, K_, ...) \
    sl_status K_##__submit(sl__call sl__call_, const sl_policy *sl__policy_, \
                           sl_space sl__space_ E_(SL__PARAMETER, K_, __VA_ARGS__))
#define SL__DECLARE(E_, K_, X_, ...) SL__CAT(SL__DECLARE_, SL__INDICES(X_))(E_, K_, X_, __VA_ARGS__)
#define SL__DECLARE_0(E_, K_, X_, ...) SL__INDICES_SAY(K_, X_)
#define SL__DECLARE_1(E_, K_, X_, ...) \
    E_(SL__DIAGNOSE, K_, __VA_ARGS__) \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__)

/** @cond */
/* What only starloop/kernel.h has says so without it; a body follows. */
#define SL__NEEDS_KERNEL_H(WHAT_, K_) \
    SL__STATIC_ASSERT(0, #WHAT_ "(" #K_ ", ...): a kernel file includes <starloop/kernel.h>, which is not included"); \
    static inline void K_##__body_(void)
#define SL_KERNEL(K_, ...) SL__NEEDS_KERNEL_H(SL_KERNEL, K_)
#define SL_SCAN_KERNEL(K_, ...) SL__NEEDS_KERNEL_H(SL_SCAN_KERNEL, K_)
#define SL_TEAM_KERNEL(K_, ...) SL__NEEDS_KERNEL_H(SL_TEAM_KERNEL, K_)
#define SL_NEST(K_, ...) SL__NEEDS_KERNEL_H(SL_NEST, K_)
#define SL_FN \
    SL__STATIC_ASSERT(0, "SL_FN: a kernel file includes <starloop/kernel.h>, which is not included"); \
    static inline
/** @endcond */
/* clang-format on */

#endif
