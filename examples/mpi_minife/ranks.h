/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the ranks of mpi_minife tell each other. */
#ifndef MPI_MINIFE_RANKS_H
#define MPI_MINIFE_RANKS_H

#include "../minife/program.h"

struct ranks;

/** Makes room for the planes that go to the neighbours and come from them. @param[in] box  the part of this rank
 *  @param[out] ranks  NULL after a failure */
sl_status ranks_create(const struct box *box, int rank, int count, struct ranks **ranks);
/** Gives all back; takes a pointer to NULL. */
void ranks_destroy(struct ranks **ranks);

/** The functions for solve(). */
struct neighbours ranks_functions(struct ranks *ranks);

/** Brings the rows of all ranks to rank 0. @param[in] own  [points] of this rank
 *  @param[out] all  on rank 0: [points] of the whole cube; else not looked at */
void ranks_gather(const struct box *box, int rank, int count, const double *own, double *all);

#endif
