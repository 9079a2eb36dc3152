/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A clock, for several examples. */
#ifndef COMMON_SECONDS_H
#define COMMON_SECONDS_H

#include <time.h>

/** @return seconds of a clock that never goes back */
static inline double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
