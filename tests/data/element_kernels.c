/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(el_number, (i, j), scalar(double, by), out(double, 2, a, own))
{
    SL_AT(a, i, j) = by * (1000.0 * (double)i + (double)j);
}

SL_KERNEL(el_total, (i, j), in(double, 2, a, own), reduce(double, sum, total))
{
    *total += SL_AT(a, i, j);
}

SL_KERNEL(el_raise, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = 1;
    if (i == 3)
        SL_RAISE(4);
}
