/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The melt in slabs, one for each rank of MPI. */
#ifndef MPI_MINIMD_RANKS_H
#define MPI_MINIMD_RANKS_H

#include "../minimd/melt.h"

struct md_ranks;

/** Makes the slab of this rank of MPI_COMM_WORLD, of which there are at most cells / 2. The functions of melt.h are
 * then called by all ranks together, each by the thread that called MPI_Init_thread(). A second melt takes another
 * call.
 *
 *  @param[out] ranks  owned by the caller: md_ranks_destroy(), after md_melt_destroy()
 *  @param[out] melt   as by md_melt_create() */
sl_status md_ranks_create(const struct md_problem *problem, sl_layout layout, struct md_ranks **ranks,
                          struct md_melt **melt);

/** Drops lists and buffers; takes NULL in it. */
void md_ranks_destroy(struct md_ranks **ranks);

#endif
