/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops that scatter into distributed views: into the blocks of their rank, and so many rows beside them as the
 *  argument's halo says. */
#ifndef STARLOOP_LIB_CALL_SPILL_H
#define STARLOOP_LIB_CALL_SPILL_H

#include "call/request.h"

/** Whether a loop, whose arguments were checked, scatters into a distributed view. */
int sl__spill_wanted(const sl__request *request);

/** Queues such a loop, block by block, and what brings the rows beside blocks to their ranks.
 *  @param[in] n  arguments  @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, #SL_ERR_STATE, #SL_ERR_CONTEXT, alike on all
 * ranks, #SL_ERR_MEMORY, #SL_ERR_MPI, recorded. */
sl_status sl__spill_submit(const sl__request *request, int n);

#endif
