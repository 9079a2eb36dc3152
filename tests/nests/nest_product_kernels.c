/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nest_product.h"

SL_NEST(np_sums, (i, j, k), lambdas(3), scalar(int32_t, size), local(int64_t, sum), local(int32_t, number),
        inout(int64_t, 3, count, own), inout(int64_t, 2, sums, own(0, 1)), inout(int64_t, 3, offsets, own))
{
    SL_LAMBDA(0)
    {
        *sum = 0;
    }
    SL_LAMBDA(1)
    {
        *sum += 100 * i + 10 * j + k;
        SL_AT(count, i, j, k) += 1;
        SL_AT(offsets, i, j, k) = SL_OFFSET(i) * 10000 + SL_OFFSET(j) * 100 + SL_OFFSET(k);
    }
    SL_LAMBDA(2)
    {
        SL_AT(sums, i, j) += *sum;
    }
}
SL_NEST_POLICY(np_sums, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY(np_sums, turned, FOR(1, omp_dynamic(2), FOR(0, seq, DO(0), FOR(2, simd_sum(sum), DO(1)), DO(2))))
SL_NEST_POLICY(np_sums, collapsed, COLLAPSE(omp, (0, 1), DO(0), FOR(2, seq, DO(1)), DO(2)))
SL_NEST_POLICY(np_sums, counted, FOR(0, omp_static(1), FOR(1, seq, DO(0), FOR_ICOUNT(2, number, seq, DO(1)), DO(2))))
SL_NEST_POLICY(np_sums, planes, HYPERPLANE(0, (1), omp, DO(0), FOR(2, seq, DO(1)), DO(2)))
SL_NEST_POLICY(np_sums, tiled,
               TILE(0, fixed(3), omp,
                    TILE(1, dynamic(size), seq, FOR(1, seq, FOR(0, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))))
SL_NEST_POLICY_CUDA(np_sums, blocks,
                    CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(np_sums, grid,
                    CUDA_KERNEL(FOR(0, global_y_direct, FOR(1, global_x_direct, DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(np_sums, tiles,
                    CUDA_KERNEL(TILE(0, fixed(3), block_y_direct,
                                     TILE(1, dynamic(size), block_x_loop,
                                          FOR(0, thread_y_direct,
                                              FOR(1, thread_x_direct, DO(0), FOR(2, seq, DO(1)), DO(2)))))))

SL_NEST(np_line, (i), lambdas(1), inout(int64_t, 1, count, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(count, i) += 1 + SL_OFFSET(i);
    }
}
SL_NEST_POLICY(np_line, threads, FOR(0, omp, DO(0)))
SL_NEST_POLICY_CUDA(np_line, grid, CUDA_KERNEL(FOR(0, global_x_loop, DO(0))))
SL_NEST_POLICY_CUDA(np_line, unchecked, CUDA_KERNEL(FOR(0, block_x_direct_unchecked, DO(0))))

SL_NEST(np_chosen, (i, j), lambdas(1), inout(int64_t, 2, y))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, i, j) += 10 * SL_OFFSET(i) + SL_OFFSET(j) + 1;
    }
}
SL_NEST_POLICY(np_chosen, swapped, FOR(0, omp, FOR(1, seq, DO(0, segs(1, 0)))))
SL_NEST_POLICY_CUDA(np_chosen, grid, CUDA_KERNEL(FOR(0, block_x_loop, FOR(1, thread_x_loop, DO(0, segs(1, 0))))))
