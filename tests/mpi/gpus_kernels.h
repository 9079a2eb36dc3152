/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/mpi/gpus. */
#ifndef STARLOOP_TESTS_MPI_GPUS_KERNELS_H
#define STARLOOP_TESTS_MPI_GPUS_KERNELS_H

#include <starloop/kernel.h>
#include <starloop/location.h>

/** Where an iteration has run: added up in a view. */
enum { SIDE_CPU = 1, SIDE_GPU = 1000 };

SL_KERNEL_DECLARE(gr_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(gr_side, (i, j), inout(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(gr_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gr_wide, (i, j), in(uint64_t, 2, x, halo(2, 0)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gr_line, (i), in(uint64_t, 1, t), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gr_real, (i, j), scalar(uint64_t, a), out(double, 2, x, own));
SL_KERNEL_DECLARE(gr_real1, (i), scalar(uint64_t, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(gr_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, max, most),
                  reduce(SL_LOC(double), minloc, at));
SL_KERNEL_DECLARE(gr_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, most));
SL_KERNEL_DECLARE(gr_beside, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(gr_twice, (i, j), in(double, 2, x, own), out(double, 2, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(gr_add, (i, j), in(double, 0, a), inout(double, 2, y, own));
SL_NEST_DECLARE(gr_rows, (i, j), lambdas(3), local(uint64_t, s), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gr_team, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)));
SL_KERNEL_DECLARE(gr_teams, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), reduce(uint64_t, sum, s));

#endif
