/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The one way to wait for another thread: pauses, then the core is offered to others, then sleep.
 *
 * Whatever looks again and again at what another thread will write does so with an sl__wait. Whom it waits for may need
 * this very core, so every so often it lets others run. Who may have to wait long sleeps on a word. Waits for tasks
 * are built on this: base/progress.h. */
#ifndef STARLOOP_LIB_BASE_WAIT_H
#define STARLOOP_LIB_BASE_WAIT_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/measured.h"

/** A wait. Zeroed in the beginning. */
typedef struct sl__wait {
    unsigned looks; /**< so many, in vain */
} sl__wait;

/** A wait for a thread that is likely to need this very core: it is offered at once. */
#define SL__WAIT_OFFERED \
    { \
        SL__WAIT_LOOKS - 1 \
    }

/** After a look in vain of a wait that ends soon in any case, for instance since the thread sleeps then: it keeps its
 *  core. Beside a worker of StarPU's that looks for tasks, offering it costs a whole time slice, up to 4 ms. */
static inline void sl__wait_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/** After a look in vain. */
static inline void sl__wait_again(sl__wait *wait)
{
    if (++wait->looks >= SL__WAIT_LOOKS && wait->looks % SL__WAIT_OFTEN == 0)
        (void)sched_yield();
    else
        sl__wait_pause();
}

/** @return nanoseconds of a clock that never goes back. */
int64_t sl__wait_now_ns(void);

/** The same, for a while; whoever waits looks once more then. @param[in] until  of sl__wait_now_ns()
 *  @return 0: the time is over */
static inline int sl__wait_until(sl__wait *wait, int64_t until)
{
    sl__wait_again(wait);
    return wait->looks % SL__WAIT_OFTEN != 0 || sl__wait_now_ns() < until;
}

/** Sleeps while the word has that value, until sl__wait_wake(), or a while; it may return sooner. Linux's futex.
 *  @param[in] ns  nanoseconds at most; 0: as long as it takes */
void sl__wait_sleep(_Atomic unsigned *word, unsigned value, int64_t ns);

/** Wakes all who sleep on a word, after it has changed. */
void sl__wait_wake(_Atomic unsigned *word);

#endif
