/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

SL_KERNEL(bench_histogram_kernel, (i), in(double, 1, x, own), multi_reduce(double, sum, h))
{
    SL_SCATTER(h, (sl_index)SL_AT(x, i), 1);
}
