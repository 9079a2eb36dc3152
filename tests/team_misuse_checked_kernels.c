/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels whose accesses are checked. */
#undef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#include <starloop/kernel.h>

/* Row i is the own of member i. The `bad` one reads `row` rows further, and column `column`. */
SL_TEAM_KERNEL(tu_checked, (t), scalar(sl_index, bad), scalar(sl_index, row), scalar(sl_index, column),
               inout(double, 2, m, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    double sum;
    SL_TEAM_VECTOR_FOR(t, k, 0, SL_EXTENT(m, 1))
    SL_AT(m, i, k) += 1;
    SL_TEAM_BARRIER(t);
    SL_TEAM_REDUCE(t, k, 0, SL_EXTENT(m, 1), double, sum, sum)
    sum += SL_AT(m, i == bad ? i + row : i, i == bad && k == 0 ? column : k);
    SL_TEAM_BARRIER(t);
    SL_TEAM_SINGLE(t)
    SL_AT(m, i, 0) = sum;
}

/* Each member writes its own element and, the `bad` one, that of its neighbour. */
SL_TEAM_KERNEL(tu_races, (t), scalar(sl_index, bad), inout(double, 1, y))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    SL_AT(y, i == bad ? i + 1 : i) += 1;
}
