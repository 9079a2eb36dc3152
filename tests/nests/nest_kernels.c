/* SPDX-License-Identifier: BSD-3-Clause */
#define SL__GRID_WALKED /* nest_walk.h */
#include <starloop/kernel.h>

#include "nest.h"

/* Counts how often each point is visited, and notes something of how. */
SL_NEST(nest_visit, (i, j, k), lambdas(7), scalar(int32_t, size), scalar(int32_t, flag), local(int32_t, turn),
        local(int16_t, tile), local(sl_index, count), inout(int32_t, 3, seen), inout(int32_t, 3, note),
        inout(int32_t, 1, plain))
{
    SL_LAMBDA(0) /* in sequence: the turn */
    {
        *turn += 1;
        SL_AT(seen, i, j, k) += 1;
        SL_AT(note, i, j, k) = *turn;
    }
    SL_LAMBDA(1)
    {
        SL_AT(seen, i, j, k) += 1;
    }
    SL_LAMBDA(2) /* by one thread */
    {
        *turn += 1000;
        SL_AT(plain, 0) += 1;
    }
    SL_LAMBDA(3) /* what that left in the local, and where the point is in its tile */
    {
        SL_AT(seen, i, j, k) += 1;
        SL_AT(note, i, j, k) = *turn + (int32_t)SL_OFFSET(j);
    }
    SL_LAMBDA(4)
    {
        SL_AT(seen, i, j, k) += 1;
        SL_AT(note, i, j, k) = *tile * 100 + (int32_t)*count;
    }
    SL_LAMBDA(5)
    {
        SL_AT(plain, 1) += flag;
    }
    SL_LAMBDA(6) /* what is lost */
    {
        *turn = -1;
    }
}
SL_NEST_POLICY(nest_visit, kij, FOR(2, seq, FOR(0, seq, FOR(1, seq, DO(0)))))
SL_NEST_POLICY(nest_visit, tiles_in_turn,
               TILE(0, fixed(8), seq, TILE(2, dynamic(size), seq, FOR(1, seq, FOR(0, seq, FOR(2, seq, DO(0)))))))
SL_NEST_POLICY(nest_visit, collapsed_in_turn, COLLAPSE(seq, (2, 0, 1), DO(0)))
SL_NEST_POLICY(nest_visit, two, COLLAPSE(omp_dynamic(3), (0, 1), FOR(2, simd, DO(1))))
SL_NEST_POLICY(nest_visit, three, COLLAPSE(omp_static(5), (0, 1, 2), DO(1)))
SL_NEST_POLICY(nest_visit, tiles, TILE(1, dynamic(size), omp_guided(1), FOR(0, seq, FOR(1, seq, FOR(2, simd, DO(1))))))
SL_NEST_POLICY(nest_visit, inner, FOR(2, seq, FOR(0, omp_nowait, FOR(1, seq, DO(1)))))
SL_NEST_POLICY(nest_visit, lines, HYPERPLANE(0, (1), omp, FOR(2, seq, DO(1))))
SL_NEST_POLICY(nest_visit, faces, HYPERPLANE(0, (1, 2), omp_dynamic(2), DO(1)))
/* One thread, then all, then one, as often as there are indices k. */
SL_NEST_POLICY(nest_visit, agreed,
               FOR(2, seq, DO(2), TILE(1, fixed(8), omp, FOR(0, seq, FOR(1, seq, DO(3)))), FOR(0, omp, DO(6)), DO(2)))
SL_NEST_POLICY(nest_visit, counts,
               TILE_TCOUNT(0, tile, fixed(8), omp, FOR_ICOUNT(0, count, seq, COLLAPSE(simd, (1, 2), DO(4)))))
SL_NEST_POLICY(nest_visit, conditions, IF(scalar(flag), FOR(0, omp, FOR(1, seq, FOR(2, seq, DO(1)))), DO(5)),
               IF(no(scalar(flag)), DO(2, 2)), DO(2), IF(local(turn), DO(2)))
SL_NEST_POLICY_CUDA(
    nest_visit, gpu_tiles,
    CUDA_KERNEL(TILE(0, fixed(8), block_z_direct,
                     TILE(1, fixed(8), block_y_loop,
                          TILE(2, dynamic(size), block_x_direct,
                               FOR(0, thread_z_direct, FOR(1, thread_y_direct, FOR(2, thread_x_direct, DO(1)))))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_loops,
                    CUDA_KERNEL(exp(4, 64), FOR(0, block_x_loop, FOR(1, thread_y_loop, FOR(2, thread_x_loop, DO(1))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_global,
                    CUDA_KERNEL(fixed(128),
                                FOR(0, global_z_direct, FOR(1, global_y_loop, FOR(2, global_x_direct, DO(1))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_sized,
                    CUDA_KERNEL(fixed_sm(128, 4),
                                FOR(0, block_x_loop,
                                    FOR(1, thread_size_y_loop(4), FOR(2, thread_size_x_loop(32), DO(1))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_waits,
                    CUDA_KERNEL(fixed(64), TILE(1, fixed(16), block_x_direct,
                                                FOR(0, seq, SYNC_THREADS,
                                                    FOR(1, thread_y_direct,
                                                        FOR(2, thread_x_syncable_loop, DO(1), SYNC_THREADS))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_warps,
                    CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, thread_y_loop, FOR(2, warp_loop, DO(1))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_masked,
                    CUDA_KERNEL(FOR(0, block_x_direct,
                                    FOR(1, warp_masked_loop(2, 3), FOR(2, warp_masked_loop(3, 0), DO(1))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_flat,
                    CUDA_KERNEL(FOR(1, block_x_direct,
                                    IF(scalar(flag), FOR(0, thread_z_loop, FOR(2, thread_yx_direct, DO(1)))),
                                    IF(no(scalar(flag)), FOR(0, thread_y_loop, FOR(2, thread_xz_loop, DO(1)))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_counts,
                    CUDA_KERNEL(TILE_TCOUNT(0, tile, fixed(8), block_x_loop,
                                            FOR_ICOUNT(0, count, thread_y_direct,
                                                       FOR(1, seq, FOR(2, thread_x_loop, DO(4)))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_unchecked,
                    CUDA_KERNEL(FOR(0, block_x_direct_unchecked,
                                    FOR(1, thread_y_direct_unchecked, FOR(2, thread_x_direct_unchecked, DO(1))))))
SL_NEST_POLICY_CUDA(
    nest_visit, gpu_fills,
    CUDA_KERNEL(occ, IF(scalar(flag), FOR(1, block_y_loop, FOR(0, block_z_loop, FOR(2, global_x_loop, DO(1))))),
                IF(no(scalar(flag)), FOR(0, block_y_loop, FOR(1, block_z_loop, FOR(2, global_x_loop, DO(1)))))))
SL_NEST_POLICY_CUDA(nest_visit, gpu_fixed,
                    CUDA_KERNEL(fixed(32),
                                TILE(1, dynamic(size), block_x_direct,
                                     FOR(0, seq, FOR(1, thread_y_direct_unchecked, FOR(2, thread_x_direct, DO(1)))))))

/* Two lambdas for a whole product at a time, or two for one that is summed in memory. */
SL_NEST(nest_product, (row, col, k), lambdas(8), local(double, dot), local_array(double, rows, NEST_TILE, NEST_TILE),
        local_array(double, columns, NEST_TILE, NEST_TILE), in(double, 2, a), in(double, 2, b), inout(double, 2, c))
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
        rows[SL_OFFSET(row)][SL_OFFSET(k)] = SL_AT(a, row, k);
    }
    SL_LAMBDA(6)
    {
        columns[SL_OFFSET(k)][SL_OFFSET(col)] = SL_AT(b, k, col);
    }
    SL_LAMBDA(7)
    {
        *dot += rows[SL_OFFSET(row)][SL_OFFSET(k)] * columns[SL_OFFSET(k)][SL_OFFSET(col)];
    }
}
SL_NEST_POLICY(nest_product, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY(nest_product, collapsed, COLLAPSE(omp, (0, 1), DO(0), FOR(2, seq, DO(1)), DO(2)))
SL_NEST_POLICY(nest_product, tiled,
               TILE(0, fixed(8), omp_dynamic(1),
                    TILE(1, fixed(8), seq, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))))
SL_NEST_POLICY(nest_product, sums, FOR(0, omp, FOR(1, simd, DO(3)), FOR(2, seq, FOR(1, simd, DO(4)))))
SL_NEST_POLICY(nest_product, outer, COLLAPSE(omp, (0, 1), DO(3)), FOR(2, seq, FOR(0, omp, FOR(1, simd, DO(4)))))
SL_NEST_POLICY_CUDA(nest_product, gpu_plain,
                    CUDA_KERNEL(FOR(0, global_y_direct, FOR(1, global_x_direct, DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(
    nest_product, gpu_shared,
    CUDA_KERNEL(INIT_LOCAL_MEM(
        shared, (rows, columns),
        TILE(0, fixed(NEST_TILE), block_y_direct,
             TILE(1, fixed(NEST_TILE), block_x_direct, FOR(0, thread_y_direct, FOR(1, thread_x_direct, DO(0))),
                  TILE(2, fixed(NEST_TILE), seq, FOR(0, thread_y_direct, FOR(2, thread_x_direct, DO(5))),
                       FOR(2, thread_y_direct, FOR(1, thread_x_direct, DO(6))), SYNC_THREADS,
                       FOR(0, thread_y_direct, FOR(1, thread_x_direct, FOR(2, seq, DO(7)))), SYNC_THREADS),
                  FOR(0, thread_y_direct, FOR(1, thread_x_direct, DO(2))))))))

/* A transposition by corners. */
SL_NEST(nest_turn, (i, j), lambdas(2), local_array(float, corner, NEST_CORNER, NEST_CORNER), in(float, 2, x, own),
        out(float, 2, y))
{
    SL_LAMBDA(0)
    {
        corner[SL_OFFSET(i)][SL_OFFSET(j)] = SL_AT(x, i, j);
    }
    SL_LAMBDA(1)
    {
        SL_AT(y, j, i) = corner[SL_OFFSET(i)][SL_OFFSET(j)];
    }
}
SL_NEST_POLICY(nest_turn, stacked,
               TILE(0, fixed(NEST_CORNER), omp,
                    TILE(1, fixed(NEST_CORNER), seq,
                         INIT_LOCAL_MEM(stack, (corner), FOR(0, seq, FOR(1, seq, DO(0))),
                                        FOR(1, seq, FOR(0, seq, DO(1)))))))
SL_NEST_POLICY(nest_turn, kept,
               TILE(0, fixed(NEST_CORNER), omp,
                    TILE(1, fixed(NEST_CORNER), seq, FOR(0, seq, FOR(1, simd, DO(0))),
                         FOR(1, seq, FOR(0, simd, DO(1))))))
SL_NEST_POLICY_CUDA(
    nest_turn, gpu_shared,
    CUDA_KERNEL(TILE(0, fixed(NEST_CORNER), block_y_direct,
                     TILE(1, fixed(NEST_CORNER), block_x_direct,
                          INIT_LOCAL_MEM(shared, (corner), FOR(0, thread_y_direct, FOR(1, thread_x_direct, DO(0))),
                                         SYNC_THREADS, FOR(1, thread_y_direct, FOR(0, thread_x_direct, DO(1))))))))
SL_NEST_POLICY_CUDA(nest_turn, gpu_own,
                    CUDA_KERNEL(TILE(0, fixed(NEST_CORNER), global_y_direct,
                                     TILE(1, fixed(NEST_CORNER), global_x_direct,
                                          INIT_LOCAL_MEM(thread, (corner), FOR(0, seq, FOR(1, seq, DO(0))),
                                                         FOR(1, seq, FOR(0, seq, DO(1))))))))

/* Each element needs those before it. */
SL_NEST(nest_wave, (i, j, k), lambdas(1), inout(uint32_t, 3, h))
{
    SL_LAMBDA(0)
    {
        SL_AT(h, i, j, k) = 3 * SL_AT(h, i - 1, j, k) + 5 * SL_AT(h, i, j - 1, k) + 7 * SL_AT(h, i, j, k - 1);
    }
}
SL_NEST_POLICY(nest_wave, lines, HYPERPLANE(0, (1), omp, FOR(2, seq, DO(0))))
SL_NEST_POLICY(nest_wave, faces, HYPERPLANE(2, (0, 1), omp_static(1), DO(0)))
SL_NEST_POLICY_CUDA(nest_wave, gpu_lines, CUDA_KERNEL(FOR(2, seq, HYPERPLANE(0, (1), thread_x_loop, DO(0)))))
SL_NEST_POLICY_CUDA(nest_wave, gpu_faces, CUDA_KERNEL(fixed(64), HYPERPLANE(2, (0, 1), thread_y_direct, DO(0))))
SL_NEST_POLICY_CUDA(nest_wave, gpu_launches, CUDA_KERNEL(HYPERPLANE(0, (1), global_x_direct, FOR(2, seq, DO(0)))))
SL_NEST_POLICY_CUDA(nest_wave, gpu_turns, CUDA_KERNEL(exp(3, 4), HYPERPLANE(2, (0, 1), global_y_loop, DO(0))))
SL_NEST_POLICY_CUDA(nest_wave, gpu_split,
                    CUDA_KERNEL(HYPERPLANE(0, (1), block_x_direct, TILE(2, fixed(64), seq, FOR(2, seq, DO(0))))))

/* What DO chooses, what threads join, and where they meet. */
SL_NEST(nest_rows, (i, j), lambdas(8), local(int32_t, a), local(int32_t, b), local_array(int32_t, p, 4),
        local_array(int32_t, q, 4), in(int32_t, 2, x), out(int32_t, 2, y), out(int32_t, 2, z))
{
    SL_LAMBDA(0)
    {
        *a = (int32_t)SL_VALUE(0);
        p[SL_VALUE(1)] = *a + 1;
    }
    SL_LAMBDA(1)
    {
        SL_AT(y, i, j) = *a * 1000 + *b * 10000 + q[2] * 100000 + (int32_t)(SL_OFFSET(i) + 16 * SL_OFFSET(j));
    }
    SL_LAMBDA(2)
    {
        *a += SL_AT(x, i, j);
        *b = SL_AT(x, i, j) > *b ? SL_AT(x, i, j) : *b;
    }
    SL_LAMBDA(3)
    {
        SL_AT(y, i, SL_VALUE(0)) = *a;
        *a = -*a;
    }
    SL_LAMBDA(4)
    {
        SL_AT(y, i, 2 + SL_VALUE(0)) = *a + *b;
    }
    SL_LAMBDA(5)
    {
        SL_AT(z, i, j) = 3 * SL_AT(x, i, j);
    }
    SL_LAMBDA(7)
    {
        *a += SL_AT(x, i, j);
    }
    SL_LAMBDA(6) /* what another thread has written */
    {
        SL_AT(y, i, j) = SL_AT(z, SL_EXTENT(z, 0) - 1 - i, j);
    }
}
/* y(j, i): a is 3 and b is 5, q[2] is 6. */
SL_NEST_POLICY(nest_rows, chosen,
               TILE(0, fixed(8), omp,
                    FOR(0, seq,
                        FOR(1, seq, DO(0, values(3)), DO(0, params(a, b, p, q), values(5, 2)), DO(1, segs(1, 0))))))
/* y(i, j): a and b change places, and so do the offsets, but not the indices. */
SL_NEST_POLICY(nest_rows, crossed,
               TILE(0, fixed(8), seq,
                    FOR(0, seq,
                        FOR(1, seq, DO(0, values(3)), DO(0, values(5, 2), params(p, q), params(a, b)),
                            DO(1, offsets(1, 0), params(a, b, b, a))))))
SL_NEST_POLICY(nest_rows, joined,
               FOR(0, seq, DO(0, values(0)), DO(0, params(a, b), values(-1000)), FOR(1, omp, DO(2)),
                   REDUCE(omp, sum, a, DO(3, values(0)), DO(4, values(0))), REDUCE(omp, max, b, DO(4, values(1))),
                   DO(4, values(2))))
SL_NEST_POLICY(nest_rows, alone,
               FOR(0, omp_dynamic(1), DO(0, values(0)), DO(0, params(a, b), values(-1000)), FOR(1, seq, DO(2)),
                   REDUCE(seq, sum, a, DO(3, values(0)), DO(4, values(0))), DO(4, values(1)), DO(4, values(2))))
SL_NEST_POLICY(nest_rows, lanes,
               FOR(0, omp, DO(0, values(7)), DO(0, params(a, b), values(0)), FOR(1, simd_sum(a), DO(7)),
                   DO(4, values(1))))
SL_NEST_POLICY(nest_rows, met, FOR(0, omp_nowait, FOR(1, seq, DO(5))), SYNC_THREADS, FOR(0, omp, FOR(1, simd, DO(6))))
SL_NEST_POLICY_CUDA(nest_rows, gpu_blocks,
                    CUDA_KERNEL(fixed(64), FOR(0, block_x_loop, DO(0, values(0)), DO(0, params(a, b), values(-1000)),
                                               FOR(1, thread_x_loop, DO(2)), REDUCE(block, sum, a, DO(3, values(0))),
                                               REDUCE(block, max, b, DO(4, values(1))))))
SL_NEST_POLICY_CUDA(nest_rows, gpu_warps,
                    CUDA_KERNEL(TILE(0, fixed(4), block_x_direct,
                                     FOR(0, thread_y_direct, DO(0, values(0)), DO(0, params(a, b), values(-1000)),
                                         FOR(1, warp_loop, DO(2)), REDUCE(warp, sum, a, DO(3, values(0))),
                                         REDUCE(warp, max, b, DO(4, values(1)))))))

/* Without a policy. */
SL_NEST(nest_bare, (i), lambdas(1), out(double, 1, x, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(x, i) = 1;
    }
}

SL_KERNEL(nest_none, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = 1;
}
