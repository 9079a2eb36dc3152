/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_SCATTER_KERNELS_H
#define STARLOOP_TESTS_MPI_SCATTER_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

SL_KERNEL_DECLARE(sc_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(sc_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(sc_give, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)));
SL_KERNEL_DECLARE(sc_least, (i, j), inout(uint64_t, 2, x, own), scatter(uint64_t, min, 2, y, halo(1, 0)),
                  scatter(uint64_t, sum, 2, z, own));
SL_KERNEL_DECLARE(sc_line, (i), scalar(int64_t, a), scatter(uint64_t, sum, 1, y, halo(3)));
SL_KERNEL_DECLARE(sc_rows, (i), in(uint64_t, 1, x, own), scatter(uint64_t, bxor, 2, y, own(0, all), halo(1, all)));
SL_KERNEL_DECLARE(sc_any, (i), scatter(uint64_t, sum, 1, y));
SL_KERNEL_DECLARE(sc_real, (i), scatter(double, sum, 1, y, halo(1)));
SL_KERNEL_DECLARE(sc_moved, (i), inout(uint64_t, 1, x, halo(1)), scatter(uint64_t, sum, 1, y, halo(1)));
SL_KERNEL_DECLARE(sc_around, (i, j), in(uint64_t, 2, x, halo(2, 1)), scatter(uint64_t, sum, 2, y, halo(1)),
                  inout(uint64_t, 2, z, own));
SL_KERNEL_DECLARE(sc_both, (i), scatter(uint64_t, sum, 1, x, halo(1)), scatter(uint64_t, sum, 1, y, halo(1)));
SL_KERNEL_DECLARE(sc_whole, (i), inout(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(1)));
SL_KERNEL_DECLARE(sc_total, (i), scatter(uint64_t, sum, 1, y, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(sc_bins, (i, j), in(uint64_t, 2, x, halo(1, 0)), multi_reduce(uint64_t, sum, h),
                  scatter(int32_t, max, 2, m), scatter(uint64_t, sum, 2, y, halo(1, 0)));
SL_KERNEL_DECLARE(sc_mean, (i), in(uint64_t, 1, x, own), multi_reduce(double, sum, h));

#endif
