/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Raises at the elements equal to bad. */
SL_KERNEL(fa_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = 2 * SL_AT(x, i);
    if (SL_AT(x, i) == bad)
        SL_RAISE(7); /* tests/task/failure.c knows that this is line 9 */
}

SL_KERNEL(fa_check_plane, (i, j), scalar(int64_t, row), scalar(int64_t, column), inout(double, 2, m, own))
{
    if (i == row && j == column)
        SL_RAISE(-3);
    SL_AT(m, i, j) += 1;
}

SL_KERNEL(fa_check_deep, (i, j, k, l), scalar(int64_t, bad), out(double, 4, t, own))
{
    SL_AT(t, i, j, k, l) = 1;
    if (i == bad && j == bad && k == bad && l == bad)
        SL_RAISE(2147483647);
}

SL_KERNEL(fa_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(fa_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(fa_set, (i), scalar(double, a), out(double, 1, y, own))
{
    SL_AT(y, i) = a;
}

SL_KERNEL(fa_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(fa_sum_check, (i), scalar(double, bad), in(double, 1, x, own), reduce(double, sum, s))
{
    if (SL_AT(x, i) == bad)
        SL_RAISE(11);
    *s += SL_AT(x, i);
}

SL_KERNEL(fa_diagonal, (i), scalar(double, a), out(double, 2, m, own(0, 0)))
{
    SL_AT(m, i, i) = a;
}
