/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a program waits right after the loops of a kernel: then the next one is taken to be waited for, too.
 *
 * Counted loosely: threads that call loops of one kernel at once may lose a count. */
#ifndef STARLOOP_LIB_TASK_AWAITED_H
#define STARLOOP_LIB_TASK_AWAITED_H

#include "task/kernel_state.h"

/** This thread's last loop, if it has not waited since. */
extern _Thread_local sl__kernel_state *sl__awaited_last;

enum { SL__AWAITED_SURE = 2, SL__AWAITED_MOST = 4 };

static inline void sl__awaited_count(sl__kernel_state *state, int by)
{
    const int now = atomic_load_explicit(&state->awaited, memory_order_relaxed) + by;
    if (now >= 0 && now <= SL__AWAITED_MOST)
        atomic_store_explicit(&state->awaited, (unsigned char)now, memory_order_relaxed);
}

/** The thread calls a loop. @param[in] state  of its kernel; NULL: it calls something else that is queued */
static inline void sl__awaited_called(const sl__kernel_state *state)
{
    sl__kernel_state *const before = sl__awaited_last;
    if (before != NULL && atomic_load_explicit(&before->awaited, memory_order_relaxed) > 0)
        sl__awaited_count(before, -1);
    sl__awaited_last = (sl__kernel_state *)(uintptr_t)state;
}

/** The thread waits, or looks at results. */
static inline void sl__awaited_looked(void)
{
    if (sl__awaited_last != NULL)
        sl__awaited_count(sl__awaited_last, 1);
    sl__awaited_last = NULL;
}

/** Whether a loop of the kernel will be waited for, as far as can be told. */
static inline int sl__awaited_is(const sl__kernel_state *state)
{
    return atomic_load_explicit(&state->awaited, memory_order_relaxed) >= SL__AWAITED_SURE;
}

#endif
