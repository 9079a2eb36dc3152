/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Host accesses of views: sl_host_begin() and sl_host_end() for the rest of lib/. */
#ifndef STARLOOP_LIB_DATA_HOST_H
#define STARLOOP_LIB_DATA_HOST_H

#include "data/view.h"

/** Refuses a view that the host holds in a way that a waiting call would wait for. @return #SL_SUCCESS, #SL_ERR_BUSY.
 *  */
SL__PART sl_status sl__view_check_host(const sl_view *view, int access, const char *function, const char *kernel,
                                       const char *argument);

/** Host accesses that are open, wait, or are about to, over all views. */
int sl__data_open_accesses(void);

/** Open ones that have a published value: nothing waits for them. */
int sl__data_mailbox_accesses(void);

/** What sl_host_begin() refuses before it waits, in its words. */
sl_status sl__host_check(const sl_view *v, sl_access access, sl_type type, const char *function);

/** sl_host_end() of a live view, or of one that is being destroyed. */
sl_status sl__host_end(sl_view *view, const char *function);

/** Ends every host access of a view that is being destroyed, open and waiting ones. @return their number. */
int sl__host_abandon(sl_view *v);

#endif
