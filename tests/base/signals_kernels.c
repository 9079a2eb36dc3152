/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sg_add, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) += 1;
}
