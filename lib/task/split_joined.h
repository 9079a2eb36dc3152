/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops in parts that reduce into arrays, or scatter: each part has copies of the arrays, or of what it
 * scatters into, and the task behind all parts joins them into the views.
 *
 * The copies lie in main memory, in the call's own. Those of arrays are the blocks of doc/spec/reductions.md: a part
 * has some of the whole loop's, so the result is that of the loop unsplit, to the last bit. A part joins as many of its
 * blocks as make a branch of the tree, and leaves that. Of what a loop scatters into a part has one copy, and copies
 * are joined in the order of the parts. */
#ifndef STARLOOP_LIB_TASK_SPLIT_JOINED_H
#define STARLOOP_LIB_TASK_SPLIT_JOINED_H

#include "task/split.h"

/** What a loop's parts leave for the task behind them, by what its arguments join. Both in one kernel: not in parts. */
enum { SL__JOINED_NOTHING = 0, SL__JOINED_ARRAYS, SL__JOINED_COPIES, SL__JOINED_BOTH };

/** @return which of them; of a loop whose parts could not do so #SL__JOINED_BOTH: a view that it scatters into has
 * gaps, or the policy wants the order of the sums that the loop has unsplit. */
int sl__split_joined(const sl__task *task);

/** Fills in plan->joined and plan->blocks of a plan whose space is cut. @return 0: the loop cannot run in parts. */
int sl__split_joined_plan(sl__split_plan *plan);

/** Has a plan for devices, whose space is cut at the borders of its views' parts, leave the results of their blocks, of
 *  plan->each iterations. @return 0: a block of an array would lie in two parts */
int sl__split_joined_exactly(sl__split_plan *plan);

/** Whether copies are worth it: small beside what the loop moves. @return 0: it runs whole. */
int sl__split_joined_pays(const sl__split_plan *plan);

/** The blocks of a part of a loop that reduces into arrays, first to end. @return how many blocks of the whole loop
 * make one branch of the tree: the first one is a multiple of it. */
sl_index sl__split_joined_run(const sl__split_plan *plan, int number, sl_index *first, sl_index *end);

/** The rows that hold the iterations of these blocks, begin to end, as places along dimension 0; the first and the last
 *  may be shared with the parts beside it. */
void sl__split_joined_rows(const sl__split_plan *plan, int number, sl_index *begin, sl_index *end);

/** @return bytes of one copy of an argument, a multiple of 64. */
size_t sl__split_joined_bytes(const sl__task *task, int i);

/** @return bytes of all copies that the parts of a loop leave of an argument, a multiple of 64. */
size_t sl__split_joined_room(const sl__split_plan *plan, int i);

/** @return where the copies of an argument that a part leaves begin. */
void *sl__split_joined_copy(const sl__part *part, int i);

/** Makes a part's copies of what it scatters into hold what changes nothing. @param[out] copy  [count] elements */
void sl__split_joined_fill(const sl__task *task, int i, void *copy);

/** Joins what all parts have left into the views. @param[in] targets  [views of the task] struct sl__interface each, in
 *  main memory; of views that are no targets NULL */
void sl__split_joined_end(sl__split_loop *call, void *const targets[]);

#endif
