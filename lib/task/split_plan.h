/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Into which parts a loop is cut, and on which group each runs: pure functions of a task and of what its
 *         views ask for. */
#ifndef STARLOOP_LIB_TASK_SPLIT_PLAN_H
#define STARLOOP_LIB_TASK_SPLIT_PLAN_H

#include "task/split.h"

/** Tests only: so many parts whatever a loop is worth; 0: what it is worth. */
extern int sl__split_always;

/** Where part number @p k along an axis begins, for k from 0 to its parts. */
sl_index sl__split_cut(const sl__split_axis *axis, int k);

/** Lays out a loop from view[].whole and view[].count, of which those that are not whole have one above 1.
 *  @return 1; 0 when it cannot run in parts. */
int sl__split_plan_make(sl__split_plan *plan);

/** The indices of a part. @return 0 when it is empty. */
int sl__split_box(const sl__split_plan *plan, int number, sl_space *box);

/** What a part's task uses. @param[out] use  [what was counted], or NULL to count  @return how many; more than
 *  SL__PART_USES: too many. */
int sl__split_uses(const sl__split_plan *plan, const sl_space *box, sl__part_use use[]);

/** Cuts the loop at the borders of its views' parts and nowhere else: where parts are apart a loop's part has no other
 *  indices than those. @return 0: what it reduces would not be what it is unsplit there, for a tile of a device
 *  (kernel/blocks.h) would lie in two parts. */
int sl__split_cut_exactly(sl__split_plan *plan);

/** @return how many partial results the loop's reductions have, of blocks or of a device's tiles; 0: it does not reduce
 */
sl_index sl__split_results(const sl__split_plan *plan);

/** Whether parts may be apart: each has one part of every view for itself, and reads of the others no more than rows of
 *  the two beside it. Sets view[].low and high. */
int sl__split_is_apart(sl__split_plan *plan);

/** @return the place of a part of the loop among the parts of its views, by which its home is found: the same whatever
 *  indices a loop runs over, as long as views are cut along one dimension. @param[out] cells  how many places there are
 */
int sl__split_cell(const sl__split_plan *plan, int number, int *cells);

/** Whether a part needs others than its own, of a view in parts. */
int sl__split_has_halos(const sl__split_plan *plan);

/** Whether the library may choose other counts: for all views in parts it has chosen those that they have, and the loop
 *  is for CPUs only: a device has each part by itself. */
int sl__split_adapts(const sl__split_plan *plan);

/** Where it may, lets a part of the loop have several neighbouring parts of its views, so that no task is shorter than
 *  what pays. */
void sl__split_merge(sl__split_plan *plan);

/** Whether that was done. */
int sl__split_is_merged(const sl__split_plan *plan);

/** Takes half of that back. @return 0: there is nothing to take back. */
int sl__split_halve(sl__split_plan *plan);

/** @return the time that a loop takes on one worker group, in seconds, as far as is known; not 0. */
double sl__split_group_seconds(const sl__task *task);

/** How many parts a loop is worth, as far as is known of its time, the caches and the workers. @return 1: none. */
int sl__split_worth(const sl__task *task);

#endif
