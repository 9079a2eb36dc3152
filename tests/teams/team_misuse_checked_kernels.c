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

SL_FN double apart_helper(sl_team team, SL_PARAM(const double, 1, x))
{
    double most;
    SL_TEAM_VECTOR_REDUCE(team, k, 0, SL_EXTENT(x, 0), double, max, most)
    most = SL_AT(x, k) > most ? SL_AT(x, k) : most;
    return most;
}

/* Way 0 is right. In the others member 3 does, where its threads are apart, what all must do together. */
SL_TEAM_KERNEL(tu_apart, (t), scalar(int32_t, way), in(double, 1, x), inout(double, 1, y, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    const int32_t does = i == 3 ? way : 0;
    double sum = 0, total;
    SL_TEAM_REDUCE(t, k, 0, 4, double, sum, total)
    {
        double inner;
        SL_VECTOR_REDUCE(t, l, 0, 4, double, sum, inner)
        {
            inner += 1;
            if (does == 1)
                SL_TEAM_BARRIER(t);
        }
        total += inner;
    }
    SL_TEAM_FOR(t, k, 0, 1)
    {
        if (does == 2)
            sum += apart_helper(t, SL_PASS(x));
    }
    SL_TEAM_SCAN(t, k, 0, 2, double, sum, before, 1.0)
    {
        if (does == 3)
            sum = SL_TEAM_BROADCAST(t, double, before, 0);
    }
    SL_TEAM_SINGLE(t)
    {
        if (does == 4) {
            SL_TEAM_SCAN(t, k, 0, 2, double, sum, before, 1.0)
            sum = before;
        }
    }
    SL_VECTOR_SINGLE(t)
    {
        if (does == 5) {
            SL_VECTOR_REDUCE(t, k, 0, 2, double, sum, sum)
            sum += 1;
        }
    }
    SL_TEAM_FOR(t, k, 0, 3)
    {
        if (k == 1)
            continue;
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR_BOX(t, (k, l), 0, 1, 0, 1)
    {
        SL_VECTOR_SCAN(t, m, 0, 2, double, sum, before, 1.0, sum) /* lanes meet where threads share */
        sum += before;
        if (does == 6)
            SL_TEAM_BARRIER(t);
    }
    SL_VECTOR_FOR_BOX(t, (k, l), 0, 1, 0, 1)
    {
        if (does == 7)
            SL_VECTOR_SCAN_INCLUSIVE(t, m, 0, 2, double, sum, upto, 1.0)
        sum += upto;
    }
    SL_VECTOR_FOR(t, k, 0, 1)
    {
        if (does == 8)
            SL_VECTOR_BARRIER(t);
    }
    SL_VECTOR_BARRIER(t);
    const double most = apart_helper(t, SL_PASS(x));
    SL_TEAM_SINGLE(t)
    SL_AT(y, i) = total + most;
}

/* The bad member writes n bytes from byte `at` of its second array on, of three, the last of which is empty. */
SL_TEAM_KERNEL(tu_guards, (t), scalar(sl_index, bad), scalar(sl_index, at), scalar(sl_index, n),
               inout(double, 1, y, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SCRATCH(double, line, 8);
    SL_TEAM_SCRATCH(float, rows, 3, 5);
    SL_TEAM_SCRATCH(int32_t, none, 0);
    char *const bytes = (char *)rows;
    SL_TEAM_VECTOR_FOR(t, k, 0, 8)
    line[k] = (double)k;
    SL_TEAM_VECTOR_FOR(t, k, 0, 15)
    rows[k / 5][k % 5] = (float)k;
    SL_TEAM_BARRIER(t);
    SL_TEAM_SINGLE(t)
    {
        for (sl_index k = at; i == bad && k < at + n; k++)
            bytes[k] = 1;
        if (bad < 0 && at == 7)
            none[i] = 1;
        SL_AT(y, i) = line[7];
    }
}
