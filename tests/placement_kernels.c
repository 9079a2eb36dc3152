/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(placement_step, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) = a * SL_AT(x, i) + 1.0;
}

SL_KERNEL(placement_add, (i), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += SL_AT(x, i);
}

SL_KERNEL(placement_sum, (i), in(double, 1, x, own), inout(double, 0, s))
{
    if (i == 0)
        SL_AT0(s) += SL_AT(x, i);
}

/* One division after the other: a thread of a GPU takes many times as long for that as a core. */
SL_KERNEL(placement_chain, (i), inout(double, 1, x, own))
{
    double v = SL_AT(x, i);
    for (int k = 0; k < 5000; k++)
        v = 1.0 + 1.0 / v;
    SL_AT(x, i) = v;
}
