/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "hostile.h"

/* @param[in] f_  the first index */
#define WITHIN(x_, f_, i_) ((i_) >= (f_) && (i_) < (f_) + SL_EXTENT(x_, 0))

SL_KERNEL(ho_own, (i), scalar(int64_t, a), in(int64_t, 1, x, own), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) = (int64_t)((uint64_t)SL_AT(x, i) ^ (uint64_t)a);
}

SL_KERNEL(ho_free, (i), scalar(int64_t, fx), scalar(int64_t, fy), in(int64_t, 1, x), inout(int64_t, 1, y, atomic))
{
    if (WITHIN(x, fx, i) && WITHIN(y, fy, i))
        SL_ATOMIC_STORE(SL_AT(y, i), SL_AT(x, i));
}

SL_KERNEL(ho_halo, (i), scalar(int64_t, fx), in(int64_t, 1, x, halo(2)), inout(int64_t, 1, y, own))
{
    if (i > INT64_MIN + 2 && i < INT64_MAX - 2 && WITHIN(x, fx, i - 2) && WITHIN(x, fx, i + 2))
        SL_AT(y, i) ^= SL_AT(x, i - 2) ^ SL_AT(x, i + 2);
}

SL_KERNEL(ho_flat, (i, j), in(int64_t, 2, x, own), inout(int64_t, 2, y, own))
{
    SL_AT(y, i, j) ^= SL_AT(x, i, j);
}

SL_KERNEL(ho_cube, (i, j, k), in(int64_t, 3, x, own), inout(int64_t, 3, y, own))
{
    SL_AT(y, i, j, k) ^= SL_AT(x, i, j, k);
}

SL_KERNEL(ho_blocked, (i, j), inout(int64_t, 2, y, own, layout(blocked)))
{
    SL_AT(y, i, j) ^= i;
}

SL_KERNEL(ho_scalar, (i), inout(int64_t, 0, s))
{
    SL_AT0(s) ^= i;
}

SL_KERNEL(ho_pack, (i), in(int64_t, 1, x, own, pack(3)), inout(int64_t, 1, y, own))
{
    for (int c = 0; c < 3; c++)
        SL_AT(y, i) ^= SL_AT(x, c, i);
}

SL_KERNEL(ho_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i) & 0xffff; /* the sum of copies stays within 64 bits */
}

/* @param[in] fs  the first index of the view for s */
SL_KERNEL(ho_array, (i), scalar(int64_t, n), scalar(int64_t, fs), in(int64_t, 1, x, own),
          reduce(int64_t, sum, s, array(n)))
{
    if (n > 0)
        SL_AT(s, fs + (sl_index)((uint64_t)i % (uint64_t)n)) += SL_AT(x, i) & 1;
}

SL_KERNEL(ho_multi, (i), scalar(int64_t, fs), in(int64_t, 1, x, own), multi_reduce(int64_t, sum, s))
{
    if (SL_EXTENT(s, 0) > 0)
        SL_SCATTER(s, fs, SL_AT(x, i) & 1);
}

SL_KERNEL(ho_scatter, (i), scalar(int64_t, fs), in(int64_t, 1, x, own), scatter(int64_t, sum, 1, s))
{
    if (SL_EXTENT(s, 0) > 0)
        SL_SCATTER(s, fs + SL_EXTENT(s, 0) - 1, SL_AT(x, i) & 1);
}

SL_KERNEL(ho_mesh, (i), scalar(int64_t, fm), scalar(int64_t, fs), in(int32_t, 2, m, own(0, all), map),
          scatter(int64_t, sum, 1, s))
{
    for (sl_index j = fm; j < fm + SL_EXTENT(m, 1); j++)
        if (WITHIN(s, fs, SL_AT(m, i, j)))
            SL_SCATTER(s, SL_AT(m, i, j), 1);
}

SL_SCAN_KERNEL(ho_scan, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i) & 1;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_TEAM_KERNEL(ho_team, (t), scalar(int64_t, n), inout(int64_t, 1, y, own))
{
    SL_TEAM_SCRATCH(int64_t, a, n);
    SL_TEAM_SINGLE(t)
    {
        a[0] = SL_LEAGUE_RANK(t);
        SL_AT(y, SL_LEAGUE_RANK(t)) ^= a[0];
    }
}

SL_NEST(ho_nest, (i, j), lambdas(1), inout(int64_t, 2, y, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, i, j) ^= i + j;
    }
}
SL_NEST_POLICY(ho_nest, rows, FOR(0, omp, FOR(1, seq, DO(0))))
SL_NEST_POLICY(ho_nest, tiled, TILE(0, fixed(3), omp, FOR(0, seq, FOR(1, simd, DO(0)))))
