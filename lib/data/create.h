/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views that are made in the words of another function. */
#ifndef STARLOOP_LIB_DATA_CREATE_H
#define STARLOOP_LIB_DATA_CREATE_H

#include "data/view.h"

/** sl_view_create_with() in the words of another function. */
sl_status sl__view_create(const char *function, const char *label, sl_type type, const sl_layout *layout,
                          const sl_extents *extents, unsigned flags, sl_view **view);

/** Makes a view over memory of the program's on a memory node of StarPU's: its home. Where that is not
 * STARPU_MAIN_RAM, layouts have no gaps. @param[out] shared  as of sl__wrapped_enter() @return as sl_view_wrap(). */
sl_status sl__view_wrap_node(const char *function, const char *label, sl_type type, const sl_layout *layout,
                             const sl_extents *extents, void *data, unsigned node, sl_view **shared, sl_view **view);

#endif
