/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How to go over the elements of one or two shapes in as few and as large steps as possible. Pure. */
#ifndef STARLOOP_LIB_CALL_MOVES_H
#define STARLOOP_LIB_CALL_MOVES_H

#include "data/view.h"

enum { SL__MOVE_RANK = SL_MAX_RANK + 1 }; /* the units of an element may be a dimension of their own */

/** A box of units with strides in two memories; where there is but one, both are the same. */
typedef struct sl__move {
    int rank;                                       /**< 1 to #SL__MOVE_RANK; dimension 0 is outermost in `to` */
    int unit;                                       /**< bytes: 8, 4 or 1 */
    int64_t n[SL__MOVE_RANK];                       /**< [rank] extents */
    int64_t to[SL__MOVE_RANK], from[SL__MOVE_RANK]; /**< [rank] strides in units */
} sl__move;

/** Makes the move between two shapes of the same extents, none of which is 0.
 *  @param[in] n        [rank] extents  @param[in] to, from  [rank] strides in elements of @p elem bytes
 *  @param[in] address  the addresses of both first elements, or-ed: how they are aligned
 *  @param[in] merges   0: dimensions stay as they are, and so does the order */
void sl__move_make(sl__move *move, int rank, size_t elem, const int64_t n[], const int64_t to[], const int64_t from[],
                   uintptr_t address, int merges);

#endif
