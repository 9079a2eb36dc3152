/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The verbs of Kokkos::DualView, for code that ports from it.
 *
 * None of them is needed: a view is one to the program wherever its data are, loops have them where they run, and host
 * access waits for them and copies back if it must (starloop/view.h). Nor can one that is forgotten, or too many,
 * change a result. A program in which they stand does what it does without them, and they say of it what they say in
 * Kokkos.
 *
 * The marks are those of the memory: a view and its subviews have the same. */
#include <starloop/called_at.h>
#ifndef STARLOOP_DUAL_VIEW_H
#define STARLOOP_DUAL_VIEW_H

#include <starloop/view.h>

SL_BEGIN_DECLS

/** Notes that the host has written the view, by SL_HOST_WRITE or SL_HOST_RDWR: sl_view_need_sync_device() is 1 until
 *  sl_view_sync_device(). Unlike in Kokkos it is no error when loops have written it since the last
 *  sl_view_sync_host(): both have happened in order.
 *  @param[in] view  the view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL, for reading only), #SL_ERR_DESTROYED, #SL_ERR_STATE. Does not wait.
 *  Thread-safe. */
SL_API sl_status sl_view_modify_host(sl_view *view_);

/** Notes that loops have written the view: sl_view_need_sync_host() is 1 until sl_view_sync_host(). It goes for loops
 *  that run on CPUs, too.
 *  @param[in] view  the view
 *  @return as sl_view_modify_host(). Does not wait. Thread-safe. */
SL_API sl_status sl_view_modify_device(sl_view *view_);

/** Waits for the queued loops that write the view and has its data in host memory, as beginning and ending a host
 *  access for reading.
 *  @param[in] view  the view
 *  @return as sl_host_begin(): #SL_ERR_BUSY also where this thread has the view open for writing. Blocking.
 *  Thread-safe. */
SL_API sl_status sl_view_sync_host(sl_view *view_);

/** Takes back what sl_view_modify_host() has noted. There is nothing to copy: a loop that runs on a device has the
 *  view's data brought there, if they are not.
 *  @param[in] view  the view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_STATE. Does not wait. Thread-safe. */
SL_API sl_status sl_view_sync_device(sl_view *view_);

/** Whether sl_view_modify_device() was called since the last sl_view_sync_host(). Loops that nobody noted do not count,
 *  as in Kokkos; host access has what they make all the same.
 *  @param[in] view  the view
 *  @return 1, 0; -1 when it is not a live view. Does not wait. Thread-safe. */
SL_API int sl_view_need_sync_host(const sl_view *view_);

/** Whether sl_view_modify_host() was called since the last sl_view_sync_device().
 *  @param[in] view  the view
 *  @return 1, 0; -1 when it is not a live view. Does not wait. Thread-safe. */
SL_API int sl_view_need_sync_device(const sl_view *view_);

SL_END_DECLS

#endif
