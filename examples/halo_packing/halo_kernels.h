/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of halo_packing, as their callers see them: halo_kernels.c says what each does. */
#ifndef HALO_PACKING_HALO_KERNELS_H
#define HALO_PACKING_HALO_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(halo_fill, (i, j, k), scalar(sl_index, n), scalar(double, seed), out(double, 1, x));
SL_KERNEL_DECLARE(halo_pack, (c), in(double, 1, x, own), out(double, 1, buffer));
SL_KERNEL_DECLARE(halo_unpack, (c), in(double, 1, buffer), inout(double, 1, x, own));

#endif
