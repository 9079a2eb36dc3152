/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The layouts for which a kernel has functions of their own: a row each.
 *
 * To add a layout case, write its row here. Its functions for CPUs and GPUs, their numbers, the case that a call takes
 * and the loop order are made from the rows; a view with such a layout is made in lib/data/layout.c. A row is
 *
 *     M_(name, NAME, order, map, takes)
 *
 * - order: of the loops, outermost first. sl__ascending is 0, 1, ...; sl__descending the reverse.
 * - map: sl__strides: an element is at the sum of sl__x_[d] * sl__s_[d], and the innermost loop's dimension has
 * stride 1. Or, in parentheses, the offset of an element in terms of its indices sl__x_, the extents sl__n_ and the
 * strides sl__s_, which such a layout may use as it likes. Stores past the caches and slices (SL_SUB) are for strides
 * only.
 * - takes: whether a view has this layout, by sl__rank_ (1 or more), sl__n_ (no extent is 0) and sl__s_. A view may
 * have several that are sl__strides; one that another map takes has no other.
 *
 * A call takes the first row that all of its views have and whose order its loops have. No token of a row may be a
 * macro of a program: hence the prefixes; the names are pasted before anything expands them.
 */
#ifndef STARLOOP_KERNEL_CASES_H
#define STARLOOP_KERNEL_CASES_H

/* clang-format off */
#define SL__LAYOUT_CASES(M_, ...) \
    M_(right, RIGHT, sl__ascending, sl__strides, \
       sl__s_[sl__rank_ - 1] == 1 || sl__n_[sl__rank_ - 1] == 1, __VA_ARGS__) \
    M_(left, LEFT, sl__descending, sl__strides, \
       sl__s_[0] == 1 || sl__n_[0] == 1, __VA_ARGS__)

#define SL__CASE_NUMBER(NAME_, CASE_, ...) SL__CASE_##CASE_,
#define SL__CASE_NUMBER_MIXED(NAME_, CASE_, ...) SL__CASE_MIXED_##CASE_,
#define SL__CASE_NUMBER_STREAM(NAME_, CASE_, ...) SL__CASE_STREAM_##CASE_,
#define SL__CASE_NUMBER_MIXED_STREAM(NAME_, CASE_, ...) SL__CASE_MIXED_STREAM_##CASE_,
#define SL__CASE_TAKES(NAME_, CASE_, ...) SL__TAKES_##CASE_ = 1 << SL__CASE_##CASE_,

/** Layout cases of a kernel's chunk functions: those of the rows come first. SL__CASE_MIXED + c is c for the written
 *  views, any layout for those that are only read; SL__CASE_STREAM + c is c with `out(..., own)` arguments written past
 *  the caches, SL__CASE_MIXED_STREAM + c both. */
enum {
    SL__LAYOUT_CASES(SL__CASE_NUMBER, ~)
    SL__CASE_ANY, /**< any layouts, any loop order */
    SL__CASE_SEQ, /**< any layouts, any loop order, in sequence and not vectorised */
    SL__LAYOUT_CASES(SL__CASE_NUMBER_MIXED, ~)
    SL__LAYOUT_CASES(SL__CASE_NUMBER_STREAM, ~)
    SL__LAYOUT_CASES(SL__CASE_NUMBER_MIXED_STREAM, ~)
    SL__CASE_INDEXED, /**< any layouts, in sequence, at the places of a space that is no box */
    SL__CASE_INDEXED_RIGHT, /**< the same, layout right; loops of rank 1 only */
    SL__CASE_TURNED, /**< layout right, dimension 0 innermost; loops with own(d...) of their rank only */
    SL__CASES,
    SL__LAYOUTS = SL__CASE_ANY, /**< number of rows */
    SL__CASE_MIXED = SL__CASE_SEQ + 1,
    SL__CASE_STREAM = SL__CASE_MIXED + SL__LAYOUTS,
    SL__CASE_MIXED_STREAM = SL__CASE_STREAM + SL__LAYOUTS
};
/** The rows that a view has, or-ed. */
enum { SL__LAYOUT_CASES(SL__CASE_TAKES, ~) SL__TAKES_ALL = (1 << SL__LAYOUTS) - 1 };
/* clang-format on */

#endif
