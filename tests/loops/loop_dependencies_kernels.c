/* SPDX-License-Identifier: BSD-3-Clause */
/* Small loops on whole numbers, which wrap: any wrong order shows, and no rounding blurs it. */
#include <starloop/kernel.h>

SL_KERNEL(copy_to, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(add_times, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(y, i) * 5 + a * SL_AT(x, i) + 1;
}

SL_KERNEL(mix, (i), in(uint64_t, 1, x), in(uint64_t, 1, y), inout(uint64_t, 1, z, own))
{
    SL_AT(z, i) ^= SL_AT(x, SL_EXTENT(x, 0) - 1 - i) + 3 * SL_AT(y, i);
}

SL_KERNEL(sum_into, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, min, m))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) < *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(shift_by, (i), in(uint64_t, 0, s), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) += SL_AT0(s);
}
