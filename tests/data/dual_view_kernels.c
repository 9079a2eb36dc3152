/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(dv_step, (i), inout(int64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * 3 + i;
}

SL_KERNEL(dv_raise, (i), out(int64_t, 1, x, own))
{
    if (i == 0)
        SL_RAISE(3);
    SL_AT(x, i) = 1;
}
