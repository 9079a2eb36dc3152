/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

struct ra_pair {
    double first;
    int32_t second;
};
SL_STRUCT(struct ra_pair);

/* ---- races ---------------------------------------------------------------------------------------------- */

SL_KERNEL(ra_histogram, (i), in(int32_t, 1, bin, own), inout(double, 1, tally))
{
    SL_AT(tally, SL_AT(bin, i)) += 1;
}

SL_KERNEL(ra_stencil, (i, j), inout(double, 2, u, halo(1)))
{
    SL_AT(u, i, j) = SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + 1;
}

SL_KERNEL(ra_transpose, (i, j), inout(double, 2, u))
{
    SL_AT(u, j, i) = SL_AT(u, i, j);
}

SL_KERNEL(ra_sum, (i), in(double, 1, x, own), inout(double, 1, total))
{
    SL_AT(total, 0) += SL_AT(x, i);
}

SL_KERNEL(ra_row_sum, (i, j), in(double, 2, a, own), inout(double, 1, y, own(0)))
{
    SL_AT(y, i) += SL_AT(a, i, j);
}

SL_KERNEL(ra_reverse, (i), scalar(int64_t, n), inout(double, 1, y))
{
    SL_AT(y, n - 1 - i) = SL_AT(y, i);
}

SL_FN void ra_add(SL_PARAM(double, 1, row), sl_index j, double v)
{
    SL_AT(row, j) += v;
}

/* Through slices, helpers and SL_AT0. */
SL_KERNEL(ra_slice, (i, j), inout(double, 2, u))
{
    ra_add(SL_SUB(u, 2, SL_PAIR(1, SL_EXTENT(u, 1))), j, (double)i);
}

SL_KERNEL(ra_point, (i), inout(double, 2, u))
{
    SL_LET(point, SL_SUB(u, 1, 2));
    SL_AT0(point) += (double)i;
}

/* Beside a result. */
SL_KERNEL(ra_reduce, (i), in(double, 1, x, own), inout(double, 1, y), reduce(double, sum, s))
{
    SL_AT(y, i / 2) += SL_AT(x, i);
    *s += SL_AT(x, i);
}

/* In a scan, whose body has two turns. */
SL_SCAN_KERNEL(ra_scan, (i), in(double, 1, x, own), inout(double, 1, y), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i / 2) += *s;
}

/* ---- none ----------------------------------------------------------------------------------------------- */

SL_KERNEL(ra_red_black, (i, j), scalar(int, colour), inout(double, 2, u, halo(1)))
{
    if ((i + j) % 2 == colour)
        SL_AT(u, i, j) = 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1)) + 1;
}

SL_KERNEL(ra_lu, (i, j), scalar(int64_t, k), inout(double, 2, a))
{
    SL_AT(a, i, j) -= SL_AT(a, i, k) * SL_AT(a, k, j) / SL_AT(a, k, k);
}

SL_KERNEL(ra_swap_halves, (i), scalar(int64_t, half), inout(double, 1, y))
{
    const double v = SL_AT(y, i);
    SL_AT(y, i) = SL_AT(y, i + half);
    SL_AT(y, i + half) = v;
}

/* What is there already is stored by all. */
SL_KERNEL(ra_same, (i), inout(double, 1, y))
{
    SL_AT(y, 0) = 1;
}

SL_KERNEL(ra_permute, (i), in(int32_t, 1, to, own), out(double, 1, y))
{
    SL_AT(y, SL_AT(to, i)) = (double)i + 1;
}

SL_KERNEL(ra_rows, (i), inout(double, 2, u))
{
    for (sl_index j = 1; j < SL_EXTENT(u, 1); j++)
        SL_AT(u, i, j) += SL_AT(u, i, j - 1);
}

/* ---- own elements that are not written ------------------------------------------------------------------- */

SL_KERNEL(ra_odd, (i), out(double, 1, y, own))
{
    if (i % 2)
        SL_AT(y, i) = -1;
}

SL_KERNEL(ra_odd_bytes, (i), out(uint8_t, 1, y, own))
{
    if (i % 2)
        SL_AT(y, i) = (uint8_t)i;
}

SL_KERNEL(ra_turned, (i, j), scalar(int64_t, hole), out(float, 2, y, own(1, 0)))
{
    if (i * 100 + j != hole)
        SL_AT(y, j, i) = 3;
}

SL_KERNEL(ra_diagonal, (i), scalar(int64_t, hole), out(double, 2, y, own(0, 0)))
{
    if (i != hole)
        SL_AT(y, i, i) = 3;
}

SL_KERNEL(ra_rank_3, (i, j, k), scalar(int64_t, hole), out(int32_t, 3, y, own))
{
    if (i * 100 + j * 10 + k != hole)
        SL_AT(y, i, j, k) = 7;
}

/* All that a byte can be, the pattern too. */
SL_KERNEL(ra_bytes, (i), out(uint8_t, 1, y, own))
{
    SL_AT(y, i) = (uint8_t)i;
}

SL_KERNEL(ra_fill, (i), scalar(double, v), out(double, 1, y, own))
{
    SL_AT(y, i) = v;
}

SL_KERNEL(ra_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

/* A member that is not the first one. */
SL_KERNEL(ra_atomic_member, (i), scalar(int64_t, plain), inout(struct ra_pair, 1, pairs))
{
    if (i == plain)
        SL_AT(pairs, 1).second += 1;
    else
        SL_ATOMIC_ADD(SL_AT(pairs, 1).second, 1);
}
