/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_accuracy.h"

SL_KERNEL(acc_sum, (i), in(float, 1, x, own), reduce(float, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(acc_sum2, (i, j), in(float, 2, x, own), reduce(float, sum, s))
{
    *s += SL_AT(x, i, j);
}

SL_KERNEL(acc_count, (i), in(float, 1, x, own), inout(double, 1, h, atomic))
{
    SL_AT(h, SL_AT(x, i) > 0) += 1;
}

SL_KERNEL(acc_places, (i), in(float, 1, x, own), inout(int64_t, 1, h, atomic))
{
    SL_AT(h, SL_AT(x, i) > 0) += 1;
}
