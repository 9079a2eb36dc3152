/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A map of elements to their targets that the host has open. */
#ifndef STARLOOP_LIB_DATA_OPEN_MAP_H
#define STARLOOP_LIB_DATA_OPEN_MAP_H

#include <starloop/view.h>

#include "data/coloring.h"

/** A map and its view. */
typedef struct sl__open_map {
    sl__target_map in;
    sl_index first; /**< index of element 0 */
    sl_view *view;
} sl__open_map;

/** Opens a map for reading: to be ended by sl_host_end() where this succeeds. Waits for what writes it.
 *  @return #SL_SUCCESS; #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_STATE;
 *  as sl_host_begin(). */
sl_status sl__map_open(const char *function, sl_view *map, sl_index targets, sl__open_map *m);

/** Refuses targets that are not there. @return #SL_SUCCESS; #SL_ERR_EXTENT. */
sl_status sl__map_check(const char *function, const sl__open_map *m);

/** @return memory of so many elements of a size, zero everywhere, to be freed; NULL: it is short, #SL_ERR_MEMORY is
 * recorded. */
void *sl__map_zeros(const char *function, const sl__open_map *m, sl_index count, size_t size);

#endif
