/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Gates through which threads pass, and by which another thread learns that all who may not have seen a change
 *         have passed.
 *
 * Passing costs a store in a cache line of the thread's own (an exchange, where the system has no membarrier). Who
 * makes a change that threads look at behind the gate writes it first (as atomic_store() does) and then asks whether
 * the gate is quiet, or marks it and waits until what was marked has passed: then everybody who passes from then on
 * sees the change, and everybody else has left. */
#ifndef STARLOOP_LIB_BASE_GATE_H
#define STARLOOP_LIB_BASE_GATE_H

/** What is passed. */
enum {
    SL__GATE_SPLIT, /**< while a loop is submitted: whether views are in parts (data/split.h) */
    SL__GATE_CALLS, /**< in each public call: whether the library ends (base/state.h) */
    SL__GATE_RUNS,  /**< while a task runs: whether the library is paused (base/state.h) */
    SL__GATES
};

/** Before the first passage, and again at each start of the library. */
void sl__gate_init(void);

/** Begins a passage. What other threads have written before they asked for quiet is seen. A gate does not nest. */
void sl__gate_enter(int gate);

/** Ends it. Who marks the gate sees that it has ended, or what it has written before is seen now. */
void sl__gate_leave(int gate);

/** Waits up to some microseconds for the passages that have begun. Not inside a passage.
 *  @return 1 when each of them has ended; 0: ask again another time. */
int sl__gate_quiet(int gate);

/** Marks the passages of other threads that have begun. One thread at a time. @return 0: it cannot be done. */
int sl__gate_mark(int gate);

/** @return whether what was marked has passed. Any thread. */
int sl__gate_passed(int gate);

#endif
