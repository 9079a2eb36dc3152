/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which place has which parts of a loop where places differ in speed: what was measured of them, and portions
 *         that follow it. Plain data and pure functions: no StarPU, no clock, no hardware.
 *
 * Places are devices, numbered from 0, and behind them CPU worker groups, which may help. A *cell* is a part's place
 * among the parts of a view; a place has neighbouring cells. A *pace* is the time that a place takes for an iteration,
 * by the mean of all devices. */
#ifndef STARLOOP_LIB_PLACE_PORTIONS_H
#define STARLOOP_LIB_PLACE_PORTIONS_H

#include "place/ways.h"

enum {
    SL__PORTIONS_MOST = 64,                 /* places */
    SL__PORTIONS_MEASURED = SL__WAY_END - 1 /* of more places all are taken to be alike */
};

/* ---- paces ----------------------------------------------------------------------------------------------- */

/** What is known of the places' speed. Zeroed memory knows nothing. Several threads may note and look at once, loosely.
 */
typedef struct sl__paces {
    sl__way_times times;                       /**< of loops, by size class: each place is a way to run them */
    _Atomic float pace[SL__PORTIONS_MEASURED]; /**< over all loops, lately; 0: not known */
} sl__paces;

/** Notes how long a place took for a part of a loop.
 *  @param[in] key     of the loop's size class, as sl__ways_key() makes it
 *  @param[in] points  iterations of the part */
void sl__paces_note(sl__paces *paces, int places, uint32_t key, int place, sl_index points, double seconds);

/** @param[out] pace  [places] 1 for all, until each has run parts of one loop more than once. */
void sl__paces_get(const sl__paces *paces, int places, double pace[]);

/** Whether the slowest place takes more than SL__PORTIONS_DIFFER times as long as the fastest. */
int sl__paces_differ(const double pace[], int places);

/** How many parts a loop is worth where the library chooses: one for each place; where they differ, up to
 *  SL__PORTIONS_PARTS for each.
 *  @param[in] seconds  of the loop on one place  @param[in] least  that a part is to take
 *  @return 1: none. */
int sl__portions_parts(int places, int differ, double seconds, double least);

/* ---- portions -------------------------------------------------------------------------------------------- */

/** Which cells belong to which place. */
typedef struct sl__portions {
    int places, cells;
    int devices;                      /**< the first of the places */
    int begin[SL__PORTIONS_MOST + 1]; /**< [places + 1] first cell of each place; the last entry is their number */
} sl__portions;

/** Portions alike for devices, and none for others. */
void sl__portions_equal(sl__portions *portions, int devices, int places, int cells);

/** Portions by pace, so that the place that needs longest needs as little as can be. Where there are cells enough each
 *  device keeps one: its speed would not be measured any more.
 *  @param[in] pace  [places] INFINITY: the place has none */
void sl__portions_cut(sl__portions *portions, int devices, int places, int cells, const double pace[]);

/** @return how many cells are not on devices. */
static inline int sl__portions_beside(const sl__portions *portions)
{
    return portions->cells - portions->begin[portions->devices];
}

/** @param[in] pace  [places]  @return what the place that needs longest needs, in cells of the mean pace. */
double sl__portions_longest(const sl__portions *portions, const double pace[]);

/** @return how many cells have another place. @param[in] b  of as many places and cells */
int sl__portions_moved(const sl__portions *a, const sl__portions *b);

/** @return the place of a cell. */
int sl__portions_place(const sl__portions *portions, int cell);

/** Portions in use, which follow the paces where that pays. */
typedef struct sl__followed {
    sl__portions portions;
    int calls, pause; /**< calls since they have changed, and how many these must be at least */
} sl__followed;

/** The first ones: portions alike. */
void sl__portions_begin(sl__followed *followed, int devices, int places, int cells);

/** Counts a call.
 *  @param[out] next  the portions that the paces ask for
 *  @return what they save of a call, in cells of the mean pace, where that is more than SL__PORTIONS_GAIN of it and the
 *          last change is long enough ago; else 0. */
double sl__portions_gain(sl__followed *followed, const double pace[], sl__portions *next);

/** Changes the portions if that shortens SL__PORTIONS_CALLS calls by more than the cells take to move that change
 * places. If they change again before four times the pause is over the next pause is twice as long: noise changes them
 * seldom.
 *  @param[in] gain, next  as from sl__portions_gain()
 *  @param[in] cell  seconds of a cell of the call, at the mean pace
 *  @param[in] move  seconds to move one, with all of the call's views
 *  @return how many cells change places. */
int sl__portions_change(sl__followed *followed, const sl__portions *next, double gain, double cell, double move);

/** Changes the portions at once, if places that are no devices have some. @param[in] pace  INFINITY for such
 *  @return as above */
int sl__portions_leave(sl__followed *followed, const double pace[]);

#endif
