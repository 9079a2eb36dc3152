/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where a call of a loop goes, and why: for single calls and for those of a region alike. Plain data and a pure
 *  function: no clock, no hardware, no task.
 *
 * Which side runs a loop is another question, asked of those that are queued: place/choose.h. */
#ifndef STARLOOP_LIB_PLACE_ROUTE_H
#define STARLOOP_LIB_PLACE_ROUTE_H

#include "place/times.h"

/** Where a call goes. */
typedef enum sl__route {
    SL__ROUTE_CALLER,   /**< it runs in the calling thread, before the call returns */
    SL__ROUTE_TOGETHER, /**< the same, with the threads of the worker group */
    SL__ROUTE_QUEUED,   /**< a task runs it, alone or with others */
    SL__ROUTE_PARTS,    /**< several tasks run it, one for each part of its views */
    SL__ROUTE_LAUNCHED, /**< the calling thread launches it on a device */
    SL__ROUTES
} sl__route;

/** Why. Each reason leads to one route, sl__route_of(), and says so in words, sl__reason_text(). */
typedef enum sl__reason {
    /* Here: in the calling thread, and in it with others. */
    SL__BECAUSE_SHORT,
    SL__BECAUSE_AWAITED,
    SL__BECAUSE_LENT,
    /* Queued. */
    SL__BECAUSE_UNKNOWN,
    SL__BECAUSE_LONG,
    SL__BECAUSE_DEVICE,
    SL__BECAUSE_OFF,
    SL__BECAUSE_IN_TASK,
    SL__BECAUSE_SCHEDULE,
    SL__BECAUSE_SCALARS,
    SL__BECAUSE_POLICY_SPLIT,
    SL__BECAUSE_IN_USE,
    SL__BECAUSE_PIECE,
    /* In parts; launched. */
    SL__BECAUSE_SPLIT,
    SL__BECAUSE_FREE,
    SL__REASONS
} sl__reason;

/** Whether somebody waits for a loop: nobody, as far as can be told; the call itself, or the program soon after it; or
 *  the program does nothing else before it waits. */
enum { SL__WAITS_NOT = 0, SL__WAITS_SOON, SL__WAITS_AT_ONCE };

/** What the settings and the machine say: the same for all calls. */
typedef struct sl__route_limits {
    double below; /**< seconds: shorter loops run in the calling thread, as a test or SL__IN_CALLER_SECONDS has it;
                       0: none does */
    int groups;   /**< of workers */
    int devices;
} sl__route_limits;

/** What is known of a call. All that is not named is as in the plainest call. */
typedef struct sl__route_facts {
    const sl__times *times; /**< of its kernel */
    int64_t points;         /**< iterations */
    int sides;              /**< SL__SIDE_* or-ed: where it may run */
    int waits;              /**< SL__WAITS_* */
    int lends;              /**< the worker may lend the calling thread its place */
    int one_block;          /**< a reduction of one block, which one thread runs wherever it runs */
    int schedule;           /**< 1: its policy shares it among threads; -1: it has one thread run it */
    int scalars;            /**< too many for a task that is not from the pool */
    int split;              /**< its policy splits views */
    int in_task;            /**< a task calls it */
    int threads;            /**< a test sets how many run it */
} sl__route_facts;

/** Decides where a call goes whose views nobody else uses.
 *  @param[out] seconds  that it takes in the calling thread, about, where it is to run there alone; else 0
 *  @return why it goes to sl__route_of() that. SL__BECAUSE_LENT holds if the worker does lend its place: if it does
 * not, the caller asks again without `lends`. */
sl__reason sl__route_choose(const sl__route_limits *limits, const sl__route_facts *facts, double *seconds);

/** Whether several loops, of which each would run in the calling thread, are over sooner where the threads share them.
 *  @param[in] seconds  that they take there, one after another */
int sl__route_shares(double seconds, int threads);

/** @return where a reason leads. */
sl__route sl__route_of(sl__reason reason);

/** Whether that is the calling thread. */
static inline int sl__route_in_caller(sl__reason reason)
{
    return reason <= SL__BECAUSE_LENT;
}

/** Words for the log and the profile: "in the calling thread"; "it takes less time than ...". */
const char *sl__route_text(sl__route route);
const char *sl__reason_text(sl__reason reason);

#endif
