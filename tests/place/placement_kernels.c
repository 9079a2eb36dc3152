/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(placement_step, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}
