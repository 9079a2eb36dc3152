/* SPDX-License-Identifier: BSD-3-Clause */
#include "grids_kernels.h"

SL_KERNEL(gd_copy, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j);
}
SL_KERNEL(gd_sum, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i, j);
}

/* ---- what views in grids refuse ------------------------------------------------------------------------------ */

SL_SCAN_KERNEL(gd_scan, (i), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)),
               reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i, 0);
    if (SL_FINAL)
        SL_AT(y, i, 0) = *s;
}
SL_NEST(gd_nest, (i, j), lambdas(1), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, i, j) = SL_AT(x, i, j) + 1;
    }
}
SL_NEST_POLICY(gd_nest, rows, FOR(0, omp, FOR(1, seq, DO(0))))
SL_TEAM_KERNEL(gd_team, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_FOR(t, j, 0, n)
    SL_AT(y, i, j) = SL_AT(x, i, j) + 1;
}
SL_KERNEL(gd_turned, (i, j), in(uint64_t, 2, x, own(1, 0)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, j, i) + 1;
}
SL_KERNEL(gd_line, (i, j), in(uint64_t, 1, x, own(0)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i) + 1;
}
SL_KERNEL(gd_any, (i, j), in(uint64_t, 2, x), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, 0, 0) + 1;
}
SL_KERNEL(gd_rows, (i), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)))
{
    SL_AT(y, i, 0) = SL_AT(x, i, 1) + 1;
}
SL_KERNEL(gd_nine, (i, j), in(uint64_t, 2, x, halo(0, 9)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j - 9) + SL_AT(x, i, j + 9) + 1;
}
SL_KERNEL(gd_spill_nine, (i, j), scatter(uint64_t, sum, 2, y, halo(9, 0)))
{
    SL_SCATTER(y, i - 9, j, 1);
}
SL_KERNEL(gd_five, (i, j), in(uint64_t, 2, x, halo(5, 0)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i - 5, j) + 1;
}
SL_KERNEL(gd_moved, (i, j), inout(uint64_t, 2, y, halo(1)))
{
    SL_AT(y, i, j) += 1;
}
SL_KERNEL(gd_bins, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(4)))
{
    SL_AT(h, SL_AT(x, i, j) % 4) += 1;
}
SL_KERNEL(gd_real, (i, j), in(uint64_t, 2, x, own), multi_reduce(double, sum, h))
{
    SL_SCATTER(h, 0, (double)SL_AT(x, i, j));
}
SL_REDUCER(last, uint64_t, 0, a, b)
{
    *a = *b != 0 ? *b : *a;
}
SL_KERNEL(gd_last, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, last, s))
{
    const uint64_t here = SL_AT(x, i, j) + 1;
    SL_JOIN(last, s, &here);
}
