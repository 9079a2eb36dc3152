/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kinds of a kernel's arguments: a row and a word each.
 *
 * A kind is of a class, by which the kernel language is written; a view has an access besides:
 *
 *     sl__value    a constant of the body, copied at the call
 *     sl__view     elements: sl__r read, sl__w written, sl__rw both
 *     sl__mapped   a view whose elements stand where a map says: kernel/map.h
 *     sl__pack     several views of one shape: kernel/pack.h
 *     sl__result   a running result of a reduction
 *     sl__scatter  elements into which iterations join values: kernel/scatter.h
 *     sl__array    running results, as many as a view has elements
 *     sl__end      no argument: behind the last one
 *
 * Nests have classes of their own (kernel/nest_words.h), and so have teams (kernel/scratch_words.h).
 *
 * To add a kind, write its row and its word here, put it into the enumeration and the sentence, and give it a row in
 * the library's table, lib/kernel/kinds.c. A word becomes a tuple
 *
 *     (class, kind, access, type, rank or operator, name, modifiers as a string, modifiers as a sum of bits)
 *
 * where of sl__scatter the operator stands in place of the string and (type of the numbers, string, bits) in place of
 * the bits, of sl__array the string is the length, and of sl__pack the number of views follows, of sl__mapped the map
 * in parentheses; or (sl__bad, sentence). No token of it may be a macro of a program: hence the prefixes.
 */
#ifndef STARLOOP_KERNEL_KINDS_H
#define STARLOOP_KERNEL_KINDS_H

/** Kinds of a kernel's arguments. Compiled kernels hold them: a new one comes last. */
enum { SL__SCALAR = 1, SL__IN, SL__OUT, SL__INOUT, SL__REDUCTION, SL__TABLE, SL__SCATTER, SL__ARRAY, SL__KINDS_END };

/* clang-format off */

#define SL__KIND_NAMES "scalar, in, out, inout, table, reduce, scatter or multi_reduce"

#define SL__KIND_sl__scalar sl__value, SL__SCALAR, sl__r
#define SL_WORD_scalar(...) SL__CAT(SL__WORD_SCALAR_, SL__IS2(__VA_ARGS__))(__VA_ARGS__, ~)
#define SL_WORD_SL_SCALAR SL_WORD_scalar

#define SL__KIND_sl__in sl__view, SL__IN, sl__r
#define SL_WORD_in(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(sl__in, __VA_ARGS__)
#define SL_WORD_SL_IN SL_WORD_in
#define SL__PACK_sl__in sl__pack, SL__IN, sl__r
#define SL__MAPPED_sl__in sl__mapped, SL__IN, sl__r

#define SL__KIND_sl__out sl__view, SL__OUT, sl__w
#define SL_WORD_out(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(sl__out, __VA_ARGS__)
#define SL_WORD_SL_OUT SL_WORD_out
#define SL__ATOMIC_sl__out sl__view, SL__OUT, sl__atomic
#define SL__PACK_sl__out sl__pack, SL__OUT, sl__w
#define SL__ATOMIC_PACK_sl__out sl__pack, SL__OUT, sl__atomic
#define SL__MAPPED_sl__out sl__mapped, SL__OUT, sl__w

#define SL__KIND_sl__inout sl__view, SL__INOUT, sl__rw
#define SL_WORD_inout(...) SL__CAT(SL__WORD_VIEW_, SL__HAS3(__VA_ARGS__))(sl__inout, __VA_ARGS__)
#define SL_WORD_SL_INOUT SL_WORD_inout
#define SL__ATOMIC_sl__inout sl__view, SL__INOUT, sl__atomic
#define SL__PACK_sl__inout sl__pack, SL__INOUT, sl__rw
#define SL__ATOMIC_PACK_sl__inout sl__pack, SL__INOUT, sl__atomic
#define SL__MAPPED_sl__inout sl__mapped, SL__INOUT, sl__rw

/* A table to look up, of any extent: it is read at any index by every iteration. */
#define SL__KIND_sl__table sl__view, SL__TABLE, sl__r
#define SL_WORD_table(...) SL__CAT(SL__WORD_TABLE_, SL__IS2(__VA_ARGS__))(__VA_ARGS__, ~)
#define SL_WORD_SL_TABLE SL_WORD_table
#define SL__WORD_TABLE_1(T_, N_, ...) SL__NAMED(N_, SL__WORD_TABLE_2, T_, N_)
#define SL__WORD_TABLE_2(T_, N_) (SL__KIND_sl__table, T_, 1, N_, "", 0)
#define SL__WORD_TABLE_0(...) (sl__bad, "table needs (type, name)")

#define SL__KIND_sl__reduce sl__result, SL__REDUCTION, sl__rw
#define SL__KIND_sl__array sl__array, SL__ARRAY, sl__rw /* reduce(type, operator, name, array(length)) */
#define SL_WORD_reduce(T_, ...) SL__CAT(SL__WORD_REDUCE_, SL__IS2OR3(__VA_ARGS__))(T_, SL_OPERATOR_##__VA_ARGS__)
#define SL_WORD_SL_REDUCE SL_WORD_reduce

#define SL__KIND_sl__scatter sl__scatter, SL__SCATTER, sl__rw
#define SL_WORD_scatter(T_, ...) SL__CAT(SL__WORD_SCATTER_, SL__HAS3(__VA_ARGS__))(T_, SL_OPERATOR_##__VA_ARGS__)
#define SL_WORD_SL_SCATTER SL_WORD_scatter

/* Many results, as many as the view has elements. */
#define SL_WORD_multi_reduce(T_, ...) \
    SL__CAT(SL__WORD_MULTI_REDUCE_, SL__IS2OR3(__VA_ARGS__))(T_, SL_OPERATOR_##__VA_ARGS__)
#define SL_WORD_SL_MULTI_REDUCE SL_WORD_multi_reduce

#define SL_WORD_end (sl__end, ~)
#define SL_WORD_ (sl__end, ~)

/* clang-format on */

#endif
