/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of step-01-daxpy.c: each is a loop body, written once. */
#include <starloop/kernel.h>

/* y = a x + y */
SL_KERNEL(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

/* The sum of x y */
SL_KERNEL(dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i) * SL_AT(y, i);
}
