/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One element of a view on the host: read or written in one call. */
#include <starloop/called_at.h>
#ifndef STARLOOP_ELEMENT_H
#define STARLOOP_ELEMENT_H

#include <starloop/view.h>

SL_BEGIN_DECLS

/** Reads one element; what #SL_GET and #SL_GET_AT call. Waits for the tasks that write the view, and for no others.
 * From a device only that element is copied, where a subview of it could be (see sl_host_begin()).
 *  @param[in]  view_      the view
 *  @param[in]  type_      the element type that the caller expects
 *  @param[in]  index_     an index for each dimension, within the view's; none (rank 0) for a view of one element
 *  @param[out] value_     host memory for one element
 *  @param[in]  function_  name to use in messages; NULL for this one's
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (@p value_ is NULL), #SL_ERR_RANK (another number of indices), #SL_ERR_EXTENT
 *  (no such element), #SL_ERR_UNSUPPORTED (a layout whose map kernel files alone have); else as sl_host_begin().
 *  @p value_ is written on success only. Blocking. Thread-safe. */
SL_API sl_status sl_element_get(sl_view *view_, sl_type type_, sl_extents index_, void *value_, const char *function_);

/** Writes one element; what #SL_PUT and #SL_PUT_AT call. Waits for the tasks that use the view, and for no others. The
 *  other elements stay as they are: what a view lacks after a failed loop it lacks still, but for a view of one
 * element.
 *  @param[in] view_      the view
 *  @param[in] type_      the type of the value
 *  @param[in] index_     an index for each dimension, within the view's; none (rank 0) for a view of one element
 *  @param[in] value_     host memory with one element
 *  @param[in] function_  name to use in messages; NULL for this one's
 *  @return as sl_element_get(); #SL_ERR_ARGUMENT also of a view that is for reading only. Blocking. Thread-safe. */
SL_API sl_status sl_element_put(sl_view *view_, sl_type type_, sl_extents index_, const void *value_,
                                const char *function_);

SL_END_DECLS

/** @cond  A pointer of another type than `T *` is named by the compiler; a value becomes one of type T. */
#ifdef __cplusplus
#define SL__ELEMENT_POINTER(T_, pointer_) (static_cast<T_ *>(pointer_))
#define SL__ELEMENT_VALUE(T_, value_) (&static_cast<const T_ &>(value_))
#else
#define SL__ELEMENT_POINTER(T_, pointer_) ((T_ *[1]){pointer_}[0])
#define SL__ELEMENT_VALUE(T_, value_) ((const T_[1]){value_})
#endif
/** @endcond */

/** Reads the element of a view of one: `SL_GET(double, total, &x)`. @return as sl_element_get() */
#define SL_GET(T, view, pointer) \
    sl_element_get((view), SL_TYPE(T), SL_EXTENTS(), SL__ELEMENT_POINTER(T, pointer), "SL_GET")
/** Reads element (i, j, ...): `SL_GET_AT(double, u, &x, i, j)`. @return as sl_element_get() */
#define SL_GET_AT(T, view, pointer, ...) \
    sl_element_get((view), SL_TYPE(T), SL_EXTENTS(__VA_ARGS__), SL__ELEMENT_POINTER(T, pointer), "SL_GET_AT")
/** Writes the element of a view of one: `SL_PUT(double, total, 0.5)`. @return as sl_element_put() */
#define SL_PUT(T, view, value) sl_element_put((view), SL_TYPE(T), SL_EXTENTS(), SL__ELEMENT_VALUE(T, value), "SL_PUT")
/** Writes element (i, j, ...): `SL_PUT_AT(double, u, 0.5, i, j)`. @return as sl_element_put() */
#define SL_PUT_AT(T, view, value, ...) \
    sl_element_put((view), SL_TYPE(T), SL_EXTENTS(__VA_ARGS__), SL__ELEMENT_VALUE(T, value), "SL_PUT_AT")

#endif
