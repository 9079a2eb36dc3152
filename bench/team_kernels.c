/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

/* The lanes of a thread share the entries of a row. */
SL_FN double row_product(sl_team team, sl_index i, SL_PARAM(const int32_t, 1, row), SL_PARAM(const int32_t, 1, column),
                         SL_PARAM(const double, 1, value), SL_PARAM(const double, 1, x))
{
    double sum;
    SL_VECTOR_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
    {
        sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
    }
    return sum;
}

/* A thread has a row. */
SL_TEAM_KERNEL(bench_spmv_kernel, (team), in(int32_t, 1, row), in(int32_t, 1, column), in(double, 1, value),
               in(double, 1, x), out(double, 1, y))
{
    const sl_index first = BENCH_TEAM_ROWS * SL_LEAGUE_RANK(team), n = SL_EXTENT(y, 0);
    SL_TEAM_FOR(team, i, first, first + BENCH_TEAM_ROWS < n ? first + BENCH_TEAM_ROWS : n)
    {
        const double sum = row_product(team, i, SL_PASS(row), SL_PASS(column), SL_PASS(value), SL_PASS(x));
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
        const double sum = row_product(team, i, SL_PASS(row), SL_PASS(column), SL_PASS(value), SL_PASS(x));
        SL_VECTOR_SINGLE(team)
        {
            SL_AT(y, i) = sum;
            *total += sum;
        }
    }
}
