/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What profile and trace record of copies of views: the functions behind data/watch.h, for back ends. See
 *         trace/trace.h. */
#ifndef STARLOOP_LIB_TRACE_TRANSFERS_H
#define STARLOOP_LIB_TRACE_TRANSFERS_H

#include <stddef.h>
#include <stdint.h>

#include "data/view.h"
#include "data/watch.h"

/** @return the time, never 0. */
int64_t sl__trace_now(void);

/* ---- copies and gathers ---------------------------------------------------------------------------------- */

/** From now on the copy of a view that begins at @p data, in whatever memory, goes by that label of a view. */
void sl__trace_place(const void *data, const char *view);

/** Counts a copy. @param[in] data  where it is from or goes to, whichever sl__trace_place() was called with
 *  @return by which name; NULL without memory. */
sl__transfers *sl__trace_copy(sl__way way, const void *data, size_t bytes);

/** Writes the label of the view that sl__trace_place() was called with; "" when there is none. */
void sl__trace_label(const void *data, char label[SL__VIEW_LABEL]);

/** Draws a copy that sl__trace_copy() has counted. */
void sl__trace_copied(const sl__transfers *name, sl__way way, size_t bytes, int row, int64_t begin, int64_t end);

/** A loop or the host needed a split view in one piece, or in other parts: so many bytes were copied for it. */
void sl__profile_gather(const sl_view *view, size_t bytes);

/** For tests: copies of views with that label so far. */
void sl__profile_read_copies(const char *label, sl__way way, uint64_t *number, double *bytes);

#endif
