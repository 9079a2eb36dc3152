/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views of memory that another view has.
 *
 * A root has memory, a StarPU handle, and what goes with it: counts of tasks, poison, host accesses, parts. What shares
 * its memory has a shape of its own and asks the root for the rest. So all that shares memory is ordered by one handle.
 */
#ifndef STARLOOP_LIB_DATA_SUBVIEW_H
#define STARLOOP_LIB_DATA_SUBVIEW_H

#include <starloop/subview.h>

#include "data/view.h"

/** A shape over a view's memory, in units of any size. */
typedef struct sl__cast {
    sl_type type;
    size_t elem; /* bytes of a unit */
    int rank;
    int64_t n[SL_MAX_RANK]; /* [rank] extents */
    int64_t s[SL_MAX_RANK]; /* [rank] strides in units, 0 or more */
} sl__cast;

/** Makes a view for one call, on the caller's stack: it is given to loops, and forgotten.
 *  @param[out] seen  the view  @param[in] v  whose elements it has, in other units
 *  @param[in]  whole  1 when its shape is that of @p v, which is a root */
void sl__view_cast(sl_view *seen, const sl_view *v, const sl__cast *cast, int whole);

/** sl_view_sub() in the words of another function. */
sl_status sl__view_sub(const char *function, sl_view *view, int count, const struct sl__slice slices[], sl_view **sub);

/** Makes a view of another type and shape over some bytes of a root, for the program.
 *  @param[in] offset  bytes from the root's first element, a multiple of an element's; there is room for the shape
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, #SL_ERR_DESTROYED, recorded with @p function. */
sl_status sl__subview_over(const char *function, sl_view *root, const char *label, sl_type type, const sl__shape *shape,
                           size_t offset, sl_view **view);

/** @return a view for one call of the elements of @p v with indices from 0 on: @p v itself, or @p seen. */
sl_view *sl__view_from_zero(sl_view *v, sl_view *seen);

/** Checks that a view has the type, rank and extents of another. @param[in] argument  what @p from is called
 *  @return #SL_SUCCESS; #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, recorded with @p function. */
sl_status sl__view_shaped(const char *function, const char *argument, const sl_view *to, const sl_view *from);

/** Whether two views of one shape have strides, or one layout without. */
int sl__view_same_layout(const sl_view *to, const sl_view *from);

/** The same, and that both have strides, or one layout without. @return as sl__view_shaped(); #SL_ERR_ARGUMENT. */
sl_status sl__view_check_same_layout(const char *function, const char *argument, const sl_view *to,
                                     const sl_view *from);

/** The rules of sl_view_assign(), those of sl__view_check_same_layout() among them. @param[in] argument  what @p from
 * is called
 *  @return #SL_SUCCESS; #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_EXTENT, #SL_ERR_ARGUMENT, recorded with @p function. */
sl_status sl__subview_assignable(const char *function, const char *argument, const sl_view *to, const sl_view *from);

/** 1 when a view has some of its root's elements only. */
static inline int sl__view_is_part(const sl_view *v)
{
    return v != v->root && (size_t)v->count * v->elem < (size_t)v->root->count * v->root->elem;
}

#endif
