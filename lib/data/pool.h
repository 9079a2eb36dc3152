/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Slots of views: taken, given back, and gone through. */
#ifndef STARLOOP_LIB_DATA_POOL_H
#define STARLOOP_LIB_DATA_POOL_H

#include "data/view.h"

/** Takes a free slot, zeroed but for its locks; NULL without memory. */
sl_view *sl__pool_take(void);
/** Gives a slot back; it rests before it is used again. */
void sl__pool_give(sl_view *v);
/** Gives a slot up that something may use for ever: it never holds a view again. */
void sl__pool_lose(sl_view *v);
/** Number of slots, and slot @p i, or NULL when it holds no view: to go through all views at the end. */
size_t sl__pool_slots(void);
sl_view *sl__pool_slot(size_t i);
/** @return a view with host memory of its own that begins at @p data, for a message; NULL: none. Thread-safe: what it
 *  gives may be another view a moment later. */
const sl_view *sl__pool_find(const void *data);
/** The views that the host has open or waits for, at a glance. @param[out] views  [most] @return how many there are,
 *  perhaps more than @p most. */
size_t sl__pool_opened(sl_view *views[], size_t most);

#endif
