/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_GRID_VIEWS_KERNELS_H
#define STARLOOP_TESTS_MPI_GRID_VIEWS_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

SL_KERNEL_DECLARE(gv_more, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gv_line, (i, j), in(uint64_t, 1, x, own(0), halo(1)), in(uint64_t, 1, t), scalar(int64_t, n),
                  inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gv_line_spill, (i, j), in(uint64_t, 1, x, own(0), halo(1)), scatter(uint64_t, sum, 2, y, halo(1)));
SL_KERNEL_DECLARE(gv_columns, (i, j), in(uint64_t, 1, x, own(1), halo(1)), in(uint64_t, 1, t), scalar(int64_t, n),
                  inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gv_columns_spill, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 1, y, own(1), halo(1)));
SL_KERNEL_DECLARE(gv_planes, (i, j, k), in(uint64_t, 2, x, own(1, 2), halo(1)), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gv_planes_spill, (i, j, k), in(uint64_t, 3, x, own),
                  scatter(uint64_t, sum, 2, y, own(0, 2), halo(1)));

#endif
