/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop body of stencil3d. */
#include <starloop/kernel.h>

/* An eighth of the six neighbours and of twice the point itself. Twice a number is exact, so that fused operations
   change nothing: the bits are the same by all compilers and on all devices. */
SL_KERNEL(stencil3d_step, (k, j, i), in(double, 3, u, halo(1, 1, 1)), out(double, 3, next, own))
{
    SL_AT(next, k, j, i) =
        0.125 * (SL_AT(u, k - 1, j, i) + SL_AT(u, k + 1, j, i) + SL_AT(u, k, j - 1, i) + SL_AT(u, k, j + 1, i) +
                 SL_AT(u, k, j, i - 1) + SL_AT(u, k, j, i + 1) + 2.0 * SL_AT(u, k, j, i));
}
