/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief To wait for another thread, but not for ever. */
#ifndef STARLOOP_TESTS_LOOK_FOR_H
#define STARLOOP_TESTS_LOOK_FOR_H

#include <sched.h>
#include <stdatomic.h>

#include "base/clock.h"

enum { LOOK_SECONDS = 20 };

/** Waits for a number to be so large. @return 0: it was not in LOOK_SECONDS. */
static inline int look_for(const _Atomic int *number, int want)
{
    for (double end = sl__clock_now() + LOOK_SECONDS; atomic_load(number) < want; sched_yield())
        if (sl__clock_now() > end)
            return 0;
    return 1;
}

#endif
