/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_FN sl_index mpc_shift(const sl_index *x, const sl_index *n)
{
    (void)n;
    return 2 * x[0] - 1;
}

SL_KERNEL(mpc_read, (i), scalar(int64_t, by), in(double, 1, x, layout(blocked)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + by);
}

SL_KERNEL(mpc_near, (i), scalar(int64_t, by), in(double, 1, x, halo(1), layout(morton)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + by);
}

SL_KERNEL(mpc_place, (i), in(double, 1, x, own, layout(mpc_shift)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(mpc_block, (i), scalar(int64_t, at), scalar(int64_t, k), in(double, 1, x, layout(blocked)),
          out(double, 1, y, own))
{
    SL_LET(b, SL_BLOCK(x, at));
    SL_LET(s, SL_SUB(x, SL_PAIR(2, 5)));
    SL_AT(y, i) = SL_AT(b, k) + SL_AT(s, k);
}
