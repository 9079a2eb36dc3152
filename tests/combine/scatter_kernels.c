/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "scatter.h"

/* clang-format off */
#define SC_KERNEL(T_, NAME_, TYPE_, OP_) \
    SL_KERNEL(sc_##OP_##_##NAME_, (i), in(T_, 1, v, own), scatter(T_, OP_, 0, r0), scatter(T_, OP_, 1, r1), \
              scatter(T_, OP_, 2, r2), scatter(T_, OP_, 3, r3), SL_SCATTER(T_, OP_, 4, r4), scatter(T_, OP_, 5, r5), \
              scatter(T_, OP_, 6, r6)) \
    { \
        const T_ x = SL_AT(v, i); \
        SL_SCATTER(r0, x); \
        SL_SCATTER(r1, i % SL_EXTENT(r1, 0), x); \
        SL_SCATTER(r2, i % SL_EXTENT(r2, 0), i / 2 % SL_EXTENT(r2, 1), x); \
        SL_SCATTER(r3, i % SL_EXTENT(r3, 0), i / 2 % SL_EXTENT(r3, 1), i / 3 % SL_EXTENT(r3, 2), x); \
        SL_SCATTER(r4, i % SL_EXTENT(r4, 0), i / 2 % SL_EXTENT(r4, 1), i / 3 % SL_EXTENT(r4, 2), \
                   i / 4 % SL_EXTENT(r4, 3), x); \
        SL_SCATTER(r5, i % SL_EXTENT(r5, 0), i / 2 % SL_EXTENT(r5, 1), i / 3 % SL_EXTENT(r5, 2), \
                   i / 4 % SL_EXTENT(r5, 3), i / 5 % SL_EXTENT(r5, 4), x); \
        SL_SCATTER(r6, i % SL_EXTENT(r6, 0), i / 2 % SL_EXTENT(r6, 1), i / 3 % SL_EXTENT(r6, 2), \
                   i / 4 % SL_EXTENT(r6, 3), i / 5 % SL_EXTENT(r6, 4), i / 6 % SL_EXTENT(r6, 5), x); \
    }
#define SC_KERNEL_FEW(T_, NAME_, TYPE_, OP_) \
    SL_KERNEL(sc_##OP_##_##NAME_, (i), in(T_, 1, v, own), scatter(T_, OP_, 0, r0), scatter(T_, OP_, 1, r1), \
              SL_SCATTER(T_, OP_, 2, r2)) \
    { \
        const T_ x = SL_AT(v, i); \
        SL_SCATTER(r0, x); \
        SL_SCATTER(r1, i % SL_EXTENT(r1, 0), x); \
        SL_SCATTER(r2, i % SL_EXTENT(r2, 0), i / 2 % SL_EXTENT(r2, 1), x); \
    }
#define SC_KERNELS(OP_) SC_FEW(SC_KERNEL_FEW, OP_) SC_ALL(SC_KERNEL, OP_)
SC_KERNELS(sum)
SC_KERNELS(prod)
SC_KERNELS(min)
SC_KERNELS(max)
/* clang-format on */

SL_KERNEL(sc_fill, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a;
}

SL_KERNEL(sc_bins, (i), in(double, 1, x, own), scatter(double, sum, 1, h))
{
    SL_SCATTER(h, i * 7919 % SL_EXTENT(h, 0), SL_AT(x, i));
}

SL_KERNEL(sc_scale, (i), in(double, 1, h), inout(double, 1, x, own))
{
    SL_AT(x, i) = SL_AT(h, i % SL_EXTENT(h, 0));
}

/* The value is an expression of the program's own type; the indices are evaluated once. */
SL_KERNEL(sc_mixed, (i, j), in(double, 2, x, own), out(double, 2, y, own), scatter(double, sum, 1, rows),
          scatter(double, max, 1, columns), reduce(double, sum, total))
{
    sl_index row = i;
    SL_AT(y, i, j) = 2 * SL_AT(x, i, j);
    SL_SCATTER(rows, row++, 1);
    SL_SCATTER(columns, j, SL_AT(x, i, j));
    *total += SL_AT(x, i, j) + (double)(row - i - 1);
}

SL_KERNEL(sc_grid, (i, j), in(double, 2, x), scatter(double, sum, 2, g))
{
    SL_SCATTER(g, i * 31 % SL_EXTENT(g, 0), j * 17 % SL_EXTENT(g, 1), SL_AT(x, i, j));
}

SL_KERNEL(sc_count, (i), in(int32_t, 1, bin, own), multi_reduce(int64_t, sum, n), multi_reduce(double, max, m))
{
    SL_SCATTER(n, SL_AT(bin, i), 1);
    SL_SCATTER(m, SL_AT(bin, i), (double)i);
}

/* A number below 0 is no corner. */
SL_KERNEL(sc_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(double, 1, x, own), scatter(double, sum, 1, h))
{
    for (sl_index j = 0; j < SL_EXTENT(corner, 1); j++)
        if (SL_AT(corner, i, j) >= 0)
            SL_SCATTER(h, SL_AT(corner, i, j), SL_AT(x, i));
}

SL_KERNEL(sc_wide_mesh, (i), in(int64_t, 2, corner, own(0, all), SL_MAP), scatter(int64_t, sum, 2, n),
          scatter(double, max, 1, m))
{
    for (sl_index j = 0; j < SL_EXTENT(corner, 1); j++)
        if (SL_AT(corner, i, j) >= 0) {
            SL_SCATTER(n, SL_AT(corner, i, j), 0, i);
            SL_SCATTER(n, SL_AT(corner, i, j), 1, 1);
            SL_SCATTER(m, SL_AT(corner, i, j), (double)i);
        }
}

SL_KERNEL(sc_corner, (i), scalar(int32_t, c), inout(int32_t, 2, corner, own(0, all)))
{
    SL_AT(corner, i, 0) = c;
}

/* Refused when they are called. */
SL_KERNEL(sc_loose_map, (i), in(int32_t, 2, corner, map), scatter(double, sum, 1, h))
{
    SL_SCATTER(h, SL_AT(corner, i, 0), 1);
}

SL_KERNEL(sc_idle_map, (i), in(int32_t, 2, corner, own(0, all), map), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(corner, i, 0);
}
