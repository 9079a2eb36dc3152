/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <starloop/kernel.h>

#include "kernels.h"

SL_KERNEL(bench_histogram_kernel, (i), in(double, 1, x, own), multi_reduce(double, sum, h))
{
    SL_SCATTER(h, (sl_index)SL_AT(x, i), 1);
}

SL_KERNEL(bench_vertexsum_kernel, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 1, area, own),
          scatter(double, sum, 1, sum))
{
    for (int k = 0; k < 4; k++)
        SL_SCATTER(sum, SL_AT(corner, e, k), SL_AT(area, e));
}

/* Where the map is known the library colours by itself. */
SL_KERNEL(bench_assembly_kernel, (e), in(int32_t, 2, corner, own(0, all), map), in(int32_t, 2, place, own(0, all)),
          in(double, 1, local), in(double, 1, factor, own), scatter(double, sum, 1, value))
{
    for (int k = 0; k < 64; k++)
        SL_SCATTER(value, SL_AT(place, e, k), SL_AT(factor, e) * SL_AT(local, k));
}

/* What is added is 1, whatever the work comes to, so that no order of additions matters. */
SL_KERNEL(bench_contention_kernel, (i), scalar(sl_index, stride), scalar(int, work), in(double, 1, x, own),
          inout(double, 1, h, atomic))
{
    double v = SL_AT(x, i);
    for (int k = 0; k < work; k++)
        v = pow(v, 0.9);
    SL_AT(h, i * stride % SL_EXTENT(h, 0)) += v > 0 ? 1.0 : 2.0;
}
