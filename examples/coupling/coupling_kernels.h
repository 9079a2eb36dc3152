/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of coupling, as coupling.c sees them. */
#ifndef COUPLING_COUPLING_KERNELS_H
#define COUPLING_COUPLING_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(coupling_kernel_diffuse, (i, j), scalar(double, k), in(double, 2, from, halo(1)),
                  out(double, 2, to, own));
SL_KERNEL_DECLARE(coupling_kernel_react, (i, j), scalar(double, r), inout(double, 2, u, own));
SL_KERNEL_DECLARE(coupling_kernel_sum, (i, j), in(double, 2, u, own), reduce(double, sum, sum));

#endif
