/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views that are made in the words of another function. */
#ifndef STARLOOP_LIB_DATA_CREATE_H
#define STARLOOP_LIB_DATA_CREATE_H

#include <stdint.h>

#include "data/view.h"

/** sl_view_create_with() in the words of another function. */
sl_status sl__view_create(const char *function, const char *label, sl_type type, const sl_layout *layout,
                          const sl_extents *extents, unsigned flags, sl_view **view);

#define SL__ELEMENTS_ELSEWHERE SIZE_MAX
/** Makes a managed view for a distributed one (data/spread.h), with elements that are 0.
 *  @param[in] room  bytes for itself that the view's memory has on either side, and each copy of it on another node, a
 *  multiple of what devices align memory to; #SL__ELEMENTS_ELSEWHERE: the view has a shape, and no memory
 *  @return as sl_view_create(). */
sl_status sl__view_create_apart(const char *function, const char *label, sl_type type, const sl_layout *layout,
                                const sl_extents *extents, size_t room, sl_view **view);

/** Makes a managed view of layout right without values, which goes to another rank as it lies: StarPU-MPI packs others,
 *  and sends a size before. @return as sl_view_create(). */
sl_status sl__view_create_edge(const char *function, const char *label, sl_type type, const sl_extents *extents,
                               sl_view **view);

/** Makes a view over memory of the program's on a memory node of StarPU's: its home. Where that is not
 * STARPU_MAIN_RAM, layouts have no gaps. @param[out] shared  as of sl__wrapped_enter() @return as sl_view_wrap(). */
sl_status sl__view_wrap_node(const char *function, const char *label, sl_type type, const sl_layout *layout,
                             const sl_extents *extents, void *data, unsigned node, sl_view **shared, sl_view **view);

#endif
