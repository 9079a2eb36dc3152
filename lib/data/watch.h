/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What profile and trace want to know of views and their copies: a table that the trace fills, and its switch.
 */
#ifndef STARLOOP_LIB_DATA_WATCH_H
#define STARLOOP_LIB_DATA_WATCH_H

#include <stddef.h>
#include <stdint.h>

struct sl_view;
struct sl__grid;
struct sl__trace_view;

enum { SL__PROFILING = 1, SL__TRACING = 2, SL__NOTIFYING = 4, SL__DRAWING = 8 };

/** Ways of a copy. */
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

/** The switch, and the functions that lib/data calls while it is on. On a cache line of its own: every task looks at
 * it.
 */
extern struct sl__watch {
    _Alignas(64) int on; /**< SL__PROFILING, SL__TRACING, SL__NOTIFYING and SL__DRAWING or-ed; written by sl_init() and
                            sl_finalize() only */
    /** From now on the copy of a view that begins at @p data, in whatever memory, goes by that label of a view. */
    void (*place)(const void *data, const char *view);
    /** Writes by which one it goes; "": not known. @param[out] label  [SL__VIEW_LABEL] */
    void (*label)(const void *data, char *label);
    /** Counts a copy. @param[in] data  where it is from or goes to, whichever place() was called with
     *  @return by which name; NULL without memory. */
    sl__transfers *(*copy)(sl__way way, const void *data, size_t bytes);
    /** A copy begins and ends: while sl__tools_on(). Data as of copy(). @return what copy_ends() wants */
    uint64_t (*copy_begins)(sl__way way, const void *data, size_t bytes);
    void (*copy_ends)(uint64_t id);
    /** Memory for a view was taken on a node of StarPU's, or is about to be given back: while sl__tools_on(). */
    void (*memory_taken)(unsigned node, const void *data, size_t bytes, const char *view);
    void (*memory_given)(unsigned node, const void *data, size_t bytes);
    /** A loop or the host needed a split view in one piece, or in other parts: so many bytes were copied for it. */
    void (*gather)(const struct sl_view *view, size_t bytes);
    /** A view has gone over to the parts of a grid, or to the whole: arrows to what follows come from what was before.
     */
    void (*switched)(struct sl__grid *grid, int to_whole);
    /** Frees what arrows know of a view or a part of one: also when the switch is off again, where there is anything.
     */
    void (*forget)(struct sl__trace_view **past);
} sl__watch;

/** @return whether anything is on; whether the profile is; whether the trace is; whether a tool is called;
 *  whether a graph is drawn. */
static inline int sl__watched(void)
{
    return __builtin_expect(sl__watch.on != 0, 0);
}
static inline int sl__profile_on(void)
{
    return __builtin_expect(sl__watch.on & SL__PROFILING, 0) != 0;
}
static inline int sl__trace_on(void)
{
    return __builtin_expect(sl__watch.on & SL__TRACING, 0) != 0;
}
static inline int sl__tools_on(void)
{
    return __builtin_expect(sl__watch.on & SL__NOTIFYING, 0) != 0;
}

static inline int sl__dot_on(void)
{
    return __builtin_expect(sl__watch.on & SL__DRAWING, 0) != 0;
}

#endif
