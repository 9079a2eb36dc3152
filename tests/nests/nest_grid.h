/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The table of tests/nests/nest_grid.c: each level of SL_NEST_POLICY_CUDA, and the statements that take one.
 *
 * A level that leaves some threads of a block to another one has that around the dimension 0, in what it takes. */
#ifndef STARLOOP_TESTS_NEST_GRID_H
#define STARLOOP_TESTS_NEST_GRID_H

#include <starloop.h>

SL_NEST_DECLARE(nest_grid, (i, j, k), lambdas(3), scalar(int32_t, size), local(int32_t, count),
                inout(int32_t, 3, seen));

/* clang-format off */
/** X(name, level, level of dimension 0) */
#define GRID_AXES(X, WHO) \
    X(WHO##_x_direct, WHO##_x_direct, seq) X(WHO##_x_loop, WHO##_x_loop, seq) \
    X(WHO##_y_direct, WHO##_y_direct, seq) X(WHO##_y_loop, WHO##_y_loop, seq) \
    X(WHO##_z_direct, WHO##_z_direct, seq) X(WHO##_z_loop, WHO##_z_loop, seq)
#define GRID_LEVELS(X) \
    X(seq, seq, seq) \
    GRID_AXES(X, thread) GRID_AXES(X, block) GRID_AXES(X, global) \
    X(thread_x_syncable_loop, thread_x_syncable_loop, seq) X(thread_y_syncable_loop, thread_y_syncable_loop, seq) \
    X(thread_z_syncable_loop, thread_z_syncable_loop, seq) \
    X(thread_size_x_direct, thread_size_x_direct(10), seq) X(thread_size_y_loop, thread_size_y_loop(6), seq) \
    X(block_size_x_direct, block_size_x_direct(8), thread_x_loop) \
    X(block_size_z_loop, block_size_z_loop(4), thread_z_loop) \
    X(global_size_x_direct, global_size_x_direct(8), seq) X(global_size_y_loop, global_size_y_loop(8), seq) \
    X(thread_xy_direct, thread_xy_direct, seq) X(thread_yx_loop, thread_yx_loop, seq) \
    X(thread_xyz_loop, thread_xyz_loop, seq) X(thread_zyx_direct, thread_zyx_direct, seq) \
    X(warp_direct, warp_direct, seq) X(warp_loop, warp_loop, seq) \
    X(warp_masked_direct, warp_masked_direct(4, 1), warp_masked_loop(1, 0)) \
    X(warp_masked_loop, warp_masked_loop(4, 0), warp_masked_loop(1, 4))
/** Levels that check no range: no HYPERPLANE takes them. */
#define GRID_SIZED(X, A) \
    X(thread_size_##A##_direct_unchecked, thread_size_##A##_direct_unchecked(32), seq) \
    X(block_size_##A##_direct_unchecked, block_size_##A##_direct_unchecked(8), thread_##A##_loop) \
    X(global_size_##A##_direct_unchecked, global_size_##A##_direct_unchecked(8), seq)
#define GRID_UNCHECKED(X) \
    GRID_SIZED(X, x) GRID_SIZED(X, y) GRID_SIZED(X, z) \
    X(thread_x_direct_unchecked, thread_x_direct_unchecked, seq) \
    X(thread_y_direct_unchecked, thread_y_direct_unchecked, seq) \
    X(thread_z_direct_unchecked, thread_z_direct_unchecked, seq) \
    X(block_x_direct_unchecked, block_x_direct_unchecked, seq) \
    X(block_y_direct_unchecked, block_y_direct_unchecked, seq) \
    X(block_z_direct_unchecked, block_z_direct_unchecked, seq) \
    X(global_x_direct_unchecked, global_x_direct_unchecked, seq) \
    X(global_y_direct_unchecked, global_y_direct_unchecked, seq) \
    X(global_z_direct_unchecked, global_z_direct_unchecked, seq) \
    X(thread_xy_direct_unchecked, thread_xy_direct_unchecked, seq) \
    X(thread_zyx_direct_unchecked, thread_zyx_direct_unchecked, seq) \
    X(warp_direct_unchecked, warp_direct_unchecked, seq)
/* clang-format on */

#endif
