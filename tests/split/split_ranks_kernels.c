/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sr_set, (i, j), scalar(double, a), out(double, 2, x, own))
{
    SL_AT(x, i, j) = a;
}
SL_KERNEL(sr_near, (i, j), in(double, 2, x, halo(1)), out(double, 2, y, own))
{
    SL_AT(y, i, j) = 0.25 * (SL_AT(x, i - 1, j) + SL_AT(x, i + 1, j) + SL_AT(x, i, j - 1) + SL_AT(x, i, j + 1));
}
SL_KERNEL(sr_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j);
}
