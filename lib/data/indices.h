/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The indices of spaces of rank 1, one by one, in host memory. */
#ifndef STARLOOP_LIB_DATA_INDICES_H
#define STARLOOP_LIB_DATA_INDICES_H

#include <starloop/algorithm.h>
#include <starloop/space.h>

#include "base/failure.h"

/** Fetches the indices of a range, stride or list of indices that nobody writes any more. Never waits.
 *  @param[out] index  [sl_space_size()] */
void sl__indices_known(const sl_space *space, sl_index index[]);

/** Gets the indices of a range, stride, list or index set, in their order. Waits for what writes them.
 *  @param[in]  argument  what the space is called  @param[out] index  [sl_space_size()], of malloc()
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_MEMORY; as sl_host_begin(). */
sl_status sl__indices_get(const char *function, const char *argument, const sl_space *space, sl_index **index);

/** Refuses indices that are there twice. @param[in] what  what they are  @param[in] places  what a number is of
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_MEMORY. */
sl_status sl__indices_once(const char *function, const char *what, const char *label, const char *places,
                           const sl_index index[], sl_index count);

/** Refuses what is no comparison with a value. @return #SL_SUCCESS; #SL_ERR_ARGUMENT. */
sl_status sl__comparison_check(const char *function, sl_comparison comparison, const void *value);

#endif
