/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(gemm_fill, (i, j), scalar(sl_index, seed), out(double, 2, x, own))
{
    SL_AT(x, i, j) = (double)((i * 7919 + j * 104729 + seed) % 1009 % 10) - 4;
}

SL_KERNEL(gemm_negate, (i, j), inout(double, 2, x, own))
{
    SL_AT(x, i, j) = -SL_AT(x, i, j);
}
