/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Seconds, for the measuring of short times. */
#ifndef STARLOOP_LIB_BASE_CLOCK_H
#define STARLOOP_LIB_BASE_CLOCK_H

#include <time.h>

static inline double sl__clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** @return seconds since some moment. */
static inline double sl__clock_now(void)
{
    return sl__clock(CLOCK_MONOTONIC);
}

/** @return seconds that the calling thread has computed. */
static inline double sl__clock_busy(void)
{
    return sl__clock(CLOCK_THREAD_CPUTIME_ID);
}

#endif
