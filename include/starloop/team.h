/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Launching team kernels.
 *
 * A kernel that SL_TEAM_KERNEL (starloop/kernel.h) defines, or SL_KERNEL_DECLARE declares, is called with
 *
 *     sl_launch(policy, name, arguments...)     queued, returns at once; with a result in host memory when it is there
 *
 * as sl_forall_with() is, but that the policy says how many teams there are: SL_POLICY(.league = n, .team = 32,
 * .vector = 4, .scratch_bytes = 4096), or .leagues = SL_EXTENTS(n0, n1) in place of .league. Member i of the league, 0
 * to .league - 1, is iteration i of the loop that the launch is: .where, .schedule, .chunk, .grid, .occupancy,
 * .priority, .synchronous, .split, .scatter and .label mean what they mean for that. A GPU that has not .scratch_bytes
 * and the kernel's scratch arrays of shared memory for a CUDA block, or of device memory for scratch_global and its
 * like, does not run the launch: CPUs do, unless .where = #SL_CUDA, which is refused. Not in a loop over an index set;
 * in regions as other loops.
 */
#ifndef STARLOOP_TEAM_H
#define STARLOOP_TEAM_H

#include <starloop/kernel/scratch_words.h>
#include <starloop/loop.h>

/** Queues team kernel @p k for the league of the policy: sl_launch(SL_POLICY(.league = n), spmv, row, column, x, y). */
#define sl_launch(policy, k, ...) \
    k##__submit(SL__CALLED(SL__LAUNCH_CALL, k##__signature_), SL__POLICY(policy), SL_RANGE(0, 0), __VA_ARGS__)

#endif
