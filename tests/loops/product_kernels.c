/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "product.h"

SL_KERNEL(pr_mark, (i, j), scalar(int64_t, off), inout(int64_t, 2, count), out(int64_t, 2, y, own))
{
    SL_AT(count, i, j) += 1;
    SL_AT(y, i, j) = 100 * i + j + off;
}

SL_KERNEL(pr_mark3, (i, j, k), scalar(int64_t, off), inout(int64_t, 3, count), out(int64_t, 3, y, own))
{
    SL_AT(count, i, j, k) += 1;
    SL_AT(y, i, j, k) = 10000 * i + 100 * j + k + off;
}

SL_KERNEL(pr_turned, (i, j), in(int64_t, 2, x, own(1, 0)), out(int64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, j, i);
}

SL_KERNEL(pr_turn, (i), inout(int32_t, 1, list, own))
{
    SL_AT(list, i) = (SL_AT(list, i) + 1) % 40;
}

SL_KERNEL(pr_longer, (i), inout(int64_t, 1, end, own))
{
    SL_AT(end, i) += 3 + i;
}

SL_KERNEL(pr_order, (i, j), inout(int64_t, 1, count), out(int64_t, 1, seen))
{
    SL_AT(seen, SL_AT(count, 0)) = 100 * i + j;
    SL_AT(count, 0) += 1;
}

SL_KERNEL(pr_sum, (i, j), in(int64_t, 2, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most))
{
    *total += SL_AT(x, i, j) * (i + 3 * j);
    *most = SL_AT(x, i, j) > *most ? SL_AT(x, i, j) : *most;
}

SL_KERNEL(pr_sum3, (i, j, k), reduce(double, sum, total), reduce(SL_LOC(int64_t), minloc, least))
{
    *total += 1.0 / (double)(1 + i + 50 * j + 2500 * k);
    sl_minloc(least, (7 * i + 11 * j + 13 * k) % 101, (i * 100 + j) * 100 + k);
}

SL_KERNEL(pr_bins, (i, j), reduce(int64_t, sum, bins, array(7)))
{
    SL_AT(bins, (i + 2 * j) % PR_BINS) += i * j + 1;
}

SL_KERNEL(pr_scatter, (i, j), scatter(int64_t, sum, 1, y))
{
    SL_SCATTER(y, i + j, 1 + i);
}
