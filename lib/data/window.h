/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Windows: what a loop's argument sees of a view's memory, where that is not all of it as it is.
 *
 * StarPU knows one handle for all that shares memory. A loop over a part of a view, or over its bytes in other units,
 * uses the handle of the whole, and its arguments are packed with the pointer, the strides and the extents of a window.
 * So is a view whose first index is not 0: the pointer is that of the element with the indices 0, though it has none.
 * A task keeps the windows and not the views that they are made of: these may be destroyed while it is queued. */
#ifndef STARLOOP_LIB_DATA_WINDOW_H
#define STARLOOP_LIB_DATA_WINDOW_H

#include <stdatomic.h>

#include "data/interface.h"
#include "data/view.h"

/** What one argument sees. */
typedef struct sl__window {
    int is;                     /**< 0: all of the view, as it is */
    int rank;                   /**< 0 to SL_MAX_RANK */
    size_t offset;              /**< bytes from the view's first element */
    size_t elem;                /**< bytes of an element */
    size_t span;                /**< bytes from the first element to the end of the last; 0 when empty */
    int64_t count;              /**< number of elements */
    int64_t n[SL_MAX_RANK];     /**< [rank] extents */
    int64_t s[SL_MAX_RANK];     /**< [rank] strides in elements */
    int64_t first[SL_MAX_RANK]; /**< [rank] first indices */
    sl_layout_kind map;         /**< of the view: there are no strides */
    int64_t origin;             /**< what they come to, in elements: an element is at the sum of its indices times the
                                     strides, less this */
    signed char along[SL_MAX_RANK]; /**< [rank] the dimension of the whole view that each follows; -1: none */
    int64_t shift[SL_MAX_RANK];     /**< [rank] what an index of it has to there: indices from 0 */
    int indexed;                    /**< the whole view is automatic: where the window lies is known by its strides on
                                         the node, and by the indices there of the window's first element, */
    int64_t lo[SL_MAX_RANK];        /**< [rank of the whole view] from 0 */
    char label[SL__VIEW_LABEL];
} sl__window;

/** Those of a task's arguments; counted references, since a region's runs share them. */
typedef struct sl__windows {
    _Atomic int references;
    sl__window of[]; /**< [arguments of the kernel] */
} sl__windows;

/** @return windows for so many arguments, none of which is one so far; NULL without memory. */
sl__windows *sl__windows_new(int count);
/** NULL is allowed. @return @p windows */
sl__windows *sl__windows_retain(sl__windows *windows);
/** NULL is allowed. */
void sl__windows_release(sl__windows *windows);

/** Makes the window of a view that shares the memory of another one. */
void sl__window_of(sl__window *window, const sl_view *v);

/** @return the window of an argument; NULL: it sees all of its view, as it is. */
static inline const sl__window *sl__window_at(const sl__windows *windows, int argument)
{
    return windows != NULL && windows->of[argument].is ? &windows->of[argument] : NULL;
}

/** @return bytes from the first element of a view that is automatic to that with the indices @p lo, on a node.
 *  @param[in] lo  [rank of @p whole] from 0 */
size_t sl__window_offset(const struct sl__interface *whole, const int64_t lo[]);

/** What a window has of a copy of its view. @param[out] seen  filled in; its pointer is that of the element with the
 *  indices 0  @return @p seen */
const struct sl__interface *sl__window_on(const sl__window *window, const struct sl__interface *whole,
                                          struct sl__interface *seen);

/** @return the interface that an argument sees: @p whole, or @p seen, filled in. @param[in] windows  NULL: none */
const struct sl__interface *sl__window_see(const sl__windows *windows, int argument, const struct sl__interface *whole,
                                           struct sl__interface *seen);

#endif
