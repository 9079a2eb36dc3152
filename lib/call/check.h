/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a call of a loop is right, before anything is queued: its space, its policy and every argument. */
#ifndef STARLOOP_LIB_CALL_CHECK_H
#define STARLOOP_LIB_CALL_CHECK_H

#include "call/request.h"

/** Checks a call, and completes it: whether its space is empty and whether it waits.
 *  @param[out] into  [n] of the arguments that are SL_INTO: which element of the view
 *  @return #SL_SUCCESS; or why not, recorded. */
sl_status sl__check_call(sl__request *c, const sl_arg args[], int n, sl_index into[]);

/** A call that waits does not wait for its own thread, which has a view open that others need first. Of a view that was
 *  split it may need other parts than they write: that is left to the stall detector.
 *  @return #SL_SUCCESS, #SL_ERR_BUSY. */
sl_status sl__check_stuck(const sl__request *c);

/** A scalar of a recorded call is about to have another value: what scratch arrays whose extents it says take then.
 *  @param[in]     changed  the scalar's row  @param[in] with  its value
 *  @return #SL_SUCCESS; as sl__teams_arrays(); #SL_ERR_MEMORY: the call may run on a device that has less. */
sl_status sl__check_scratch_set(const sl__task *call, int changed, const void *with);

#endif
