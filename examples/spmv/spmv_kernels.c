/* SPDX-License-Identifier: BSD-3-Clause */
/* y = A x modulo a number, and the sum of the squares of y: A in compressed rows. */
#include <starloop/kernel.h>

#include "spmv_kernels.h"

/* A team has one row, whose entries all its threads share. */
SL_TEAM_KERNEL(spmv_rows, (team), scalar(double, modulus), in(int32_t, 1, row), in(int32_t, 1, column),
               in(double, 1, value), in(double, 1, x), out(double, 1, y, own), scatter(double, sum, 1, squares))
{
    const sl_index i = SL_LEAGUE_RANK(team);
    double sum;
    SL_TEAM_VECTOR_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
    {
        sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
    }
    SL_TEAM_SINGLE(team)
    {
        const double result = fmod(sum, modulus);
        SL_AT(y, i) = result;
        SL_SCATTER(squares, 0, result * result);
    }
}

/* A team has BLOCK_ROWS rows, which its threads share; the lanes of a thread share the entries of its row. */
SL_TEAM_KERNEL(spmv_blocks, (team), scalar(double, modulus), in(int32_t, 1, row), in(int32_t, 1, column),
               in(double, 1, value), in(double, 1, x), inout(double, 1, y), scatter(double, sum, 1, squares))
{
    const sl_index first = BLOCK_ROWS * SL_LEAGUE_RANK(team), n = SL_EXTENT(y, 0);
    double total;
    SL_TEAM_REDUCE(team, i, first, first + BLOCK_ROWS < n ? first + BLOCK_ROWS : n, double, sum, total)
    {
        double sum;
        SL_VECTOR_REDUCE(team, k, SL_AT(row, i), SL_AT(row, i + 1), double, sum, sum)
        {
            sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
        }
        const double result = fmod(sum, modulus);
        SL_AT(y, i) = result; /* the same in each lane */
        total += result * result;
    }
    SL_TEAM_SINGLE(team)
    SL_SCATTER(squares, 0, total);
}
