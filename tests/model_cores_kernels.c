/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* All the work is that of the first iterations. */
SL_KERNEL(cores_slope, (i), scalar(sl_index, steep), inout(double, 1, x, own))
{
    double v = SL_AT(x, i);
    for (int k = 0; k < 50 && i < steep; k++)
        v = 1.0 + 1.0 / v;
    SL_AT(x, i) = v;
}

SL_KERNEL(cores_chained, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}
