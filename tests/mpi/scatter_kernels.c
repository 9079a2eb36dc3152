/* SPDX-License-Identifier: BSD-3-Clause */
#include "scatter_kernels.h"

SL_KERNEL(sc_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = a + 101 * (uint64_t)i + 3 * (uint64_t)j;
}
SL_KERNEL(sc_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + 3 * SL_AT(x, i, j) + 5 * SL_AT(x, i + 1, j) + 7 * SL_AT(x, i, j - 1);
}
/* To the rows up to two away, and beside the point. */
SL_KERNEL(sc_give, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)))
{
    const uint64_t v = SL_AT(x, i, j);
    SL_SCATTER(y, i - 2, j, 3 * v);
    SL_SCATTER(y, i + 1, j - 1, v);
    SL_SCATTER(y, i + 2, j + 1, 5 * v);
    SL_SCATTER(y, i, j, 7 * v);
}
SL_KERNEL(sc_least, (i, j), inout(uint64_t, 2, x, own), scatter(uint64_t, min, 2, y, halo(1, 0)),
          scatter(uint64_t, sum, 2, z, own))
{
    SL_SCATTER(y, i - 1, j, SL_AT(x, i, j));
    SL_SCATTER(y, i + 1, j, 3 * SL_AT(x, i, j));
    SL_SCATTER(z, i, j, SL_AT(x, i, j));
    SL_AT(x, i, j) += 1;
}
SL_KERNEL(sc_line, (i), scalar(int64_t, a), scatter(uint64_t, sum, 1, y, halo(3)))
{
    SL_SCATTER(y, i + a, (uint64_t)i + 1);
    SL_SCATTER(y, i, 2);
}
/* A row may go anywhere in the rows beside it. */
SL_KERNEL(sc_rows, (i), in(uint64_t, 1, x, own), scatter(uint64_t, bxor, 2, y, own(0, all), halo(1, all)))
{
    const sl_index j = (sl_index)(SL_AT(x, i) % 17);
    SL_SCATTER(y, i - 1, j, SL_AT(x, i));
    SL_SCATTER(y, i + 1, j + 1, 3 * SL_AT(x, i));
}
SL_KERNEL(sc_any, (i), scatter(uint64_t, sum, 1, y))
{
    SL_SCATTER(y, i, 1);
}
SL_KERNEL(sc_real, (i), scatter(double, sum, 1, y, halo(1)))
{
    SL_SCATTER(y, i, 0.5);
}
/* Reads around the point, and gives to both sides of it. */
SL_KERNEL(sc_around, (i, j), in(uint64_t, 2, x, halo(2, 1)), scatter(uint64_t, sum, 2, y, halo(1)),
          inout(uint64_t, 2, z, own))
{
    const uint64_t v = SL_AT(x, i - 2, j) + 3 * SL_AT(x, i + 1, j - 1) + 5 * SL_AT(x, i + 2, j + 1);
    SL_SCATTER(y, i - 1, j, v);
    SL_SCATTER(y, i + 1, j + 1, 7 * v);
    SL_AT(z, i, j) += v;
}
SL_KERNEL(sc_moved, (i), inout(uint64_t, 1, x, halo(1)), scatter(uint64_t, sum, 1, y, halo(1)))
{
    SL_SCATTER(y, i, SL_AT(x, i + 1));
}
SL_KERNEL(sc_both, (i), scatter(uint64_t, sum, 1, x, halo(1)), scatter(uint64_t, sum, 1, y, halo(1)))
{
    SL_SCATTER(x, i, 1);
    SL_SCATTER(y, i, 1);
}
SL_KERNEL(sc_whole, (i), inout(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(1)))
{
    SL_SCATTER(y, i, SL_AT(x, i));
    SL_AT(x, i) = 0;
}
SL_KERNEL(sc_total, (i), scatter(uint64_t, sum, 1, y, halo(1)), reduce(uint64_t, sum, s))
{
    SL_SCATTER(y, i, 1);
    *s += 1;
}
/* A histogram and maxima, which all ranks have whole, beside a view that they share out. */
SL_KERNEL(sc_bins, (i, j), in(uint64_t, 2, x, halo(1, 0)), multi_reduce(uint64_t, sum, h), scatter(int32_t, max, 2, m),
          scatter(uint64_t, sum, 2, y, halo(1, 0)))
{
    const uint64_t v = SL_AT(x, i - 1, j) + SL_AT(x, i + 1, j);
    SL_SCATTER(h, (sl_index)(v % 7), v);
    SL_SCATTER(m, (sl_index)(v % 3), j % 2, (int32_t)(v % 1000) - 500);
    SL_SCATTER(y, i + 1, j, v);
}
SL_KERNEL(sc_mean, (i), in(uint64_t, 1, x, own), multi_reduce(double, sum, h))
{
    SL_SCATTER(h, i % 3, (double)SL_AT(x, i));
}
