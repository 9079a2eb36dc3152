/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nests_kernels.h"

/* A product of matrices: the lambdas stay, and the loops around them change. */
SL_NEST(product, (row, col, k), lambdas(3), local(double, dot), in(double, 2, a), in(double, 2, b), out(double, 2, c))
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
}
SL_NEST_POLICY(product, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2))))
SL_NEST_POLICY(product, columns, FOR(1, omp, FOR(0, seq, DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2))))
SL_NEST_POLICY(product, collapsed, COLLAPSE(omp, (0, 1), DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2)))
SL_NEST_POLICY(product, tiled,
               TILE(0, fixed(16), omp_dynamic(1),
                    TILE(1, fixed(16), seq, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2))))))

/* A tile is read along its rows and written along its columns. */
SL_NEST(turn, (i, j), lambdas(2), local_array(double, tile, TILE_SIDE, TILE_SIDE), in(double, 2, x, own),
        out(double, 2, y))
{
    SL_LAMBDA(0)
    {
        tile[SL_OFFSET(i)][SL_OFFSET(j)] = SL_AT(x, i, j);
    }
    SL_LAMBDA(1)
    {
        SL_AT(y, j, i) = tile[SL_OFFSET(i)][SL_OFFSET(j)];
    }
}
SL_NEST_POLICY(turn, tiles,
               TILE(0, fixed(TILE_SIDE), omp,
                    TILE(1, fixed(TILE_SIDE), seq,
                         INIT_LOCAL_MEM(stack, (tile), FOR(0, seq, FOR(1, simd, DO(0))),
                                        FOR(1, seq, FOR(0, simd, DO(1)))))))

/* Smith and Waterman, Identification of common molecular subsequences, J. Mol. Biol. 147, 1981: h(i, j) is the score of
 * the best match of a part that ends with letter i of a, and one that ends with letter j of b. It needs its neighbours
 * above and to the left, so those of one anti-diagonal are independent. */
SL_NEST(align, (i, j), lambdas(1), in(int32_t, 1, a), in(int32_t, 1, b), inout(int32_t, 2, h))
{
    SL_LAMBDA(0)
    {
        const int32_t match = SL_AT(h, i - 1, j - 1) + (SL_AT(a, i - 1) == SL_AT(b, j - 1) ? MATCH : MISMATCH);
        const int32_t up = SL_AT(h, i - 1, j) + GAP, left = SL_AT(h, i, j - 1) + GAP;
        const int32_t gap = up > left ? up : left, best = match > gap ? match : gap;
        SL_AT(h, i, j) = best > 0 ? best : 0;
    }
}
SL_NEST_POLICY(align, diagonals, HYPERPLANE(0, (1), omp, DO(0)))
SL_NEST_POLICY_CUDA(align, waves, CUDA_KERNEL(HYPERPLANE(0, (1), global_x_direct, DO(0))))

/* d = alpha a b c + beta d, 2MM of PolyBench: row i of the second product needs row i of the first one, t, alone. So
 * one loop over rows has both, and no thread waits for another between them. */
SL_NEST(two_products, (i, j, k), lambdas(5), scalar(double, alpha), scalar(double, beta), local(double, dot),
        in(double, 2, a), in(double, 2, b), in(double, 2, c), inout(double, 2, t), inout(double, 2, d))
{
    SL_LAMBDA(0)
    {
        *dot = 0;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(a, i, k) * SL_AT(b, k, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(t, i, j) = alpha * *dot;
    }
    SL_LAMBDA(3)
    {
        *dot += SL_AT(t, i, k) * SL_AT(c, k, j);
    }
    SL_LAMBDA(4)
    {
        SL_AT(d, i, j) = beta * SL_AT(d, i, j) + *dot;
    }
}
SL_NEST_POLICY(two_products, rows,
               FOR(0, omp, FOR(1, seq, DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2)),
                   FOR(1, seq, DO(0), FOR(2, simd_sum(dot), DO(3)), DO(4))))
