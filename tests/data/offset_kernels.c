/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(of_set, (i, j), out(double, 2, a, own))
{
    SL_AT(a, i, j) = 100.0 * (double)i + (double)j;
}

SL_KERNEL(of_smooth, (i, j), in(double, 2, a, halo(1)), out(double, 2, b, own))
{
    SL_AT(b, i, j) = SL_AT(a, i - 1, j) + 2 * SL_AT(a, i + 1, j) + 3 * SL_AT(a, i, j - 1) + 4 * SL_AT(a, i, j + 1);
}

SL_KERNEL(of_rows, (i), scalar(int64_t, lo), in(double, 2, a, own(0, all)), out(double, 1, y, own))
{
    double sum = 0;
    for (sl_index j = lo; j < lo + SL_EXTENT(a, 1); j++)
        sum += SL_AT(a, i, j);
    SL_AT(y, i) = sum;
}

SL_FN double of_first_two(SL_PARAM(const double, 1, part))
{
    return SL_EXTENT(part, 0) > 1 ? SL_AT(part, 0) - SL_AT(part, 1) : 7;
}

/* All of a dimension keeps its indices; a range counts from 0. */
SL_KERNEL(of_slices, (i), scalar(int64_t, lo), in(double, 2, a), out(double, 1, y, own))
{
    SL_LET(row, SL_SUB(a, i, SL_ALL));
    const sl_index n = SL_EXTENT(a, 1);
    SL_AT(y, i) = 1000 * SL_AT(row, lo + n - 1) + of_first_two(SL_SUB(a, i, SL_PAIR(lo, lo + (n > 1 ? 2 : 1))));
}

SL_KERNEL(of_sum, (i, j), in(double, 2, a, own), reduce(double, sum, t))
{
    *t += SL_AT(a, i, j);
}

SL_KERNEL(of_bins, (i), scatter(int64_t, sum, 1, h))
{
    SL_SCATTER(h, i - (i & 1), i);
}

SL_KERNEL(of_add, (i, j), in(double, 2, a, own), inout(double, 2, b, own))
{
    SL_AT(b, i, j) += SL_AT(a, i, j);
}
