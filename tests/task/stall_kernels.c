/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(st_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(st_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(st_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}
