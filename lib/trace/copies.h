/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The switch of profile and trace, and what they are told of copies of views. See trace/trace.h. */
#ifndef STARLOOP_TRACE_COPIES_H
#define STARLOOP_TRACE_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "data/view.h"

enum { SL__PROFILING = 1, SL__TRACING = 2 };

/** What is on, SL__PROFILING and SL__TRACING or-ed; written by sl_init() and sl_finalize() only. On a cache line of its
 *  own, for every task looks at it. */
extern struct sl__trace_switch {
    _Alignas(64) int on;
} sl__trace_switch;

/** @return whether anything is on; whether the profile is; whether the trace is. */
static inline int sl__watched(void)
{
    return __builtin_expect(sl__trace_switch.on != 0, 0);
}
static inline int sl__profile_on(void)
{
    return __builtin_expect(sl__trace_switch.on & SL__PROFILING, 0) != 0;
}
static inline int sl__trace_on(void)
{
    return __builtin_expect(sl__trace_switch.on & SL__TRACING, 0) != 0;
}

/** @return the time, never 0. */
int64_t sl__trace_now(void);

/* ---- copies and gathers ---------------------------------------------------------------------------------- */

typedef enum sl__way {
    SL__WAY_IN = 0, /**< host to device */
    SL__WAY_OUT,    /**< device to host */
    SL__WAY_ACROSS, /**< device to device */
    SL__WAY_HOST,   /**< host to host: between NUMA nodes, where StarPU keeps them apart */
    SL__WAY_GATHER, /**< a split view was put together, or taken apart */
    SL__WAYS
} sl__way;

/** What is known of a view's transfers; until sl__trace_fini(). */
typedef struct sl__transfers sl__transfers;

/** From now on the copy of a view that begins at @p data, in whatever memory, goes by the view's label. */
void sl__trace_place(const void *data, const sl_view *view);

/** Counts a copy. @param[in] data  where it is from or goes to, whichever sl__trace_place() was told of
 *  @return by which name; NULL without memory. */
sl__transfers *sl__trace_copy(sl__way way, const void *data, size_t bytes);

/** Draws a copy that sl__trace_copy() has counted. */
void sl__trace_copied(const sl__transfers *name, sl__way way, size_t bytes, int row, int64_t begin, int64_t end);

/** A loop or the host needed a split view in one piece, or in other parts: so many bytes were copied for it. */
void sl__profile_gather(const sl_view *view, size_t bytes);

struct sl__trace_view;
struct sl__grid;

/** A view has gone over to the parts of a grid, or to the whole: arrows to what follows come from what was before. */
void sl__trace_switched(struct sl__grid *grid, int to_whole);

/** Something that is not drawn has written a view: no arrow leads over it. */
void sl__trace_lost(sl_view *view);

/** What arrows know of a view or a part of one is freed. */
void sl__trace_forget(struct sl__trace_view **past);

/** For tests: copies of views with that label so far. */
void sl__profile_read_copies(const char *label, sl__way way, uint64_t *count, double *bytes);

#endif
