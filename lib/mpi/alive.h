/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Signs of life between ranks, and waits for MPI that end when a rank gives none. */
#ifndef STARLOOP_LIB_MPI_ALIVE_H
#define STARLOOP_LIB_MPI_ALIVE_H

#include "mpi/starpu_mpi.h"

/** Starts the thread that gives and hears signs, on a copy of the communicator; with one rank, or without
 *  STARLOOP_MPI_TIMEOUT, nothing. Collective. Call it where threads beside loops start.
 *  @return #SL_SUCCESS; #SL_ERR_MPI, #SL_ERR_SYSTEM, recorded. */
sl_status sl__mpi_alive_begin(MPI_Comm comm);

/** From now on a silent rank ends the job, by MPI_Abort() with a sentence: for sl_mpi_finalize(), which cannot succeed
 *  then. It does at once where one is known. */
void sl__mpi_alive_or_abort(void);

/** Ends that thread, when all ranks end theirs. Collective. */
void sl__mpi_alive_end(void);

/** @return #SL_SUCCESS while every rank gives signs of life; else #SL_ERR_MPI, recorded, with the rank.
 *  @param[in] function  who waits; NULL: nothing is recorded */
sl_status sl__mpi_alive(const char *function);

/** Waits for a request, while all ranks give signs of life.
 *  @param[in] function, call  ours, and MPI's
 *  @param[in,out] request  done and MPI_REQUEST_NULL on success. Where a rank is silent it stays with MPI, and so do
 * its buffers, in which MPI may still write: they must not be on the stack, nor be freed
 *  @return #SL_SUCCESS; #SL_ERR_MPI, recorded. */
sl_status sl__mpi_complete(const char *function, const char *call, MPI_Request *request);

#endif
