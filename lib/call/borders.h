/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Elements that a loop reaches beside the blocks of its rank: each block has room for some of those around it.
 *
 *  What a block has of others there is filled by a task before a loop reads it, from messages; or it is cleared before
 * a loop scatters into it, and goes by messages behind the loop to the blocks that have these elements, which join it.
 */
#ifndef STARLOOP_LIB_CALL_BORDERS_H
#define STARLOOP_LIB_CALL_BORDERS_H

#include "call/block_loop.h"

/** Borders on their way. */
typedef struct sl__borders sl__borders;

/** Begins to bring to each block what its iterations read of those around it, on this rank and, by messages, from
 * others: loops that are queued behind this and read no borders run meanwhile.
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, #SL_ERR_STARPU, #SL_ERR_MPI, recorded. */
sl_status sl__borders_begin(const sl__block_loop *c, sl__spread *spread, sl__borders **borders);

/** Queues what lays them beside the blocks, and forgets them. @param[in] borders  NULL: none
 *  @param[in] status  other than #SL_SUCCESS: they are only forgotten  @return as above, or @p status */
sl_status sl__borders_end(sl__borders *borders, sl_status status);

/** Fills what a block has of others with what changes nothing when it is joined. @param[in] i  the argument that the
 *  loop scatters into  @param[in] own  which of this rank's blocks  @return as above */
sl_status sl__borders_clear(const sl__block_loop *c, int i, int own);

/** Brings what the blocks have scattered into others to these, which join it.  @return as above */
sl_status sl__borders_join(const sl__block_loop *c, int i);

#endif
