/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rc_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(rc_scale, (i), scalar(double, b), inout(double, 1, y, own))
{
    SL_AT(y, i) *= b;
}

SL_KERNEL(rc_sum, (i), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(y, i);
}

SL_KERNEL(rc_fail, (i), inout(double, 1, y, own))
{
    if (i == 1)
        SL_RAISE(7);
    SL_AT(y, i) += 1;
}
