/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which host memory of views was pinned, so that copies between it and devices need no staging.
 *
 * Memory is pinned when a copy first meets it, since pinning takes as long as a copy does, and most programs have views
 * that never leave the host. What a device refuses to pin is copied all the same, and not tried again. */
#ifndef STARLOOP_LIB_DATA_PIN_H
#define STARLOOP_LIB_DATA_PIN_H

#include <stddef.h>

#include "data/measured.h"

/** A copy between a device and the host memory of a view is about to begin. Called with the device set, by its worker,
 *  which waits while the memory is pinned.
 *  @param[in] data   element (0, ..., 0)
 *  @param[in] bytes  the view's span */
void sl__pin_copied(void *data, size_t bytes);

/** The memory is that of a view that is split: the first copy that meets one of its parts pins all of it, since no page
 *  is pinned twice and copies of memory of which some is pinned fail. Nothing where there is no device. */
void sl__pin_whole(void *data, size_t bytes);

/** The memory is about to be given back: unpins it. Cheap where nothing is pinned. No copy of it may be under way.
 *  Any thread. */
void sl__pin_forget(const void *data);

/** Ranges that copies have met and that were not forgotten. */
size_t sl__pin_count(void);

#endif
