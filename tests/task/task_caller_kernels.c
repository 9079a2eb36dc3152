/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(tc_scale, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) *= a;
}
