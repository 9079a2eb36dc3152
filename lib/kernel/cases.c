/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/cases.h"

#include <starloop/kernel/words.h>

/* clang-format off */
/* Rows with a map of their own go first: such a view has no other layout. */
#define CASES_MAPPED(NAME_, CASE_, ORDER_, MAP_, TAKES_, ...) \
    if (SL__IS_TUPLE(MAP_) && (TAKES_)) \
        return SL__TAKES_##CASE_;
#define CASES_STRIDES(NAME_, CASE_, ORDER_, MAP_, TAKES_, ...) \
    if (!SL__IS_TUPLE(MAP_) && (TAKES_)) \
        layouts |= SL__TAKES_##CASE_;
/* clang-format on */

unsigned sl__cases_of(int sl__rank_, const sl_index sl__n_[], const sl_index sl__s_[])
{
    unsigned layouts = 0;
    if (sl__rank_ == 0)
        return SL__TAKES_ALL;
    for (int d = 0; d < sl__rank_; d++)
        if (sl__n_[d] == 0)
            return SL__TAKES_ALL;
    SL__LAYOUT_CASES(CASES_MAPPED, ~)
    SL__LAYOUT_CASES(CASES_STRIDES, ~)
    return layouts;
}

#define CASES_NO_STRIDES(NAME_, CASE_, ORDER_, MAP_, TAKES_, ...) \
    if (SL__IS_TUPLE(MAP_) && (TAKES_)) \
        return 0;
int sl__cases_are_strides(int sl__rank_, const sl_index sl__n_[], const sl_index sl__s_[])
{
    (void)sl__rank_, (void)sl__n_, (void)sl__s_;
    SL__LAYOUT_CASES(CASES_NO_STRIDES, ~)
    return 1;
}

/* By row: whether its loops run from the last dimension to the first. */
enum { sl__ascending = 0, sl__descending = 1 };
#define CASES_ORDER(NAME_, CASE_, ORDER_, ...) ORDER_,
static const unsigned char descends[] = {SL__LAYOUT_CASES(CASES_ORDER, ~)};

unsigned sl__cases_descending(unsigned layouts)
{
    unsigned down = 0;
    for (int c = 0; c < SL__LAYOUTS; c++)
        down |= descends[c] ? layouts & 1u << c : 0;
    return down;
}

int sl__cases_order(unsigned layouts, int rank, int order[])
{
    int down = layouts != 0 && descends[__builtin_ctz(layouts)];
    for (int l = 0; l < rank; l++)
        order[l] = down ? rank - 1 - l : l;
    return down;
}

int sl__cases_pick(unsigned layouts, int rank, const int order[])
{
    int is[2] = {1, 1}; /* ascending, descending */
    for (int l = 0; l < rank; l++) {
        is[0] &= order[l] == l;
        is[1] &= order[l] == rank - 1 - l;
    }
    for (int c = 0; c < SL__LAYOUTS; c++)
        if ((layouts >> c & 1) && is[descends[c]])
            return c;
    return SL__CASE_ANY;
}
