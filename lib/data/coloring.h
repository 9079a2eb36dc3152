/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Greedy colouring of what has targets: of the elements of a map, or of blocks of them.
 *
 * Nothing here records a failure or touches a view. */
#ifndef STARLOOP_LIB_DATA_COLORING_H
#define STARLOOP_LIB_DATA_COLORING_H

#include <starloop/types.h>

/** A map in memory: the targets of each element. One below 0 is none. */
typedef struct sl__target_map {
    const void *from;                 /**< target 0 of element 0 */
    int wide;                         /**< int64_t; else int32_t */
    sl_index elements, each, step[2]; /**< extents, and strides in elements */
    sl_index targets;                 /**< all are below it */
    const sl_index *begin; /**< [elements + 1] where element e has targets begin[e] to begin[e + 1] of from, one
                                behind the other, in place of each and step; NULL: it has not */
} sl__target_map;

/** @return how many targets an element has */
static inline __attribute__((always_inline)) sl_index sl__targets_of(const sl__target_map *m, sl_index e)
{
    return m->begin != NULL ? m->begin[e + 1] - m->begin[e] : m->each;
}

/** @return a target. @param[in] wide  m->wide, a constant in loops that are to be fast */
static inline __attribute__((always_inline)) sl_index sl__target_of(const sl__target_map *m, int wide, sl_index e,
                                                                    sl_index j)
{
    const sl_index at = m->begin != NULL ? m->begin[e] + j : e * m->step[0] + j * m->step[1];
    return wide ? ((const int64_t *)m->from)[at] : ((const int32_t *)m->from)[at];
}

/** Colours blocks of @p block elements that follow one another, the last one perhaps shorter: each in its turn gets the
 *  first colour that none of the blocks before it has with which it shares a target.
 *  @param[in]  most    colours that there may be
 *  @param[out] color   [elements / block, rounded up] from 1 on
 *  @param[out] colors  how many there are
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY; #SL_ERR_EXTENT: more than @p most. Not recorded. */
sl_status sl__coloring_greedy(const sl__target_map *m, sl_index block, int most, int color[], int *colors);

/** Makes the colours of single elements more alike in size: in their order, elements of those that have too many move
 * to the smallest one that their targets allow. No colour is new, and none becomes empty.
 *  @param[in,out] color  [elements] of sl__coloring_greedy()  @return #SL_SUCCESS; #SL_ERR_MEMORY. Not recorded. */
sl_status sl__coloring_balance(const sl__target_map *m, int colors, int color[]);

/** Sorts numbers by their colours; those of one go up.
 *  @param[in]  color   [count] from 1 on, of @p first and what follows it
 *  @param[in]  wide    @p number is int64_t; else int32_t
 *  @param[out] number  [count]
 *  @param[out] begin   [colors + 2] of zeros: where each colour begins, from 0 on, and after the last one where it
 *                      ends */
void sl__coloring_sort(const int color[], sl_index count, sl_index first, int colors, int wide, void *number,
                       sl_index begin[]);

#endif
