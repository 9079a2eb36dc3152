/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(li_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn), out(int64_t, 1, y, own))
{
    SL_AT(turn, i) += 1;
    SL_AT(y, i) = 3 * i + off;
}

SL_KERNEL(li_order, (i), inout(int64_t, 1, count), out(int64_t, 1, seen))
{
    SL_AT(seen, SL_AT(count, 0)) = i;
    SL_AT(count, 0) += 1;
}

SL_KERNEL(li_sum, (i), in(double, 1, x, own), reduce(double, sum, total), reduce(double, max, most))
{
    *total += SL_AT(x, i);
    *most = SL_AT(x, i) > *most ? SL_AT(x, i) : *most;
}

SL_KERNEL(li_scatter, (i), in(int64_t, 1, to), scatter(int64_t, sum, 1, y))
{
    SL_SCATTER(y, SL_AT(to, i), i + 1);
}

/* Of any index. */
SL_KERNEL(li_far, (i), scalar(int64_t, base), inout(int64_t, 1, y))
{
    SL_AT(y, i - base) += i;
}

SL_KERNEL(li_choose, (i), scalar(int64_t, by), out(int32_t, 1, list, own))
{
    SL_AT(list, i) = (int32_t)(i * by % 1009);
}

SL_KERNEL(li_fill, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = i;
}

SL_KERNEL(li_flat, (i, j), out(double, 2, x, own))
{
    SL_AT(x, i, j) = 1;
}

SL_KERNEL(li_copy, (i), in(int32_t, 1, from, own), out(int32_t, 1, to, own))
{
    SL_AT(to, i) = SL_AT(from, i);
}
