/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/estimate.h"

#include <math.h>

#include "place/measured.h"

double sl__estimate_roofline(const sl__speeds *speeds, const sl__loop_size *loop, int side)
{
    if (side == SL__ON_DEVICE)
        return SL__DEVICE_LEAST + (speeds->device > 0 ? loop->bytes / speeds->device : INFINITY);
    const double cores = loop->cores ? speeds->cores : 1, fits = loop->bytes <= cores * speeds->level;
    return SL__CPU_LEAST + loop->bytes / (fits ? cores * speeds->cache : speeds->memory * cores / speeds->cores);
}

/* What a loop may take on the CPUs that was not seen there often: its share of what one core takes. */
static double in_chain(sl__times *times, const sl__speeds *speeds, const sl__loop_size *loop, double roofline)
{
    return fmax(roofline, sl__cores_one(times, loop->points) / (loop->cores ? speeds->cores : 1));
}

static double on_cpu(sl__times *times, const sl__size_times *size, const sl__speeds *speeds, const sl__loop_size *loop,
                     double roofline)
{
    const double itself = sl__size_time(size, SL__BY_ITSELF, loop->points);
    const double chain = loop->chains ? sl__size_time(size, SL__IN_CHAIN, loop->points) : 0;
    if (chain > 0)
        return chain;
    if (itself > 0 && loop->chains && sl__size_is_new(size, SL__BY_ITSELF))
        return fmin(itself, in_chain(times, speeds, loop, roofline));
    return itself;
}

static int is_sure(const sl__size_times *size, int side)
{
    if (side == SL__ON_DEVICE)
        return !sl__size_is_new(size, SL__BY_DEVICE);
    return !sl__size_is_new(size, SL__BY_ITSELF) || !sl__size_is_new(size, SL__IN_CHAIN);
}

double sl__estimate(sl__times *times, const sl__speeds *speeds, const sl__loop_size *loop, int side)
{
    const double roofline = sl__estimate_roofline(speeds, loop, side);
    const sl__size_times *size = sl__times_class(times, loop->key, 0);
    const double known = side == SL__ON_CPU ? on_cpu(times, size, speeds, loop, roofline)
                                            : sl__size_time(size, SL__BY_DEVICE, loop->points);
    if (known > 0) {
        const double fair = side == SL__ON_DEVICE ? fmax(roofline, fmin(known, SL__DEVICE_SHORT)) : roofline;
        atomic_store_explicit(&times->factor[side], (float)(known / fair), memory_order_relaxed);
        return is_sure(size, side) ? known : SL__MEASURED_ONCE * known;
    }
    const double factor = atomic_load_explicit(&times->factor[side], memory_order_relaxed);
    if (factor > 0)
        return fmax(roofline * factor, SL__ESTIMATE_LEAST);
    return side == SL__ON_DEVICE ? fmax(roofline, SL__DEVICE_THREAD * sl__times_per_point(times)) : roofline;
}

int sl__estimate_is_sure(sl__times *times, const sl__loop_size *loop, int side)
{
    return is_sure(sl__times_class(times, loop->key, 0), side);
}
