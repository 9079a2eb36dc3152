/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(bench_dot_kernel, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i) * SL_AT(y, i);
}

SL_KERNEL(bench_reduce3_kernel, (i), in(double, 1, x, own), reduce(double, sum, total), reduce(double, min, low),
          reduce(double, max, high))
{
    double v = SL_AT(x, i);
    *total += v;
    if (v < *low)
        *low = v;
    if (v > *high)
        *high = v;
}
