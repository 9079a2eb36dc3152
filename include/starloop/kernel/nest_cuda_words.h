/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The words of SL_NEST_POLICY_CUDA that others do not have, as tuples.
 *
 * A level is pasted to SL__GRID_LEVEL_ and becomes (form, who, axis, threads): whose place in the grid is the number of
 * an iteration. The launch of CUDA_KERNEL is pasted to SL__GRID_LAUNCH_ and becomes (threads, blocks, by occupancy,
 * bounds of the code).
 */
#ifndef STARLOOP_KERNEL_NEST_CUDA_WORDS_H
#define STARLOOP_KERNEL_NEST_CUDA_WORDS_H

#include <starloop/kernel/nest_words.h>

/* clang-format off */
#define SL__GRID_LEVEL_seq (sl__seq, sl__none, 0, 0)
#define SL__GRID_LEVEL_thread_x_direct (sl__direct, sl__thread, 0, 0)
#define SL__GRID_LEVEL_thread_x_direct_unchecked (sl__unchecked, sl__thread, 0, 0)
#define SL__GRID_LEVEL_thread_x_loop (sl__loop, sl__thread, 0, 0)
#define SL__GRID_LEVEL_thread_y_direct (sl__direct, sl__thread, 1, 0)
#define SL__GRID_LEVEL_thread_y_direct_unchecked (sl__unchecked, sl__thread, 1, 0)
#define SL__GRID_LEVEL_thread_y_loop (sl__loop, sl__thread, 1, 0)
#define SL__GRID_LEVEL_thread_z_direct (sl__direct, sl__thread, 2, 0)
#define SL__GRID_LEVEL_thread_z_direct_unchecked (sl__unchecked, sl__thread, 2, 0)
#define SL__GRID_LEVEL_thread_z_loop (sl__loop, sl__thread, 2, 0)
#define SL__GRID_LEVEL_block_x_direct (sl__direct, sl__block, 0, 0)
#define SL__GRID_LEVEL_block_x_direct_unchecked (sl__unchecked, sl__block, 0, 0)
#define SL__GRID_LEVEL_block_x_loop (sl__loop, sl__block, 0, 0)
#define SL__GRID_LEVEL_block_y_direct (sl__direct, sl__block, 1, 0)
#define SL__GRID_LEVEL_block_y_direct_unchecked (sl__unchecked, sl__block, 1, 0)
#define SL__GRID_LEVEL_block_y_loop (sl__loop, sl__block, 1, 0)
#define SL__GRID_LEVEL_block_z_direct (sl__direct, sl__block, 2, 0)
#define SL__GRID_LEVEL_block_z_direct_unchecked (sl__unchecked, sl__block, 2, 0)
#define SL__GRID_LEVEL_block_z_loop (sl__loop, sl__block, 2, 0)
#define SL__GRID_LEVEL_global_x_direct (sl__direct, sl__global, 0, 0)
#define SL__GRID_LEVEL_global_x_direct_unchecked (sl__unchecked, sl__global, 0, 0)
#define SL__GRID_LEVEL_global_x_loop (sl__loop, sl__global, 0, 0)
#define SL__GRID_LEVEL_global_y_direct (sl__direct, sl__global, 1, 0)
#define SL__GRID_LEVEL_global_y_direct_unchecked (sl__unchecked, sl__global, 1, 0)
#define SL__GRID_LEVEL_global_y_loop (sl__loop, sl__global, 1, 0)
#define SL__GRID_LEVEL_global_z_direct (sl__direct, sl__global, 2, 0)
#define SL__GRID_LEVEL_global_z_direct_unchecked (sl__unchecked, sl__global, 2, 0)
#define SL__GRID_LEVEL_global_z_loop (sl__loop, sl__global, 2, 0)
#define SL__GRID_LEVEL_thread_x_syncable_loop (sl__syncable, sl__thread, 0, 0)
#define SL__GRID_LEVEL_thread_y_syncable_loop (sl__syncable, sl__thread, 1, 0)
#define SL__GRID_LEVEL_thread_z_syncable_loop (sl__syncable, sl__thread, 2, 0)
#define SL__GRID_LEVEL_thread_size_x_direct(N_) (sl__direct, sl__thread, 0, N_)
#define SL__GRID_LEVEL_thread_size_x_loop(N_) (sl__loop, sl__thread, 0, N_)
#define SL__GRID_LEVEL_thread_size_y_direct(N_) (sl__direct, sl__thread, 1, N_)
#define SL__GRID_LEVEL_thread_size_y_loop(N_) (sl__loop, sl__thread, 1, N_)
#define SL__GRID_LEVEL_thread_size_z_direct(N_) (sl__direct, sl__thread, 2, N_)
#define SL__GRID_LEVEL_thread_size_z_loop(N_) (sl__loop, sl__thread, 2, N_)
#define SL__GRID_LEVEL_block_size_x_direct(N_) (sl__direct, sl__block, 0, N_)
#define SL__GRID_LEVEL_block_size_x_loop(N_) (sl__loop, sl__block, 0, N_)
#define SL__GRID_LEVEL_block_size_y_direct(N_) (sl__direct, sl__block, 1, N_)
#define SL__GRID_LEVEL_block_size_y_loop(N_) (sl__loop, sl__block, 1, N_)
#define SL__GRID_LEVEL_block_size_z_direct(N_) (sl__direct, sl__block, 2, N_)
#define SL__GRID_LEVEL_block_size_z_loop(N_) (sl__loop, sl__block, 2, N_)
#define SL__GRID_LEVEL_global_size_x_direct(N_) (sl__direct, sl__global, 0, N_)
#define SL__GRID_LEVEL_global_size_x_loop(N_) (sl__loop, sl__global, 0, N_)
#define SL__GRID_LEVEL_global_size_y_direct(N_) (sl__direct, sl__global, 1, N_)
#define SL__GRID_LEVEL_global_size_y_loop(N_) (sl__loop, sl__global, 1, N_)
#define SL__GRID_LEVEL_global_size_z_direct(N_) (sl__direct, sl__global, 2, N_)
#define SL__GRID_LEVEL_global_size_z_loop(N_) (sl__loop, sl__global, 2, N_)
/* Threads along several axes as one, the first one fastest: two bits an axis, 3 behind the last. */
#define SL__GRID_LEVEL_thread_xy_direct (sl__direct, sl__flat, 52, 0)
#define SL__GRID_LEVEL_thread_xy_loop (sl__loop, sl__flat, 52, 0)
#define SL__GRID_LEVEL_thread_xz_direct (sl__direct, sl__flat, 56, 0)
#define SL__GRID_LEVEL_thread_xz_loop (sl__loop, sl__flat, 56, 0)
#define SL__GRID_LEVEL_thread_yx_direct (sl__direct, sl__flat, 49, 0)
#define SL__GRID_LEVEL_thread_yx_loop (sl__loop, sl__flat, 49, 0)
#define SL__GRID_LEVEL_thread_yz_direct (sl__direct, sl__flat, 57, 0)
#define SL__GRID_LEVEL_thread_yz_loop (sl__loop, sl__flat, 57, 0)
#define SL__GRID_LEVEL_thread_zx_direct (sl__direct, sl__flat, 50, 0)
#define SL__GRID_LEVEL_thread_zx_loop (sl__loop, sl__flat, 50, 0)
#define SL__GRID_LEVEL_thread_zy_direct (sl__direct, sl__flat, 54, 0)
#define SL__GRID_LEVEL_thread_zy_loop (sl__loop, sl__flat, 54, 0)
#define SL__GRID_LEVEL_thread_xyz_direct (sl__direct, sl__flat, 36, 0)
#define SL__GRID_LEVEL_thread_xyz_loop (sl__loop, sl__flat, 36, 0)
#define SL__GRID_LEVEL_thread_xzy_direct (sl__direct, sl__flat, 24, 0)
#define SL__GRID_LEVEL_thread_xzy_loop (sl__loop, sl__flat, 24, 0)
#define SL__GRID_LEVEL_thread_yxz_direct (sl__direct, sl__flat, 33, 0)
#define SL__GRID_LEVEL_thread_yxz_loop (sl__loop, sl__flat, 33, 0)
#define SL__GRID_LEVEL_thread_yzx_direct (sl__direct, sl__flat, 9, 0)
#define SL__GRID_LEVEL_thread_yzx_loop (sl__loop, sl__flat, 9, 0)
#define SL__GRID_LEVEL_thread_zxy_direct (sl__direct, sl__flat, 18, 0)
#define SL__GRID_LEVEL_thread_zxy_loop (sl__loop, sl__flat, 18, 0)
#define SL__GRID_LEVEL_thread_zyx_direct (sl__direct, sl__flat, 6, 0)
#define SL__GRID_LEVEL_thread_zyx_loop (sl__loop, sl__flat, 6, 0)
#define SL__GRID_LEVEL_warp_direct (sl__direct, sl__warp, 0, 0)
#define SL__GRID_LEVEL_warp_direct_unchecked (sl__unchecked, sl__warp, 0, 0)
#define SL__GRID_LEVEL_warp_loop (sl__loop, sl__warp, 0, 0)
#define SL__GRID_LEVEL_warp_masked_direct(BITS_, FROM_) (sl__direct, sl__lane, (BITS_) * 8 + (FROM_), 1 << (BITS_))
#define SL__GRID_LEVEL_warp_masked_loop(BITS_, FROM_) (sl__loop, sl__lane, (BITS_) * 8 + (FROM_), 1 << (BITS_))
#define SL__GRID_LEVEL_NAMES \
    "seq, thread_x_direct, block_y_loop, global_z_direct_unchecked, thread_size_x_loop(threads), " \
    "thread_x_syncable_loop, warp_direct, warp_masked_loop(bits, from) or one alike"

/* CUDA_KERNEL(launch, statements) and CUDA_KERNEL(statements): (launch, statements). */
#define SL__GRID_KERNEL_CUDA_KERNEL(...) (SL__GRID_KERNEL(__VA_ARGS__, sl__end))
#define SL__GRID_KERNEL(W_, ...) SL__GRID_KERNEL2(SL__GRID_LAUNCH_##W_, W_, __VA_ARGS__)
#define SL__GRID_KERNEL2(T_, ...) SL__CAT(SL__GRID_KERNEL_IS_, SL__IS_TUPLE(T_))(T_, __VA_ARGS__)
#define SL__GRID_KERNEL_IS_0(T_, ...) (0, 0, 0, ), __VA_ARGS__
#define SL__GRID_KERNEL_IS_1(T_, W_, ...) T_, __VA_ARGS__
#define SL__GRID_LAUNCH_fixed(N_) (N_, 0, 0, __launch_bounds__(N_))
#define SL__GRID_LAUNCH_fixed_sm(N_, M_) (N_, 0, 0, __launch_bounds__(N_, M_))
#define SL__GRID_LAUNCH_occ (0, 0, 1, )
#define SL__GRID_LAUNCH_exp(M_, N_) (N_, M_, 0, SL__GRID_BOUNDS(N_))
/* clang-format on */

#endif
