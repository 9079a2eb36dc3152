/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The serial program, in plain C: what the answers of the ranks are compared with. */
#ifndef MPI_HEAT_TWIN_H
#define MPI_HEAT_TWIN_H

#include "mpi_heat.h"

/** Solves the whole problem with one thread, without Starloop and MPI, and writes what the ranks write.
 *  @return 0, or -1 where memory is short or o->output cannot be written, which is told on standard error. */
int mpi_heat_serial(const struct mpi_heat_options *o, struct mpi_heat_summary *sum);

#endif
