/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "crew.h"

SL_KERNEL(cw_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(cw_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

/* The function is called in the first iteration and in the last. */
SL_KERNEL(cw_call, (i), scalar(sl_index, last), scalar(int32_t, raises), inout(double, 1, y, own))
{
    SL_AT(y, i) += 1;
    if (i == 0 || i == last)
        crew_called();
    if (raises && i == last)
        SL_RAISE(7);
}
