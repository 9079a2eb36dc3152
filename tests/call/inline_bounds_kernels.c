/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(il_near, (i), scalar(int64_t, shift), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + shift);
}

SL_KERNEL(il_shift, (i), scalar(int64_t, shift), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + shift);
}
