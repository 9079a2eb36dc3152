/* SPDX-License-Identifier: BSD-3-Clause */
#include "split_joined.h"

#include <starloop/kernel.h>

SL_KERNEL(sj_line, (i), scalar(sl_index, n), in(double, 1, x, own), inout(double, 1, y, own),
          reduce(double, sum, e, array(n)), reduce(int32_t, max, m, array(3)))
{
    SL_AT(e, (i * 7 + i / 64) % n) += SL_AT(x, i) * SL_AT(y, i);
    SL_AT(y, i) += 1;
    if ((int32_t)i > SL_AT(m, i % 3))
        SL_AT(m, i % 3) = (int32_t)i;
}

SL_KERNEL(sj_plane, (i, j), scalar(sl_index, n), in(double, 2, x, own), reduce(double, sum, e, array(n)))
{
    SL_AT(e, (3 * i + j / 2) % n) += SL_AT(x, i, j);
}

SL_KERNEL(sj_rows, (i, j), inout(double, 2, x, own), reduce(double, sum, e, array(7)))
{
    SL_AT(e, (i + j) % 7) += SL_AT(x, i, j);
    SL_AT(x, i, j) *= 0.5;
}

SL_KERNEL(sj_bins, (i), in(double, 1, x, halo(1)), out(double, 1, y, own), multi_reduce(double, sum, h),
          multi_reduce(int64_t, sum, count), scatter(double, max, 0, top), reduce(double, min, least))
{
    const double v = SL_AT(x, i - 1) + SL_AT(x, i + 1);
    SL_AT(y, i) = v;
    SL_SCATTER(h, i % SL_EXTENT(h, 0), v);
    SL_SCATTER(count, i * 3 % SL_EXTENT(count, 0), i);
    SL_SCATTER(top, v);
    if (v < *least)
        *least = v;
}

SL_KERNEL(sj_grid, (i, j), in(double, 2, x, own), scatter(int64_t, sum, 2, g), scatter(float, prod, 2, p))
{
    SL_SCATTER(g, i % SL_EXTENT(g, 0), (i + j) % SL_EXTENT(g, 1), (int64_t)SL_AT(x, i, j));
    if ((i * 97 + j) % 5003 == 1)
        SL_SCATTER(p, i % SL_EXTENT(p, 0), j % SL_EXTENT(p, 1), 2);
}

SL_KERNEL(sj_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(double, 1, x, own), scatter(double, sum, 1, h))
{
    for (int j = 0; j < 3; j++)
        SL_SCATTER(h, SL_AT(corner, i, j), SL_AT(x, i));
}

SL_KERNEL(sj_raise, (i), scalar(int64_t, bad), in(double, 1, x, own), multi_reduce(double, sum, h),
          reduce(int64_t, sum, n))
{
    if (i == bad)
        SL_RAISE(9);
    SL_SCATTER(h, i % 5, SL_AT(x, i));
    *n += 1;
}
