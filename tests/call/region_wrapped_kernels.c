/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rw_add, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}

SL_KERNEL(rw_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}
