/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(ofc_read, (i), scalar(int64_t, at), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, at);
}

SL_KERNEL(ofc_near, (i), scalar(int64_t, by), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + by);
}

SL_KERNEL(ofc_slice, (i), scalar(int64_t, at), scalar(int64_t, lo), in(double, 1, x), out(double, 1, y, own))
{
    SL_LET(all, SL_SUB(x, SL_ALL));
    SL_LET(part, SL_SUB(x, SL_PAIR(lo, lo + 2)));
    SL_AT(y, i) = SL_AT(all, at) + SL_AT(part, 1);
}

SL_KERNEL(ofc_hole, (i), scalar(int64_t, hole), out(double, 1, y, own))
{
    if (i != hole)
        SL_AT(y, i) = 1;
}

SL_KERNEL(ofc_race, (i), scalar(int64_t, at), inout(double, 1, y))
{
    SL_AT(y, at) += 10 + (double)i;
}
