/* SPDX-License-Identifier: BSD-3-Clause */
/* Views whose dimensions follow the loop's indices in another order. */
#include <starloop/kernel.h>

SL_KERNEL(tu_matrix, (i, j), in(double, 2, x, own), out(double, 2, y, own(1, 0)))
{
    SL_AT(y, j, i) = SL_AT(x, i, j);
}

SL_KERNEL(tu_middle, (i, j, k), in(double, 3, x, own), inout(double, 3, y, own(0, 2, 1)))
{
    SL_AT(y, i, k, j) += SL_AT(x, i, j, k);
}

SL_KERNEL(tu_cycle, (i, j, k), in(double, 3, x, own(2, 0, 1)), out(double, 3, y, own(2, 1, 0)))
{
    SL_AT(y, k, j, i) = SL_AT(x, k, i, j);
}
