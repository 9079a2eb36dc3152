/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of shallow. e: an edge, c: a cell. An edge between two cells has both in `cells`; one at a wall has
 * its only cell there twice. */
#include "kernels.h"

#include <starloop/kernel.h>

#define NONE \
    { \
        0, 0, 0 \
    }

/* Water stands higher to the left of `dam`. */
SL_KERNEL(shallow_fill, (c), scalar(double, dam), scalar(double, high), scalar(double, low), in(double, 1, x, own),
          out(struct state, 1, u, own), out(struct state, 1, rate, own))
{
    const struct state water = {SL_AT(x, c) < dam ? high : low, 0, 0}, none = NONE;
    SL_AT(u, c) = water;
    SL_AT(rate, c) = none;
}

/* ---- what flows into each cell, in three ways -------------------------------------------------------------------- */

/* Edges add to the cells at both sides; the map says which edges meet. */
SL_KERNEL(shallow_scatter, (e), in(int32_t, 2, cells, own(0, all), map), in(struct edge, 1, edge, own),
          in(struct state, 1, u), scatter(struct state, sum, 1, rate, of(double)))
{
    const int32_t a = SL_AT(cells, e, 0), b = SL_AT(cells, e, 1);
    const struct state flow = shallow_flow(SL_AT(u, a), SL_AT(u, b), a == b, SL_AT(edge, e)), none = NONE;
    SL_SCATTER(rate, a, shallow_plus(none, -1, flow));
    if (a != b)
        SL_SCATTER(rate, b, flow);
}

/* The same for edges of one colour, of which no two have a cell in common. */
SL_KERNEL(shallow_color, (e), in(int32_t, 2, cells, own(0, all)), in(struct edge, 1, edge, own), in(struct state, 1, u),
          inout(struct state, 1, rate))
{
    const int32_t a = SL_AT(cells, e, 0), b = SL_AT(cells, e, 1);
    const struct state flow = shallow_flow(SL_AT(u, a), SL_AT(u, b), a == b, SL_AT(edge, e));
    SL_AT(rate, a) = shallow_plus(SL_AT(rate, a), -1, flow);
    if (a != b)
        SL_AT(rate, b) = shallow_plus(SL_AT(rate, b), 1, flow);
}

/* A cell takes from its own edges: nothing meets, and what flows through an edge is computed at both sides. */
SL_KERNEL(shallow_gather, (c), in(int32_t, 2, edges, own(0, all)), in(int32_t, 2, cells), in(struct edge, 1, edge),
          in(struct state, 1, u), out(struct state, 1, rate, own))
{
    struct state sum = NONE;
    for (int k = 0; k < 3; k++) {
        const int32_t e = SL_AT(edges, c, k), a = SL_AT(cells, e, 0), b = SL_AT(cells, e, 1);
        const struct state flow = shallow_flow(SL_AT(u, a), SL_AT(u, b), a == b, SL_AT(edge, e));
        sum = shallow_plus(sum, a == c ? -1 : 1, flow);
    }
    SL_AT(rate, c) = sum;
}

/* ---- two stages of a step ------------------------------------------------------------------------------------------
 */

/* v = u + dt rate / area; the rate is 0 again. */
SL_KERNEL(shallow_first, (c), scalar(double, dt), in(double, 1, area, own), in(struct state, 1, u, own),
          inout(struct state, 1, rate, own), out(struct state, 1, v, own))
{
    const struct state none = NONE;
    SL_AT(v, c) = shallow_plus(SL_AT(u, c), dt / SL_AT(area, c), SL_AT(rate, c));
    SL_AT(rate, c) = none;
}

/* u = (u + v + dt rate / area) / 2 */
SL_KERNEL(shallow_second, (c), scalar(double, dt), in(double, 1, area, own), in(struct state, 1, v, own),
          inout(struct state, 1, rate, own), inout(struct state, 1, u, own))
{
    const struct state none = NONE, next = shallow_plus(SL_AT(v, c), dt / SL_AT(area, c), SL_AT(rate, c));
    const struct state half = shallow_plus(none, 0.5, SL_AT(u, c));
    SL_AT(u, c) = shallow_plus(half, 0.5, next);
    SL_AT(rate, c) = none;
}

/* ---- what is said of the result ------------------------------------------------------------------------------------
 */

SL_KERNEL(shallow_volume, (c), in(double, 1, area, own), in(struct state, 1, u, own), reduce(double, sum, volume))
{
    *volume += SL_AT(area, c) * SL_AT(u, c).h;
}
