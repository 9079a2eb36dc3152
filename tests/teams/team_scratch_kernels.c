/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels with scratch memory and barriers. */
#include <starloop/kernel.h>

#include "team.h"

/* y = x transposed; a member has the tiles of one row of tiles, one after another in the same scratch. */
SL_TEAM_KERNEL(tm_transpose, (t), in(double, 2, x), inout(double, 2, y))
{
    SL_TEAM_SCRATCH(double, tile, TEAM_TILE, TEAM_TILE + 1);
    const sl_index r0 = TEAM_TILE * SL_LEAGUE_RANK(t), m = SL_EXTENT(x, 0), n = SL_EXTENT(x, 1);
    const sl_index rows = m - r0 < TEAM_TILE ? m - r0 : (sl_index)TEAM_TILE;
    for (sl_index c0 = 0; c0 < n; c0 += TEAM_TILE) {
        const sl_index columns = n - c0 < TEAM_TILE ? n - c0 : (sl_index)TEAM_TILE;
        SL_TEAM_FOR(t, r, 0, rows)
        {
            SL_VECTOR_FOR(t, c, 0, columns)
            tile[r][c] = SL_AT(x, r0 + r, c0 + c);
        }
        SL_TEAM_BARRIER(t);
        SL_TEAM_FOR(t, c, 0, columns)
        {
            SL_VECTOR_FOR(t, r, 0, rows)
            SL_AT(y, c0 + c, r0 + r) = tile[r][c];
        }
        SL_TEAM_BARRIER(t);
    }
}

/* Means of five neighbours, from scratch as large as the call says. */
SL_TEAM_KERNEL(tm_smooth, (t), scalar(sl_index, width), in(double, 1, x), inout(double, 1, y))
{
    SL_TEAM_SCRATCH(double, near, width + 2 * TEAM_REACH);
    const sl_index n = SL_EXTENT(x, 0), lo = width * SL_LEAGUE_RANK(t), hi = lo + width < n ? lo + width : n;
    SL_TEAM_VECTOR_FOR(t, k, lo - TEAM_REACH, hi + TEAM_REACH)
    near[k - lo + TEAM_REACH] = k >= 0 && k < n ? SL_AT(x, k) : 0;
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR(t, k, lo, hi)
    {
        double sum = 0;
        for (sl_index d = 0; d <= 2 * TEAM_REACH; d++)
            sum += near[k - lo + d];
        SL_AT(y, k) = sum;
    }
}

/* Four arrays of three types: none lies over another one, each is aligned. */
SL_TEAM_KERNEL(tm_arrays, (t), scalar(sl_index, n), out(int32_t, 1, ok, own), scatter(int32_t, sum, 1, wrong))
{
    SL_TEAM_SCRATCH(float, line, n);
    SL_TEAM_SCRATCH(char, letters, 3);
    SL_TEAM_SCRATCH(double, plane, n, 5);
    SL_TEAM_SCRATCH(int32_t, cube, n, 3, 2);
    const sl_index i = SL_LEAGUE_RANK(t);
    int32_t bad;
    SL_TEAM_FOR(t, k, 0, n)
    {
        line[k] = (float)(i + k);
        for (int a = 0; a < 5; a++)
            plane[k][a] = (double)(10 * k + a);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 2; b++)
                cube[k][a][b] = (int32_t)(-100 * k - 10 * a - b);
    }
    SL_TEAM_VECTOR_FOR(t, k, 0, 3)
    letters[k] = (char)('x' + k);
    SL_TEAM_BARRIER(t);
    SL_TEAM_REDUCE(t, k, 0, n, int32_t, sum, bad)
    {
        bad += line[n - 1 - k] != (float)(i + n - 1 - k);
        for (int a = 0; a < 5; a++)
            bad += plane[n - 1 - k][a] != (double)(10 * (n - 1 - k) + a);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 2; b++)
                bad += cube[n - 1 - k][a][b] != (int32_t)(-100 * (n - 1 - k) - 10 * a - b);
    }
    bad += letters[0] != 'x' || letters[1] != 'y' || letters[2] != 'z';
    bad += (uintptr_t)line % 16 != 0 || (uintptr_t)letters % 16 != 0 || (uintptr_t)plane % 16 != 0 ||
           (uintptr_t)cube % 16 != 0;
    SL_SCATTER(wrong, i, bad);
    SL_TEAM_SINGLE(t)
    SL_AT(ok, i) = bad == 0;
}
