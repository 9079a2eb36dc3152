/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the indices of a list lie among the parts of a view. */
#ifndef STARLOOP_LIB_DATA_LIST_BORDERS_H
#define STARLOOP_LIB_DATA_LIST_BORDERS_H

#include <starloop/view.h>

/** @return [count + 1] how many indices of a list are below each border (data/grid.h) of n indices in so many parts;
 * kept with the list's view. NULL: they are not known before a loop runs, or do not ascend, or there is no memory. */
const sl_index *sl__list_below(const sl_view *list, sl_index n, int count);

/** The view is going: forgets them. */
void sl__list_forget(sl_view *v);

#endif
