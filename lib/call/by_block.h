/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops over distributed views that run block by block: each rank runs the loop over each of its blocks by
 *  itself, as one over ordinary views, between tasks that bring what it reaches of blocks around (call/borders.h).
 *
 *  So run loops that scatter or reduce into arrays, that check bounds, and all over views whose blocks are cut along
 *  other dimensions than 0. Others run as parts of one call: call/spread.h. What a loop reduces is reduced block by
 * block and joined in the order of blocks: the same bits for any number of ranks, as long as the blocks are the same.
 */
#ifndef STARLOOP_LIB_CALL_BY_BLOCK_H
#define STARLOOP_LIB_CALL_BY_BLOCK_H

#include "call/request.h"

/** Whether a loop, whose arguments were checked, runs so. */
int sl__by_block_wanted(const sl__request *request);

/** Whether it can. @param[in] n  arguments  @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, #SL_ERR_STATE, #SL_ERR_CONTEXT,
 * alike on all ranks, recorded. */
sl_status sl__by_block_check(const sl__request *request, int n);

/** Queues such a loop, block by block, and what goes between blocks. Where it reduces it waits.
 *  @param[in] into  [n] of SL_INTO, which element
 *  @return as sl__by_block_check(); #SL_ERR_MEMORY, #SL_ERR_MPI, recorded. */
sl_status sl__by_block_submit(const sl__request *request, int n, const sl_index into[]);

/** The same of a loop that a region has kept. @return whether it runs block by block: then @p status is what came of
 * it, and the task has gone */
int sl__by_block_task(sl__task *task, const char *function, sl_status *status);

#endif
