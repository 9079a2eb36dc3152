/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The operators of reductions: one block each, from which the kernel language and the library are made.
 *
 * To add one, write its block and put it into the list and the sentence at the end. A block has
 *
 *     SL__IS_SL_OPERATOR_word         the probe by which SL_KERNEL knows the word
 *     SL__OP_SL_OPERATOR_word         its enumerator
 *     SL__IDENTITY_SL_OPERATOR_word   its identity, given the largest and the smallest value (or infinity) of a type
 *     SL__JOIN_SL_OPERATOR_word       joins a partial result B_ into A_
 *
 * A join is used on CPUs, on devices, and by the library, for every built-in type; its order is that of
 * doc/spec/reductions.md. A NaN never replaces a minimum or maximum.
 */
#ifndef STARLOOP_KERNEL_OPERATORS_H
#define STARLOOP_KERNEL_OPERATORS_H

/* clang-format off */

#define SL__IS_SL_OPERATOR_sum SL__PROBE
#define SL__OP_SL_OPERATOR_sum SL__SUM
#define SL__IDENTITY_SL_OPERATOR_sum(LARGEST_, SMALLEST_) 0
#define SL__JOIN_SL_OPERATOR_sum(A_, B_) (A_) += (B_)

#define SL__IS_SL_OPERATOR_min SL__PROBE
#define SL__OP_SL_OPERATOR_min SL__MIN
#define SL__IDENTITY_SL_OPERATOR_min(LARGEST_, SMALLEST_) LARGEST_
#define SL__JOIN_SL_OPERATOR_min(A_, B_) (A_) = (B_) < (A_) ? (B_) : (A_)

#define SL__IS_SL_OPERATOR_max SL__PROBE
#define SL__OP_SL_OPERATOR_max SL__MAX
#define SL__IDENTITY_SL_OPERATOR_max(LARGEST_, SMALLEST_) SMALLEST_
#define SL__JOIN_SL_OPERATOR_max(A_, B_) (A_) = (B_) > (A_) ? (B_) : (A_)

#define SL__IS_SL_OPERATOR_prod SL__PROBE
#define SL__OP_SL_OPERATOR_prod SL__PROD
#define SL__IDENTITY_SL_OPERATOR_prod(LARGEST_, SMALLEST_) 1
#define SL__JOIN_SL_OPERATOR_prod(A_, B_) (A_) *= (B_)

/* All of them: X_(word). The order is that of the enumerators, which compiled kernels hold: a new one comes last. */
#define SL__OPERATORS(X_) X_(sum) X_(min) X_(max) X_(prod)
#define SL__OPERATOR_NAMES "sum, min, max and prod"
enum { SL__SUM = 1, SL__MIN, SL__MAX, SL__PROD, SL__OPERATORS_END };

/* clang-format on */

#endif
