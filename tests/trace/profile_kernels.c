/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(profile_triad, (i), scalar(double, s), in(double, 1, b, own), in(double, 1, c, own), out(double, 1, a, own))
{
    SL_AT(a, i) = SL_AT(b, i) + s * SL_AT(c, i);
}

SL_KERNEL(profile_scale, (i), scalar(double, s), inout(double, 1, a, own))
{
    SL_AT(a, i) *= s;
}

SL_KERNEL(profile_turn, (i, j), in(double, 2, x, own), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j);
}

SL_KERNEL(profile_reverse, (i), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, SL_EXTENT(x, 0) - 1 - i);
}

SL_KERNEL(profile_raise, (i), inout(double, 1, a, own))
{
    if (SL_AT(a, i) > 1e300)
        SL_AT(a, i) = 0;
    SL_RAISE(7);
}
