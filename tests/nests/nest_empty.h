/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Policies of nest_empty.c, whose text it reads: each statement, with others outside and inside of loops.
 *
 * In `seen` there is a count for each lambda and point. Lambda 3 sets `total` to 1, lambda 4 counts by it. */
#ifndef STARLOOP_TESTS_NEST_EMPTY_H
#define STARLOOP_TESTS_NEST_EMPTY_H

#include <starloop.h>

enum { EMPTY_FIRST = 2, EMPTY_SIDE = 8, DEEP_FIRST = 1, DEEP_SIDE = 3, DEEP_LAMBDAS = 13 };

SL_NEST_DECLARE(empty_nest, (i, j, k), lambdas(5), scalar(int32_t, size), scalar(int32_t, flag), local(int32_t, count),
                local(int32_t, total), local_array(int32_t, room, 4), inout(int32_t, 2, seen, atomic));
SL_NEST_DECLARE(empty_deep, (a, b, c, d, e, f), lambdas(13), inout(int32_t, 2, seen, atomic));
SL_NEST_DECLARE(empty_own, (i, j), lambdas(2), scalar(int32_t, raise), out(int32_t, 1, y, own(0)),
                out(int32_t, 2, z, own));
SL_NEST_DECLARE(empty_checked, (i, j), lambdas(2), scalar(int32_t, raise), out(int32_t, 1, y, own(0)),
                out(int32_t, 2, z, own));

/* clang-format off */
/** A nest whose views have own elements, by one lambda each, and its policies; an argument has it fail. */
#define EMPTY_OWN(NEST) \
    SL_NEST(NEST, (i, j), lambdas(2), scalar(int32_t, raise), out(int32_t, 1, y, own(0)), out(int32_t, 2, z, own)) \
    { \
        SL_LAMBDA(0) \
        { \
            if (raise) \
                SL_RAISE(3); \
            SL_AT(y, i) = 5; \
        } \
        SL_LAMBDA(1) \
        { \
            SL_AT(z, i, j) = 6; \
        } \
    } \
    SL_NEST_POLICY(NEST, outside, FOR(0, omp, DO(0), FOR(1, seq, DO(1)))) \
    SL_NEST_POLICY(NEST, inside, FOR(0, omp, FOR(1, seq, DO(0), DO(1))))

/** X(name, statements) */
#define EMPTY_CPU(X) \
    X(plain, DO(0), FOR(0, seq, DO(1), FOR(1, seq, DO(2), FOR(2, seq, DO(3)), DO(4)), DO(0)), DO(1)) \
    X(inner_first, FOR(2, seq, DO(0), FOR(1, seq, DO(1), FOR(0, seq, DO(2)), DO(1)), DO(0))) \
    X(vectors, FOR(0, seq, DO(0), FOR(1, seq, DO(1), FOR(2, simd, DO(2)), DO(3)))) \
    X(sums, FOR(0, omp, DO(3), FOR(1, simd_sum(count), DO(1)), DO(4))) \
    X(threads, DO(0), FOR(0, omp, DO(1), FOR(1, seq, DO(2), FOR(2, seq, DO(3)), DO(4)), DO(0)), DO(1)) \
    X(chunks, FOR(0, omp_static(2), DO(0), FOR(1, seq, DO(1))), FOR(1, omp_dynamic(1), DO(2)), \
      FOR(2, omp_guided(1), DO(1)), DO(0)) \
    X(inside, DO(0), FOR(1, seq, DO(1), FOR(0, omp, DO(2), FOR(2, seq, DO(0))), DO(1)), DO(2)) \
    X(no_wait, FOR(0, omp_nowait, DO(0), FOR(1, seq, DO(1))), SYNC_THREADS, FOR(1, omp, DO(2)), SYNC_THREADS, DO(0)) \
    X(two, DO(0), COLLAPSE(omp, (0, 1), DO(1), FOR(2, seq, DO(2)), DO(1)), DO(0)) \
    X(two_in_turn, COLLAPSE(seq, (2, 0), DO(0), FOR(1, seq, DO(1)), DO(2))) \
    X(two_in_vectors, FOR(2, seq, DO(0), COLLAPSE(simd, (0, 1), DO(1)), DO(2))) \
    X(two_in_chunks, FOR(1, seq, DO(0), COLLAPSE(omp_dynamic(2), (2, 0), DO(1)), DO(2))) \
    X(three, DO(0), COLLAPSE(omp, (0, 1, 2), DO(1)), DO(2)) \
    X(three_in_turn, DO(0), COLLAPSE(seq, (2, 1, 0), DO(1)), DO(2)) \
    X(tiles, DO(0), TILE(0, fixed(2), omp, DO(1), FOR(0, seq, DO(2), FOR(1, seq, DO(0))), DO(1)), DO(2)) \
    X(tiles_of_tiles, TILE(0, fixed(2), seq, DO(0), TILE(1, dynamic(size), omp_dynamic(1), DO(1), FOR(1, seq, DO(2), \
      FOR(0, seq, DO(0), FOR(2, simd, DO(1)))), DO(2)), DO(1))) \
    X(tiles_counted, TILE_TCOUNT(2, count, dynamic(size), omp, IF(local(count), DO(0)), FOR(2, seq, DO(1), \
      FOR(0, seq, DO(2))), DO(0)), DO(1)) \
    X(counted, FOR_ICOUNT(0, count, omp, IF(local(count), DO(0)), IF(no(local(count)), DO(1)), FOR(1, seq, DO(2)))) \
    X(lines, DO(0), HYPERPLANE(0, (1), omp, DO(1), FOR(2, seq, DO(2)), DO(0)), DO(1)) \
    X(lines_inside, FOR(2, seq, DO(0), HYPERPLANE(1, (0), seq, DO(1)), DO(2))) \
    X(faces, DO(0), HYPERPLANE(2, (0, 1), omp_static(1), DO(1)), DO(2)) \
    X(conditions, IF(scalar(flag), DO(0), FOR(0, omp, DO(1), IF(no(scalar(flag)), DO(2)))), IF(no(scalar(flag)), \
      DO(0)), \
      IF(scalar(flag), FOR(1, seq, DO(2)))) \
    X(joined, DO(3), FOR(0, seq, DO(0), FOR(1, omp, DO(1))), REDUCE(omp, prod, total, DO(4)), DO(2)) \
    X(joined_least, DO(3), FOR(2, seq, FOR(0, omp, DO(1)), REDUCE(omp, min, total, DO(4))), DO(4)) \
    X(joined_deep, DO(3), FOR(0, seq, FOR(1, seq, FOR(2, omp, DO(1)))), REDUCE(omp, max, total, DO(4))) \
    X(joined_alone, FOR(1, omp, DO(3), FOR(0, seq, DO(1)), REDUCE(seq, prod, total, DO(4)))) \
    X(memory, FOR(0, omp, DO(0), INIT_LOCAL_MEM(stack, (room), DO(1), FOR(1, seq, DO(2)), DO(1)), DO(0))) \
    X(chosen, FOR(0, seq, DO(0), FOR(1, seq, DO(1, params(total, count)), DO(2, values(3))), DO(1, values(1))), DO(2)) \
    X(several, FOR(0, omp, DO(0, 1), FOR(2, seq, DO(2, 0)), DO(1, 2)), DO(0, 1, 2))

#define EMPTY_CUDA(X) \
    X(grid_blocks, FOR(0, block_x_direct, DO(0), FOR(1, thread_x_direct, DO(1), FOR(2, seq, DO(2))), DO(3))) \
    X(grid_loops, DO(0), FOR(0, block_y_loop, DO(1), FOR(1, thread_y_loop, DO(2), FOR(2, seq, DO(0))), DO(1)), DO(2)) \
    X(grid_all, FOR(1, global_y_direct, DO(0), FOR(0, global_x_direct, DO(1), FOR(2, seq, DO(2)), DO(3)))) \
    X(grid_all_loops, exp(3, 4), DO(0), FOR(2, global_z_loop, DO(1), FOR(1, global_x_loop, DO(2))), DO(3)) \
    X(grid_unchecked, DO(0), FOR(0, block_x_direct_unchecked, DO(1), FOR(1, thread_x_direct_unchecked, DO(2), \
      FOR(2, thread_y_direct_unchecked, DO(3))), DO(0)), DO(1)) \
    X(grid_unchecked_all, DO(0), FOR(1, seq, DO(1), FOR(0, block_y_direct_unchecked, DO(2))), \
      FOR(2, thread_z_direct_unchecked, DO(3))) \
    X(grid_unchecked_beside, FOR(0, thread_x_direct, DO(0)), FOR(1, thread_y_direct_unchecked, DO(1)), \
      FOR(2, block_z_direct_unchecked, DO(2))) \
    X(grid_unchecked_waits, DO(0), FOR(0, thread_x_direct_unchecked, DO(1), SYNC_THREADS, FOR(1, seq, DO(2))), DO(3)) \
    X(grid_global_unchecked, fixed(1), DO(0), FOR(1, global_x_direct_unchecked, DO(1), FOR(0, seq, DO(2)))) \
    X(grid_unchecked_tiles, TILE(0, fixed(1), block_x_direct_unchecked, DO(0), FOR(0, thread_x_direct_unchecked, \
      DO(1), \
      FOR(1, seq, DO(2))))) \
    X(grid_tiles, DO(0), TILE(0, fixed(2), block_x_direct, DO(1), TILE(1, dynamic(size), block_y_loop, DO(2), \
      FOR(0, thread_y_direct, DO(3), FOR(1, thread_x_loop, DO(0)))), DO(2))) \
    X(grid_counted, TILE_TCOUNT(2, count, fixed(2), block_x_direct, IF(local(count), DO(0)), FOR(2, thread_x_direct, \
      DO(1), FOR(0, seq, DO(2)))), FOR_ICOUNT(1, count, seq, IF(no(local(count)), DO(3)))) \
    X(grid_said, DO(0), FOR(0, thread_size_x_loop(4), DO(1), FOR(1, block_size_y_direct(3), DO(2))), DO(3)) \
    X(grid_flat, DO(0), FOR(0, thread_xy_direct, DO(1), FOR(1, seq, DO(2))), FOR(2, thread_zyx_loop, DO(3))) \
    X(grid_warps, DO(0), FOR(0, thread_y_direct, DO(1), FOR(1, warp_loop, DO(2)), DO(1)), FOR(2, warp_direct, DO(3))) \
    X(grid_lanes, DO(0), FOR(0, warp_masked_direct(2, 0), DO(1), FOR(1, warp_masked_loop(2, 2), DO(2))), DO(3)) \
    X(grid_waits, DO(0), SYNC_THREADS, FOR(0, thread_x_syncable_loop, DO(1), SYNC_THREADS, FOR(1, seq, DO(2), \
      SYNC_THREADS), DO(0)), SYNC_THREADS, DO(1)) \
    X(grid_memory, FOR(0, block_x_direct, DO(0), INIT_LOCAL_MEM(shared, (room), FOR(1, thread_x_direct, DO(1)), \
      SYNC_THREADS, DO(2)), DO(3))) \
    X(grid_joined, DO(3), FOR(0, block_x_loop, FOR(1, thread_x_loop, DO(1)), REDUCE(block, prod, total, DO(4)), \
      DO(2)), \
      DO(0)) \
    X(grid_joined_warps, DO(3), FOR(0, thread_y_direct, FOR(1, warp_loop, DO(1)), REDUCE(warp, min, total, DO(4)))) \
    X(grid_lines, DO(0), FOR(2, seq, DO(1), HYPERPLANE(0, (1), thread_x_loop, DO(2)), DO(3)), DO(0)) \
    X(grid_faces, fixed(64), DO(0), HYPERPLANE(2, (0, 1), thread_y_direct, DO(1)), DO(2)) \
    X(grid_launches, exp(0, 2), HYPERPLANE(0, (1), global_x_direct, DO(0), FOR(2, seq, DO(1)), DO(2))) \
    X(grid_turns, exp(2, 1), HYPERPLANE(1, (2, 0), block_x_loop, DO(0)))

#define EMPTY_DEEP(X) \
    X(deep, DO(0), FOR(0, seq, DO(1), FOR(1, seq, DO(2), FOR(2, seq, DO(3), FOR(3, seq, DO(4), FOR(4, seq, DO(5), \
      FOR(5, seq, DO(6)), DO(7)), DO(8)), DO(9)), DO(10)), DO(11)), DO(12)) \
    X(deep_threads, DO(0), FOR(5, omp, DO(1), FOR(4, seq, DO(2), FOR(3, seq, DO(3), FOR(2, seq, DO(4), FOR(1, seq, \
      DO(5), \
      FOR(0, simd, DO(6)), DO(7)), DO(8)), DO(9)), DO(10)), DO(11)), DO(12)) \
    X(deep_inside, FOR(0, seq, DO(1), FOR(1, seq, DO(2), FOR(2, seq, DO(3), FOR(3, seq, DO(4), FOR(4, seq, DO(5), \
      FOR(5, omp, DO(6)), DO(7)), DO(8)), DO(9)), DO(10)), DO(11)), DO(12)) \
    X(deep_two, COLLAPSE(omp, (0, 1, 2), DO(0), COLLAPSE(seq, (3, 4), DO(1), TILE(5, fixed(1), seq, DO(2), \
      FOR(5, seq, DO(3)), DO(4)), DO(5)), DO(6)), DO(7))
#define EMPTY_DEEP_CUDA(X) \
    X(grid_deep, DO(0), FOR(0, block_x_direct, DO(1), FOR(1, block_y_loop, DO(2), FOR(2, block_z_direct, DO(3), \
      FOR(3, thread_x_direct, DO(4), FOR(4, thread_y_loop, DO(5), FOR(5, thread_z_direct, DO(6)), DO(7)), DO(8)), \
      DO(9)), \
      DO(10)), DO(11)), DO(12))
/* clang-format on */

#endif
