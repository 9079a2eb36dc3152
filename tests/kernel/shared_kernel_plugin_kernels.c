/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked into a shared library: the program finds the submit functions there. */
#include <starloop/kernel.h>

SL_KERNEL(sk_scale, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) *= a;
}

SL_KERNEL(sk_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}
