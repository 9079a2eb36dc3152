/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The times of one kernel: how long its loops have taken, by size class and by the way that they ran.
 *
 * Plain data and pure functions: no StarPU, no clock, no hardware. Several threads may note and look at once, loosely:
 * every number is read and written whole, and a sample that is lost does no harm. */
#ifndef STARLOOP_LIB_PLACE_TIMES_H
#define STARLOOP_LIB_PLACE_TIMES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sides.h"
#include "place/measured.h"

/** What is known of a time. Of three samples the middle one counts, of two the shorter: a spike is no sample, and two
 *  that agree are followed at once. */
typedef struct sl__time {
    _Atomic float last[3];  /**< the last samples, seconds (or seconds an iteration) */
    _Atomic float seconds;  /**< what counts of them; 0: there are none */
    _Atomic unsigned count; /**< of samples so far */
} sl__time;

/** Adds a sample. */
void sl__time_note(sl__time *time, double seconds);

/** @return what is known; 0: nothing. */
static inline double sl__time_of(const sl__time *time)
{
    return atomic_load_explicit(&time->seconds, memory_order_relaxed);
}

/** Whether too few samples are known to be sure. */
static inline int sl__time_is_new(const sl__time *time)
{
    return atomic_load_explicit(&time->count, memory_order_relaxed) < SL__TRUSTED;
}

/** Adds to what several threads may add to, loosely. */
static inline void sl__add_loosely(_Atomic float *to, double what)
{
    atomic_store_explicit(to, (float)(atomic_load_explicit(to, memory_order_relaxed) + what), memory_order_relaxed);
}

/* ---- sides ----------------------------------------------------------------------------------------------- */

/** Ways that a queued loop runs: on CPUs by itself, there in a chain of loops (its share), on a device. */
enum { SL__BY_ITSELF = 0, SL__IN_CHAIN, SL__BY_DEVICE, SL__RUN_WAYS };

/** The times of one size class, in seconds an iteration. */
typedef struct sl__size_times {
    _Atomic uint32_t key; /**< 0: free */
    sl__time way[SL__RUN_WAYS];
    _Atomic float since[SL__SIDES]; /**< seconds spent on the other side since a loop was last placed on this one */
} sl__size_times;

/* ---- cores ----------------------------------------------------------------------------------------------- */

/** Ways that a loop uses the cores: in the calling thread, on one core of a worker, on all of them; and what all
 *  threads of the last have computed together. */
enum { SL__IN_CALLER = 0, SL__ONE_CORE, SL__ALL_CORES, SL__CORE_WAYS, SL__WORK = SL__CORE_WAYS };

/** The times of loops of about so many iterations, in seconds. Not an iteration: the shortest ones are all overhead. */
typedef struct sl__cores {
    sl__time way[SL__CORE_WAYS + 1];
    _Atomic float since[SL__CORE_WAYS]; /**< seconds spent in other ways since */
} sl__cores;

enum { SL__TIMES_CLASSES = 64, SL__CORES_CLASSES = 48 };

/** All that is known of a kernel. Zeroed memory knows nothing. */
typedef struct sl__times {
    sl__size_times sizes[SL__TIMES_CLASSES];
    sl__cores cores[SL__CORES_CLASSES];
    sl__time per_point;                /**< seconds of an iteration on one core */
    _Atomic float factor[SL__SIDES];   /**< measured over estimated, lately; 0: it never ran there */
    _Atomic unsigned calls[SL__SIDES]; /**< counted loosely */
} sl__times;

/** @return the size class of so many iterations: their bits. */
static inline int sl__size_class(int64_t points)
{
    const int bits = points > 0 ? 64 - __builtin_clzll((unsigned long long)points) : 0;
    return bits < SL__CORES_CLASSES ? bits : SL__CORES_CLASSES - 1;
}

/** @return what is known of a class. @param[in] make  makes room for it, perhaps another one's  @return NULL: nothing
 */
sl__size_times *sl__times_class(sl__times *times, uint32_t key, int make);

/** @return what is known of that way, for so many iterations; 0: nothing. @param[in] size  NULL: a class that never ran
 */
static inline double sl__size_time(const sl__size_times *size, int way, int64_t points)
{
    return size != NULL ? sl__time_of(&size->way[way]) * (double)(points > 0 ? points : 1) : 0;
}

/** Whether that is not known for sure. */
static inline int sl__size_is_new(const sl__size_times *size, int way)
{
    return size == NULL || sl__time_is_new(&size->way[way]);
}

/** The same for who asks one thing only of a class. */
static inline double sl__times_of(sl__times *times, uint32_t key, int way, int64_t points)
{
    return sl__size_time(sl__times_class(times, key, 0), way, points);
}

static inline int sl__times_is_new(sl__times *times, uint32_t key, int way)
{
    return sl__size_is_new(sl__times_class(times, key, 0), way);
}

/** Notes one.
 *  @param[in] seconds  of the loop
 *  @param[in] busy     of these, those that its threads have computed, each: a first time that is far longer is that of
 *                      a thread that was stopped, or made */
void sl__times_note(sl__times *times, uint32_t key, int way, int64_t points, double seconds, double busy);

/** Counts a call on a side. @param[in] size  its class; NULL: it never ran
 *  @return whether it is to be timed: the first ones, then one in 16, and one that is new. */
int sl__times_due(sl__times *times, const sl__size_times *size, int side);

/** Notes a loop that has run on the cores.
 *  @param[in] way   SL__IN_CALLER, SL__ONE_CORE, SL__ALL_CORES; SL__WORK: only its work is known
 *  @param[in] work  seconds that all its threads have computed together */
void sl__cores_note(sl__times *times, int way, int64_t points, double seconds, double work);

/** Whether a loop that runs that way is timed although it is not its turn. */
static inline int sl__cores_timed(const sl__times *times, int way, int64_t points)
{
    const sl__time *time = &times->cores[sl__size_class(points)].way[way];
    return sl__time_is_new(time) || sl__time_of(time) > SL__TIMED_ALWAYS;
}

/** Whether one that does has long run other ways: it is a try of this one. */
static inline int sl__cores_tried(const sl__times *times, int way, int64_t points)
{
    const sl__cores *cores = &times->cores[sl__size_class(points)];
    return atomic_load_explicit(&cores->since[way], memory_order_relaxed) >
           SL__TIMED_EACH * sl__time_of(&cores->way[way]);
}

/** @return about how long a loop takes on one core in seconds; 0: nobody knows. */
double sl__cores_one(const sl__times *times, int64_t points);

/** @return about how long it takes in the calling thread; 0: it was measured in no way. */
double sl__cores_here(const sl__times *times, int64_t points);

/** Whether loops of about so many iterations were measured at all. */
int sl__cores_known(const sl__times *times, int64_t points);

/** Whether a loop is worth all cores if others share the fork. @param[in] large  it has many iterations */
int sl__cores_large(const sl__times *times, int64_t points, int large);

/** How a queued loop uses the cores. */
typedef struct sl__cores_use {
    int large; /**< it is worth all cores if others share the fork */
    int way;   /**< SL__ONE_CORE or SL__ALL_CORES: the same where it forks by itself */
    int timed; /**< it is timed although it is not its turn: it is long enough for that, or little is known */
} sl__cores_use;

/** Decides that, with one look at what is known: what a loop takes on one core and on all is tried, and again now and
 *  then. @param[in] large  it has many iterations */
sl__cores_use sl__cores_use_of(const sl__times *times, int64_t points, int large);

/** Whether a loop is to run in the calling thread, in which loops shorter than @p below are to run.
 *  @return about how long it takes; 0: it is not to. */
double sl__cores_in_caller(const sl__times *times, int64_t points, double below);

/** The same of a loop that is waited for, of which it is known what it takes on all cores. It is back sooner from here
 *  while it takes less than that and the way there and back. Now and then all cores are tried again.
 *  @param[in] hand_over  seconds of that way  @param[in] most  seconds: a longer loop does not run here */
double sl__cores_in_caller_waited(const sl__times *times, int64_t points, double hand_over, double most);

/** @return seconds of one iteration on one core; 0: nobody knows. */
static inline double sl__times_per_point(const sl__times *times)
{
    return sl__time_of(&times->per_point);
}

#endif
