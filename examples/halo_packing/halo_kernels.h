/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of halo_packing, as their callers see them: halo_kernels.c says what each does. */
#ifndef HALO_PACKING_HALO_KERNELS_H
#define HALO_PACKING_HALO_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(halo_fill, (i, j, k), scalar(sl_index, n), scalar(double, seed), out(double, 1, x));
SL_KERNEL_DECLARE(halo_pack, (c), in(int32_t, 1, cells, own), in(double, 1, x), out(double, 1, buffer, own));
SL_KERNEL_DECLARE(halo_unpack, (c), in(int32_t, 1, cells, own), in(double, 1, buffer, own), inout(double, 1, x));

#endif
