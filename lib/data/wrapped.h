/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The memory of wrapped views: which intervals there are. */
#ifndef STARLOOP_LIB_DATA_WRAPPED_H
#define STARLOOP_LIB_DATA_WRAPPED_H

#include "data/view.h"

/** Enters wrapped memory of a view, of span bytes, which sl__wrapped_made() follows. Waits for another thread that
 * makes a view of some of it.
 *  @param[out] shared  the view whose memory some of it is, with a reference, and SL_ERR_ALIAS that is not recorded;
 *                      else, of a view that is being destroyed, too, as it was. NULL: not asked
 *  @return SL_SUCCESS, SL_ERR_ALIAS, SL_ERR_MEMORY. */
sl_status sl__wrapped_enter(sl_view *v, const char *function, sl_view **shared);
/** The view that was entered is live. */
void sl__wrapped_made(const sl_view *v);
/** Forgets it. */
void sl__wrapped_leave(sl_view *v);
/** @return the view whose memory some of the bytes are, the first one, as of sl__wrapped_enter(); NULL: there is none.
 */
sl_view *sl__wrapped_view(const void *data, size_t bytes);
/** 1 when some of the bytes lie in the memory of a wrapped view, whose gaps are not ours to write. Any thread. */
int sl__wrapped_holds(const void *data, size_t bytes);

#endif
