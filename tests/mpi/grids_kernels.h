/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_GRIDS_KERNELS_H
#define STARLOOP_TESTS_MPI_GRIDS_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

SL_KERNEL_DECLARE(gd_copy, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_sum, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(gd_scan, (i), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)),
                  reduce(uint64_t, sum, s));
SL_NEST_DECLARE(gd_nest, (i, j), lambdas(1), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_team, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)));
SL_KERNEL_DECLARE(gd_turned, (i, j), in(uint64_t, 2, x, own(1, 0)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_line, (i, j), in(uint64_t, 1, x, own(0)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_any, (i, j), in(uint64_t, 2, x), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_rows, (i), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)));
SL_KERNEL_DECLARE(gd_nine, (i, j), in(uint64_t, 2, x, halo(0, 9)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_spill_nine, (i, j), scatter(uint64_t, sum, 2, y, halo(9, 0)));
SL_KERNEL_DECLARE(gd_five, (i, j), in(uint64_t, 2, x, halo(5, 0)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gd_moved, (i, j), inout(uint64_t, 2, y, halo(1)));
SL_KERNEL_DECLARE(gd_bins, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(4)));
SL_KERNEL_DECLARE(gd_real, (i, j), in(uint64_t, 2, x, own), multi_reduce(double, sum, h));
SL_KERNEL_DECLARE(gd_last, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, last, s));

#endif
