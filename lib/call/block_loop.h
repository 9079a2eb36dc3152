/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A loop over distributed views, cut to their blocks: which iterations a block has, and which elements of a
 * view these reach. */
#ifndef STARLOOP_LIB_CALL_BLOCK_LOOP_H
#define STARLOOP_LIB_CALL_BLOCK_LOOP_H

#include "call/request.h"
#include "data/spread.h"

/** A loop that runs block by block. */
typedef struct sl__block_loop {
    const sl__request *request;
    const char *function; /**< public, which was called */
    int n;                /**< arguments */
    int lead;             /**< the argument by whose blocks the loop is cut */
    sl__spread *first;    /**< of its view; NULL: not found yet */
} sl__block_loop;

/** @return how far from the loop's indices an argument reads, writes, or joins values. */
const sl__reach *sl__block_loop_reach(const sl__block_loop *c, int i);

/** @return the record of an argument's view; NULL: it is not distributed. */
sl__spread *sl__block_loop_spread(const sl__request *request, int i);

/** Whether iterations join values into an argument's elements. */
int sl__block_loop_scatters(const sl__request *request, int i);

/** Whether these are those of a distributed view. */
int sl__block_loop_spills(const sl__request *request, int i);

/** Whether values or results are joined into a view that is whole on each rank. */
int sl__block_loop_pools(const sl__request *request, int i);

/** Whether the loop writes an argument's view. */
int sl__block_loop_writes(const sl__request *request, int i);

/** Finds by whose blocks the loop is cut, and whether it can run block by block.
 *  @param[in,out] c  its request, function and n are set
 *  @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, #SL_ERR_STATE, #SL_ERR_CONTEXT, alike on all ranks, recorded. */
sl_status sl__block_loop_check(sl__block_loop *c);

/** The iterations of a block. @return 0: it has none */
int sl__block_loop_space(const sl__block_loop *c, int block, sl_space *space);

/** Which elements of a view the iterations of a block read, or scatter into, over all of the loop's arguments.
 *  @param[in] scatters  which of both  @param[out] lo, hi  [rank] within the view  @return 0: none */
int sl__block_loop_reached(const sl__block_loop *c, const sl__spread *spread, int scatters, int block, sl_index lo[],
                           sl_index hi[]);

/** @return the block that lies beside another one in a direction, by its number; -1: none does.
 *  @param[in] direction  from 0, the block itself, to sl__block_directions() - 1 */
int sl__block_beside(const sl__grid *grid, int block, int direction);

/** @return directions of blocks of a grid: three along each dimension that is cut. */
int sl__block_directions(const sl__grid *grid);

/** @return that from the other block back. */
int sl__block_opposite(int direction);

#endif
