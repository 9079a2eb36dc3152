/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(lic_some, (i), scalar(int64_t, but), out(double, 1, x, own))
{
    if (i != but)
        SL_AT(x, i) = 1;
}

SL_KERNEL(lic_race, (i), inout(double, 1, x))
{
    SL_AT(x, 0) += i;
}
