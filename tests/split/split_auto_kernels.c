/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sa_set, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a + (double)i;
}

SL_KERNEL(sa_long, (i), scalar(int64_t, turns), scalar(double, a), in(double, 1, x, own), in(double, 1, y, own),
          out(double, 1, z, own))
{
    double sum = SL_AT(x, i);
    for (int64_t k = 0; k < turns; k++)
        sum = 0.5 * sum + a * SL_AT(y, i);
    SL_AT(z, i) = sum;
}

SL_KERNEL(sa_add, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}

SL_KERNEL(sa_smooth, (i), in(double, 1, x, halo(2)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 2) + 2 * SL_AT(x, i) + SL_AT(x, i + 2);
}
