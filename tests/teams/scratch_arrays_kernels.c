/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels with scratch arrays among their words. */
#include <starloop/kernel.h>

#include "scratch_arrays.h"

#ifndef SA_NAME
#define SA_NAME(K_) K_
#endif

/* y = x transposed; a member has the tiles of one row of tiles, one after another in the same scratch. */
SL_TEAM_KERNEL(SA_NAME(sa_transpose), (t), in(double, 2, x), inout(double, 2, y),
               scratch(double, tile, SA_TILE, SA_TILE + 1))
{
    const sl_index r0 = SA_TILE * SL_LEAGUE_RANK(t), m = SL_EXTENT(x, 0), n = SL_EXTENT(x, 1);
    const sl_index rows = m - r0 < SA_TILE ? m - r0 : (sl_index)SA_TILE;
    for (sl_index c0 = 0; c0 < n; c0 += SA_TILE) {
        const sl_index columns = n - c0 < SA_TILE ? n - c0 : (sl_index)SA_TILE;
        SL_TEAM_FOR(t, r, 0, rows)
        {
            SL_VECTOR_FOR(t, c, 0, columns)
            SL_AT(tile, r, c) = SL_AT(x, r0 + r, c0 + c);
        }
        SL_TEAM_BARRIER(t);
        SL_TEAM_FOR(t, c, 0, columns)
        {
            SL_VECTOR_FOR(t, r, 0, rows)
            SL_AT(y, c0 + c, r0 + r) = SL_AT(tile, r, c);
        }
        SL_TEAM_BARRIER(t);
    }
}

SL_FN double sa_around(SL_PARAM(const double, 1, near), sl_index k)
{
    double sum = 0;
    for (sl_index d = 0; d <= 2 * SA_REACH; d++)
        sum += SL_AT(near, k + d);
    return sum;
}

/* Sums of five neighbours; a scalar says how large the array is. */
SL_TEAM_KERNEL(SA_NAME(sa_smooth), (t), scalar(sl_index, width), in(double, 1, x), inout(double, 1, y),
               scratch(double, near, width + 2 * SA_REACH))
{
    const sl_index n = SL_EXTENT(x, 0), lo = width * SL_LEAGUE_RANK(t), hi = lo + width < n ? lo + width : n;
    SL_TEAM_VECTOR_FOR(t, k, lo - SA_REACH, hi + SA_REACH)
    SL_AT(near, k - lo + SA_REACH) = k >= 0 && k < n ? SL_AT(x, k) : 0;
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR(t, k, lo, hi)
    SL_AT(y, k) = sa_around(SL_PASS(near), k - lo);
}

/* A row is multiplied and turned round, by way of an array of as many elements. */
SL_TEAM_KERNEL(SA_NAME(sa_rows), (t), scalar(int32_t, columns), scalar(double, factor),
               inout(double, 2, m, own(0, all)), SL_SCRATCH(double, row, columns))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_EXTENT(row, 0);
    SL_TEAM_VECTOR_FOR(t, k, 0, n)
    SL_AT(row, k) = factor * SL_AT(m, i, k);
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR(t, k, 0, n)
    SL_AT(m, i, n - 1 - k) = SL_AT(row, k);
}

SL_FN void sa_sort(SL_PARAM(int32_t, 1, v))
{
    for (sl_index k = 1; k < SL_EXTENT(v, 0); k++) {
        const int32_t x = SL_AT(v, k);
        sl_index at = k;
        for (; at > 0 && SL_AT(v, at - 1) > x; at--)
            SL_AT(v, at) = SL_AT(v, at - 1);
        SL_AT(v, at) = x;
    }
}

/* Each thread sorts rows in an array of its own, which all its lanes fill and read, and counts them in another one.
 * What it has written is there at the end, whatever other threads have written into theirs. */
SL_TEAM_KERNEL(SA_NAME(sa_sorted), (t), scalar(sl_index, rows), scalar(int32_t, width), inout(int32_t, 2, x),
               out(int32_t, 1, bad, own), scratch(int32_t, first, rows), scratch_thread(int32_t, line, width + 1),
               SL_SCRATCH_THREAD(int32_t, seen, 3), scratch(char, done, rows))
{
    const sl_index r0 = rows * SL_LEAGUE_RANK(t), n = SL_EXTENT(x, 1);
    int32_t counted, wrong;
    SL_VECTOR_SINGLE(t)
    SL_AT(seen, 0) = SL_AT(seen, 1) = SL_AT(seen, 2) = (int32_t)SL_TEAM_RANK(t);
    SL_TEAM_FOR(t, r, 0, rows)
    {
        SL_VECTOR_FOR(t, k, 0, n)
        SL_AT(line, k + 1) = SL_AT(x, r0 + r, k);
        SL_VECTOR_BARRIER(t);
        SL_VECTOR_SINGLE(t)
        {
            SL_AT(line, 0) = INT32_MIN;
            sa_sort(SL_PASS(line));
            SL_AT(seen, 1) += 1;
            SL_AT(first, r) = SL_AT(line, n > 0 ? 1 : 0);
            SL_AT(done, r) = 1;
        }
        SL_VECTOR_BARRIER(t);
        SL_VECTOR_FOR(t, k, 0, n)
        SL_AT(x, r0 + r, n - 1 - k) = SL_AT(line, k + 1);
        SL_VECTOR_BARRIER(t);
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_REDUCE(t, r, 0, SL_TEAM_SIZE(t), int32_t, sum, counted)
    counted += SL_AT(seen, 1) - SL_AT(seen, 0);
    SL_TEAM_REDUCE(t, r, 0, rows, int32_t, sum, wrong)
    wrong += SL_AT(done, r) != 1 || (n > 0 && SL_AT(first, r) != SL_AT(x, r0 + r, n - 1)) ||
             SL_AT(seen, 2) != SL_TEAM_RANK(t) || SL_EXTENT(line, 0) != n + 1 || (uintptr_t)&SL_AT(line, 0) % 16 != 0;
    SL_TEAM_SINGLE(t)
    SL_AT(bad, SL_LEAGUE_RANK(t)) = wrong + (counted != rows);
}

/* The most frequent number, below `values`, of each row: threads count in arrays of their own, which are added up in
 * one of the team. None of them would fit into shared memory. */
SL_TEAM_KERNEL(SA_NAME(sa_modes), (t), scalar(sl_index, values), in(int32_t, 2, x),
               inout(int32_t, 2, modes, own(0, all)), reduce(int64_t, sum, total), scratch(int32_t, few, 3),
               scratch_global(int64_t, count, values), scratch_global_thread(int32_t, mine, values),
               SL_SCRATCH_GLOBAL(char, letter, 1))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_LOC(int64_t) peak;
    SL_TEAM_SINGLE(t)
    {
        SL_AT(few, 2) = (int32_t)i;
        SL_AT(letter, 0) = 'x';
    }
    SL_TEAM_VECTOR_FOR(t, v, 0, values)
    SL_AT(count, v) = 0;
    SL_VECTOR_FOR(t, v, 0, values)
    SL_AT(mine, v) = 0;
    SL_VECTOR_BARRIER(t);
    SL_TEAM_FOR(t, k, 0, SL_EXTENT(x, 1))
    {
        SL_VECTOR_SINGLE(t)
        SL_AT(mine, SL_AT(x, i, k)) += 1;
    }
    SL_TEAM_BARRIER(t);
    SL_VECTOR_FOR(t, v, 0, values)
    {
        if (SL_AT(mine, v) != 0)
            SL_ATOMIC_ADD(SL_AT(count, v), SL_AT(mine, v));
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_REDUCE(t, v, 0, values, SL_LOC(int64_t), maxloc, peak)
    sl_maxloc(&peak, SL_AT(count, v), v);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(modes, i, 0) = (int32_t)peak.index;
        SL_AT(modes, i, 1) = (int32_t)peak.value;
        SL_AT(modes, i, 2) = SL_AT(few, 2) + (SL_AT(letter, 0) == 'x');
        *total += peak.value;
    }
}

/* The first elements of a row turned round, by way of an array of as many in global memory, and 1 added. */
SL_TEAM_KERNEL(SA_NAME(sa_turned), (t), scalar(int32_t, columns), inout(double, 2, m, own(0, all)),
               scratch_global(double, row, columns), SL_SCRATCH_GLOBAL_THREAD(double, own, 1))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_EXTENT(row, 0);
    SL_VECTOR_SINGLE(t)
    SL_AT(own, 0) = (double)SL_TEAM_RANK(t);
    SL_TEAM_VECTOR_FOR(t, k, 0, n)
    SL_AT(row, k) = SL_AT(m, i, k);
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR(t, k, 0, n)
    SL_AT(m, i, n - 1 - k) = SL_AT(row, k) + (SL_AT(own, 0) == (double)SL_TEAM_RANK(t));
}

SL_FN double sa_total(sl_team team, SL_PARAM(const double, 2, v))
{
    double sum;
    SL_TEAM_VECTOR_REDUCE(team, k, 0, SL_EXTENT(v, 0) * SL_EXTENT(v, 1), double, sum, sum)
    sum += SL_AT(v, k / SL_EXTENT(v, 1), k % SL_EXTENT(v, 1));
    return sum;
}
SL_FN void sa_fill(SL_PARAM(double, 1, v), double value)
{
    for (sl_index k = 0; k < SL_EXTENT(v, 0); k++)
        SL_AT(v, k) = value + (double)k;
}

/* Arrays of one to four extents and four types, and one of the body's: none lies over another one, each is aligned. */
SL_TEAM_KERNEL(SA_NAME(sa_arrays), (t), scalar(sl_index, n), scalar(int32_t, m), in(double, 1, x, pack(2)),
               out(double, 1, y, own), out(int32_t, 1, bad, own), reduce(double, sum, total), scratch(float, line, n),
               scratch(char, letters, 3), scratch(double, plane, n, m + 1), scratch(int32_t, cube, 2, n, m),
               scratch(struct sa_pair, pairs, n, 2, 1, m))
{
    SL_TEAM_SCRATCH(double, own, n, 3);
    const sl_index i = SL_LEAGUE_RANK(t);
    const double base = SL_AT(x, 0, i) + SL_AT(x, 1, i);
    int32_t wrong;
    SL_TEAM_FOR(t, k, 0, n)
    {
        SL_VECTOR_SINGLE(t)
        {
            SL_AT(line, k) = (float)(i + k);
            sa_fill(SL_SUB(plane, k, SL_ALL), base + (double)(10 * k));
            for (int a = 0; a < 3; a++)
                own[k][a] = (double)(7 * k + a);
        }
        SL_VECTOR_FOR(t, l, 0, m)
        {
            SL_AT(cube, 0, k, l) = (int32_t)(k * 100 + l);
            SL_AT(cube, 1, k, l) = (int32_t)(-k * 100 - l);
            for (sl_index h = 0; h < 2; h++) {
                SL_AT(pairs, k, h, 0, l).first = (int32_t)(k + h);
                SL_AT(pairs, k, h, 0, l).second = (int32_t)l;
                SL_AT(pairs, k, h, 0, l).value = (double)(k * l);
            }
        }
    }
    SL_TEAM_VECTOR_FOR(t, k, 0, 3)
    SL_AT(letters, k) = (char)('x' + k);
    SL_TEAM_BARRIER(t);
    SL_TEAM_REDUCE(t, k, 0, n, int32_t, sum, wrong)
    {
        const sl_index b = n - 1 - k;
        wrong += SL_AT(line, b) != (float)(i + b);
        for (int a = 0; a < 3; a++)
            wrong += own[b][a] != (double)(7 * b + a);
        for (sl_index l = 0; l < m; l++) {
            wrong += SL_AT(cube, 0, b, l) != b * 100 + l || SL_AT(cube, 1, b, l) != -b * 100 - l;
            for (sl_index h = 0; h < 2; h++)
                wrong += SL_AT(pairs, b, h, 0, l).first != b + h || SL_AT(pairs, b, h, 0, l).second != l ||
                         SL_AT(pairs, b, h, 0, l).value != (double)(b * l);
        }
    }
    wrong += SL_AT(letters, 0) != 'x' || SL_AT(letters, 1) != 'y' || SL_AT(letters, 2) != 'z';
    wrong += SL_EXTENT(plane, 0) != n || SL_EXTENT(plane, 1) != m + 1 || SL_EXTENT(cube, 0) != 2 ||
             SL_EXTENT(cube, 2) != m || SL_EXTENT(pairs, 2) != 1 || SL_EXTENT(letters, 0) != 3;
    wrong += (uintptr_t)&SL_AT(letters, 0) % 16 != 0 ||
             (n > 0 && ((uintptr_t)&SL_AT(plane, 0, 0) % 16 != 0 || (uintptr_t)&SL_AT(line, 0) % 16 != 0)) ||
             (uintptr_t)own % 16 != 0;
    const double sum = sa_total(t, SL_PASS(plane));
    SL_TEAM_SINGLE(t)
    {
        SL_AT(y, i) = sum;
        SL_AT(bad, i) = wrong;
        *total += sum;
    }
}
