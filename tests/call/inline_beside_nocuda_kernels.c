/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels for short loops beside batches, regions and views in parts; on CPUs, where all of these meet. */
#include <starloop/kernel.h>

SL_KERNEL(ib_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(ib_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(ib_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}
