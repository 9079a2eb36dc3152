/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "block.h"

/* An iteration makes one block of the product: of each block of a and b all is in the nearest caches meanwhile. */
SL_KERNEL(bench_matmul_blocks_kernel, (p, q), in(double, 2, a, layout(blocked(BENCH_SIDE, BENCH_SIDE))),
          in(double, 2, b, layout(blocked(BENCH_SIDE, BENCH_SIDE))),
          out(double, 2, c, layout(blocked(BENCH_SIDE, BENCH_SIDE))))
{
    SL_LET(z, SL_BLOCK(c, p, q));
    const sl_index rows = SL_EXTENT(z, 0), columns = SL_EXTENT(z, 1);
    const sl_index blocks = (SL_EXTENT(a, 1) + BENCH_SIDE - 1) / BENCH_SIDE;
    for (sl_index i = 0; i < rows; i++)
        for (sl_index j = 0; j < columns; j++)
            SL_AT(z, i, j) = 0;
    for (sl_index r = 0; r < blocks; r++) {
        SL_LET(x, SL_BLOCK(a, p, r));
        SL_LET(y, SL_BLOCK(b, r, q));
        for (sl_index i = 0; i < rows; i++)
            for (sl_index k = 0; k < SL_EXTENT(x, 1); k++)
                for (sl_index j = 0; j < columns; j++)
                    SL_AT(z, i, j) += SL_AT(x, i, k) * SL_AT(y, k, j);
    }
}

SL_KERNEL(bench_corner_kernel, (i, j), in(double, 2, v, own), out(double, 2, corner, own))
{
    SL_AT(corner, i, j) = SL_AT(v, i, j);
}

SL_KERNEL(bench_numbered_kernel, (i, j), in(double, 2, v, own), reduce(int64_t, sum, wrong))
{
    wrong += SL_AT(v, i, j) != (double)(i * SL_EXTENT(v, 1) + j);
}

SL_KERNEL(bench_gather_kernel, (i), in(int32_t, 1, at, own), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, SL_AT(at, i));
}

SL_KERNEL(bench_gather_random_kernel, (i), in(int32_t, 1, at, own), in(double, 1, x, random), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, SL_AT(at, i));
}
