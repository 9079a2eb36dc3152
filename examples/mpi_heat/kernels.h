/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of mpi_heat, as their callers see them: kernels.c says what each does. */
#ifndef MPI_HEAT_KERNELS_H
#define MPI_HEAT_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(mpi_heat_set, (k, j), scalar(int64_t, first), scalar(int64_t, rows), scalar(int64_t, columns),
                  out(double, 2, u, own), out(double, 2, next, own), out(double, 2, c, own));
SL_KERNEL_DECLARE(mpi_heat_sweep, (k, j), in(double, 2, u, halo(1, 1)), in(double, 2, c, own),
                  inout(double, 2, next, own));
SL_KERNEL_DECLARE(mpi_heat_change, (k, j), in(double, 2, u, own), in(double, 2, before, own),
                  reduce(double, max, change));
SL_KERNEL_DECLARE(mpi_heat_row_sum, (k), scalar(int64_t, columns), in(double, 2, u), out(double, 1, sum, own));

#endif
