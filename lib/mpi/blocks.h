/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What copies of distributed views share: where they may be called, steps that all ranks take or none, blocks
 *  that the host has open, and messages of MPI's own. */
#ifndef STARLOOP_LIB_MPI_BLOCKS_H
#define STARLOOP_LIB_MPI_BLOCKS_H

#include "data/spread.h"

/** Of messages of our own: StarPU-MPI's, on the same communicator, have 42 and some above. Between two ranks they are
 *  told apart by their order. */
enum { SL__MPI_TAG = 1 };
/** Bytes that one call of MPI moves at most: it counts by int, and ranks that wait for one are not to be taken for
 * still (mpi/alive.h) on a slow network. */
enum { SL__MPI_PIECE = 1 << 26 };

/** @return bytes of the next call, of those that are left. */
static inline int sl__mpi_piece(size_t left)
{
    return left < SL__MPI_PIECE ? (int)left : SL__MPI_PIECE;
}

/** Whether a call of all ranks may stand here. @return #SL_SUCCESS; else an error, recorded: #SL_ERR_STATE outside of
 *  sl_mpi_init() and sl_mpi_finalize(), #SL_ERR_CONTEXT. */
sl_status sl__mpi_here(const char *function);

/** Takes steps, after each of which all ranks go on, or none does. Collective.
 *  @param[in] steps  [count] each returns #SL_SUCCESS, or an error, recorded  @param[in] arg  for each
 *  @param[out] taken  how many all ranks have taken well, the same on all
 *  @return #SL_SUCCESS; else an error on all ranks, recorded. */
sl_status sl__mpi_steps(const char *function, sl_status (*const steps[])(void *arg), int count, void *arg, int *taken);

/** Blocks of this rank, open for the host. Zeroed in the beginning. */
typedef struct sl__opened {
    sl__spread *spread;
    int count;   /**< blocks that are open */
    char **data; /**< [own blocks] the elements of each, row after row */
} sl__opened;

/** Whether the host may open all blocks that this rank has. To open them for SL_WRITE gives up what they hold where
 * that is elsewhere than in main memory, as on a GPU: so all ranks look first, and open them when all may.
 *  @return #SL_SUCCESS, #SL_ERR_BUSY, recorded. */
sl_status sl__opened_may(const char *function, sl__spread *spread);

/** Opens all blocks that this rank has. @return #SL_SUCCESS; else an error, recorded: some are open. */
sl_status sl__opened_begin(const char *function, sl__spread *spread, sl_access access, sl__opened *opened);

/** Closes what is open. @return #SL_SUCCESS, or the first error, recorded. */
sl_status sl__opened_end(sl__opened *opened);

/** @return bytes of a row: of all elements of one index of dimension 0. */
size_t sl__opened_row(const sl__spread *spread);

/** @return rows of a block that is open here, from that one on; NULL: another rank has it.
 *  @param[in] block  among all  @param[in] row  among all */
char *sl__opened_rows(const sl__opened *opened, int block, sl_index row);

#endif
