/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole numbers: a result does not depend on an order. */
#include <starloop/kernel.h>

#include "small_stack.h"

SL_KERNEL(ss_line, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + SL_AT(x, i);
}

SL_KERNEL(ss_fats, (i), in(int64_t, 1, x, own), out(ss_fat, 1, a, own), out(ss_fat, 1, b, own), out(ss_fat, 1, c, own),
          out(int8_t, 1, d, own))
{
    const ss_fat f = {{SL_AT(x, i), i}};
    SL_AT(a, i) = f;
    SL_AT(b, i) = f;
    SL_AT(c, i) = f;
    SL_AT(d, i) = (int8_t)(i % 100);
}

SL_KERNEL(ss_many, (i), in(int64_t, 1, x, own), out(int64_t, 1, a, own), out(int64_t, 1, b, own),
          out(int64_t, 1, c, own), out(int64_t, 1, d, own), out(int64_t, 1, e, own), out(int64_t, 1, f, own),
          out(int64_t, 1, g, own))
{
    SL_AT(a, i) = SL_AT(x, i);
    SL_AT(b, i) = SL_AT(x, i) + 1;
    SL_AT(c, i) = SL_AT(x, i) + 2;
    SL_AT(d, i) = SL_AT(x, i) + 3;
    SL_AT(e, i) = SL_AT(x, i) + 4;
    SL_AT(f, i) = SL_AT(x, i) + 5;
    SL_AT(g, i) = SL_AT(x, i) + 6;
}

SL_KERNEL(ss_total, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), reduce(int64_t, max, m),
          reduce(SL_MINMAXLOC(int64_t), minmaxloc, ends))
{
    *s += SL_AT(x, i);
    *m = SL_AT(x, i) > *m ? SL_AT(x, i) : *m;
    sl_minmaxloc(ends, SL_AT(x, i), i);
}

SL_KERNEL(ss_plane, (i, j), in(int64_t, 2, x, own), reduce(int64_t, sum, s), reduce(int64_t, max, m))
{
    *s += SL_AT(x, i, j);
    *m = SL_AT(x, i, j) > *m ? SL_AT(x, i, j) : *m;
}

SL_KERNEL(ss_bins, (i), in(int64_t, 1, x, own), scatter(int64_t, sum, 1, h))
{
    SL_SCATTER(h, SL_AT(x, i) % SL_EXTENT(h, 0), 1);
}

SL_SCAN_KERNEL(ss_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_TEAM_KERNEL(ss_team, (t), in(int64_t, 2, x, own(0, all)), inout(int64_t, 1, s, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    int64_t sum;
    SL_TEAM_REDUCE(t, j, 0, SL_EXTENT(x, 1), int64_t, sum, sum)
    sum += SL_AT(x, i, j);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(s, i) = sum;
    }
}

SL_NEST(ss_nest, (i, j), lambdas(3), local(int64_t, dot), in(int64_t, 2, x), out(int64_t, 1, s))
{
    SL_LAMBDA(0)
    {
        *dot = 0;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(x, i, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(s, i) = *dot;
    }
}
SL_NEST_POLICY(ss_nest, rows, FOR(0, omp, DO(0), FOR(1, seq, DO(1)), DO(2)))
