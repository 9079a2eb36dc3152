/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

/* A thread has a row, whose entries its lanes share. */
SL_TEAM_KERNEL(bench_spmv_kernel, (team), in(int32_t, 1, row), in(int32_t, 1, column), in(double, 1, value),
               in(double, 1, x), out(double, 1, y))
{
    const sl_index first = BENCH_TEAM_ROWS * SL_LEAGUE_RANK(team), n = SL_EXTENT(y, 0);
    SL_TEAM_FOR(team, i, first, first + BENCH_TEAM_ROWS < n ? first + BENCH_TEAM_ROWS : n)
    {
        double sum;
        SL_VECTOR_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
        {
            sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
        }
        SL_VECTOR_SINGLE(team)
        SL_AT(y, i) = sum;
    }
}

/* The same, and the sum of the product. */
SL_TEAM_KERNEL(bench_spmv_sum_kernel, (team), in(int32_t, 1, row), in(int32_t, 1, column), in(double, 1, value),
               in(double, 1, x), out(double, 1, y), reduce(double, sum, total))
{
    const sl_index first = BENCH_TEAM_ROWS * SL_LEAGUE_RANK(team), n = SL_EXTENT(y, 0);
    SL_TEAM_FOR(team, i, first, first + BENCH_TEAM_ROWS < n ? first + BENCH_TEAM_ROWS : n)
    {
        double sum;
        SL_VECTOR_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
        {
            sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
        }
        SL_VECTOR_SINGLE(team)
        {
            SL_AT(y, i) = sum;
            *total += sum;
        }
    }
}
