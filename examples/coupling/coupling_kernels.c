/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops that were taken out of the programs. */
#include "coupling_kernels.h"

#include <starloop/kernel.h>

SL_KERNEL(coupling_kernel_diffuse, (i, j), scalar(double, k), in(double, 2, from, halo(1)), out(double, 2, to, own))
{
    const double u = SL_AT(from, i, j);
    SL_AT(to, i, j) =
        u + k * (SL_AT(from, i - 1, j) + SL_AT(from, i + 1, j) + SL_AT(from, i, j - 1) + SL_AT(from, i, j + 1) - 4 * u);
}

SL_KERNEL(coupling_kernel_react, (i, j), scalar(double, r), inout(double, 2, u, own))
{
    const double v = SL_AT(u, i, j);
    SL_AT(u, i, j) = v + r * v * (1 - v);
}

SL_KERNEL(coupling_kernel_sum, (i, j), in(double, 2, u, own), reduce(double, sum, sum))
{
    *sum += SL_AT(u, i, j);
}
