/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(history_add, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}

SL_KERNEL(history_plane, (i, j), inout(double, 2, x, own))
{
    SL_AT(x, i, j) += 1.0;
}
