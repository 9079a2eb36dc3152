/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Lists: views of indices, and what is known of these. */
#ifndef STARLOOP_LIB_DATA_LIST_H
#define STARLOOP_LIB_DATA_LIST_H

#include <starloop/list.h>

#include "data/view.h"

/** Whether indices of lists, and ends of ranges, may have a type. */
static inline int sl__list_takes(sl_type type)
{
    return type == SL_INT32 || type == SL_INT64;
}

/** Whether dimension d of a space that has a list there has one in a view, with as many indices as it had. */
int sl__list_fits(const sl_space *space, int d);

/** Refuses a space with a list along dimension d whose view is gone, is none of indices or has others.
 *  @param[in] argument  what to call it: "kernel relax: space"
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_EXTENT. */
sl_status sl__list_check(const sl_space *space, int d, const char *function, const char *argument);

/** Refuses a range along dimension d whose end is in a view that is gone or has not one integer, or that ends below its
 *  begin.
 *  @param[in] owner  what to call its space: "kernel relax"
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_TYPE, #SL_ERR_EXTENT, #SL_ERR_UNSUPPORTED. */
sl_status sl__list_check_end(const sl_space *space, int d, const char *function, const char *owner);

/** Refuses a loop's space whose list, or view with the end of the range, is none. Of any kind.
 *  @return #SL_SUCCESS; as above, #SL_ERR_TYPE, #SL_ERR_UNSUPPORTED. */
sl_status sl__list_check_space(const sl_space *space, const char *function, const char *kernel);

/** sl_list_create() in the words of another function. */
sl_status sl__list_create(const char *function, const char *label, sl_type type, const void *indices, sl_index count,
                          sl_list **list);

#endif
