/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "unique_token.h"

SL_FN void ut_add_to(SL_PARAM(int64_t, 1, row), int64_t v)
{
    for (int turn = 0; turn < UT_TURNS; turn++)
        for (int k = 0; k < UT_COLUMNS; k++)
            SL_AT(row, k) += turn == 0 ? v - UT_TURNS + 1 : 1;
}

SL_KERNEL(ut_add, (i), in(int64_t, 1, x, own), inout(int, 1, tokens, atomic), inout(int64_t, 1, inside),
          inout(int64_t, 2, work), inout(int64_t, 1, bad))
{
    SL_UNIQUE_TOKEN(id, tokens)
    {
        if (SL_ATOMIC_ADD(SL_AT(inside, id), 1) != 0)
            SL_ATOMIC_ADD(SL_AT(bad, 0), 1);
        ut_add_to(SL_SUB(work, id, SL_ALL), SL_AT(x, i));
        SL_ATOMIC_SUB(SL_AT(inside, id), 1);
    }
}

SL_KERNEL(ut_add_plane, (i, j), in(int64_t, 2, x, own), inout(int, 1, tokens, atomic), inout(int64_t, 1, inside),
          inout(int64_t, 2, work), inout(int64_t, 1, bad), reduce(int64_t, sum, all))
{
    if (SL_AT(x, i, j) % 3 != 0)
        SL_UNIQUE_TOKEN(id, tokens)
        {
            if (SL_ATOMIC_ADD(SL_AT(inside, id), 1) != 0)
                SL_ATOMIC_ADD(SL_AT(bad, 0), 1);
            ut_add_to(SL_SUB(work, id, SL_ALL), SL_AT(x, i, j));
            SL_ATOMIC_SUB(SL_AT(inside, id), 1);
            *all += SL_AT(x, i, j);
        }
    else
        *all -= 1;
}

SL_KERNEL(ut_mutex, (i), in(int64_t, 1, x, own), inout(int, 1, lock, atomic), inout(int64_t, 1, total))
{
    for (int turn = 0; turn < UT_TURNS; turn++)
        SL_UNIQUE_TOKEN(id, lock)
        {
            SL_AT(total, 0) += SL_AT(x, i);
            SL_AT(total, id + 1) += 1;
        }
}

SL_KERNEL(ut_leave, (i), scalar(int64_t, at), inout(int, 1, tokens, atomic), inout(int64_t, 1, work),
          inout(int64_t, 1, y, own))
{
    for (int turn = 0; turn < 2; turn++)
        SL_UNIQUE_TOKEN(id, tokens)
        {
            SL_AT(work, id) += 1;
            if (i == at)
                SL_RAISE(3);
            if (i % UT_WAYS == UT_BREAK)
                break;
            if (i % UT_WAYS == UT_CONTINUE)
                continue;
            if (i % UT_WAYS == UT_RETURN)
                return;
            SL_AT(work, id) += 1;
        }
    SL_AT(y, i) += 1;
}

SL_KERNEL(ut_nested, (i), inout(int, 1, a, atomic), inout(int, 1, b, atomic), inout(int64_t, 1, of_a),
          inout(int64_t, 2, of_both), inout(int64_t, 1, of_b), out(int64_t, 1, y, own))
{
    SL_UNIQUE_TOKEN(m, a)
    {
        SL_AT(of_a, m) += 1;
        SL_UNIQUE_TOKEN(n, b)
        {
            SL_AT(of_both, m, n) += 1;
            SL_AT(of_b, n) += 1;
        }
        SL_AT(of_a, m) += 1;
    }
    SL_AT(y, i) = 0;
    SL_UNIQUE_TOKEN(n, b)
    {
        SL_AT(of_b, n) += 1;
        SL_AT(y, i) += 1;
    }
}

SL_KERNEL(ut_same, (i), inout(int, 1, a, atomic), out(int64_t, 1, y, own))
{
    SL_UNIQUE_TOKEN(m, a)
    {
        SL_UNIQUE_TOKEN(n, a)
        {
            SL_AT(y, i) = m * 100 + n;
        }
    }
}

SL_KERNEL(ut_step, (i), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) += 1;
}

SL_TEAM_KERNEL(ut_team, (team), inout(int, 1, tokens, atomic), inout(int64_t, 1, work), inout(int64_t, 1, y))
{
    SL_TEAM_FOR(team, j, 0, SL_EXTENT(y, 0))
    {
        SL_UNIQUE_TOKEN(id, tokens)
        {
            SL_AT(work, id) += j;
        }
        SL_ATOMIC_ADD(SL_AT(y, j), j);
    }
}

SL_NEST(ut_nest, (i, j), lambdas(1), inout(int, 1, tokens, atomic), inout(int64_t, 1, work), out(int64_t, 2, y, own))
{
    SL_LAMBDA(0)
    {
        SL_UNIQUE_TOKEN(id, tokens)
        {
            SL_AT(work, id) += i + j;
        }
        SL_AT(y, i, j) = i + j;
    }
}
SL_NEST_POLICY(ut_nest, rows, FOR(0, omp, FOR(1, seq, DO(0))))
