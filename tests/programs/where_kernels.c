/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of each form that fail where x is negative. */
#include <starloop/kernel.h>

SL_KERNEL(wh_root, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    if (SL_AT(x, i) < 0)
        SL_RAISE(5);
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(wh_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    if (SL_AT(x, i) < 0)
        SL_RAISE(5);
    *s += SL_AT(x, i);
}

SL_SCAN_KERNEL(wh_offsets, (i), in(double, 1, x, own), out(double, 1, y, own), reduce(double, sum, s))
{
    if (SL_AT(x, i) < 0)
        SL_RAISE(5);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
    *s += SL_AT(x, i);
}

SL_NEST(wh_nest, (i), lambdas(1), in(double, 1, x), inout(double, 1, y))
{
    SL_LAMBDA(0)
    {
        if (SL_AT(x, i) < 0)
            SL_RAISE(5);
        SL_AT(y, i) = SL_AT(x, i);
    }
}
SL_NEST_POLICY(wh_nest, rows, FOR(0, seq, DO(0)))

SL_TEAM_KERNEL(wh_team, (t), in(double, 1, x), inout(double, 1, y))
{
    if (SL_AT(x, SL_LEAGUE_RANK(t)) < 0)
        SL_RAISE(5);
    SL_AT(y, SL_LEAGUE_RANK(t)) = SL_AT(x, SL_LEAGUE_RANK(t));
}

SL_KERNEL(wh_copy, (i), in(double, 1, x), inout(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}
