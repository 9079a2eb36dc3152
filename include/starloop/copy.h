/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies between views, to and from host memory; views filled with a value; mirrors.
 *
 * Each call queues a loop and returns: it comes after what was queued before it on its views and before what is queued
 * later, runs on a device as loops do, may be recorded in a region, and fails at the next wait. */
#include <starloop/called_at.h>
#ifndef STARLOOP_COPY_H
#define STARLOOP_COPY_H

#include <starloop/view.h>

/** What sl_view_mirror() gives the mirror. */
typedef enum sl_mirror {
    SL_MIRROR_SHAPE = 0, /**< zeros */
    SL_MIRROR_COPY = 1   /**< the elements of the view, by an sl_deep_copy() */
} sl_mirror;

SL_BEGIN_DECLS

/** Copies all elements of one view into another of the same type, rank and extents; layouts may differ,
 *  one of SL_LAYOUT_MAPPED after sl_view_set_map(). Where one of the two has no strides, on a CPU.
 *  @param[in] to    the view that is written
 *  @param[in] from  the view that is read; no element of it lies in @p to
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL), #SL_ERR_DESTROYED, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT,
 *  #SL_ERR_ALIAS (the same view, or elements in common), #SL_ERR_UNSUPPORTED (only kernels know the map of one),
 * #SL_ERR_STATE, #SL_ERR_MEMORY. Does not wait, but as sl_submit(). Thread-safe. */
SL_API sl_status sl_deep_copy(sl_view *to_, sl_view *from_);

/** Writes one value to all elements of a view. #SL_VIEW_FILL is shorter.
 *  @param[in] view   the view that is written
 *  @param[in] type   the type of the value, which is the view's
 *  @param[in] value  host memory with one element of that type, copied before the call returns
 *  @return as sl_deep_copy(). Does not wait, but as sl_submit(). Thread-safe. */
SL_API sl_status sl_view_fill(sl_view *view_, sl_type type_, const void *value_);

/** Copies from host memory into a view. The memory must stay as it is until the copy has run: sl_view_wait(@p to),
 *  sl_wait(). Runs on CPUs; the order of several copies over one piece of host memory is the program's concern.
 *  @param[in] to      the view that is written
 *  @param[in] type    the type of the elements, which is the view's
 *  @param[in] layout  how the host memory is laid out: SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT, SL_LAYOUT_STRIDE(...)
 *  @param[in] from    host memory of the view's extents, aligned for the type, outside of @p to and of any wrapped view
 *  @return as sl_deep_copy(); #SL_ERR_ALIAS also where the host memory is a view's. Does not wait. Thread-safe. */
SL_API sl_status sl_deep_copy_from_host(sl_view *to_, sl_type type_, sl_layout layout_, const void *from_);

/** Copies a view into host memory, which is written when the copy has run: sl_view_wait(@p from), sl_wait(). As
 *  sl_deep_copy_from_host().
 *  @param[in]  type    the type of the elements, which is the view's
 *  @param[in]  layout  how the host memory is laid out; what lies between its elements stays as it is
 *  @param[out] to      host memory of the view's extents
 *  @param[in]  from    the view that is read
 *  @return as sl_deep_copy_from_host(). Does not wait. Thread-safe. */
SL_API sl_status sl_deep_copy_to_host(sl_type type_, sl_layout layout_, void *to_, sl_view *from_);

/** Creates a managed view of a view's type and extents. Its dimensions follow each other in memory as those of @p view
 *  do, without gaps; its label is that of @p view and " mirror".
 *  @param[in]  view    the view
 *  @param[in]  what    what it has at first
 *  @param[out] mirror  the new view, owned by the caller: sl_view_destroy()
 *  @return as sl_view_create() and sl_deep_copy(). Does not wait. Thread-safe. */
SL_API sl_status sl_view_mirror(sl_view *view_, sl_mirror what_, sl_view **mirror_);

SL_END_DECLS

/** Fills a view of elements of type T: SL_VIEW_FILL(double, x, 1.0). */
#ifdef __cplusplus
extern "C++" {
template <typename T_> inline sl_status sl__view_fill(sl_view *view_, sl_type type_, T_ value_)
{
    return sl_view_fill(view_, type_, &value_);
}
}
#define SL_VIEW_FILL(T, view, value) (sl__view_fill<T>((view), SL_TYPE(T), (value)))
#else
#define SL_VIEW_FILL(T, view, value) (sl_view_fill((view), SL_TYPE(T), &(T){value}))
#endif

#endif
