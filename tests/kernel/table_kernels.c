/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "table.h"

SL_KERNEL(tb_look_up, (i), in(int32_t, 1, k, own), table(double, t), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(t, SL_AT(k, i));
}

SL_KERNEL(tb_plane, (i, j), in(int32_t, 2, k, own), table(float, t), SL_TABLE(int8_t, u), inout(double, 2, y, own),
          reduce(double, sum, s))
{
    const double v = (double)SL_AT(t, SL_AT(k, i, j)) + SL_AT(u, (i + j) % SL_EXTENT(u, 0));
    SL_AT(y, i, j) += v;
    *s += v;
}

SL_FN double spline(SL_PARAM(const struct knot, 1, knots), double x)
{
    const sl_index last = SL_EXTENT(knots, 0) - 1, k = x < 0 ? 0 : x < (double)last ? (sl_index)x : last;
    return SL_AT(knots, k).value + SL_AT(knots, k).slope * (x - (double)k);
}

SL_KERNEL(tb_spline, (i), table(struct knot, knots), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = spline(SL_PASS(knots), SL_AT(x, i));
}

SL_KERNEL(tb_extent, (i), table(double, t), out(int64_t, 1, n))
{
    SL_AT(n, i) = SL_EXTENT(t, 0);
}

SL_KERNEL(tb_fill, (i), scalar(double, a), out(double, 1, t, own))
{
    SL_AT(t, i) = a * (double)i;
}
