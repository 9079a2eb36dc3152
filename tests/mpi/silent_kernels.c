/* SPDX-License-Identifier: BSD-3-Clause */
#include "silent_kernels.h"

SL_KERNEL(silent_set, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = (double)i;
}
SL_KERNEL(silent_sum, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 1) + SL_AT(x, i) + SL_AT(x, i + 1);
}
