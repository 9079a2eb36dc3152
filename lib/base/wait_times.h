/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How often the calls of the interface had to wait, and how long: for the profile and the trace. */
#ifndef STARLOOP_LIB_BASE_WAIT_TIMES_H
#define STARLOOP_LIB_BASE_WAIT_TIMES_H

#include <stdint.h>

/** The waits of one function. */
typedef struct sl__wait_times {
    const char *function; /**< "sl_wait" */
    uint64_t count;       /**< those that found their end not yet there */
    int64_t ns;           /**< spent in them by all threads together, nanoseconds */
} sl__wait_times;

/** Begins to count, from nothing, or ends to.
 *  @param[in] draw  called with each wait by the thread that has waited; NULL: none. Times are nanoseconds of
 *                   CLOCK_MONOTONIC */
void sl__wait_times_watch(int on, void (*draw)(const char *function, int64_t begin, int64_t end));

/** Has these called where a wait begins and ends, by the thread that waits, while waits are counted; NULL: none.
 *  @param[in] begin  its result is given to @p end */
void sl__wait_times_set_hooks(uint64_t (*begin)(const char *function), void (*end)(uint64_t id));

/** A wait that is counted begins, and ends. @param[in] id  what the first has returned */
uint64_t sl__wait_times_begin(const char *function);
void sl__wait_times_end(uint64_t id);

/** @return whether waits are counted: only then their end need be looked up. */
int sl__wait_times_watched(void);

/** Counts a wait. @param[in] function  a string that stays  @param[in] begin, end  nanoseconds of CLOCK_MONOTONIC */
void sl__wait_times_count(const char *function, int64_t begin, int64_t end);

enum { SL__WAITS = 64 };

/** @param[out] to  what was counted, each function once  @return their number */
int sl__wait_times_get(sl__wait_times to[SL__WAITS]);

#endif
