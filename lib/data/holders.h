/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which threads have a view open for host access. An access ends in the thread that has begun it, and a thread
 *         that waits for what needs a view that it has open itself would wait for ever (task/stuck.h). */
#ifndef STARLOOP_LIB_DATA_HOLDERS_H
#define STARLOOP_LIB_DATA_HOLDERS_H

#include "data/view.h"

/* With the view's lock: */

/** @return the calling thread's place; NULL: it neither has the view open nor waits for it. */
sl__host_thread *sl__holder_find(sl__host *host);
/** @return the same, or a free one for it; NULL without memory. */
sl__host_thread *sl__holder_place(sl__host *host);
/** Nobody has the view open, nor waits for it. */
void sl__holders_forget(sl__host *host);

/* Without: */

/** The calling thread has so many more accesses open that hold a handle. */
void sl__holder_opens(int more);

/** A view that a thread has open, with its handle. */
typedef struct sl__held_view {
    sl_view *view;
    int writes;
} sl__held_view;

/** @param[out] held  the views that the calling thread has open, to be freed; NULL where it has none, or without memory
 *  @return how many. Cheap where it has none. */
int sl__holder_views(sl__held_view **held);

/** Writes the names of all views that the host holds: "a" (writing), "b" (reading). Empty: none. */
void sl__holders_name(char *text, size_t size);

#endif
