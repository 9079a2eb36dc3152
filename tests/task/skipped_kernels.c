/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sk_bad, (i), scalar(int, code), out(double, 1, x, own))
{
    SL_AT(x, i) = 1;
    if (i == 3)
        SL_RAISE(code);
}

SL_KERNEL(sk_good, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = 1;
}

SL_KERNEL(sk_twice, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = 2 * SL_AT(x, i);
}

SL_KERNEL(sk_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}
