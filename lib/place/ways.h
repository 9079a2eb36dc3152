/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Ways to run a loop of which the fastest is to be found: how long each has taken, by size class.
 *
 * By which strategy it scatters, in which tiles it runs, by which policy a nest does. The first calls try each; then
 * the fastest stays. Plain data and pure functions: no clock, no table of machines. Several threads may note and look
 * at once, loosely, as with the times of loops. */
#ifndef STARLOOP_LIB_PLACE_WAYS_H
#define STARLOOP_LIB_PLACE_WAYS_H

#include <starloop/types.h>

#include "place/times.h"

enum { SL__WAY_END = 9 /* numbers from 1 on, below this */, SL__WAYS_CLASSES = 256 };

/** What is known of a size class, in seconds an iteration. */
typedef struct sl__way_class {
    _Atomic uint32_t key; /**< 0: free */
    sl__time way[SL__WAY_END];
} sl__way_class;

/** What is known of one kind of device. Zeroed memory knows nothing. */
typedef struct sl__way_times {
    sl__way_class sizes[SL__WAYS_CLASSES];
} sl__way_times;

/** @return the key of a size class among those of a loop's. @param[in] elements  that it scatters into; 0: it does not
 */
uint32_t sl__ways_key(uint32_t loop, sl_index elements);

/** @return how a loop is to run: as has been timed too seldom, else the fastest way.
 *  @param[in]  ways   those that it has: a bit for each, some are set
 *  @param[out] timed  whether it is to be timed */
int sl__ways_choose(sl__way_times *times, uint32_t key, unsigned ways, int *timed);

/** @return what is known of a way, in seconds an iteration; 0: nothing. */
double sl__ways_time(sl__way_times *times, uint32_t key, int way);

/** Notes a loop's time. @param[in] ways  those that it has  @return 1 when with it the choice is made; else 0. */
int sl__ways_note(sl__way_times *times, uint32_t key, unsigned ways, int way, sl_index points, double seconds);

#endif
