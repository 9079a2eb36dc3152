/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "block.h"

SL_KERNEL(bench_jacobi_kernel, (i, j), in(double, 2, u, halo(1, 1)), out(double, 2, w, own))
{
    SL_AT(w, i, j) = 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1));
}

/* A step of the heat equation by an eighth of the squared width. Twice a number is exact, so a fused multiplication and
   addition changes nothing, and all compilers have the same bits. */
SL_KERNEL(bench_stencil3d_kernel, (i, j, k), in(double, 3, u, halo(1, 1, 1)), out(double, 3, w, own))
{
    SL_AT(w, i, j, k) =
        0.125 * (SL_AT(u, i - 1, j, k) + SL_AT(u, i + 1, j, k) + SL_AT(u, i, j - 1, k) + SL_AT(u, i, j + 1, k) +
                 SL_AT(u, i, j, k - 1) + SL_AT(u, i, j, k + 1) + 2.0 * SL_AT(u, i, j, k));
}

SL_KERNEL(bench_transpose_kernel, (i, j), in(double, 2, from, own), out(double, 2, to, own))
{
    SL_AT(to, i, j) = SL_AT(from, i, j);
}

SL_KERNEL(bench_matmul_kernel, (i, j), in(double, 2, a), in(double, 2, b), out(double, 2, c, own))
{
    const sl_index n = SL_EXTENT(a, 1);
    double sum = 0.0;
    for (sl_index k = 0; k < n; k++)
        sum += SL_AT(a, i, k) * SL_AT(b, k, j);
    SL_AT(c, i, j) = sum;
}

/* The same product with BENCH_BLOCK columns to one iteration: their sums stay in registers, and every row of b is
   read along itself. */
SL_KERNEL(bench_matmul_blocked_kernel, (i, block), in(double, 2, a), in(double, 2, b), out(double, 2, c))
{
    const sl_index n = SL_EXTENT(a, 1), first = block * BENCH_BLOCK;
    double sum[BENCH_BLOCK];
    for (int q = 0; q < BENCH_BLOCK; q++)
        sum[q] = 0.0;
    for (sl_index k = 0; k < n; k++)
        for (int q = 0; q < BENCH_BLOCK; q++)
            sum[q] += SL_AT(a, i, k) * SL_AT(b, k, first + q);
    for (int q = 0; q < BENCH_BLOCK; q++)
        SL_AT(c, i, first + q) = sum[q];
}
