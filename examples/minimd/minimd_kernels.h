/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of minimd, as their callers see them: minimd_kernels.c says what each does. */
#ifndef MINIMD_KERNELS_H
#define MINIMD_KERNELS_H

#include <starloop.h>

#include "lattice.h"

SL_KERNEL_DECLARE(md_place, (i), scalar(int64_t, first), scalar(int64_t, cells), out(double, 2, x, own(0, all)),
                  out(double, 2, v, own(0, all)));
SL_KERNEL_DECLARE(md_adjust, (i), scalar(double, mean0), scalar(double, mean1), scalar(double, mean2),
                  scalar(double, factor), inout(double, 2, v, own(0, all)));
SL_KERNEL_DECLARE(md_motion, (i), in(double, 2, v, own(0, all)), reduce(double, sum, v2), reduce(double, sum, p0),
                  reduce(double, sum, p1), reduce(double, sum, p2));
SL_KERNEL_DECLARE(md_push, (i), in(double, 2, f, own(0, all)), inout(double, 2, v, own(0, all)),
                  inout(double, 2, x, own(0, all)));
SL_KERNEL_DECLARE(md_pull, (i), in(double, 2, f, own(0, all)), inout(double, 2, v, own(0, all)));
SL_KERNEL_DECLARE(md_wrap, (i), scalar(int32_t, dimensions), scalar(double, length), inout(double, 2, x, own(0, all)));
SL_KERNEL_DECLARE(md_find_bins, (i), scalar(struct md_bins, bins), in(double, 2, x, own(0, all)),
                  out(int32_t, 1, bin, own), out(int32_t, 1, order, own));
SL_KERNEL_DECLARE(md_count, (i), in(int32_t, 1, bin, own), multi_reduce(int32_t, sum, length));
SL_KERNEL_DECLARE(md_gather, (i), in(int32_t, 1, order, own), in(double, 2, x), in(double, 2, v),
                  out(double, 2, sorted_x, own(0, all)), out(double, 2, sorted_v, own(0, all)));
SL_KERNEL_DECLARE(md_find_images, (i), scalar(int64_t, held), scalar(int64_t, all), scalar(int32_t, d),
                  scalar(double, length), inout(double, 2, x), inout(int32_t, 1, source), inout(double, 2, shift),
                  reduce(int64_t, sum, found));
SL_KERNEL_DECLARE(md_move_images, (i), in(int32_t, 1, source, own), in(double, 2, shift, own(0, all)),
                  inout(double, 2, x));
SL_KERNEL_DECLARE(md_find_neighbours, (i), scalar(struct md_bins, bins), scalar(int32_t, half), in(int32_t, 1, start),
                  in(int32_t, 1, order), in(double, 2, x), out(int32_t, 2, near), out(int32_t, 1, length, own),
                  reduce(int32_t, max, most), reduce(int64_t, sum, all));
SL_KERNEL_DECLARE(md_forces, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
                  out(double, 2, f, own(0, all)));
SL_KERNEL_DECLARE(md_half_forces, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
                  scatter(double, sum, 2, f));
SL_KERNEL_DECLARE(md_fold_images, (i), in(int32_t, 1, source, own), inout(double, 2, f));
SL_KERNEL_DECLARE(md_pairs, (i), in(int32_t, 2, near, own(0, all)), in(int32_t, 1, length, own), in(double, 2, x),
                  reduce(double, sum, energy), reduce(double, sum, virial));

#endif
