/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_TEAM_KERNEL(tu_line, (t), scalar(double, a), inout(double, 1, y, own))
{
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) += a;
}

SL_TEAM_KERNEL(tu_pair, (t), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) = SL_AT(x, SL_LEAGUE_RANK(t));
}

/* Two arrays of n doubles. */
SL_TEAM_KERNEL(tu_scratch, (t), scalar(sl_index, n), inout(double, 1, y, own))
{
    SL_TEAM_SCRATCH(double, first, n);
    SL_TEAM_SCRATCH(double, second, n);
    double sum;
    SL_TEAM_VECTOR_FOR(t, k, 0, n)
    {
        first[k] = 1;
        second[k] = 2;
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_REDUCE(t, k, 0, n, double, sum, sum)
    sum += first[k] * second[k];
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) += sum;
}

SL_TEAM_KERNEL(tu_raise, (t), scalar(sl_index, bad), in(double, 1, x, own), out(double, 1, y, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    SL_AT(y, i) = 2 * SL_AT(x, i);
    if (i == bad)
        SL_RAISE(9); /* all threads of the team */
}

SL_KERNEL(tu_plain, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}
