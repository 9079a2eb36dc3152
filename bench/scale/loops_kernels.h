/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of loops_kernels.c, as their callers see them. */
#ifndef SCALE_LOOPS_KERNELS_H
#define SCALE_LOOPS_KERNELS_H

#include <starloop.h>

/** A product of sines. @param[in] z, y, x  those along each dimension  @param[out] u  the points */
SL_KERNEL_DECLARE(scale_wave3d, (k, j, i), in(double, 1, z), in(double, 1, y), in(double, 1, x),
                  out(double, 3, u, own));
SL_KERNEL_DECLARE(scale_wave2d, (k, j), in(double, 1, y), in(double, 1, x), out(double, 2, u, own));
/** A sweep of Jacobi's method for 5 points. */
SL_KERNEL_DECLARE(scale_jacobi, (k, j), in(double, 2, u, halo(1, 1)), out(double, 2, next, own));
SL_KERNEL_DECLARE(scale_total, (k, j), in(double, 2, u, own), reduce(double, sum, total));
/** energy = u / density */
SL_KERNEL_DECLARE(scale_energy, (k, j), in(double, 2, u, own), in(double, 2, density, own),
                  out(double, 2, energy, own));

#endif
