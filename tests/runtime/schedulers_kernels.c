/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* The edges of w stay as they are. */
SL_KERNEL(relax, (i, j), in(double, 2, u, halo(1, 1)), inout(double, 2, w, own))
{
    SL_AT(w, i, j) = 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1));
}

SL_KERNEL(measure, (i, j), in(double, 2, u, own), reduce(double, sum, total), reduce(double, max, peak))
{
    *total += SL_AT(u, i, j);
    if (SL_AT(u, i, j) > *peak)
        *peak = SL_AT(u, i, j);
}

SL_KERNEL(sum_line, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(divide_line, (i), in(double, 0, by), inout(double, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) / SL_AT0(by) + 1.0;
}

SL_KERNEL(count_up, (i), inout(int64_t, 1, x, own))
{
    SL_AT(x, i) = (3 * SL_AT(x, i) + i) % 1000003;
}
