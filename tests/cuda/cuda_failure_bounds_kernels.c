/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

/* Writes y[i + shift]: no reach is given, so that only the check can see it. */
SL_KERNEL(cf_shift, (i), scalar(int64_t, shift), in(double, 1, x, own), inout(double, 1, y))
{
    SL_AT(y, i + shift) = SL_AT(x, i);
}

SL_KERNEL(cf_plane, (i, j), scalar(int64_t, di), scalar(int64_t, dj), inout(double, 2, m))
{
    SL_AT(m, i + di, j + dj) = 1;
}

SL_FN double cf_at(SL_PARAM(const double, 1, row), int64_t j)
{
    return SL_AT(row, j);
}

SL_KERNEL(cf_row, (i), scalar(int64_t, row), scalar(int64_t, column), in(double, 2, m), out(double, 1, y, own))
{
    SL_AT(y, i) = cf_at(SL_SUB(m, row, SL_ALL), column);
}

SL_KERNEL(cf_sum_shift, (i), scalar(int64_t, shift), in(double, 1, x), reduce(double, sum, s))
{
    *s += SL_AT(x, i + shift);
}
