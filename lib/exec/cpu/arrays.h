/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reductions into arrays: blocks of a loop have copies, with the operator's identity at first, and these are
 *  joined in pairs. doc/spec/reductions.md says what the blocks are. */
#ifndef STARLOOP_LIB_EXEC_CPU_ARRAYS_H
#define STARLOOP_LIB_EXEC_CPU_ARRAYS_H

#include "exec/cpu/copies.h"

/** The policy of such a loop: units are iterations, in lexicographic order, whatever was asked for.
 *  @param[in,out] policy  the loop's own one  @return it */
const sl_policy *sl__arrays_policy(sl_policy *policy, int rank);

/** What an argument sees of its view, from the packed arguments. @param[in] window  NULL: all of it, as it is */
void sl__arrays_see(sl__copied *v, const void *args, const sl__window *window);

/** A block's copy of an array is made to hold the identity. An only one may be the view itself.
 *  @return where its element with the index 0 is, or would be */
void *sl__arrays_take(const sl__copies *c, const sl__copied *v, int copy);

/** Joins elements [at, end) of all copies, which are overwritten, and puts them into the view. */
void sl__arrays_join(const sl__copies *c, const sl__copied *v, sl_index at, sl_index end);

#endif
