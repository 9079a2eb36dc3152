/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "empty.h"

SL_KERNEL(em_join, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), reduce(int64_t, prod, p),
          reduce(int64_t, min, lo), reduce(int64_t, max, hi))
{
    *s += SL_AT(x, i);
    *p *= SL_AT(x, i);
    *lo = SL_AT(x, i) < *lo ? SL_AT(x, i) : *lo;
    *hi = SL_AT(x, i) > *hi ? SL_AT(x, i) : *hi;
}

SL_KERNEL(em_plane, (i, j), inout(int64_t, 2, x, own), reduce(int64_t, sum, s), reduce(SL_LOC(int64_t), minloc, lo))
{
    SL_AT(x, i, j) += 1;
    *s += SL_AT(x, i, j);
    sl_minloc(lo, SL_AT(x, i, j), i);
}

SL_KERNEL(em_bins, (i), in(int64_t, 1, x, own), scalar(int64_t, n), reduce(int64_t, sum, h, array(n)))
{
    SL_AT(h, i % n) += SL_AT(x, i);
}

SL_KERNEL(em_set, (i), out(int64_t, 1, x, own))
{
    SL_AT(x, i) = 9;
}

SL_SCAN_KERNEL(em_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

/* Over nothing a team's results are the identities. */
SL_TEAM_KERNEL(em_team, (t), scalar(sl_index, lo), scalar(sl_index, hi), out(int64_t, 2, y, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    int64_t sum, least, count;
    SL_TEAM_REDUCE(t, k, lo, hi, int64_t, sum, sum)
    sum += k + 5;
    SL_TEAM_REDUCE(t, k, lo, hi, int64_t, min, least)
    least = k < least ? k : least;
    SL_TEAM_REDUCE(t, k, lo, hi, int64_t, sum, count)
    count += 1;
    SL_TEAM_SINGLE(t)
    {
        SL_AT(y, i, 0) = sum;
        SL_AT(y, i, 1) = least;
        SL_AT(y, i, 2) = count;
    }
}
