/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that sum, and find the smallest and the largest, in every rank. */
#ifndef STARLOOP_TESTS_REDUCE_BITWISE_H
#define STARLOOP_TESTS_REDUCE_BITWISE_H

#include <starloop.h>

/** The first point of the space, which falls on element (0, ...) of the views. */
struct corner {
    sl_index lo[SL_MAX_RANK];
};
SL_STRUCT(struct corner);
/** The three results as one. */
struct totals {
    double s, m;
    float t;
};
SL_STRUCT(struct totals);

SL_KERNEL_DECLARE(total1, (i), scalar(struct corner, o), in(double, 1, x), in(float, 1, f), reduce(double, sum, s),
                  reduce(float, sum, t), reduce(double, max, m));
SL_KERNEL_DECLARE(total2, (i, j), scalar(struct corner, o), in(double, 2, x), in(float, 2, f), reduce(double, sum, s),
                  reduce(float, sum, t), reduce(double, max, m));
SL_KERNEL_DECLARE(total3, (i, j, k), scalar(struct corner, o), in(double, 3, x), in(float, 3, f),
                  reduce(double, sum, s), reduce(float, sum, t), reduce(double, max, m));
SL_KERNEL_DECLARE(total4, (i, j, k, l), scalar(struct corner, o), in(double, 4, x), in(float, 4, f),
                  reduce(double, sum, s), reduce(float, sum, t), reduce(double, max, m));
SL_KERNEL_DECLARE(total5, (i, j, k, l, n), scalar(struct corner, o), in(double, 5, x), in(float, 5, f),
                  reduce(double, sum, s), reduce(float, sum, t), reduce(double, max, m));
SL_KERNEL_DECLARE(total6, (i, j, k, l, n, p), scalar(struct corner, o), in(double, 6, x), in(float, 6, f),
                  reduce(double, sum, s), reduce(float, sum, t), reduce(double, max, m));

SL_KERNEL_DECLARE(together1, (i), scalar(struct corner, o), in(double, 1, x), in(float, 1, f),
                  reduce(struct totals, three, r));
SL_KERNEL_DECLARE(together2, (i, j), scalar(struct corner, o), in(double, 2, x), in(float, 2, f),
                  reduce(struct totals, three, r));
SL_KERNEL_DECLARE(together3, (i, j, k), scalar(struct corner, o), in(double, 3, x), in(float, 3, f),
                  reduce(struct totals, three, r));

#endif
