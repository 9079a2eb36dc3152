/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Holding a view without StarPU, for loops that run in the calling thread (call/inline.h).
 *
 * One word of a view, `queued`, arbitrates. Its lower 48 bits count the tasks that were ever queued, the upper ones say
 * who holds the view. Holding it is one compare-and-exchange of that word, which succeeds only while as many tasks have
 * finished as were queued; who submits counts its task in the same word, sees the holder in the same instruction, and
 * waits until it has gone before StarPU hears of the task. So either the holder sees the task, or the task the
 * holder. Those that use a view without being counted (an open host access, a program with the StarPU handle, the
 * destruction) say so in a word of their own first and look for a holder then; the holder does it the other way round,
 * all in one order (memory_order_seq_cst).
 *
 * A view that is in parts (data/split.h) is not held. Its state needs neither the gate nor, beyond the look at it, the
 * lock of its record: a switch is counted in the word before StarPU hears of it, so while the view is held none
 * happens.
 *
 * A holder waits for nothing and nobody but the threads that run its loop with it, and holds for the microseconds of
 * one short loop, or a millisecond of one that several threads run. */
#ifndef STARLOOP_LIB_DATA_HOLD_H
#define STARLOOP_LIB_DATA_HOLD_H

#include "data/view.h"

/** Holds a view if nobody uses it: many may hold one for reading, one for writing.
 *  @return 1; 0 when a task or a request is queued, the host has it open in a way that @p writes conflicts with,
 *  another thread holds it so, its StarPU handle is in the program's hands, it is in parts or to be split, or it is not
 *  live. Any thread. */
int sl__view_hold(sl_view *v, int writes);

/** The same for a view that the caller has counted @p own uses of, which may be held beside launches that devices have
 *  not passed. */
int sl__view_hold_beside(sl_view *v, int writes, int64_t own);

/** Undoes it. May put the view on the reaper's list. After the last one the caller wakes who waits for the view:
 *  sl__progress_passed(). */
void sl__view_let_go(sl_view *v, int writes);

#endif
