/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A gate through which threads submit, and by which another thread learns that all who may not have seen a
 *         change have passed.
 *
 * Passing costs a store in a cache line of the thread's own (an exchange, where the system has no membarrier). Who
 * makes a change that submitting threads look at behind the gate writes it first (as atomic_store() does) and then asks
 * whether the gate is quiet: if it is, everybody who passes from then on sees the change, and everybody else has
 * submitted. */
#ifndef STARLOOP_LIB_BASE_GATE_H
#define STARLOOP_LIB_BASE_GATE_H

/** Before the first passage, and again at each start of the library. */
void sl__gate_init(void);

/** Begins a short passage. What other threads have written before they asked for quiet is seen. Does not nest. */
void sl__gate_enter(void);

/** Ends it. */
void sl__gate_leave(void);

/** Waits up to some microseconds for the passages that have begun. Not inside a passage.
 *  @return 1 when each of them has ended; 0: ask again another time. */
int sl__gate_quiet(void);

#endif
