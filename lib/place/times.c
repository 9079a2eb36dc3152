/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/times.h"

#include <math.h>

#include "place/measured.h"

enum { PROBES = 8 };

static float times_load(const _Atomic float *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

void sl__time_note(sl__time *time, double seconds)
{
    const unsigned count = atomic_load_explicit(&time->count, memory_order_relaxed);
    float a, b, c;
    atomic_store_explicit(&time->last[count % 3], (float)fmax(seconds, SL__TIME_LEAST), memory_order_relaxed);
    a = times_load(&time->last[0]);
    b = count > 0 ? times_load(&time->last[1]) : a;
    c = count > 1 ? times_load(&time->last[2]) : fminf(a, b);
    const float middle = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c)), most = SL__TIME_RISE * times_load(&time->seconds);
    atomic_store_explicit(&time->seconds, count > 0 ? fminf(middle, most) : middle, memory_order_relaxed);
    atomic_store_explicit(&time->count, count + 1, memory_order_relaxed);
}

static void times_forget(sl__time *time)
{
    atomic_store_explicit(&time->seconds, 0, memory_order_relaxed);
    atomic_store_explicit(&time->count, 0, memory_order_relaxed);
}

/* ---- sides ----------------------------------------------------------------------------------------------- */

sl__size_times *sl__times_class(sl__times *times, uint32_t key, int make)
{
    sl__size_times *unused = NULL;
    key |= key == 0;
    for (unsigned i = 0; i < PROBES; i++) {
        sl__size_times *at = &times->sizes[(key + i) % SL__TIMES_CLASSES];
        const uint32_t has = atomic_load_explicit(&at->key, memory_order_relaxed);
        if (has == key)
            return at;
        if (has == 0) {
            unused = at;
            break;
        }
    }
    if (!make)
        return NULL;
    if (unused == NULL)
        unused = &times->sizes[key % SL__TIMES_CLASSES];
    for (int way = 0; way < SL__RUN_WAYS; way++)
        times_forget(&unused->way[way]);
    for (int side = 0; side < SL__SIDES; side++)
        atomic_store_explicit(&unused->since[side], 0, memory_order_relaxed);
    atomic_store_explicit(&unused->key, key, memory_order_relaxed);
    return unused;
}

void sl__times_note(sl__times *times, uint32_t key, int way, int64_t points, double seconds, double busy)
{
    sl__time *time = &sl__times_class(times, key, 1)->way[way];
    const double fair = sl__time_is_new(time) ? fmin(seconds, busy) : seconds;
    sl__time_note(time, fair / (double)(points > 0 ? points : 1));
}

int sl__times_due(sl__times *times, const sl__size_times *size, int side)
{
    const unsigned calls = atomic_load_explicit(&times->calls[side], memory_order_relaxed);
    atomic_store_explicit(&times->calls[side], calls + 1, memory_order_relaxed);
    return calls < SL__TIMED_FIRST || calls % SL__TIMED_EACH == 0 ||
           sl__size_is_new(size, side == SL__ON_CPU ? SL__BY_ITSELF : SL__BY_DEVICE);
}

/* ---- cores ----------------------------------------------------------------------------------------------- */

void sl__cores_note(sl__times *times, int way, int64_t points, double seconds, double work)
{
    sl__cores *cores = &times->cores[sl__size_class(points)];
    const double stands_for = sl__cores_timed(times, way, points) ? seconds : SL__TIMED_EACH * seconds;
    for (int w = 0; w < SL__CORE_WAYS && way != SL__WORK; w++)
        sl__add_loosely(&cores->since[w], w == way ? -times_load(&cores->since[w]) : stands_for);
    sl__time_note(&cores->way[way], seconds);
    if (way == SL__ALL_CORES)
        sl__time_note(&cores->way[SL__WORK], work);
    if (points > 0)
        sl__time_note(&times->per_point, work / (double)points);
}

/* What loops of that class take on one core, which was measured there, or else is what several have computed. */
static double seen(const sl__cores *cores)
{
    const double one = sl__time_of(&cores->way[SL__ONE_CORE]), caller = sl__time_of(&cores->way[SL__IN_CALLER]);
    if (one > 0 && caller > 0)
        return fmin(one, caller);
    return one > 0 || caller > 0 ? fmax(one, caller) : sl__time_of(&cores->way[SL__WORK]);
}

static double times_one_core(const sl__times *times, const sl__cores *cores, int64_t points)
{
    const double one = seen(cores);
    return one > 0 ? one : sl__times_per_point(times) * (double)points;
}

double sl__cores_one(const sl__times *times, int64_t points)
{
    return times_one_core(times, &times->cores[sl__size_class(points)], points);
}

int sl__cores_known(const sl__times *times, int64_t points)
{
    return seen(&times->cores[sl__size_class(points)]) > 0;
}

/* Whether a way may be better than is known of it, and it would not cost much to try it again: something between that
 * and what others take. */
static int tries(const sl__cores *cores, int way, double others)
{
    const double known = sl__time_of(&cores->way[way]);
    return known > 0 && times_load(&cores->since[way]) >= SL__TRY_AGAIN * sqrt(known * others);
}

/* The same of one core, where all that several cores compute is far less than what one has taken. */
static int tries_less(const sl__cores *cores, double one)
{
    return 2 * sl__time_of(&cores->way[SL__WORK]) < one &&
           tries(cores, SL__ONE_CORE, sl__time_of(&cores->way[SL__WORK]));
}

/* Whether a loop is to run on one core so that it is known what it takes there. */
static int tries_one(const sl__cores *cores, double one)
{
    return sl__time_is_new(&cores->way[SL__ONE_CORE]) && sl__time_is_new(&cores->way[SL__IN_CALLER]) &&
           sl__time_of(&cores->way[SL__WORK]) > 0 && one < SL__TRY_ONE_CORE;
}

int sl__cores_large(const sl__times *times, int64_t points, int large)
{
    return large || sl__cores_one(times, points) > SL__FORK_SHARED;
}

/* Whether a loop that is large forks by itself. @param[in] one  what it takes on one core */
static int forks(const sl__cores *cores, double one)
{
    const double all = sl__time_of(&cores->way[SL__ALL_CORES]);
    if (tries_one(cores, one))
        return 0;
    if (sl__time_is_new(&cores->way[SL__ALL_CORES]))
        return 1;
    return one > SL__FORK_ALONE || all < one ? !tries_less(cores, one) : tries(cores, SL__ALL_CORES, one);
}

sl__cores_use sl__cores_use_of(const sl__times *times, int64_t points, int large)
{
    const sl__cores *cores = &times->cores[sl__size_class(points)];
    const double one = times_one_core(times, cores, points);
    sl__cores_use use = {.large = large || one > SL__FORK_SHARED, .way = SL__ONE_CORE};
    if (use.large && forks(cores, one))
        use.way = SL__ALL_CORES;
    const sl__time *time = &cores->way[use.way];
    use.timed = sl__time_is_new(time) || sl__time_of(time) > SL__TIMED_ALWAYS;
    return use;
}

double sl__cores_in_caller(const sl__times *times, int64_t points, double below)
{
    const sl__cores *cores = &times->cores[sl__size_class(points)];
    const double caller = sl__time_of(&cores->way[SL__IN_CALLER]);
    if (__builtin_expect(caller > 0 && caller < below, 1))
        return caller;
    const double one = seen(cores);
    const int tried = !sl__time_is_new(&cores->way[SL__IN_CALLER]);
    if (one <= 0 || one >= SL__TRY_IN_CALLER * below || (tried && !tries(cores, SL__IN_CALLER, one)))
        return 0;
    return one;
}

static double times_here(const sl__cores *cores)
{
    const double caller = sl__time_of(&cores->way[SL__IN_CALLER]);
    return caller > 0 ? caller : seen(cores);
}

double sl__cores_here(const sl__times *times, int64_t points)
{
    return times_here(&times->cores[sl__size_class(points)]);
}

double sl__cores_in_caller_waited(const sl__times *times, int64_t points, double hand_over, double most)
{
    const sl__cores *cores = &times->cores[sl__size_class(points)];
    const double in_caller = times_here(cores);
    const double queued = hand_over + sl__time_of(&cores->way[SL__ALL_CORES]);
    if (in_caller <= 0 || in_caller >= most || sl__time_is_new(&cores->way[SL__ALL_CORES]))
        return 0;
    if (in_caller >= queued)
        return tries(cores, SL__IN_CALLER, queued) ? in_caller : 0;
    return tries(cores, SL__ALL_CORES, in_caller) ? 0 : in_caller;
}
