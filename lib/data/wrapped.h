/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The memory of wrapped views: which intervals there are. */
#ifndef STARLOOP_LIB_DATA_WRAPPED_H
#define STARLOOP_LIB_DATA_WRAPPED_H

#include "data/view.h"

/** Enters wrapped memory of a view, of span bytes. @return SL_SUCCESS, SL_ERR_ALIAS, SL_ERR_MEMORY. */
sl_status sl__wrapped_enter(sl_view *v, const char *function);
/** Forgets it. */
void sl__wrapped_leave(sl_view *v);
/** 1 when the address lies in the memory of a wrapped view, whose gaps are not ours to write. Any thread. */
int sl__wrapped_holds(const void *data);

/** @return the wrapped view of whose memory some of the bytes are, the first one; NULL: there is none. Any thread. */
sl_view *sl__wrapped_view(const void *data, size_t bytes);

#endif
