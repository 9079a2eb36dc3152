/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief StarPU's CPU worker lends its place to a thread of the program, which then leads the group's crew.
 *
 * An idle worker polls, on the core that the program's thread needs to run its share of a loop. So it sleeps meanwhile,
 * in a task of its own. It comes back as soon as anything is handed to StarPU, when nobody has used its place for a
 * while, or when StarPU has other tasks, which the program may have submitted itself: a thread of the crew looks for
 * them while it polls for the next loop, the worker often when the crew sleeps. Only where there is one worker group.
 */
#ifndef STARLOOP_LIB_MACHINE_LEND_H
#define STARLOOP_LIB_MACHINE_LEND_H

#include <stdatomic.h>

#include "machine/machine.h"

/** Whether the worker's place is lent, or was asked for; and what was handed to StarPU since somebody would have used
 * it, counted loosely. */
extern _Atomic unsigned sl__lend_state;
extern _Atomic unsigned sl__lend_queued;
/** How often somebody had the worker's place. */
extern _Atomic unsigned sl__lend_uses;

/** When workers run, and before they end. */
void sl__lend_init(void);
void sl__lend_fini(void);

/** A thread of the program has something to run with the crew that takes some microseconds.
 *  @return the group, whose crew it leads, on the worker's core, until sl__lend_give(). NULL: not now, perhaps soon;
 * the worker is to run it. */
const sl__group *sl__lend_take(void);
void sl__lend_give(void);

/** The worker whose place the calling thread has; -1: none's. */
extern _Thread_local int sl__lend_worker;

/** Has the worker come back, without waiting for it. @param[in] queued  something was handed to StarPU */
void sl__lend_end(int queued);

/** Looks for tasks of the program's own, for which the worker is to come back. For a thread that polls. */
void sl__lend_look(void);

/** Nobody polls any more: the worker is to look for them itself. */
void sl__lend_watch(void);

/** sl__lend_end() for who has handed something to StarPU. */
static inline void sl__lend_back(void)
{
    const unsigned queued = atomic_load_explicit(&sl__lend_queued, memory_order_relaxed);
    if (queued < 2)
        atomic_store_explicit(&sl__lend_queued, queued + 1, memory_order_relaxed);
    if (__builtin_expect(atomic_load(&sl__lend_state) != 0, 0))
        sl__lend_end(1);
}

#endif
