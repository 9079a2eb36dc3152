/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

void wt_called(long long i);

SL_KERNEL(wt_add, (i), inout(double, 1, x, own))
{
    double t = SL_AT(x, i);
    for (int k = 0; k < 20; k++)
        t = t + 1 - 1;
    SL_AT(x, i) = t + 1;
}

SL_KERNEL(wt_calls, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) += 1;
    wt_called((long long)i);
}
