/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinds of loops of RAJAPerf, of which the twins are in native_kinds.c. For CPUs only. */
#include <starloop/kernel.h>

#include "kinds.h"

SL_KERNEL(bench_integers_kernel, (i), in(int32_t, 1, x, own), reduce(int32_t, sum, total), reduce(int32_t, min, low),
          reduce(int32_t, max, high))
{
    const int32_t v = SL_AT(x, i);
    *total += v;
    if (v < *low)
        *low = v;
    if (v > *high)
        *high = v;
}

SL_KERNEL(bench_sweep_kernel, (i, j), in(double, 2, a, halo(1)), in(double, 2, b, halo(1)), in(double, 2, c, halo(1)),
          in(double, 2, d, own), out(double, 2, u, own), out(double, 2, v, own))
{
    SL_AT(u, i, j) = KINDS_SWEEP(SL_AT, i, j, b);
    SL_AT(v, i, j) = KINDS_SWEEP(SL_AT, i, j, d);
}

SL_KERNEL(bench_columns_kernel, (j), in(double, 2, a), in(double, 1, x), out(double, 1, y, own))
{
    double sum = 0;
    for (sl_index i = 0; i < SL_EXTENT(a, 0); i++)
        sum += SL_AT(a, i, j) * SL_AT(x, i);
    SL_AT(y, j) = sum;
}

SL_KERNEL(bench_mass_kernel, (k), in(double, 1, weight), in(double, 2, d, own(0, all)),
          out(double, 3, m, own(0, all, all)))
{
    double b[KINDS_NODES];
    for (int q = 0; q < KINDS_NODES; q++)
        b[q] = SL_AT(weight, q) * SL_AT(d, k, q);
    for (int r = 0; r < KINDS_NODES; r++)
        for (int c = 0; c < KINDS_NODES; c++)
            SL_AT(m, k, r, c) = b[r] * b[c];
}

SL_KERNEL(bench_branches_kernel, (i), in(double, 1, x, own), in(double, 1, y, own), out(double, 1, z, own))
{
    const double v = SL_AT(x, i), w = SL_AT(y, i);
    SL_AT(z, i) = KINDS_BRANCHES(v, w);
}

/* A member of the league has a tile of the product, and tiles of its factors one after another. */
SL_TEAM_KERNEL(bench_tiles_kernel, (team), in(double, 2, a), in(double, 2, b), out(double, 2, c),
               scratch(double, left, KINDS_TILE, KINDS_TILE), scratch(double, right, KINDS_TILE, KINDS_TILE),
               scratch(double, sum, KINDS_TILE, KINDS_TILE))
{
    const sl_index n = SL_EXTENT(c, 0), tiles = (n + KINDS_TILE - 1) / KINDS_TILE;
    const sl_index i0 = SL_LEAGUE_RANK(team) / tiles * KINDS_TILE, j0 = SL_LEAGUE_RANK(team) % tiles * KINDS_TILE;
    SL_TEAM_FOR(team, i, 0, KINDS_TILE)
    {
        SL_VECTOR_FOR(team, j, 0, KINDS_TILE)
        SL_AT(sum, i, j) = 0;
    }
    for (sl_index k0 = 0; k0 < n; k0 += KINDS_TILE) {
        SL_TEAM_FOR(team, i, 0, KINDS_TILE)
        {
            SL_VECTOR_FOR(team, j, 0, KINDS_TILE)
            {
                SL_AT(left, i, j) = i0 + i < n && k0 + j < n ? SL_AT(a, i0 + i, k0 + j) : 0;
                SL_AT(right, i, j) = k0 + i < n && j0 + j < n ? SL_AT(b, k0 + i, j0 + j) : 0;
            }
        }
        SL_TEAM_BARRIER(team);
        SL_TEAM_FOR(team, i, 0, KINDS_TILE)
        {
            for (int k = 0; k < KINDS_TILE; k++)
                SL_VECTOR_FOR(team, j, 0, KINDS_TILE)
            SL_AT(sum, i, j) += SL_AT(left, i, k) * SL_AT(right, k, j);
        }
        SL_TEAM_BARRIER(team);
    }
    SL_TEAM_FOR(team, i, 0, n - i0 < KINDS_TILE ? n - i0 : (sl_index)KINDS_TILE)
    {
        SL_VECTOR_FOR(team, j, 0, n - j0 < KINDS_TILE ? n - j0 : (sl_index)KINDS_TILE)
        SL_AT(c, i0 + i, j0 + j) = SL_AT(sum, i, j);
    }
}
