/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A call of a loop under check, and where it may run. */
#ifndef STARLOOP_LIB_CALL_REQUEST_H
#define STARLOOP_LIB_CALL_REQUEST_H

#include "task/task.h"

/** What a call asks for, under check. */
typedef struct sl__request {
    const char *function; /**< what the user wrote */
    const sl_kernel *kernel;
    const sl__kernel_state *state;
    const sl_policy *policy;
    const sl_space *space;
    const sl_arg *args;
    int empty; /**< the space has no points */
    int waits; /**< the call waits for its task */
} sl__request;

/** Finds on which sides its task may run. STARLOOP_WHERE speaks for a policy that leaves it open, as far as that is
 *  possible. @param[out] where  SL__SIDE_* or-ed  @return #SL_SUCCESS, #SL_ERR_DEVICE, #SL_ERR_UNSUPPORTED. */
sl_status sl__request_place(const sl__request *c, int *where);

/** A GPU that can never hold the views at once would be asked for ever: such a loop runs on a CPU, or is refused.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY. */
sl_status sl__request_fit(const sl__request *c, sl__task *task);

#endif
