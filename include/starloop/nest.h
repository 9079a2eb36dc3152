/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Calling nests of loops.
 *
 * A nest that SL_NEST (starloop/kernel.h) defines, or SL_NEST_DECLARE declares, is called with
 *
 *     sl_nest(name, space, arguments...)               queued, returns at once
 *     sl_nest_with(policy, name, space, arguments...)
 *
 * as sl_forall() is: over a box or product, with one argument for each word of the nest but local and local_array. The
 * loops are those of its first SL_NEST_POLICY on CPUs and of its first SL_NEST_POLICY_CUDA on a GPU, if it has one; or
 * of those that the call names: SL_POLICY(.nest = "tiled"), SL_POLICY(.nest = "tiled, blocks"). SL_POLICY(.nest =
 * "auto") has the first calls of a size try each, up to eight of a side, and keeps the fastest; results may differ as
 * those of the policies do. One that names policies for one side only runs there. A range for which a CUDA policy has
 * no grid is an error of the call. Along an empty dimension loops have no turn; what stands outside of them in the
 * policy runs as in C.
 *
 * Of a policy .where, .schedule, .priority, .synchronous, .label and .nest have a meaning: SL_SEQ and SL_SIMD run the
 * nest on one thread, all others as its own policy says. Others are refused.
 */
#ifndef STARLOOP_NEST_H
#define STARLOOP_NEST_H

#include <starloop/kernel/nest_words.h>
#include <starloop/loop.h>

/** Queues nest @p k over a space: sl_nest(matmul, SL_BOX(0, n, 0, n, 0, n), a, b, c). */
#define sl_nest(k, ...) k##__submit(SL__CALLED(SL__NEST_CALL, k##__signature_), NULL, __VA_ARGS__)
/** sl_nest under a policy. */
#define sl_nest_with(policy, k, ...) \
    k##__submit(SL__CALLED(SL__NEST_CALL, k##__signature_), SL__POLICY(policy), __VA_ARGS__)

#endif
