/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Arenas: views of several shapes and types over one allocation.
 *
 *     sl_arena *arena = NULL;
 *     sl_arena_create("work", 1 << 20, &arena);
 *     sl_arena_view(arena, "a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100, 100), &a);
 *     sl_arena_view(arena, "b", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(500), &b);
 *     ...
 *     sl_arena_reset(arena);          the next views lie where these did
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_ARENA_H
#define STARLOOP_ARENA_H

#include <starloop/view.h>

/** Memory for views; opaque. */
typedef struct sl_arena sl_arena;

SL_BEGIN_DECLS

/** Makes an arena: memory that Starloop manages, as of sl_view_create(), zero at first.
 *  @param[in]  label  name used in messages; copied; NULL counts as "arena"
 *  @param[in]  bytes  its size
 *  @param[out] arena  the new arena, owned by the caller: sl_arena_destroy()
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL), #SL_ERR_EXTENT (more than 2^62 bytes), #SL_ERR_MEMORY, #SL_ERR_STATE.
 *  Does not wait. Thread-safe. */
SL_API sl_status sl_arena_create(const char *label_, size_t bytes_, sl_arena **arena_);

/** Makes a view over the next free memory of an arena, from a multiple of 64 bytes and of the element's size on. It is
 * a subview of the arena's memory: all views of an arena are one to the graph of tasks, so loops over them run in the
 *  order of their calls, those over two of them, too. Elements are what the memory holds: zero, or what earlier views
 *  have left there.
 *  @param[in]  arena    the arena
 *  @param[in]  label    name used in messages; copied; NULL counts as "view"
 *  @param[in]  type     element type
 *  @param[in]  layout   as of sl_view_create()
 *  @param[in]  extents  shape [n0, ..., n(rank-1)]
 *  @param[out] view     the new view, owned by the caller: sl_view_destroy()
 *  @return #SL_SUCCESS; as sl_view_create(); #SL_ERR_MEMORY where less is free; #SL_ERR_DESTROYED, #SL_ERR_STATE.
 *  Does not wait. Thread-safe. */
SL_API sl_status sl_arena_view(sl_arena *arena_, const char *label_, sl_type type_, sl_layout layout_,
                               sl_extents extents_, sl_view **view_);

/** All of the memory is free again: later views lie where earlier ones do, which stay as they are. A call that writes
 * one of two views with common memory and uses the other is refused; calls one after another are ordered.
 *  @param[in] arena_  the arena
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL), #SL_ERR_DESTROYED, #SL_ERR_STATE. Does not wait. Thread-safe. */
SL_API sl_status sl_arena_reset(sl_arena *arena_);

/** @param[in] arena_  the arena
 *  @return bytes that are taken, with what is left out for alignment; 0 for no live arena, with the reason in
 *  sl_last_error(). Thread-safe. */
SL_API size_t sl_arena_used(sl_arena *arena_);

/** Drops an arena and sets the handle to NULL; takes NULL and a handle that is NULL. Its memory lives as long as its
 *  views. Never waits.
 *  @param[in,out] arena_  the handle */
SL_API void sl_arena_destroy(sl_arena **arena_);

SL_END_DECLS

#endif
