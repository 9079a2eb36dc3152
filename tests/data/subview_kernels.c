/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over views and subviews of ranks 1 to 3, over whole numbers, which wrap. */
#include <starloop/kernel.h>

SL_KERNEL(sw_add1, (i), scalar(uint64_t, a), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * 3 + a + (uint64_t)(7 * i);
}

SL_KERNEL(sw_add2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = SL_AT(x, i, j) * 3 + a + (uint64_t)(7 * i + 11 * j);
}

SL_KERNEL(sw_add3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, x, own))
{
    SL_AT(x, i, j, k) = SL_AT(x, i, j, k) * 3 + a + (uint64_t)(7 * i + 11 * j + 13 * k);
}

SL_KERNEL(sw_mix1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) * 5 + 1;
}

SL_KERNEL(sw_mix2, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) * 5 + 1;
}

SL_KERNEL(sw_mix3, (i, j, k), in(uint64_t, 3, x, own), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) * 5 + 1;
}

SL_KERNEL(sw_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, total))
{
    *total += SL_AT(x, i);
}

SL_KERNEL(sw_raise, (i), out(uint64_t, 1, x, own))
{
    if (i == 0)
        SL_RAISE(3);
    SL_AT(x, i) = 1;
}
