/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_FORMS_KERNELS_H
#define STARLOOP_TESTS_MPI_FORMS_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

SL_KERNEL_DECLARE(fm_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(fm_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(fm_wide, (i, j), in(uint64_t, 2, x, halo(3, 1)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(fm_sum, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(fm_sum1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(fm_scale, (i, j), in(uint64_t, 0, a), inout(uint64_t, 2, y, own));
SL_NEST_DECLARE(fm_rows, (i, j), lambdas(3), local(uint64_t, s), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_NEST_DECLARE(fm_doubled, (i, j), lambdas(1), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own));

#endif
