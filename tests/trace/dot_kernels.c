/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(dot_fill, (i), scalar(double, a), out(double, 1, y, own))
{
    SL_AT(y, i) = a;
}

SL_KERNEL(dot_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(dot_sum, (i), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(y, i);
}
