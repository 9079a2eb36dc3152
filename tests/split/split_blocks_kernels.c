/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions over views that are cut along their last dimension, or have three; and launches of leagues that reduce. */
#include <starloop/kernel.h>

SL_KERNEL(sb_plane, (i, j), in(double, 2, u, own), out(double, 2, w, own), reduce(double, sum, s),
          reduce(SL_LOC(double), maxloc, m))
{
    const double v = SL_AT(u, i, j) * 1.0625;
    SL_AT(w, i, j) = v;
    *s += v / (double)(i + j + 1);
    sl_maxloc(m, v, 100000 * i + j);
}

SL_KERNEL(sb_cube, (i, j, k), in(double, 3, u, own), out(double, 3, w, own), reduce(double, sum, s),
          reduce(SL_LOC(double), maxloc, m))
{
    const double v = SL_AT(u, i, j, k) * 1.0625;
    SL_AT(w, i, j, k) = v;
    *s += v / (double)(i + j + k + 1);
    sl_maxloc(m, v, 100000 * i + 1000 * j + k);
}

/* A member has a row, and looks at those beside it, by way of its scratch memory. */
SL_TEAM_KERNEL(sb_rows, (t), in(double, 2, u, own(0, all), halo(1, all)), out(double, 2, w, own(0, all)),
               reduce(double, sum, s), reduce(double, max, m), scratch(double, row, 128))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_LEAGUE_SIZE(t);
    const sl_index before = i > 0 ? i - 1 : i, behind = i < n - 1 ? i + 1 : i;
    SL_TEAM_FOR(t, j, 0, SL_EXTENT(u, 1))
    SL_AT(row, j) = SL_AT(u, before, j) + 2 * SL_AT(u, i, j) + 3 * SL_AT(u, behind, j);
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR(t, j, 0, SL_EXTENT(u, 1))
    {
        const double v = SL_AT(row, SL_EXTENT(u, 1) - 1 - j);
        SL_AT(w, i, j) = v;
        *s += v / (double)(i + 3);
        *m = v > *m ? v : *m;
    }
}

/* The same without results. */
SL_TEAM_KERNEL(sb_plain, (t), in(double, 2, u, own(0, all), halo(1, all)), out(double, 2, w, own(0, all)),
               scratch(double, row, 128))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_LEAGUE_SIZE(t);
    const sl_index before = i > 0 ? i - 1 : i, behind = i < n - 1 ? i + 1 : i;
    SL_TEAM_FOR(t, j, 0, SL_EXTENT(u, 1))
    SL_AT(row, j) = SL_AT(u, before, j) + 2 * SL_AT(u, i, j) + 3 * SL_AT(u, behind, j);
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR(t, j, 0, SL_EXTENT(u, 1))
    SL_AT(w, i, j) = SL_AT(row, SL_EXTENT(u, 1) - 1 - j);
}
