/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(model_scale, (i), scalar(double, a), inout(double, 1, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0)) *= a;
}

SL_KERNEL(model_shift, (i), scalar(double, a), inout(double, 1, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0)) += a;
}

SL_KERNEL(model_plane, (i, j), inout(double, 2, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0), j % SL_EXTENT(x, 1)) += 1.0;
}

/* All the work is that of the first iterations. */
SL_KERNEL(model_slope, (i), scalar(sl_index, steep), inout(double, 1, x, own))
{
    double v = SL_AT(x, i);
    for (int k = 0; k < 50 && i < steep; k++)
        v = 1.0 + 1.0 / v;
    SL_AT(x, i) = v;
}

SL_KERNEL(model_chained, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}
