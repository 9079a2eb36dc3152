/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a program waits right after the loops of a kernel: then the next one is taken to be waited for, too.
 *
 * Counted loosely: threads that call loops of one kernel at once may lose a count. */
#ifndef STARLOOP_LIB_TASK_AWAITED_H
#define STARLOOP_LIB_TASK_AWAITED_H

#include "base/clock.h"
#include "place/route.h"
#include "task/kernel_state.h"
#include "task/measured.h"

/** This thread's last loop, if it has not waited since. */
extern _Thread_local sl__kernel_state *sl__awaited_last;
/** When the call of that was over, of sl__clock_now(); 0: that was not noted. */
extern _Thread_local double sl__awaited_since;

static inline void sl__awaited_count(_Atomic unsigned char *count, int by)
{
    const int now = atomic_load_explicit(count, memory_order_relaxed) + by;
    if (now >= 0 && now <= SL__AWAITED_MOST)
        atomic_store_explicit(count, (unsigned char)now, memory_order_relaxed);
}

/** The thread calls a loop. @param[in] state  of its kernel; NULL: it calls something else that is queued */
static inline void sl__awaited_called(const sl__kernel_state *state)
{
    sl__kernel_state *const before = sl__awaited_last;
    if (before != NULL && atomic_load_explicit(&before->awaited, memory_order_relaxed) > 0)
        sl__awaited_count(&before->awaited, -1);
    sl__awaited_last = (sl__kernel_state *)(uintptr_t)state;
    sl__awaited_since = 0;
}

/** The thread waits, or looks at results. */
static inline void sl__awaited_host_synced(void)
{
    if (sl__awaited_last != NULL)
        sl__awaited_count(&sl__awaited_last->awaited, 1);
    if (sl__awaited_last != NULL && sl__awaited_since > 0)
        sl__awaited_count(&sl__awaited_last->at_once,
                          sl__clock_now() - sl__awaited_since < SL__AWAITED_AT_ONCE ? 1 : -1);
    sl__awaited_last = NULL;
}

/** Whether a loop of the kernel will be waited for, as far as can be told. */
static inline int sl__awaited_is(const sl__kernel_state *state)
{
    return atomic_load_explicit(&state->awaited, memory_order_relaxed) >= SL__AWAITED_SURE;
}

/** Whether the program does nothing else before it waits. */
static inline int sl__awaited_at_once(const sl__kernel_state *state)
{
    return sl__awaited_is(state) && atomic_load_explicit(&state->at_once, memory_order_relaxed) >= SL__AWAITED_SURE;
}

/** @return the same as SL__WAITS_*. */
static inline int sl__awaited_how(const sl__kernel_state *state)
{
    return sl__awaited_at_once(state) ? SL__WAITS_AT_ONCE : sl__awaited_is(state) ? SL__WAITS_SOON : SL__WAITS_NOT;
}

/** The call of such a loop is over, which took more than a microsecond. @param[in] state  NULL: it was no loop */
static inline void sl__awaited_returns(const sl__kernel_state *state)
{
    if (state != NULL && sl__awaited_is(state))
        sl__awaited_since = sl__clock_now();
}

#endif
