/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(il_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(il_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(il_mixture, (i, j, k), scalar(int64_t, a), in(int32_t, 3, x, own), in(double, 0, s), out(int64_t, 3, y, own),
          inout(double, 3, z, own))
{
    SL_AT(y, i, j, k) = a * SL_AT(x, i, j, k) + 100 * i + 10 * j + k;
    SL_AT(z, i, j, k) += SL_AT0(s);
}

SL_KERNEL(il_reduce, (i, j), scalar(double, a), in(double, 2, x, own), reduce(double, sum, total),
          reduce(double, min, least), reduce(float, max, most))
{
    const double v = a * SL_AT(x, i, j);
    *total += v;
    if (v < *least)
        *least = v;
    if ((float)v > *most)
        *most = (float)v;
}

SL_KERNEL(il_sum, (i), in(double, 1, x, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i);
}

SL_KERNEL(il_order, (i), inout(int64_t, 1, next), out(int64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(next, 0);
    SL_AT(next, 0) = SL_AT(next, 0) + 1;
}

SL_KERNEL(il_raise, (i), scalar(int64_t, bad), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
    if (i == bad)
        SL_RAISE(77);
}

SL_KERNEL(il_raise_sum, (i), scalar(int64_t, bad), in(double, 1, x, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i);
    if (i == bad)
        SL_RAISE(78);
}
