/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

SL_KERNEL(bench_histogram_kernel, (i), in(double, 1, x, own), multi_reduce(double, sum, h))
{
    SL_SCATTER(h, (sl_index)SL_AT(x, i), 1);
}

SL_KERNEL(bench_vertexsum_kernel, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, area, own),
          inout(double, 1, sum))
{
    for (int k = 0; k < 4; k++)
        SL_AT(sum, SL_AT(corner, e, k)) += SL_AT(area, e);
}
