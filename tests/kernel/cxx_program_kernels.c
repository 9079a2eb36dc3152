/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(cx_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(cx_plane, (i, j), scalar(int32_t, width), out(int32_t, 2, m, own))
{
    SL_AT(m, i, j) = width * (int32_t)i + (int32_t)j;
}

SL_KERNEL(cx_stats, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, low),
          reduce(double, max, high))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) < *low)
        *low = SL_AT(x, i);
    if (SL_AT(x, i) > *high)
        *high = SL_AT(x, i);
}

SL_KERNEL(cx_scale, (i), in(double, 0, f), inout(double, 1, y, own))
{
    SL_AT(y, i) *= SL_AT0(f);
}
