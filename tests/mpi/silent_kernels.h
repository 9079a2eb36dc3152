/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_MPI_SILENT_KERNELS_H
#define STARLOOP_TESTS_MPI_SILENT_KERNELS_H

#include <starloop/kernel.h>

SL_KERNEL_DECLARE(silent_set, (i), out(double, 1, x, own));
SL_KERNEL_DECLARE(silent_sum, (i), in(double, 1, x, halo(1)), out(double, 1, y, own));

#endif
