/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernel of stencil3d. */
#ifndef STENCIL3D_KERNELS_H
#define STENCIL3D_KERNELS_H

#include <starloop.h>

/** One step of all inner points. @param[in] u [nz, ny, nx] @param[out] next likewise */
SL_KERNEL_DECLARE(stencil3d_step, (k, j, i), in(double, 3, u, halo(1, 1, 1)), out(double, 3, next, own));

#endif
