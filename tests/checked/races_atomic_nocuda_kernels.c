/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements that are touched by atomic operations, which say so as those of the kernel language do. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_FN void ra_atomic_add(int64_t *p, int64_t v)
{
    SL__ATOMIC_SEEN(p, sizeof *p);
    __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}

SL_KERNEL(ra_atomic, (i), in(int32_t, 1, bin, own), inout(int64_t, 1, tally))
{
    ra_atomic_add(&SL_AT(tally, SL_AT(bin, i)), 1);
}

/* The value comes from the same view, from an element that nobody writes. */
SL_KERNEL(ra_atomic_value, (i), inout(int64_t, 1, tally))
{
    int64_t *p = &SL_AT(tally, i % 3);
    const int64_t v = SL_AT(tally, 5) + SL_AT(tally, 6);
    ra_atomic_add(p, v);
}

/* Each iteration also touches an element of its own. */
SL_KERNEL(ra_atomic_beside, (i), inout(int64_t, 1, tally))
{
    SL_AT(tally, 5 + i) += 1;
    ra_atomic_add(&SL_AT(tally, i % 3), 1);
}

/* One of many is not atomic. */
SL_KERNEL(ra_atomic_but_one, (i), scalar(int64_t, plain), inout(int64_t, 1, tally))
{
    if (i == plain)
        SL_AT(tally, 0) += 1;
    else
        ra_atomic_add(&SL_AT(tally, 0), 1);
}

/* The one that is not is atomic as well. */
SL_KERNEL(ra_atomic_both, (i), scalar(int64_t, plain), inout(int64_t, 1, tally))
{
    ra_atomic_add(&SL_AT(tally, 0), 1);
    if (i == plain)
        SL_AT(tally, 0) += 1;
}
