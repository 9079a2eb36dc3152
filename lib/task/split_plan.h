/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Into which parts a loop is cut, and on which group each runs: pure functions of a task and of what its
 *         views ask for. */
#ifndef STARLOOP_LIB_TASK_SPLIT_PLAN_H
#define STARLOOP_LIB_TASK_SPLIT_PLAN_H

#include "task/split.h"

/** Lays out a loop from view[].whole and view[].count, of which those that are not whole have one above 1.
 *  @return 1; 0 when it cannot run in parts. */
int sl__split_plan_make(sl__split_plan *plan);

/** The places of a part along each dimension, [first, end), counted from 0 on. Of a number from plan->parts on they are
 *  those of a head: between where the views' part begins and where the loop's part does; or of the first strips, and
 *  from twice that on of the last ones. */
void sl__split_places(const sl__split_plan *plan, int number, sl_index first[], sl_index end[]);

/** The indices of a part, a head, or a strip. @return 0 when it is empty. */
int sl__split_box(const sl__split_plan *plan, int number, sl_space *box);

/** What a part's task uses. @param[out] use  [what was counted], or NULL to count  @return how many; more than
 *  SL__PART_USES: too many. */
int sl__split_uses(const sl__split_plan *plan, const sl_space *box, sl__part_use use[]);

/** Cuts the loop at the borders of its views' parts and nowhere else: where parts are apart a loop's part has no other
 *  indices than those. @return 0: what it reduces would not be what it is unsplit there, for a tile of a device
 *  (kernel/blocks.h), or a block of an array, would lie in two parts. */
int sl__split_cut_exactly(sl__split_plan *plan);

/** The border before part number @p k along a dimension, for k from 0 to the parts, as a place: the part has the places
 *  from there to the next border, or the other way round where the space goes down. Borders are where blocks begin. */
sl_index sl__split_border(const sl__split_plan *plan, int q, int k);

/** Whether blocks begin at every border of the views' parts along a dimension, so that none was moved: found without
 *  looking at them. 0: they may not. */
int sl__split_borders_stay(const sl__split_plan *plan, int q);

/** Whether a loop is cut, along one dimension, at multiples of so many places alone.
 *  @param[in] before  places before its first one that count, too */
int sl__split_cuts_fit(const sl__split_plan *plan, sl_index extent, sl_index before);

/** @return the dimension along which a loop is cut; 0 where it has one part; -1: there are several. */
int sl__split_only_axis(const sl__split_plan *plan);

/** @return how many partial results the loop's reductions have, of blocks or of a device's tiles; 0: it does not reduce
 */
sl_index sl__split_results(const sl__split_plan *plan);

/** Whether parts may be apart: each has one part of every view for itself, and reads of the others no more than rows of
 *  the two beside it. Sets view[].low and high. */
int sl__split_is_apart(sl__split_plan *plan);

/** The part of a view, cut along one dimension, that a part of the loop has for itself, and how far it reaches into
 *  those beside it. @param[out] low, high  rows before it and behind it  @return its number; -1: the loop's part has
 *  several, or reaches others than its own. */
int sl__split_beside(const sl__split_plan *plan, int slot, const sl_space *box, sl_index *low, sl_index *high);

/** @return the end of the numbers of parts: as many as there are, and again where they have heads, or twice for strips.
 */
int sl__split_end(const sl__split_plan *plan);

/** @return the first part from this number on that runs here: all do, but of a loop over distributed views;
 *  sl__split_end(): there is none. */
int sl__split_next(const sl__split_plan *plan, int number);

/** @return the place of a part of the loop among the parts of its views, by which its home is found: the same whatever
 *  indices a loop runs over, as long as views are cut along one dimension. @param[out] cells  how many places there are
 */
int sl__split_cell(const sl__split_plan *plan, int number, int *cells);

/** Whether a part needs others than its own, of a view in parts. */
int sl__split_has_halos(const sl__split_plan *plan);

#endif
