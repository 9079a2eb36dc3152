/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Iteration spaces: checks, and what a kind of them can do. */
#ifndef STARLOOP_LIB_KERNEL_SPACE_H
#define STARLOOP_LIB_KERNEL_SPACE_H

#include <starloop/kernel/abi.h>
#include <starloop/space.h>

#include "kernel/modifiers.h"

/** What a kind of spaces can do; a row of the table in space.c. lo and hi of a space are its bounding box whatever the
 *  kind. The box, #SL_SPACE_BOX, stays inline below: loops may be short. */
typedef struct sl__space_ops {
    sl_index (*points)(const sl_space *space); /**< their number; -1 when it does not fit */
    /** What chunk functions count through along dimension d, [*lo, *hi). */
    void (*places)(const sl_space *space, int d, sl_index *lo, sl_index *hi);
    /** Which elements of a view with extents n a body touches, where it has a reach: in [lo[d], hi[d]), which may lie
     *  beyond the view. @return 1 when its loop index stands for every one in there, 0 when the space leaves out some.
     */
    int (*use)(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
               sl_index hi[]);
} sl__space_ops;

/** @return what a kind can do; NULL: there is no such kind. */
const sl__space_ops *sl__space_ops_of(int kind);

/** sl__space_ops.places */
static inline void sl__space_places(const sl_space *space, int d, sl_index *lo, sl_index *hi)
{
    if (__builtin_expect(space->kind != SL_SPACE_BOX, 0)) {
        sl__space_ops_of(space->kind)->places(space, d, lo, hi);
        return;
    }
    *lo = space->lo[d];
    *hi = space->hi[d];
}

/** @return how many places there are along dimension d; at most INT64_MAX, also where the space is empty by another. */
static inline sl_index sl__space_length(const sl_space *space, int d)
{
    sl_index lo, hi, n;
    sl__space_places(space, d, &lo, &hi);
    if (hi <= lo)
        return 0;
    return __builtin_sub_overflow(hi, lo, &n) ? INT64_MAX : n;
}

/** @return the points along those dimensions that are not empty, 1 where all are; -1: they do not fit. As often may the
 *  statements of a nest run that stand outside of its loops over empty dimensions. */
sl_index sl__space_around(const sl_space *space);

/** Whether the range along dimension d of a space ends where a view says. In a product it has a view and the bounds of
 * a range; a list there without indices has no room between its bounds. */
static inline int sl__space_ends_in_view(const sl_space *space, int d)
{
    return space->kind == SL_SPACE_RANGE_VIEW || (space->kind == SL_SPACE_PRODUCT && space->object[d] != NULL &&
                                                  space->step[d] == 0 && space->lo[d] < space->hi[d]);
}

/** Whether some range of a space does. */
static inline int sl__space_has_ends(const sl_space *space)
{
    int some = 0;
    for (int d = 0; d < space->rank && space->kind != SL_SPACE_BOX; d++)
        some |= sl__space_ends_in_view(space, d);
    return some;
}

/** Whether a space has a list along dimension d. */
static inline int sl__space_is_listed(const sl_space *space, int d)
{
    return space->kind == SL_SPACE_LIST ||
           (space->kind == SL_SPACE_PRODUCT && space->object[d] != NULL && !sl__space_ends_in_view(space, d));
}

/** Whether lo and hi are the bounds of a space's indices along dimension d: not where these are in a view that is not
 *  read yet. */
static inline int sl__space_bounded(const sl_space *space, int d)
{
    return !sl__space_is_listed(space, d) || space->step[d] >= 0;
}

/** @return by how many numbers the indices along dimension d are told apart, from lo on, so that points have numbers.
 */
static inline sl_index sl__space_width(const sl_space *space, int d)
{
    return sl__space_bounded(space, d) ? space->hi[d] - space->lo[d] : (sl_index)1 << 62 / space->rank;
}

/** Whether the places of a space are its indices, in [lo, hi). */
static inline int sl__space_is_plain(const sl_space *space)
{
    return space->kind == SL_SPACE_BOX || space->kind == SL_SPACE_RANGE_VIEW;
}

/** @return the view that a loop over a space reads to know its indices along dimension d, an sl_view; NULL: it reads
 *  none. */
static inline const void *sl__space_view(const sl_space *space, int d)
{
    return sl__space_is_listed(space, d) || sl__space_ends_in_view(space, d) ? space->object[d] : NULL;
}

/** @return what leads from an index of a range, or a place of another space, to its position; rank 1. */
static inline sl_index sl__space_shift(const sl_space *space)
{
    return (sl_index)((uint64_t)space->position - (uint64_t)(sl__space_is_plain(space) ? space->lo[0] : 0));
}

/** @return where a range ends whose end is in a view; @p places has that where the task runs. */
static inline sl_index sl__space_end(const struct sl__places *places)
{
    return places->wide_ ? ((const int64_t *)places->list_)[places->start_]
                         : ((const int32_t *)places->list_)[places->start_];
}

/** Whether such a range, along dimension d, may end there. */
static inline int sl__space_may_end(const sl_space *space, int d, sl_index end)
{
    return end >= space->lo[d] && end <= space->hi[d];
}

/** @return the places of a stride, or along a dimension of a product that has no list; of a box none. */
struct sl__places sl__space_stride_places(const sl_space *space, int d);

/** @return which indices places have along dimension d, which has no list, counted from 0 on whatever the kind. */
static inline struct sl__places sl__space_counted(const sl_space *space, int d)
{
    return sl__space_is_plain(space) ? (struct sl__places){.start_ = space->lo[d], .step_ = 1}
                                     : sl__space_stride_places(space, d);
}

/** @return how many of n places have indices below @p index. Of a list, whose memory the caller has, these ascend. */
sl_index sl__places_below(const struct sl__places *places, sl_index n, sl_index index);

/** The part of a space that has the places [first, end) along each dimension, counted from 0 on.
 *  @param[in] places  [rank] which indices they have; of a dimension that is not cut it is not looked at
 *  @param[out] part   a list begins where the caller has it begin  @return 0: it is empty. */
int sl__space_part(const sl_space *space, const struct sl__places places[], const sl_index first[],
                   const sl_index end[], sl_space *part);

/** sl__space_ops.use */
static inline int sl__space_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[],
                                sl_index lo[], sl_index hi[])
{
    return sl__space_ops_of(space->kind)->use(space, reach, rank, n, lo, hi);
}

/** Gives the point of a number within a space's bounds; from 0, the last dimension runs fastest.
 *  @param[out] at  [SL_MAX_RANK] its indices, 0 behind the last dimension */
void sl__space_point(const sl_space *space, sl_index number, sl_index at[]);

/** Refuses a space that is none, of no known kind, has another rank than the kernel, or too many points to count.
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_RANK or #SL_ERR_EXTENT. */
sl_status sl__space_check(const sl_space *space, const char *function, const char *kernel, int rank);

#endif
