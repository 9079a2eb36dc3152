/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of the programs that `make installcheck` builds against the installed library. */
#include <starloop/kernel.h>

SL_KERNEL(install_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(install_dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i) * SL_AT(y, i);
}
