/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Rows to and fro. */
SL_FN sl_index mp_snake(const sl_index *x, const sl_index *n)
{
    return x[0] * n[1] + (x[0] % 2 == 0 ? x[1] : n[1] - 1 - x[1]);
}

/* Every layout with a map, written and read in one loop. */
SL_KERNEL(mp_set, (i, j), out(double, 2, a, own, layout(blocked)), out(double, 2, m, own, layout(morton)),
          out(double, 2, s, own, layout(mp_snake)), out(double, 2, r, own))
{
    SL_AT(a, i, j) = 100.0 * (double)i + (double)j;
    SL_AT(m, i, j) = 100.0 * (double)i + (double)j + 0.25;
    SL_AT(s, i, j) = 100.0 * (double)i + (double)j + 0.5;
    SL_AT(r, i, j) = 0;
}

SL_KERNEL(mp_smooth, (i, j), in(double, 2, a, halo(1), layout(blocked(4, 8))),
          in(double, 2, m, halo(1), layout(morton)), in(double, 2, s, layout(mp_snake)), inout(double, 2, r, own))
{
    SL_AT(r, i, j) += SL_AT(a, i - 1, j) + 2 * SL_AT(a, i, j + 1) + 3 * SL_AT(m, i + 1, j) + 4 * SL_AT(m, i, j - 1) +
                      5 * SL_AT(s, i, j);
}

SL_FN double mp_weighted(SL_PARAM_MAPPED(const double, 1, x))
{
    double sum = 0;
    for (sl_index k = 0; k < SL_EXTENT(x, 0); k++)
        sum += (double)(k + 1) * SL_AT(x, k);
    return sum;
}

/* Slices of slices: a row of plane i, part of it, one element. */
SL_KERNEL(mp_slices, (i), scalar(int64_t, lo), in(double, 3, a, layout(blocked)), out(double, 1, y, own))
{
    SL_LET(plane, SL_SUB(a, i, SL_ALL, SL_ALL));
    SL_LET(column, SL_SUB(plane, SL_PAIR(lo, SL_EXTENT(a, 1)), 1));
    SL_LET(one, SL_SUB(plane, lo, 2));
    SL_AT(y, i) = mp_weighted(SL_SUB(plane, lo, SL_ALL)) + 1000 * mp_weighted(SL_PASS(column)) + 1e6 * SL_AT0(one);
}

SL_KERNEL(mp_set3, (i, j, k), inout(double, 3, a, layout(blocked)))
{
    SL_AT(a, i, j, k) = (double)(100 * i + 10 * j + k);
}

SL_KERNEL(mp_total, (i, j), in(double, 2, m, layout(morton)), reduce(double, sum, t))
{
    *t += SL_AT(m, i, j);
}

SL_FN double mp_corner(SL_PARAM(const double, 2, b))
{
    return SL_AT(b, SL_EXTENT(b, 0) - 1, SL_EXTENT(b, 1) - 1);
}

/* A product of matrices block by block. */
SL_KERNEL(mp_multiply, (p, q), in(double, 2, a, layout(blocked(4, 8))), in(double, 2, b, layout(blocked(8, 2))),
          inout(double, 2, c, layout(blocked(4, 2))), out(double, 2, corner, own))
{
    SL_LET(z, SL_BLOCK(c, p, q));
    SL_AT(corner, p, q) = mp_corner(SL_BLOCK(c, p, q));
    for (sl_index k = 0; k < (SL_EXTENT(a, 1) + 7) / 8; k++) {
        SL_LET(x, SL_BLOCK(a, p, k));
        SL_LET(y, SL_BLOCK(b, k, q));
        for (sl_index i = 0; i < SL_EXTENT(x, 0); i++)
            for (sl_index j = 0; j < SL_EXTENT(y, 1); j++)
                for (sl_index l = 0; l < SL_EXTENT(x, 1); l++)
                    SL_AT(z, i, j) += SL_AT(x, i, l) * SL_AT(y, l, j);
    }
}

SL_KERNEL(mp_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i, j);
}
