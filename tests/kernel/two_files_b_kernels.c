/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "two_files.h"

SL_FN double change(double v)
{
    return 10 * v;
}

SL_KERNEL(tf_second, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = change(SL_AT(x, i));
}

SL_KERNEL(tf_total, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, low),
          reduce(double, max, high))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) < *low)
        *low = SL_AT(x, i);
    if (SL_AT(x, i) > *high)
        *high = SL_AT(x, i);
}
