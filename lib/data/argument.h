/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A view as an argument of a loop: whether it is what the kernel expects. */
#ifndef STARLOOP_LIB_DATA_ARGUMENT_H
#define STARLOOP_LIB_DATA_ARGUMENT_H

#include <starloop/loop.h>

#include "kernel/modifiers.h"

/** An argument of a call that is a view, or SL_INTO. */
typedef struct sl__argument {
    const char *function; /**< what the user wrote, for messages */
    const sl_kernel *kernel;
    const sl__parameter *parameter;
    const sl_arg *arg, *args; /**< this one; all of the call */
    const sl_space *space;
    int sequential;          /**< the loop keeps the order of its iterations */
    int waits;               /**< the call waits for its task */
    _Atomic uint32_t *edges; /**< arguments whose halo has left its view: bits; the log has told that */
} sl__argument;

/** Refuses a view that is not of the kernel's type, rank, layout and extents, is written and may not be, has not all
 *  elements that the loop touches, or is open on the host in a call that waits.
 *  @return #SL_SUCCESS; #SL_ERR_DESTROYED, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_BUSY, #SL_ERR_ARGUMENT.
 */
sl_status sl__argument_check_view(const sl__argument *a);

/** The same of SL_INTO(view, index...). @param[out] offset  of the element among those of the whole view's memory
 *  @return as above, and #SL_ERR_MEMORY, #SL_ERR_UNSUPPORTED. */
sl_status sl__argument_check_into(const sl__argument *a, sl_index *offset);

#endif
