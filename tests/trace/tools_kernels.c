/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(tools_add, (i), scalar(double, s), inout(double, 1, a, own))
{
    SL_AT(a, i) += s;
}

SL_KERNEL(tools_sum, (i), in(double, 1, a, own), reduce(double, sum, total))
{
    *total += SL_AT(a, i);
}
