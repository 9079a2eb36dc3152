/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(mp_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

SL_KERNEL(mp_plane, (i, j), inout(double, 2, m, own))
{
    SL_AT(m, i, j) += 1;
}

SL_KERNEL(mp_sum, (i), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(y, i);
}
