/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Signs of life between ranks, and waits for MPI that end when a rank gives none, or when all ranks wait. */
#ifndef STARLOOP_LIB_MPI_ALIVE_H
#define STARLOOP_LIB_MPI_ALIVE_H

#include "mpi/starpu_mpi.h"

/** Makes the thread that gives and hears signs, on a copy of the communicator; with one rank, or where
 *  STARLOOP_MPI_TIMEOUT is 0 on one, none. Collective. Call it where threads beside loops start.
 *  @return #SL_SUCCESS; #SL_ERR_MPI, #SL_ERR_SYSTEM, recorded: perhaps on this rank alone. */
sl_status sl__mpi_alive_begin(MPI_Comm comm);

/** All ranks have made theirs, which begins now; or one has not: it ends, after an error, too. Collective. */
void sl__mpi_alive_go(int all);

/** From now on a silent rank, or that all wait, ends the job, by MPI_Abort() with a sentence: for sl_mpi_finalize(),
 * which cannot succeed then. It does at once where one is known. */
void sl__mpi_alive_or_abort(void);

/** Ends that thread, when all ranks end theirs. Collective. */
void sl__mpi_alive_end(void);

/** @return #SL_SUCCESS while every rank gives signs of life, and one goes on; else #SL_ERR_MPI, recorded, with the rank
 *  that is silent, or the first task that waits here.
 *  @param[in] function  who waits; NULL: nothing is recorded */
sl_status sl__mpi_alive(const char *function);

/** Waits for a request, while all ranks give signs of life.
 *  @param[in] function, call  ours, and MPI's
 *  @param[in,out] request  done and MPI_REQUEST_NULL on success. Where a rank is silent it stays with MPI, and so do
 * its buffers, in which MPI may still write: they must not be on the stack, nor be freed
 *  @return #SL_SUCCESS; #SL_ERR_MPI, recorded. */
sl_status sl__mpi_complete(const char *function, const char *call, MPI_Request *request);

#endif
