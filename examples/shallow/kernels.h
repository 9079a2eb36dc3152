/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of shallow, as their callers see them: kernels.c says what each does. */
#ifndef SHALLOW_KERNELS_H
#define SHALLOW_KERNELS_H

#include <starloop.h>

#include "state.h"

SL_STRUCT(struct state);
SL_STRUCT(struct edge);

SL_KERNEL_DECLARE(shallow_fill, (c), scalar(double, dam), scalar(double, high), scalar(double, low),
                  in(double, 1, x, own), out(struct state, 1, u, own), out(struct state, 1, rate, own));
SL_KERNEL_DECLARE(shallow_scatter, (e), in(int32_t, 2, cells, own(0, all), map), in(struct edge, 1, edge, own),
                  in(struct state, 1, u), scatter(struct state, sum, 1, rate, of(double)));
SL_KERNEL_DECLARE(shallow_color, (e), in(int32_t, 2, cells, own(0, all)), in(struct edge, 1, edge, own),
                  in(struct state, 1, u), inout(struct state, 1, rate));
SL_KERNEL_DECLARE(shallow_gather, (c), in(int32_t, 2, edges, own(0, all)), in(int32_t, 2, cells),
                  in(struct edge, 1, edge), in(struct state, 1, u), out(struct state, 1, rate, own));
SL_KERNEL_DECLARE(shallow_first, (c), scalar(double, dt), in(double, 1, area, own), in(struct state, 1, u, own),
                  inout(struct state, 1, rate, own), out(struct state, 1, v, own));
SL_KERNEL_DECLARE(shallow_second, (c), scalar(double, dt), in(double, 1, area, own), in(struct state, 1, v, own),
                  inout(struct state, 1, rate, own), inout(struct state, 1, u, own));
SL_KERNEL_DECLARE(shallow_volume, (c), in(double, 1, area, own), in(struct state, 1, u, own),
                  reduce(double, sum, volume));

#endif
