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

SL_KERNEL(bench_sum2_kernel, (i, j), in(double, 2, x, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i, j);
}

SL_KERNEL(bench_reduce6_kernel, (i), in(double, 1, x, own), reduce(double, sum, total), reduce(double, min, low),
          reduce(double, max, high), reduce(double, sum, squares), reduce(double, sum, above),
          reduce(double, prod, product))
{
    double v = SL_AT(x, i);
    *total += v;
    if (v < *low)
        *low = v;
    if (v > *high)
        *high = v;
    *squares += v * v;
    *above += v > 512 ? 1.0 : 0.0;
    *product *= v > 0 ? 1.0 : v;
}
