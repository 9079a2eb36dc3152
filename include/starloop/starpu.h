/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The door to StarPU, for programs that put StarPU code of their own into the same graph of tasks.
 *
 * No other public header includes <starpu.h>, and starloop.h does not include this one.
 *
 * A codelet of the program's own gets a view's handle from sl_view_starpu_handle() and orders itself with Starloop's
 * tasks by StarPU's implicit dependencies. In its function, buffers[i] is read with the functions below, on
 * whatever memory node the function runs:
 *
 *     static void scale(void *buffers[], void *arg)
 *     {
 *         double *x = sl_starpu_pointer(buffers[0]);
 *         sl_index n = sl_starpu_extent(buffers[0], 0), s = sl_starpu_stride(buffers[0], 0);
 *         for (sl_index i = 0; i < n; i++)
 *             x[i * s] *= *(const double *)arg;
 *     }
 *
 * A CUDA function of the codelet calls them too, in the same way: they are host functions, they give a device pointer
 * there and the same extents and strides, and what it launches goes to starpu_cuda_get_local_stream(). It must not
 * write between the elements of a strided view.
 *
 * The handle belongs to the view. It stays valid until the last reference to the view is dropped, and the program must
 * not unregister or partition it, and must wait for its own tasks on it before it drops that reference: Starloop
 * counts only its own. A failure of an earlier Starloop task is not visible to such codelets. */
#include <starloop/called_at.h>
#ifndef STARLOOP_STARPU_H
#define STARLOOP_STARPU_H

#include <starpu.h>

#include <starloop/view.h>

SL_BEGIN_DECLS

/** Gives a view's data to StarPU tasks of the program's own.
 *  @param[in] view  the view
 *  @return the view's StarPU handle; NULL (recorded) when it is not a live view, or in the body of a loop. A view of no
 *  elements has one too. Non-blocking. Thread-safe. */
SL_API starpu_data_handle_t sl_view_starpu_handle(sl_view *view_);

/** Tells that the program will submit no more StarPU tasks of its own on the view, and has waited for those that it has
 *  submitted. Optional: while the program may have the handle of any view, Starloop hands each loop to StarPU at once;
 *  otherwise it may collect short ones first, which is faster. sl_view_starpu_handle() undoes it.
 *  @param[in] view_  the view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED for no live view. Non-blocking. Thread-safe. */
SL_API sl_status sl_view_starpu_done(sl_view *view_);

/** @param[in] buffer_  buffers[i] of a codelet function, for a view's handle
 *  @return element (0, ..., 0) in the memory of the node on which the codelet runs, a device pointer on a GPU; NULL
 *  (recorded) for NULL or the buffer of another data interface. Element (i0, ...) lies at sum of i_d x
 *  sl_starpu_stride(buffer, d) from it. Non-blocking. Thread-safe. */
SL_API void *sl_starpu_pointer(const void *buffer_);
/** @param[in] buffer_  as for sl_starpu_pointer()
 *  @return the rank; -1 (recorded) as for sl_starpu_pointer(). Thread-safe. */
SL_API int sl_starpu_rank(const void *buffer_);
/** @param[in] buffer_  as for sl_starpu_pointer()
 *  @param[in] d_       dimension, from 0
 *  @return extent of dimension @p d_; -1 (recorded) when there is no such buffer or dimension. Thread-safe. */
SL_API sl_index sl_starpu_extent(const void *buffer_, int d_);
/** @param[in] buffer_  as for sl_starpu_pointer()
 *  @param[in] d_       dimension, from 0
 *  @return stride of dimension @p d_ in elements; 0 (recorded) when there is no such buffer or dimension.
 *  Thread-safe. */
SL_API sl_index sl_starpu_stride(const void *buffer_, int d_);

SL_END_DECLS

#ifndef SL__NO_CALLED_AT
/** @cond */
/* clang-format off */
SL__FROM(starpu_data_handle_t, sl_view_starpu_handle, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_starpu_done, (sl_view *view_), view_)
SL__FROM(void *, sl_starpu_pointer, (const void *buffer_), buffer_)
SL__FROM(int, sl_starpu_rank, (const void *buffer_), buffer_)
SL__FROM(sl_index, sl_starpu_extent, (const void *buffer_, int d_), buffer_, d_)
SL__FROM(sl_index, sl_starpu_stride, (const void *buffer_, int d_), buffer_, d_)
/* clang-format on */
#define sl_view_starpu_handle(...) sl_view_starpu_handle_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_starpu_done(...) sl_view_starpu_done_(__VA_ARGS__, SL__CALLED_AT)
#define sl_starpu_pointer(...) sl_starpu_pointer_(__VA_ARGS__, SL__CALLED_AT)
#define sl_starpu_rank(...) sl_starpu_rank_(__VA_ARGS__, SL__CALLED_AT)
#define sl_starpu_extent(...) sl_starpu_extent_(__VA_ARGS__, SL__CALLED_AT)
#define sl_starpu_stride(...) sl_starpu_stride_(__VA_ARGS__, SL__CALLED_AT)
/** @endcond */
#endif

#endif
