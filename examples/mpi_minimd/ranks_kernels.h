/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What goes from rank to rank: ranks_kernels.c says what each kernel does. */
#ifndef MPI_MINIMD_RANKS_KERNELS_H
#define MPI_MINIMD_RANKS_KERNELS_H

#include <starloop.h>

SL_KERNEL_DECLARE(md_pick, (i), scalar(double, lo), scalar(double, hi), in(double, 2, x, own(0, all)),
                  out(int32_t, 1, list), reduce(int64_t, sum, found));
SL_KERNEL_DECLARE(md_pack, (k), in(int32_t, 1, list, own), scalar(double, by), in(double, 2, x),
                  out(double, 2, buffer, own(0, all)));
SL_KERNEL_DECLARE(md_unpack, (k), scalar(int64_t, at), in(double, 2, buffer, own(0, all)), inout(double, 2, x));
SL_KERNEL_DECLARE(md_pack_forces, (k), scalar(int64_t, at), in(double, 2, f), out(double, 2, buffer, own(0, all)));
SL_KERNEL_DECLARE(md_add_forces, (k), in(int32_t, 1, list, own), in(double, 2, buffer, own(0, all)),
                  inout(double, 2, f));

#endif
