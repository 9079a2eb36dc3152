/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(rfc_read, (i), scalar(int64_t, by), in(double, 2, m, own(0, all)), out(double, 1, y, own))
{
    double sum = 0;
    for (sl_index j = 0; j < SL_EXTENT(m, 1); j++)
        sum += SL_AT(m, i + by, j);
    SL_AT(y, i) = sum;
}

SL_KERNEL(rfc_near, (i), scalar(int64_t, by), in(double, 2, m, halo(1, all)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(m, i + by, SL_EXTENT(m, 1) - 1);
}

SL_KERNEL(rfc_beside, (i, j), scalar(int64_t, by), in(double, 1, x, own(1), halo(2)), out(double, 2, m, own))
{
    const sl_index at = j + by < 0 ? 0 : j + by;
    SL_AT(m, i, j) = SL_AT(x, at < SL_EXTENT(x, 0) ? at : SL_EXTENT(x, 0) - 1);
}

/* Leaves one element out. */
SL_KERNEL(rfc_hole, (j), scalar(int64_t, row), scalar(int64_t, column), out(double, 2, m, own(all, 0)))
{
    for (sl_index i = 0; i < SL_EXTENT(m, 0); i++)
        if (i != row || j != column)
            SL_AT(m, i, j) = 1;
}

SL_KERNEL(rfc_race, (i, j), inout(double, 2, m, own(0, all)))
{
    SL_AT(m, i, 0) += (double)j;
}
