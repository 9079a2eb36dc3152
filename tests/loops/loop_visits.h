/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that count the visits of each point, in every rank. */
#ifndef STARLOOP_TESTS_LOOP_VISITS_H
#define STARLOOP_TESTS_LOOP_VISITS_H

#include <starloop.h>

/** The first point of the space, which falls on element (0, ...) of the views. */
struct origin {
    sl_index lo[SL_MAX_RANK];
};
SL_STRUCT(struct origin);

SL_KERNEL_DECLARE(visit1, (i), scalar(struct origin, o), scalar(double, t), in(double, 1, a), inout(int32_t, 1, count),
                  out(double, 1, y));
SL_KERNEL_DECLARE(visit2, (i, j), scalar(struct origin, o), scalar(double, t), in(double, 2, a),
                  inout(int32_t, 2, count), out(double, 2, y));
SL_KERNEL_DECLARE(visit3, (i, j, k), scalar(struct origin, o), scalar(double, t), in(double, 3, a),
                  inout(int32_t, 3, count), out(double, 3, y));
SL_KERNEL_DECLARE(visit4, (i, j, k, l), scalar(struct origin, o), scalar(double, t), in(double, 4, a),
                  inout(int32_t, 4, count), out(double, 4, y));
SL_KERNEL_DECLARE(visit5, (i, j, k, l, m), scalar(struct origin, o), scalar(double, t), in(double, 5, a),
                  inout(int32_t, 5, count), out(double, 5, y));
SL_KERNEL_DECLARE(visit6, (i, j, k, l, m, n), scalar(struct origin, o), scalar(double, t), in(double, 6, a),
                  inout(int32_t, 6, count), out(double, 6, y));

#endif
