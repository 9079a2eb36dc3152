/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_STRIPS_KERNELS_H
#define STARLOOP_TESTS_MPI_STRIPS_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

/* n: rows of the views, whose first and last ones are their own neighbours. */
SL_KERNEL_DECLARE(st_set1, (i), scalar(uint64_t, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(st_set2, (i, j), scalar(uint64_t, a), out(double, 2, x, own));
SL_KERNEL_DECLARE(st_set3, (i, j, k), scalar(uint64_t, a), out(double, 3, x, own));
SL_KERNEL_DECLARE(st_wide1, (i), scalar(int64_t, n), in(double, 1, x, halo(2)), reduce(double, sum, s),
                  reduce(float, sum, f));
SL_KERNEL_DECLARE(st_wide2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(2, 0)), reduce(double, sum, s),
                  reduce(float, sum, f));
SL_KERNEL_DECLARE(st_wide3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(2, 0, 0)), reduce(double, sum, s),
                  reduce(float, sum, f));
SL_KERNEL_DECLARE(st_apply1, (i), scalar(int64_t, n), in(double, 1, x, halo(1)), out(double, 1, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_apply2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(1)), out(double, 2, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_apply3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(1)), out(double, 3, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_push1, (i), scalar(int64_t, n), in(double, 1, x, halo(2)), inout(double, 1, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_push2, (i, j), scalar(int64_t, n), in(double, 2, x, halo(2, 0)), inout(double, 2, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_push3, (i, j, k), scalar(int64_t, n), in(double, 3, x, halo(2, 0, 0)), inout(double, 3, y, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(st_ordered1, (i), scalar(int64_t, n), in(double, 1, x, halo(1)), reduce(double, st_plus, s));

#endif
