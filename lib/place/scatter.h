/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The strategies by which loops scatter: how long each has taken, by size class.
 *
 * The first calls try each; then the fastest stays. Plain data and pure functions: no clock, no table of machines.
 * Several threads may note and look at once, loosely, as with the times of loops. */
#ifndef STARLOOP_LIB_PLACE_SCATTER_H
#define STARLOOP_LIB_PLACE_SCATTER_H

#include <starloop/policy.h>

#include "place/times.h"

enum { SL__SCATTER_WAYS = SL_SCATTER_COLOR + 1, SL__SCATTER_CLASSES = 256 };

/** What is known of a size class, in seconds an iteration. */
typedef struct sl__scatter_class {
    _Atomic uint32_t key; /**< 0: free */
    sl__time way[SL__SCATTER_WAYS];
} sl__scatter_class;

/** What is known of one kind of device. Zeroed memory knows nothing. */
typedef struct sl__scatter_times {
    sl__scatter_class sizes[SL__SCATTER_CLASSES];
} sl__scatter_times;

/** @return the key of a size class among those of a loop's: @p elements is how many it scatters into. */
uint32_t sl__scatter_key(uint32_t loop, sl_index elements);

/** @return how a loop is to scatter: as has been timed too seldom, else the fastest way.
 *  @param[in]  ways   those that it has: a bit for each sl_scatter, some are set
 *  @param[out] timed  whether it is to be timed */
sl_scatter sl__scatter_choose(sl__scatter_times *times, uint32_t key, unsigned ways, int *timed);

/** Notes a loop's time. @param[in] ways  those that it has  @return 1 when with it the choice is made; else 0. */
int sl__scatter_note(sl__scatter_times *times, uint32_t key, unsigned ways, sl_scatter way, sl_index points,
                     double seconds);

#endif
