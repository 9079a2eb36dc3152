/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops of Starloop's side that no example has. */
#include <starloop/kernel.h>

/* The wave of examples/stencil3d as it begins, from its sines. */
SL_KERNEL(scale_wave3d, (k, j, i), in(double, 1, z), in(double, 1, y), in(double, 1, x), out(double, 3, u, own))
{
    SL_AT(u, k, j, i) = SL_AT(z, k) * SL_AT(y, j) * SL_AT(x, i);
}

SL_KERNEL(scale_wave2d, (k, j), in(double, 1, y), in(double, 1, x), out(double, 2, u, own))
{
    SL_AT(u, k, j) = SL_AT(y, k) * SL_AT(x, j);
}

SL_KERNEL(scale_jacobi, (k, j), in(double, 2, u, halo(1, 1)), out(double, 2, next, own))
{
    SL_AT(next, k, j) = 0.25 * (SL_AT(u, k - 1, j) + SL_AT(u, k + 1, j) + SL_AT(u, k, j - 1) + SL_AT(u, k, j + 1));
}

SL_KERNEL(scale_total, (k, j), in(double, 2, u, own), reduce(double, sum, total))
{
    *total += SL_AT(u, k, j);
}

SL_KERNEL(scale_energy, (k, j), in(double, 2, u, own), in(double, 2, density, own), out(double, 2, energy, own))
{
    SL_AT(energy, k, j) = SL_AT(u, k, j) / SL_AT(density, k, j);
}
