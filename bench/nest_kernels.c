/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nest_sizes.h"

SL_NEST(bench_product_nest, (row, col, k), lambdas(8), local(double, dot),
        local_array(double, ta, NEST_SHARED, NEST_SHARED), local_array(double, tb, NEST_SHARED, NEST_SHARED),
        in(double, 2, a), in(double, 2, b), inout(double, 2, c))
{
    SL_LAMBDA(0)
    {
        *dot = 0;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(a, row, k) * SL_AT(b, k, col);
    }
    SL_LAMBDA(2)
    {
        SL_AT(c, row, col) = *dot;
    }
    SL_LAMBDA(3)
    {
        SL_AT(c, row, col) = 0;
    }
    SL_LAMBDA(4)
    {
        SL_AT(c, row, col) += SL_AT(a, row, k) * SL_AT(b, k, col);
    }
    SL_LAMBDA(5)
    {
        ta[SL_OFFSET(row)][SL_OFFSET(k)] = SL_AT(a, row, k);
    }
    SL_LAMBDA(6)
    {
        tb[SL_OFFSET(k)][SL_OFFSET(col)] = SL_AT(b, k, col);
    }
    SL_LAMBDA(7)
    {
        *dot += ta[SL_OFFSET(row)][SL_OFFSET(k)] * tb[SL_OFFSET(k)][SL_OFFSET(col)];
    }
}
SL_NEST_POLICY(bench_product_nest, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY(bench_product_nest, order, FOR(0, omp, FOR(1, simd, DO(3)), FOR(2, seq, FOR(1, simd, DO(4)))))
SL_NEST_POLICY(bench_product_nest, collapsed, COLLAPSE(omp, (0, 1), DO(0), FOR(2, seq, DO(1)), DO(2)))
SL_NEST_POLICY(bench_product_nest, tiled,
               TILE(0, fixed(NEST_ROWS), omp,
                    TILE(1, fixed(NEST_COLUMNS), seq, FOR(0, seq, FOR(1, simd, DO(3))),
                         TILE(2, fixed(NEST_DEPTH), seq, FOR(0, seq, FOR(2, seq, FOR(1, simd, DO(4))))))))
SL_NEST_POLICY_CUDA(bench_product_nest, gpu_rows,
                    CUDA_KERNEL(fixed(128), FOR(0, global_size_y_direct(4),
                                                FOR(1, global_size_x_direct(32), DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(bench_product_nest, gpu_collapsed,
                    CUDA_KERNEL(fixed(NEST_ROW_THREADS),
                                FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(bench_product_nest, gpu_order,
                    CUDA_KERNEL(fixed(NEST_ROW_THREADS), FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(3)),
                                                             FOR(2, seq, FOR(1, thread_x_loop, DO(4))))))
SL_NEST_POLICY_CUDA(
    bench_product_nest, gpu_tiled,
    CUDA_KERNEL(fixed(NEST_SHARED *NEST_SHARED),
                INIT_LOCAL_MEM(
                    shared, (ta, tb),
                    TILE(0, fixed(NEST_SHARED), block_y_direct,
                         TILE(1, fixed(NEST_SHARED), block_x_direct,
                              FOR(0, thread_y_direct, FOR(1, thread_x_direct, DO(0))),
                              TILE(2, fixed(NEST_SHARED), seq, FOR(0, thread_y_direct, FOR(2, thread_x_direct, DO(5))),
                                   FOR(2, thread_y_direct, FOR(1, thread_x_direct, DO(6))), SYNC_THREADS,
                                   FOR(0, thread_y_direct, FOR(1, thread_x_direct, FOR(2, seq, DO(7)))), SYNC_THREADS),
                              FOR(0, thread_y_direct, FOR(1, thread_x_direct, DO(2))))))))

/* The tile has a column more, so that what is read along columns lies in different cache sets. */
SL_NEST(bench_turn_nest, (i, j), lambdas(3), local_array(double, tile, NEST_TILE, NEST_TILE + 1), in(double, 2, x, own),
        out(double, 2, y))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, j, i) = SL_AT(x, i, j);
    }
    SL_LAMBDA(1)
    {
        tile[SL_OFFSET(i)][SL_OFFSET(j)] = SL_AT(x, i, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(y, j, i) = tile[SL_OFFSET(i)][SL_OFFSET(j)];
    }
}
SL_NEST_POLICY(bench_turn_nest, plain,
               TILE(0, fixed(32), omp, TILE(1, fixed(64), seq, FOR(1, seq, FOR(0, simd, DO(0))))))
SL_NEST_POLICY(bench_turn_nest, stacked,
               TILE(0, fixed(NEST_TILE), omp,
                    TILE(1, fixed(NEST_TILE), seq,
                         INIT_LOCAL_MEM(stack, (tile), FOR(0, seq, FOR(1, simd, DO(1))),
                                        FOR(1, seq, FOR(0, simd, DO(2)))))))
/* Neighbours write to neighbours. */
SL_NEST_POLICY_CUDA(bench_turn_nest, gpu_plain,
                    CUDA_KERNEL(fixed(128), FOR(1, global_size_y_direct(8), FOR(0, global_size_x_direct(16), DO(0)))))
SL_NEST_POLICY_CUDA(
    bench_turn_nest, gpu_stacked,
    CUDA_KERNEL(fixed(NEST_TILE *NEST_TURN_ROWS),
                TILE(0, fixed(NEST_TILE), block_y_direct,
                     TILE(1, fixed(NEST_TILE), block_x_direct,
                          INIT_LOCAL_MEM(shared, (tile),
                                         FOR(0, thread_size_y_loop(NEST_TURN_ROWS), FOR(1, thread_x_direct, DO(1))),
                                         SYNC_THREADS,
                                         FOR(1, thread_size_y_loop(NEST_TURN_ROWS), FOR(0, thread_x_direct, DO(2))))))))

SL_KERNEL(bench_turn_kernel, (i, j), in(double, 2, x, own), out(double, 2, y, own(1, 0)))
{
    SL_AT(y, j, i) = SL_AT(x, i, j);
}

SL_NEST(bench_stencil7_nest, (i, j, k), lambdas(1), in(double, 3, u), out(double, 3, w, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(w, i, j, k) = SL_AT(u, i - 1, j, k) + SL_AT(u, i + 1, j, k) + SL_AT(u, i, j - 1, k) +
                            SL_AT(u, i, j + 1, k) + SL_AT(u, i, j, k - 1) + SL_AT(u, i, j, k + 1) -
                            6 * SL_AT(u, i, j, k);
    }
}
SL_NEST_POLICY(bench_stencil7_nest, tiled,
               TILE(0, fixed(NEST_LAYERS), omp,
                    TILE(1, fixed(NEST_LINES), seq, FOR(0, seq, FOR(1, seq, FOR(2, simd, DO(0)))))))
SL_NEST_POLICY_CUDA(bench_stencil7_nest, blocks,
                    CUDA_KERNEL(fixed(NEST_STENCIL_X *NEST_STENCIL_Y),
                                FOR(0, block_z_direct,
                                    FOR(1, global_size_y_direct(NEST_STENCIL_Y),
                                        FOR(2, global_size_x_direct(NEST_STENCIL_X), DO(0))))))

/* Smith and Waterman, Identification of common molecular subsequences, J. Mol. Biol. 147, 1981: the score of the best
 * match of two parts that end at i and j. */
SL_NEST(bench_wavefront_nest, (i, j), lambdas(1), in(int32_t, 1, a), in(int32_t, 1, b), inout(int32_t, 2, h))
{
    SL_LAMBDA(0)
    {
        const int32_t match =
            SL_AT(h, i - 1, j - 1) + (SL_AT(a, i - 1) == SL_AT(b, j - 1) ? NEST_MATCH : NEST_MISMATCH);
        const int32_t up = SL_AT(h, i - 1, j) + NEST_GAP, left = SL_AT(h, i, j - 1) + NEST_GAP;
        const int32_t gap = up > left ? up : left, best = match > gap ? match : gap;
        SL_AT(h, i, j) = best > 0 ? best : 0;
    }
}
SL_NEST_POLICY(bench_wavefront_nest, planes, HYPERPLANE(0, (1), omp, DO(0)))
SL_NEST_POLICY_CUDA(bench_wavefront_nest, launches,
                    CUDA_KERNEL(fixed(NEST_PLANE_THREADS), HYPERPLANE(0, (1), global_x_direct, DO(0))))

/* Directions d to moments m, for each zone and group: LTIMES of RAJAPerf. */
SL_NEST(bench_ltimes_nest, (z, g, m, d), lambdas(3), local(double, dot), in(double, 2, ell), in(double, 3, psi),
        inout(double, 3, phi))
{
    SL_LAMBDA(0)
    {
        *dot = 0;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(ell, m, d) * SL_AT(psi, z, g, d);
    }
    SL_LAMBDA(2)
    {
        SL_AT(phi, z, g, m) += *dot;
    }
}
SL_NEST_POLICY(bench_ltimes_nest, zones,
               FOR(0, omp, FOR(1, seq, FOR(2, seq, DO(0), FOR(3, simd_sum(dot), DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(bench_ltimes_nest, blocks,
                    CUDA_KERNEL(fixed(LTIMES_MOMENTS *LTIMES_GROUPS),
                                FOR(0, block_x_direct,
                                    FOR(1, thread_y_direct,
                                        FOR(2, thread_x_direct, DO(0), FOR(3, seq, DO(1)), DO(2))))))

/* c = alpha a b + beta d, of which PolyBench's 2MM calls two. */
SL_NEST(bench_2mm_nest, (i, j, k), lambdas(3), scalar(double, alpha), scalar(double, beta), local(double, dot),
        in(double, 2, a), in(double, 2, b), in(double, 2, d), out(double, 2, c))
{
    SL_LAMBDA(0)
    {
        *dot = beta * SL_AT(d, i, j);
    }
    SL_LAMBDA(1)
    {
        *dot += alpha * SL_AT(a, i, k) * SL_AT(b, k, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(c, i, j) = *dot;
    }
}
SL_NEST_POLICY(bench_2mm_nest, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
