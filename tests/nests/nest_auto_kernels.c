/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nest_auto.h"

/* Each policy leaves its number beside the results. */
SL_NEST(na_grid, (i, j), lambdas(4), scalar(int32_t, size), in(double, 2, x), out(double, 2, y, own),
        out(int32_t, 2, who, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, i, j) = 2 * SL_AT(x, i, j) + size;
    }
    SL_LAMBDA(1)
    {
        SL_AT(who, i, j) = 1;
    }
    SL_LAMBDA(2)
    {
        SL_AT(who, i, j) = 2;
    }
    SL_LAMBDA(3)
    {
        SL_AT(who, i, j) = 3;
    }
}
SL_NEST_POLICY(na_grid, rows, FOR(0, omp, FOR(1, seq, DO(0, 1))))
SL_NEST_POLICY(na_grid, columns, FOR(1, seq, FOR(0, seq, DO(0, 2))))
SL_NEST_POLICY(na_grid, tiles, TILE(0, dynamic(size), omp_dynamic(1), FOR(0, seq, FOR(1, simd, DO(0, 3)))))
SL_NEST_POLICY_CUDA(na_grid, gpu_rows, CUDA_KERNEL(fixed(128), FOR(0, block_x_loop, FOR(1, thread_x_loop, DO(0, 1)))))
SL_NEST_POLICY_CUDA(na_grid, gpu_columns,
                    CUDA_KERNEL(fixed(128), FOR(1, block_x_loop, FOR(0, thread_x_loop, DO(0, 2)))))

SL_KERNEL(na_middle, (i, j), in(double, 2, x, own), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + 1;
}
