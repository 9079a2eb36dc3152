/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/mpi/grid_reduce. */
#ifndef STARLOOP_TESTS_MPI_GRID_REDUCE_KERNELS_H
#define STARLOOP_TESTS_MPI_GRID_REDUCE_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>
#include <starloop/location.h>

/** A struct of which each member has an operator of its own. */
typedef struct gu_members {
    double total, low, high;
} gu_members;
SL_STRUCT(gu_members);

SL_KERNEL_DECLARE(gu_many2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
                  reduce(uint64_t, bxor, b));
SL_KERNEL_DECLARE(gu_many3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
                  reduce(uint64_t, bxor, b));
SL_KERNEL_DECLARE(gu_near2, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(gu_near3, (i, j, k), in(double, 3, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(gu_members2, (i, j), in(double, 2, x, own), reduce(gu_members, members, m));
SL_KERNEL_DECLARE(gu_members3, (i, j, k), in(double, 3, x, own), reduce(gu_members, members, m));
SL_KERNEL_DECLARE(gu_bins1, (i), in(double, 1, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
                  reduce(double, max, m, array(3)));
SL_KERNEL_DECLARE(gu_bins2, (i, j), in(double, 2, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
                  reduce(double, max, m, array(3)));
SL_KERNEL_DECLARE(gu_bins3, (i, j, k), in(double, 3, x, own), scalar(sl_index, n), reduce(double, sum, h, array(n)),
                  reduce(double, max, m, array(3)));
SL_KERNEL_DECLARE(gu_all2, (i, j), in(double, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1)),
                  out(double, 2, z, own), reduce(double, sum, s), reduce(SL_LOC(double), maxloc, at));
SL_KERNEL_DECLARE(gu_all_bins2, (i, j), in(double, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1)),
                  out(double, 2, z, own), scalar(sl_index, n), reduce(double, sum, h, array(n)));
SL_KERNEL_DECLARE(gu_scale2, (i, j), in(double, 0, a), inout(double, 2, x, own));

#endif
