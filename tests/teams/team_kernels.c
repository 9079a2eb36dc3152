/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels: loops, ranks, scans, broadcast, helpers, scatter. Reductions are in team_reduce_kernels.c, scratch in
 * team_scratch_kernels.c. */
#include <starloop/kernel.h>

#include "team.h"

/* ---- loops ------------------------------------------------------------------------------------------------- */

/* What a loop over threads runs is run by each lane of a thread: one of them adds. */
SL_TEAM_KERNEL(tm_visit, (t), scalar(sl_index, n), inout(int32_t, 2, note, own(0, all)),
               inout(int32_t, 3, seen, own(0, all, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(note, i, NOTE_RANK) = (int32_t)SL_LEAGUE_RANK(t);
        SL_AT(note, i, NOTE_LEAGUE) = (int32_t)SL_LEAGUE_SIZE(t);
        SL_AT(note, i, NOTE_TEAM) = (int32_t)SL_TEAM_SIZE(t);
        SL_AT(note, i, NOTE_VECTOR) = (int32_t)SL_VECTOR_SIZE(t);
        SL_AT(note, i, NOTE_SINGLES) += 1;
    }
    SL_VECTOR_SINGLE(t)
    SL_ATOMIC_ADD(SL_AT(note, i, NOTE_VECTOR_SINGLES), 1);
    if (SL_TEAM_RANK(t) < 0 || SL_TEAM_RANK(t) >= SL_TEAM_SIZE(t) || SL_VECTOR_RANK(t) < 0 ||
        SL_VECTOR_RANK(t) >= SL_VECTOR_SIZE(t))
        SL_ATOMIC_ADD(SL_AT(note, i, NOTE_BAD), 1);
    SL_TEAM_FOR(t, j, -3, n - 3)
    {
        SL_VECTOR_SINGLE(t)
        SL_AT(seen, i, BY_TEAM, j + 3) += 1;
    }
    SL_TEAM_VECTOR_FOR(t, j, 2, n + 2)
    SL_AT(seen, i, BY_TEAM_VECTOR, j - 2) += 1;
    SL_TEAM_FOR(t, block, 0, (n + 4) / 5)
    {
        SL_VECTOR_FOR(t, j, 5 * block, 5 * block + 5 < n ? 5 * block + 5 : n)
        SL_AT(seen, i, BY_BOTH, j) += 1;
    }
    if (SL_TEAM_RANK(t) == SL_TEAM_SIZE(t) - 1) /* all lanes of one thread */
        SL_VECTOR_FOR(t, j, 0, n)
    SL_AT(seen, i, BY_VECTOR, j) += 1;
}

/* A member's own box of m x n, or of 2 x m x n, is counted by each kind of loop, once each; bounds begin below zero. */
SL_FN void count_box(sl_team team, sl_index m, sl_index n, SL_PARAM(int32_t, 2, s))
{
    SL_TEAM_VECTOR_FOR_BOX(team, (r, c), 0, m, 0, n)
    SL_AT(s, r, c) += 1000;
}
SL_TEAM_KERNEL(tm_boxes, (t), scalar(sl_index, m), scalar(sl_index, n), inout(int32_t, 4, seen, own(0, all, all, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_FOR_BOX(t, (r, c), -2, m - 2, 5, n + 5)
    {
        SL_VECTOR_SINGLE(t)
        SL_AT(seen, i, 0, r + 2, c - 5) += 1;
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR(t, r, 0, m)
    {
        SL_VECTOR_FOR_BOX(t, (h, c), 0, 1, -n, 0)
        SL_AT(seen, i, h, r, c + n) += 10;
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR_BOX(t, (h, r, c), 0, 2, 1, m + 1, 0, n)
    {
        if (h == 1 && r == 2)
            continue;
        SL_AT(seen, i, h, r - 1, c) += 100;
    }
    SL_TEAM_BARRIER(t);
    count_box(t, m, n, SL_SUB(seen, i, 1, SL_ALL, SL_ALL));
}

/* Groups of threads, threads, lanes: each element once, and each plane by one group, whose threads all are in it. */
SL_TEAM_KERNEL(tm_groups, (t), scalar(sl_index, count), inout(int32_t, 4, seen, own(0, all, all, all)),
               inout(int32_t, 2, threads, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    const sl_team_groups g = SL_TEAM_GROUPS(t, count);
    SL_TEAM_GROUP_FOR(g, k, 0, SL_EXTENT(seen, 1))
    {
        SL_VECTOR_SINGLE(t)
        SL_ATOMIC_ADD(SL_AT(threads, i, k), 1);
        SL_GROUP_FOR(g, j, -1, SL_EXTENT(seen, 2) - 1)
        {
            SL_VECTOR_FOR(t, l, 0, SL_EXTENT(seen, 3))
            SL_AT(seen, i, k, j + 1, l) += 1;
        }
    }
}

/* Each member notes its indices and extents. */
SL_TEAM_KERNEL(tm_leagues, (t), out(int64_t, 2, y, own(0, all)))
{
    SL_TEAM_VECTOR_FOR(t, d, 0, 3)
    {
        SL_AT(y, SL_LEAGUE_RANK(t), d) = SL_LEAGUE_INDEX(t, d);
        SL_AT(y, SL_LEAGUE_RANK(t), 3 + d) = SL_LEAGUE_EXTENT(t, d);
    }
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t), 6) = SL_LEAGUE_INDEX(t, 1) + SL_LEAGUE_SIZE(t);
}

/* ---- scans, broadcast -------------------------------------------------------------------------------------- */

/* The sums and maxima before each element; and the sum once more, in whose loop is a scan of other values. */
SL_TEAM_KERNEL(tm_scan, (t), in(int32_t, 1, row), in(int64_t, 1, x), in(double, 1, v), inout(int64_t, 1, sums),
               inout(double, 1, most), scatter(int32_t, sum, 1, wrong))
{
    const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1);
    SL_TEAM_SCAN(t, k, lo, hi, int64_t, sum, before, SL_AT(x, k))
    SL_AT(sums, k) = before;
    SL_TEAM_SCAN(t, k, lo, hi, double, max, before, SL_AT(v, k))
    SL_AT(most, k) = before;
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR(t, k, lo, hi) /* what other threads wrote is there behind a barrier */
    {
        SL_VECTOR_SINGLE(t)
        if (k > lo && SL_AT(sums, k) != SL_AT(sums, k - 1) + SL_AT(x, k - 1))
            SL_SCATTER(wrong, i, 1);
    }
}

/* Sums of elements of a row, of each kind; the totals in each thread and lane. */
#define SCANS(NAME_, SCAN_, INCLUSIVE_) \
    SL_TEAM_KERNEL(tm_scans_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), in(int64_t, 2, want, own(0, all)), \
                   inout(int64_t, 2, y), scatter(int32_t, sum, 1, wrong)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1); \
        int64_t total = -5; \
        int32_t largest = -5; \
        SCAN_(t, k, lo, hi, int64_t, sum, before, SL_AT(x, k)) \
        SL_AT(y, k, 0) = before; \
        INCLUSIVE_(t, k, lo, hi, int64_t, sum, upto, SL_AT(x, k), total) \
        { \
            if (upto == 1) \
                continue; \
            SL_AT(y, k, 1) = upto; \
        } \
        SCAN_(t, k, lo, hi, int32_t, max, before, (int32_t)SL_AT(x, k), largest) \
        { \
            SL_AT(y, k, 2) = before; \
        } \
        SL_SCATTER(wrong, i, total != SL_AT(want, i, 0)); \
        SL_SCATTER(wrong, i, (int64_t)largest != SL_AT(want, i, 1)); \
    }
SCANS(team, SL_TEAM_SCAN, SL_TEAM_SCAN_INCLUSIVE)
SCANS(vector, SL_VECTOR_SCAN, SL_VECTOR_SCAN_INCLUSIVE)
SCANS(both, SL_TEAM_VECTOR_SCAN, SL_TEAM_VECTOR_SCAN_INCLUSIVE)

/* The positive elements of a row go to its front; -1 behind them. */
SL_TEAM_KERNEL(tm_compact, (t), in(int32_t, 1, row), in(int64_t, 1, x), inout(int64_t, 1, y),
               out(int32_t, 1, count, own))
{
    const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1);
    int32_t kept;
    SL_TEAM_REDUCE(t, k, lo, hi, int32_t, sum, kept)
    kept += SL_AT(x, k) > 0;
    SL_TEAM_SCAN(t, k, lo, hi, int32_t, sum, before, SL_AT(x, k) > 0)
    {
        if (SL_AT(x, k) > 0)
            SL_AT(y, lo + before) = SL_AT(x, k);
    }
    SL_TEAM_VECTOR_FOR(t, k, lo + kept, hi)
    SL_AT(y, k) = -1;
    SL_TEAM_SINGLE(t)
    SL_AT(count, i) = kept;
}

/* A value that each thread has of its own: 1000 for the member, 1 for the thread. */
SL_TEAM_KERNEL(tm_broadcast, (t), scalar(sl_index, rank), out(int32_t, 1, y, own), scatter(int32_t, sum, 1, wrong))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    const int32_t mine = (int32_t)(1000 * i + SL_TEAM_RANK(t));
    const sl_index from = rank < 0 ? SL_TEAM_SIZE(t) - 1 : rank % SL_TEAM_SIZE(t);
    const int32_t all = SL_TEAM_BROADCAST(t, int32_t, mine, from);
    const double half = SL_TEAM_BROADCAST(t, double, 0.5 * mine, from);
    SL_SCATTER(wrong, i, all != 1000 * i + from || half != 0.5 * (double)all);
    SL_TEAM_SINGLE(t)
    SL_AT(y, i) = all;
}

/* ---- helpers, scatter, reach ------------------------------------------------------------------------------- */

SL_FN float squares(sl_team team, SL_PARAM(const float, 1, v))
{
    float total;
    SL_TEAM_VECTOR_REDUCE(team, k, 0, SL_EXTENT(v, 0), float, sum, total)
    total += SL_AT(v, k) * SL_AT(v, k);
    return total;
}

SL_FN void scale(sl_team team, float factor, SL_PARAM(const float, 1, from), SL_PARAM(float, 1, to))
{
    SL_TEAM_VECTOR_FOR(team, k, 0, SL_EXTENT(from, 0))
    SL_AT(to, k) = factor * SL_AT(from, k);
}

SL_TEAM_KERNEL(tm_helper, (t), in(float, 2, x, own(0, all)), out(float, 1, length, own),
               inout(float, 2, unit, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    const float all = squares(t, SL_SUB(x, i, SL_ALL));
    scale(t, 1 / all, SL_SUB(x, i, SL_ALL), SL_SUB(unit, i, SL_ALL));
    SL_TEAM_SINGLE(t)
    SL_AT(length, i) = all;
}

SL_TEAM_KERNEL(tm_bins, (t), in(int32_t, 2, x, own(0, all)), scatter(int64_t, sum, 1, counts),
               multi_reduce(int32_t, max, last), inout(int32_t, 1, atomic_counts, atomic),
               scatter(double, sum, 1, total))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    double sum;
    SL_TEAM_VECTOR_FOR(t, k, 0, SL_EXTENT(x, 1))
    {
        const int32_t bin = SL_AT(x, i, k);
        SL_SCATTER(counts, bin, 1);
        SL_SCATTER(last, bin, (int32_t)(i * SL_EXTENT(x, 1) + k));
        SL_AT(atomic_counts, bin) += 1;
    }
    SL_TEAM_REDUCE(t, k, 0, SL_EXTENT(x, 1), double, sum, sum)
    sum += SL_AT(x, i, k);
    SL_TEAM_SINGLE(t)
    SL_SCATTER(total, 0, sum);
}

/* The league's rank is the loop's index. */
SL_TEAM_KERNEL(tm_rows, (t), scalar(double, a), in(double, 1, x, halo(1)), inout(double, 2, m, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_LEAGUE_SIZE(t);
    const double mean = (i > 0 ? SL_AT(x, i - 1) : 0) + SL_AT(x, i) + (i + 1 < n ? SL_AT(x, i + 1) : 0);
    SL_TEAM_VECTOR_FOR(t, k, 0, SL_EXTENT(m, 1))
    SL_AT(m, i, k) += a * mean + (double)k;
}

SL_KERNEL(tm_fill, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a + (double)(i % 7);
}

SL_KERNEL(tm_first, (i), in(double, 2, m, own(0, all)), inout(double, 1, x, own))
{
    SL_AT(x, i) = 0.5 * SL_AT(x, i) + SL_AT(m, i, 0);
}
