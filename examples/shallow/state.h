/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Water in a cell, and what flows through an edge. For kernels and for plain C. */
#ifndef SHALLOW_STATE_H
#define SHALLOW_STATE_H

#include <math.h>

#include <starloop/kernel.h>

#define GRAVITY 9.81

/** What a cell has, per area: depth, and depth times velocity; also what changes that. */
struct state {
    double h, hu, hv;
};

/** An edge: its normal, of length 1, from its first cell to its second, and its length. */
struct edge {
    double nx, ny, length;
};

/** What flows along the normal per length of the edge, between two states in which u is the velocity along the normal:
 * by Harten, Lax and van Leer, from the fastest waves to either side. */
SL_FN struct state shallow_hll(double hl, double ul, double vl, double hr, double ur, double vr)
{
    const double cl = sqrt(GRAVITY * hl), cr = sqrt(GRAVITY * hr);
    const double left = fmin(fmin(ul - cl, ur - cr), 0.0), right = fmax(fmax(ul + cl, ur + cr), 0.0);
    const double f = 1 / (right - left), product = left * right;
    const double ql = hl * ul, qr = hr * ur, pl = ql * ul + 0.5 * GRAVITY * hl * hl,
                 pr = qr * ur + 0.5 * GRAVITY * hr * hr;
    const struct state flow = {f * (right * ql - left * qr + product * (hr - hl)),
                               f * (right * pl - left * pr + product * (qr - ql)),
                               f * (right * ql * vl - left * qr * vr + product * (hr * vr - hl * vl))};
    return flow;
}

/** What flows from the first cell of an edge to the second, per time. @param[in] wall  there is no second: the water
 *  beside it is that of the first in a mirror */
SL_FN struct state shallow_flow(struct state a, struct state b, int wall, struct edge e)
{
    const double ul = (a.hu * e.nx + a.hv * e.ny) / a.h, vl = (a.hv * e.nx - a.hu * e.ny) / a.h;
    const double ur = wall ? -ul : (b.hu * e.nx + b.hv * e.ny) / b.h,
                 vr = wall ? vl : (b.hv * e.nx - b.hu * e.ny) / b.h;
    const struct state f = shallow_hll(a.h, ul, vl, wall ? a.h : b.h, ur, vr);
    const struct state flow = {e.length * f.h, e.length * (f.hu * e.nx - f.hv * e.ny),
                               e.length * (f.hu * e.ny + f.hv * e.nx)};
    return flow;
}

/** a + f b */
SL_FN struct state shallow_plus(struct state a, double f, struct state b)
{
    const struct state sum = {a.h + f * b.h, a.hu + f * b.hu, a.hv + f * b.hv};
    return sum;
}

#endif
