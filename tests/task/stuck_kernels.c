/* SPDX-License-Identifier: BSD-3-Clause */
#include "stuck.h"

SL_KERNEL(stuck_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(stuck_sum, (i), in(double, 1, x, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i);
}
