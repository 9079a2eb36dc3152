/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Raises at the elements equal to bad. */
SL_KERNEL(cf_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = 2 * SL_AT(x, i);
    if (SL_AT(x, i) == bad)
        SL_RAISE(7); /* tests/cuda/cuda_failure.c knows that this is line 9 */
}

SL_KERNEL(cf_check3, (i, j, k), scalar(int64_t, a), scalar(int64_t, b), scalar(int64_t, c), inout(double, 3, m, own))
{
    if (i == a && j == b && k == c)
        SL_RAISE(-2147483647);
    SL_AT(m, i, j, k) += 1;
}

SL_KERNEL(cf_sum_check, (i), scalar(double, bad), in(double, 1, x, own), reduce(double, sum, s))
{
    if (SL_AT(x, i) == bad)
        SL_RAISE(11);
    *s += SL_AT(x, i);
}

SL_KERNEL(cf_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(cf_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(cf_set, (i), scalar(double, a), out(double, 1, y, own))
{
    SL_AT(y, i) = a;
}

SL_KERNEL(cf_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

/* Writes far away from its view: no check of an index can see it. */
SL_KERNEL(cf_wild, (i), scalar(int64_t, away), inout(double, 1, y, own))
{
    double *const wild = &SL_AT(y, i) + away;
    *wild = 1;
}
