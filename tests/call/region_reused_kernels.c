/* SPDX-License-Identifier: BSD-3-Clause */
/* Over whole numbers that a double holds exactly. */
#include <starloop/kernel.h>

SL_KERNEL(rr_mix, (i, j), scalar(double, a), in(double, 2, x, own), inout(double, 2, y, own))
{
    SL_AT(y, i, j) += a * SL_AT(x, i, j);
}

SL_KERNEL(rr_sum, (i, j), in(double, 2, y, own), reduce(double, sum, total), reduce(double, max, most))
{
    *total += SL_AT(y, i, j);
    *most = SL_AT(y, i, j) > *most ? SL_AT(y, i, j) : *most;
}

SL_KERNEL(rr_step, (i, j), in(double, 0, most), inout(double, 2, x, own))
{
    SL_AT(x, i, j) = SL_AT(x, i, j) == SL_AT0(most) ? 1.0 : SL_AT(x, i, j) + 1.0;
}
