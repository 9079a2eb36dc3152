/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Writes x where it is told to; the cast is what the check is to find. */
SL_KERNEL(ca_copy, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
    if (i == at)
        *(double *)(uintptr_t)&SL_AT(x, i) = -7;
}

SL_KERNEL(ca_plane, (i, j), scalar(int64_t, at), in(double, 2, a), in(double, 2, b), inout(double, 2, c, own))
{
    SL_AT(c, i, j) += SL_AT(a, i, j) + SL_AT(b, i, j);
    if (i == at && j == at)
        *(double *)(uintptr_t)&SL_AT(b, i, j) += 1;
}

SL_KERNEL(ca_sum, (i), scalar(int64_t, at), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
    if (i == at)
        *(double *)(uintptr_t)&SL_AT(x, i) = -7;
}
