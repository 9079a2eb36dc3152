/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of minife, as their callers see them: kernels.c says what each does. */
#ifndef MINIFE_KERNELS_H
#define MINIFE_KERNELS_H

#include <starloop.h>

#include "box.h"

SL_KERNEL_DECLARE(minife_points, (p), scalar(struct box, box), out(double, 2, place, own(0, all)),
                  out(double, 1, fixed, own));
SL_KERNEL_DECLARE(minife_corners, (e), scalar(struct box, box), out(int32_t, 2, corner, own(0, all)));
SL_KERNEL_DECLARE(minife_count, (p), scalar(struct box, box), out(int64_t, 1, begin, own));
SL_KERNEL_DECLARE(minife_columns, (p), scalar(struct box, box), in(int64_t, 1, begin), out(int32_t, 1, column));
SL_KERNEL_DECLARE(minife_assemble, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 2, place),
                  in(int64_t, 1, begin), in(int32_t, 1, column), scatter(double, sum, 1, value),
                  scatter(double, sum, 1, b));
SL_KERNEL_DECLARE(minife_dirichlet, (p), in(double, 1, fixed), in(int64_t, 1, begin), in(int32_t, 1, column),
                  inout(double, 1, value), inout(double, 1, b, own));
SL_KERNEL_DECLARE(minife_start, (p), in(double, 1, b, own), out(double, 1, x, own), out(double, 1, r, own),
                  out(double, 1, d, own), reduce(double, sum, rr));
SL_KERNEL_DECLARE(minife_product, (p), in(int64_t, 1, begin), in(int32_t, 1, column), in(double, 1, value),
                  in(double, 1, d), out(double, 1, w, own), reduce(double, sum, dw));
SL_KERNEL_DECLARE(minife_step, (p), scalar(double, stop), in(double, 0, rr_old), in(double, 0, dw),
                  in(double, 1, d, own), in(double, 1, w, own), inout(double, 1, x, own), inout(double, 1, r, own),
                  reduce(double, sum, rr));
SL_KERNEL_DECLARE(minife_direction, (p), in(double, 0, rr_old), in(double, 0, rr), in(double, 1, r, own),
                  inout(double, 1, d, own));

#endif
