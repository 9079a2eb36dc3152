/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rs_number, (i, j), out(int64_t, 2, x, own))
{
    SL_AT(x, i, j) = 1000 * i + j + 1;
}

SL_KERNEL(rs_number3, (i, j, k), out(int64_t, 3, x, own))
{
    SL_AT(x, i, j, k) = 10000 * i + 100 * j + k + 1;
}

SL_KERNEL(rs_step, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) * 3 + i;
}

SL_KERNEL(rs_raise, (i), out(int64_t, 1, x, own))
{
    if (i == 0)
        SL_RAISE(3);
    SL_AT(x, i) = 1;
}
