/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(destroyed_below, (i, j), in(double, 2, x, halo(1, 0)), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + SL_AT(x, i, j);
}
