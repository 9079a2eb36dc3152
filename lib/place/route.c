/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/route.h"

#include <math.h>

static const struct reason_row {
    sl__route route;
    const char *text;
} rows[SL__REASONS] = {
    [SL__BECAUSE_SHORT] = {SL__ROUTE_CALLER, "it takes less time than to hand it to a worker"},
    [SL__BECAUSE_AWAITED] = {SL__ROUTE_CALLER, "the program waits for it, and it is back sooner from here"},
    [SL__BECAUSE_LENT] = {SL__ROUTE_TOGETHER, "the program waits for it, and the worker has lent its place"},
    [SL__BECAUSE_UNKNOWN] = {SL__ROUTE_QUEUED, "its kernel was not measured at this size yet"},
    [SL__BECAUSE_LONG] = {SL__ROUTE_QUEUED, "it takes more time than to hand it to a worker"},
    [SL__BECAUSE_DEVICE] = {SL__ROUTE_QUEUED, "it is for a device"},
    [SL__BECAUSE_OFF] = {SL__ROUTE_QUEUED, "STARLOOP_INLINE is 0"},
    [SL__BECAUSE_IN_TASK] = {SL__ROUTE_QUEUED, "a task has called it"},
    [SL__BECAUSE_SCHEDULE] = {SL__ROUTE_QUEUED, "its policy shares it among threads"},
    [SL__BECAUSE_SCALARS] = {SL__ROUTE_QUEUED, "its scalars are many bytes"},
    [SL__BECAUSE_POLICY_SPLIT] = {SL__ROUTE_QUEUED, "its policy splits views, but it cannot run in parts"},
    [SL__BECAUSE_IN_USE] = {SL__ROUTE_QUEUED, "other loops use its views"},
    [SL__BECAUSE_PIECE] = {SL__ROUTE_QUEUED, "loops beside it in its region are queued"},
    [SL__BECAUSE_SPLIT] = {SL__ROUTE_PARTS, "its views are in parts"},
    [SL__BECAUSE_FREE] = {SL__ROUTE_LAUNCHED, "the device has nothing before it"},
};

static const char *const route_texts[SL__ROUTES] = {
    [SL__ROUTE_CALLER] = "in the calling thread",
    [SL__ROUTE_TOGETHER] = "there, with threads",
    [SL__ROUTE_QUEUED] = "queued",
    [SL__ROUTE_PARTS] = "queued in parts",
    [SL__ROUTE_LAUNCHED] = "launched from here",
};

sl__route sl__route_of(sl__reason reason)
{
    return rows[reason].route;
}

const char *sl__route_text(sl__route route)
{
    return route_texts[route];
}

const char *sl__reason_text(sl__reason reason)
{
    return rows[reason].text;
}

/* What keeps a call from the calling thread however long it takes. @return SL__REASONS: nothing. */
static inline sl__reason outright_reason(const sl__route_limits *limits, const sl__route_facts *f)
{
    return !(f->sides & SL__SIDE_CPU) ? SL__BECAUSE_DEVICE
           : limits->below <= 0       ? SL__BECAUSE_OFF
           : f->in_task               ? SL__BECAUSE_IN_TASK
           : f->split                 ? SL__BECAUSE_POLICY_SPLIT
           : f->threads               ? SL__BECAUSE_SCHEDULE
           : f->scalars               ? SL__BECAUSE_SCALARS
                                      : SL__REASONS;
}

/* Seconds below which the call runs in the calling thread. */
static inline double below_of(const sl__route_limits *limits, const sl__route_facts *f)
{
    const int measured = limits->below == SL__IN_CALLER_SECONDS;
    const double below = measured && !f->waits && limits->groups > 1 ? SL__IN_CALLER_SEVERAL_GROUPS : limits->below;
    if (f->sides != SL__SIDE_CPU && limits->devices > 0)
        return fmin(below, SL__IN_CALLER_LEFT_OPEN);
    return below == SL__IN_CALLER_SECONDS && f->one_block ? SL__IN_CALLER_ONE_THREAD : below;
}

/* Whether the calling thread may lead the worker's threads: it is known that the loop takes so little with them that
 * others may wait for its views meanwhile; or alone, and there may be something to share. */
static inline int may_lead(const sl__route_facts *f)
{
    if (!f->lends || f->waits != SL__WAITS_AT_ONCE || f->sides != SL__SIDE_CPU)
        return 0;
    const double all = sl__time_of(&f->times->cores[sl__size_class(f->points)].way[SL__ALL_CORES]);
    if (all > 0 || f->schedule < 0 || f->points < 2)
        return all > 0 && all < SL__LEAD_MOST;
    const double here = sl__cores_here(f->times, f->points);
    return here > 0 && here < SL__IN_CALLER_SECONDS;
}

sl__reason sl__route_choose(const sl__route_limits *limits, const sl__route_facts *f, double *seconds)
{
    const sl__reason outright = outright_reason(limits, f);
    *seconds = 0;
    if (outright != SL__REASONS)
        return outright;
    const int leads = may_lead(f);
    if (f->schedule > 0) /* the calling thread does not run it alone */
        return leads ? SL__BECAUSE_LENT : SL__BECAUSE_SCHEDULE;
    const double below = below_of(limits, f);
    const int measured = below == SL__IN_CALLER_SECONDS;
    *seconds = sl__cores_in_caller(f->times, f->points, leads && measured ? SL__LEAD_LEAST : below);
    if (*seconds > 0)
        return SL__BECAUSE_SHORT;
    if (f->waits && measured)
        *seconds =
            sl__cores_in_caller_waited(f->times, f->points, leads ? SL__LEAD : SL__HAND_OVER, SL__IN_CALLER_MOST);
    return *seconds > 0                           ? SL__BECAUSE_AWAITED
           : leads                                ? SL__BECAUSE_LENT
           : sl__cores_known(f->times, f->points) ? SL__BECAUSE_LONG
                                                  : SL__BECAUSE_UNKNOWN;
}

int sl__route_shares(double seconds, int threads)
{
    return seconds >= SL__SEVERAL_LEAST && SL__LEAD + seconds / threads < seconds;
}
