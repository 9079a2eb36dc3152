/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(is_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn), out(int64_t, 1, y, own))
{
    SL_AT(turn, i) += 1;
    SL_AT(y, i) = 3 * i + off;
}

SL_KERNEL(is_order, (i), inout(int64_t, 1, count), out(int64_t, 1, seen))
{
    SL_AT(seen, SL_AT(count, 0)) = i;
    SL_AT(count, 0) += 1;
}

SL_KERNEL(is_sum, (i), in(double, 1, x, own), reduce(double, sum, total), reduce(double, max, most))
{
    *total += SL_AT(x, i);
    *most = SL_AT(x, i) > *most ? SL_AT(x, i) : *most;
}

SL_KERNEL(is_flat, (i, j), out(double, 2, x, own))
{
    SL_AT(x, i, j) = 1;
}

SL_KERNEL(is_fill, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = i;
}
