/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops on whole numbers, which wrap: any wrong order shows. */
#include <starloop/kernel.h>

SL_KERNEL(bt_copy, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(bt_add, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(y, i) * 3 + a;
}

SL_KERNEL(bt_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(bt_fold, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(y, i) * 3 + SL_AT(x, i);
}

SL_KERNEL(bt_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
    if (i == at)
        SL_RAISE(9);
}
