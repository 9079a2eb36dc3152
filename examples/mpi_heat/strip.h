/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A rank's rows of the problem. */
#ifndef MPI_HEAT_STRIP_H
#define MPI_HEAT_STRIP_H

#include "mpi_heat.h"

#include <starloop.h>

struct strip;

/** Makes the rows of this rank of MPI_COMM_WORLD. The functions below are called by all ranks together, each by the
 *  thread that called MPI_Init_thread(). */
sl_status strip_create(const struct mpi_heat_options *o, struct strip **strip);
/** Makes one step of time. */
sl_status strip_step(struct strip *s);
/** Sums up, on all ranks. */
sl_status strip_summary(struct strip *s, struct mpi_heat_summary *sum);
/** Writes the final temperatures in the order of the rows, on rank 0. */
sl_status strip_write(struct strip *s, const char *path);
/** Frees it; takes NULL. */
void strip_destroy(struct strip **strip);

#endif
