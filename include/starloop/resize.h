/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Handles of views that get other extents, or change places. */
#include <starloop/called_at.h>
#ifndef STARLOOP_RESIZE_H
#define STARLOOP_RESIZE_H

#include <starloop/view.h>

SL_BEGIN_DECLS

/** Gives a view other extents: makes a managed view of the same label, type and order of dimensions in memory, without
 *  gaps, copies the elements whose indices are in both, and has the handle stand for it. Other elements are zero. The
 *  copy is queued: it comes after what was queued on the old view. Loops that were queued on that one run on it.
 *
 *  Other references to the old view, its subviews, and regions that were recorded with it keep that one, with its
 *  extents and its elements: who shares a view drops its reference by sl_view_destroy() and gets the new one by
 *  sl_view_retain(). What sl_view_split() asked for holds for the new one.
 *
 *  @param[in,out] view     a managed view that is no subview, which the host has not open; gets the new one, owned by
 *                          the caller. The reference to the old one is dropped. With equal extents nothing is done
 *  @param[in]     extents  shape [n0, ..., n(rank-1)] of the same rank
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL, for reading only), #SL_ERR_DESTROYED, #SL_ERR_RANK, #SL_ERR_EXTENT,
 *  #SL_ERR_UNSUPPORTED (a wrapped view, a subview), #SL_ERR_BUSY (open for host access), #SL_ERR_CONTEXT (while this
 *  thread records a region, which is spoilt then), #SL_ERR_STATE, #SL_ERR_MEMORY: then the handle stays. Does not wait,
 *  but as sl_submit(). Thread-safe, but for the handle itself. */
SL_API sl_status sl_view_resize(sl_view **view_, sl_extents extents_);

/** Exchanges two handles, for loops that go from one view to the other and back. No element is copied and nothing is
 *  waited for. The order is that of the data: what was queued before runs on the views that it was called with. Labels,
 *  subviews and other references go with the data.
 *
 *  @param[in,out] a, b  views of one rank, type and shape, with layouts by the rule of sl_view_assign(); both or none
 *  of sl_view_readonly(). The same handle twice is left as it is
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_EXTENT;
 *  #SL_ERR_CONTEXT while this thread records a region, which is spoilt then: a run would not exchange anything, and
 *  sl_region_set_view() does it between runs; #SL_ERR_STATE. Does not wait. Thread-safe, but for the handles. */
SL_API sl_status sl_view_swap(sl_view **a_, sl_view **b_);

SL_END_DECLS

#endif
