/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starts Starloop on ranks of MPI, and makes views that are distributed among them. For examples with --mpi.
 *
 *  Where the build has no libstarloop-mpi the start says so, and the others are never called. */
#ifndef COMMON_RANKS_H
#define COMMON_RANKS_H

#include <starloop.h>

/** Starts MPI, unless the program has, the library, and its part for ranks. What ranks behind the first one print to
 *  the standard output is dropped. @param[in] config  of each rank; .gpus it must have
 *  @return as library_start() and sl_mpi_init(), after a message; #SL_ERR_UNSUPPORTED in a build without */
sl_status ranks_start(const char *program, const sl_config *config);

/** Ends all that ranks_start() has started. A program that failed ends the other ranks, which would wait for it.
 *  @param[in] failed  whether it did @return as sl_mpi_finalize() and sl_finalize() */
sl_status ranks_end(int failed);

/** @return whether this is the first rank, or there are none */
int ranks_first(void);
/** @return how many there are; 1: none */
int ranks_count(void);

/** Makes a view of doubles in one block for each rank, or for each of its GPUs. @return as sl_mpi_view_create() */
sl_status ranks_view_create(const char *label, sl_extents extents, sl_view **view);
/** The same in so many blocks along each dimension. @param[in] blocks  [rank]  @return as sl_mpi_view_create() */
sl_status ranks_view_create_in(const char *label, sl_extents extents, const int blocks[], sl_view **view);
/** The same in blocks that the library chooses, which fit those of reductions. @return as sl_mpi_view_create() */
sl_status ranks_view_create_auto(const char *label, sl_extents extents, sl_view **view);
/** Copies a distributed view to the first rank. @param[out] whole [likewise] there; elsewhere NULL will do
 *  @return as sl_mpi_gather() */
sl_status ranks_gather(sl_view *view, sl_view *whole);
/** This rank's rows as an ordinary view. @param[out] block  to be ended by the caller; NULL: it has none
 *  @return as sl_mpi_local() */
sl_status ranks_block(sl_view *view, sl_view **block);
/** Copies a view of the first rank to a distributed one. @return as sl_mpi_scatter() */
sl_status ranks_scatter(sl_view *whole, sl_view *view);

#endif
