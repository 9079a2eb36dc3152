/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels.h"

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

SL_KERNEL(bench_minloc_kernel, (i), in(double, 1, x, own), reduce(SL_LOC(double), minloc, low))
{
    sl_minloc(low, SL_AT(x, i), i);
}

SL_KERNEL(bench_minmax_kernel, (i), in(double, 1, x, own), reduce(SL_MINMAX(double), minmax, ends))
{
    sl_minmax(ends, SL_AT(x, i));
}

SL_REDUCER_MEMBERS(statistics, struct bench_statistics, (sum, x_sum), (min, x_low), (max, x_high), (sum, y_sum),
                   (min, y_low), (max, y_high));

SL_KERNEL(bench_statistics_kernel, (i), in(double, 1, x, own), in(double, 1, y, own),
          reduce(struct bench_statistics, statistics, s))
{
    const double v = SL_AT(x, i), w = SL_AT(y, i);
    s->x_sum += v;
    SL_JOIN(min, &s->x_low, &v);
    SL_JOIN(max, &s->x_high, &v);
    s->y_sum += w;
    SL_JOIN(min, &s->y_low, &w);
    SL_JOIN(max, &s->y_high, &w);
}
