/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nest_arguments.h"

SL_NEST(na_joins, (i, j), lambdas(2), in(int64_t, 2, x, own, pack(3)), scalar(int32_t, size),
        out(int64_t, 1, y, pack(2)), scatter(int64_t, sum, 2, sums), multi_reduce(int64_t, max, bins))
{
    SL_LAMBDA(0)
    {
        for (int c = 0; c < NA_PACK; c++) {
            SL_SCATTER(sums, (i + c) % NA_BINS, j % 2, SL_AT(x, c, i, j));
            SL_SCATTER(bins, (i + j + c) % NA_BINS, SL_AT(x, c, i, j));
        }
    }
    SL_LAMBDA(1)
    {
        SL_AT(y, 0, i) = 10 * i + size;
        SL_AT(y, 1, i) = 11 * i;
    }
}
SL_NEST_POLICY(na_joins, rows, FOR(0, omp, FOR(1, seq, DO(0)), DO(1)))
SL_NEST_POLICY(na_joins, columns, FOR(1, omp_runtime, FOR(0, seq, DO(0))), FOR(0, omp_nowait(2), DO(1)))
SL_NEST_POLICY(na_joins, tiled, TILE(0, dynamic(size), omp, TILE(1, fixed(3), seq, FOR(0, seq, FOR(1, seq, DO(0))))),
               FOR(0, omp, DO(1)))
SL_NEST_POLICY(na_joins, alone, FOR(0, seq, FOR(1, seq, DO(0)), DO(1)))
SL_NEST_POLICY_CUDA(na_joins, blocks, CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(0)), DO(1))))
SL_NEST_POLICY_CUDA(na_joins, tiles,
                    CUDA_KERNEL(TILE(0, dynamic(size), block_y_loop,
                                     TILE(1, fixed(3), block_x_direct,
                                          FOR(0, thread_size_y_loop(4), FOR(1, thread_size_x_direct(3), DO(0)))),
                                     FOR(0, thread_size_y_loop(4), DO(1)))))

/* Results of many kinds. Lambda 1 runs once for each row, in levels of threads or outside of them. */
SL_NEST(na_results, (i, j), lambdas(2), in(int64_t, 2, x, own), scalar(int32_t, n),
        reduce(int64_t, sum, sums, array(n)), reduce(int64_t, max, most, array(1)),
        reduce(double, min, least, array(3)), reduce(uint8_t, bxor, bits, array(2)))
{
    SL_LAMBDA(0)
    {
        SL_AT(sums, (i + j) % n) += SL_AT(x, i, j);
        if (SL_AT(x, i, j) > SL_AT(most, 0))
            SL_AT(most, 0) = SL_AT(x, i, j);
        SL_AT(bits, j % 2) ^= (uint8_t)SL_AT(x, i, j);
    }
    SL_LAMBDA(1)
    {
        SL_AT(sums, 0) += 1000 * (i + 1);
        if (3 - (double)i < SL_AT(least, i % 3))
            SL_AT(least, i % 3) = 3 - (double)i;
    }
}
SL_NEST_POLICY(na_results, rows, FOR(0, omp, FOR(1, seq, DO(0)), DO(1)))
SL_NEST_POLICY(na_results, columns, FOR(0, seq, FOR(1, omp_dynamic(1), DO(0)), DO(1)))
SL_NEST_POLICY(na_results, flat, COLLAPSE(omp_nowait(3), (0, 1), DO(0)), FOR(0, omp_guided(2), DO(1)))
SL_NEST_POLICY(na_results, tiled, TILE(1, fixed(4), omp, FOR(1, seq, FOR(0, seq, DO(0)))), FOR(0, seq, DO(1)))
SL_NEST_POLICY(na_results, alone, FOR(0, seq, DO(1), FOR(1, seq, DO(0))))

SL_NEST(na_norm, (i), lambdas(1), in(double, 1, x, own), reduce(double, sum, s, array(1)))
{
    SL_LAMBDA(0)
    {
        SL_AT(s, 0) += SL_AT(x, i) * SL_AT(x, i);
    }
}
SL_NEST_POLICY(na_norm, threads, FOR(0, omp_dynamic(7), DO(0)))

/* Six tiles and six loops around one lambda, with memory of the thread's. */
SL_NEST(na_six, (a, b, c, d, e, f), lambdas(1), local_array(int32_t, room, 4), inout(int32_t, 6, seen, own))
{
    SL_LAMBDA(0)
    {
        room[f % 4] = (int32_t)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f);
        SL_AT(seen, a, b, c, d, e, f) += 1 + room[f % 4];
    }
}
/* clang-format off */
SL_NEST_POLICY(na_six, tiled,
    TILE(0, fixed(2), omp, TILE(1, fixed(1), seq, TILE(2, fixed(3), seq, TILE(3, fixed(2), seq, TILE(4, fixed(2), seq,
        TILE(5, fixed(3), seq, INIT_LOCAL_MEM(stack, (room), FOR(5, seq, FOR(4, seq, FOR(3, seq, FOR(2, seq,
            FOR(1, seq, FOR(0, seq, DO(0)))))))))))))))
SL_NEST_POLICY_CUDA(na_six, tiled, CUDA_KERNEL(
    TILE(0, fixed(2), block_x_direct, TILE(1, fixed(1), block_y_loop, TILE(2, fixed(3), seq, TILE(3, fixed(2), seq,
        TILE(4, fixed(2), seq, TILE(5, fixed(3), seq, INIT_LOCAL_MEM(thread, (room), FOR(5, thread_x_direct,
            FOR(4, thread_y_direct, FOR(3, seq, FOR(2, seq, FOR(1, seq, FOR(0, seq, DO(0))))))))))))))))

#define NA_LAMBDA(L) \
    SL_LAMBDA(L) \
    { \
        SL_AT(y, i) = 9 * SL_AT(y, i) + L + i; \
    }
SL_NEST(na_eight, (i), lambdas(8), inout(int64_t, 1, y, own))
{
    NA_LAMBDA(0) NA_LAMBDA(1) NA_LAMBDA(2) NA_LAMBDA(3) NA_LAMBDA(4) NA_LAMBDA(5) NA_LAMBDA(6) NA_LAMBDA(7)
}
/* clang-format on */
SL_NEST_POLICY(na_eight, threads, FOR(0, omp, DO(3, 1, 4, 0, 5, 7, 2, 6)))
    SL_NEST_POLICY_CUDA(na_eight, grid, CUDA_KERNEL(FOR(0, global_x_direct, DO(3, 1, 4, 0, 5, 7, 2, 6))))
