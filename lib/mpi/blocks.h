/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What copies of distributed views share: where they may be called, steps that all ranks take or none, blocks
 *  that the host has open, and messages of MPI's own. */
#ifndef STARLOOP_LIB_MPI_BLOCKS_H
#define STARLOOP_LIB_MPI_BLOCKS_H

#include <mpi.h>

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

/** Elements of a box in the memory of this rank. */
typedef struct sl__box {
    char *at; /**< the first one */
    int rank;
    size_t elem;             /**< bytes of an element */
    sl_index n[SL_MAX_RANK]; /**< [rank] extents, none 0 */
    sl_index s[SL_MAX_RANK]; /**< [rank] strides in elements; the last one is 1 where there are several elements */
} sl__box;

/** Blocks of this rank, open for the host. Zeroed in the beginning. */
typedef struct sl__opened {
    sl__spread *spread;
    int count;   /**< blocks that are open */
    char **data; /**< [own blocks] the first element of each */
} sl__opened;

/** Whether the host may open all blocks that this rank has. To open them for SL_WRITE gives up what they hold where
 * that is elsewhere than in main memory, as on a GPU: so all ranks look first, and open them when all may.
 *  @return #SL_SUCCESS, #SL_ERR_BUSY, recorded. */
sl_status sl__opened_may(const char *function, sl__spread *spread);

/** Opens all blocks that this rank has. @return #SL_SUCCESS; else an error, recorded: some are open. */
sl_status sl__opened_begin(const char *function, sl__spread *spread, sl_access access, sl__opened *opened);

/** Closes what is open. @return #SL_SUCCESS, or the first error, recorded. */
sl_status sl__opened_end(sl__opened *opened);

/** @return a box of a distributed view in a block of it that is open here.
 *  @param[in] block   among all, one of this rank's  @param[in] lo, hi  [rank] within it, in the indices of the whole
 */
sl__box sl__opened_box(const sl__opened *opened, int block, const sl_index lo[], const sl_index hi[]);

/** @return the same in a view that is whole here, with indices from 0 on. @param[in] data  of it */
sl__box sl__whole_box(const sl_view *whole, char *data, const sl_index lo[], const sl_index hi[]);

/** Copies a box to another one of the same extents. */
void sl__box_copy(const sl__box *to, const sl__box *from);

/** @return into how many pieces of #SL__MPI_PIECE bytes at most a box is cut; the same for all of the same extents. */
int64_t sl__box_pieces(const sl__box *box);

/** @return one of them. @param[in] k  from 0 on */
sl__box sl__box_piece(const sl__box *box, int64_t k);

/** Starts a message with a piece, or one to receive it. @param[in] rank  to which, or from which
 *  @return #SL_SUCCESS, #SL_ERR_MPI, recorded. */
sl_status sl__box_post(const char *function, const sl__box *piece, int sends, int rank, MPI_Request *request);

#endif
