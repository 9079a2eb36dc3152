/* SPDX-License-Identifier: BSD-3-Clause */
/* The same kernels with bounds checks, and what these find. */
#undef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#define SL_LAUNCH_BOUNDS 1024, 1 /* checks take registers, and the largest teams have 992 threads */
#define SA_NAME(K_) K_##_checked
#include "scratch_arrays_kernels.c"

SL_FN double sa_sum(SL_PARAM(const double, 1, v), sl_index beyond)
{
    double sum = 0;
    for (sl_index k = 0; k < SL_EXTENT(v, 0) + beyond; k++)
        sum += SL_AT(v, k);
    return sum;
}

/* Member 3 touches one element (row, column) of an array of n times 4; a row of -1 stands for a helper that reads an
 * element too many of row 1, one of -2 for an element of what the thread has of its own, one of -3 for one in global
 * memory. */
SL_TEAM_KERNEL(sa_outside, (t), scalar(sl_index, n), scalar(sl_index, row), scalar(sl_index, column),
               in(double, 1, x, pack(2)), inout(double, 1, y, own), scratch(float, before, 3),
               scratch(double, plane, n, 4), scratch_thread(int32_t, mine, 2), scratch_global(int32_t, far, n, 2))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_VECTOR_FOR(t, k, 0, n * 4)
    SL_AT(plane, k / 4, k % 4) = 1;
    SL_TEAM_VECTOR_FOR(t, k, 0, 3)
    SL_AT(before, k) = 2;
    SL_TEAM_BARRIER(t);
    SL_TEAM_SINGLE(t)
    {
        if (i == 3 && row >= 0)
            SL_AT(plane, row, column) += 1;
        if (i == 3 && row == -2)
            SL_AT(mine, column) = 1;
        if (i == 3 && row == -3)
            SL_AT(far, 1, column) = 1;
        SL_AT(y, i) = n > 1 ? sa_sum(SL_SUB(plane, 1, SL_ALL), i == 3 && row == -1) + SL_AT(x, 1, i) : 5;
    }
}

SL_TEAM_KERNEL(sa_huge_global, (t), scalar(int64_t, a), scalar(int64_t, b), inout(double, 1, y, own),
               scratch_global(double, line, a), scratch_global_thread(double, mine, b))
{
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) = (double)(SL_EXTENT(line, 0) + SL_EXTENT(mine, 0));
}

SL_TEAM_KERNEL(sa_huge_own, (t), scalar(int64_t, a), inout(double, 1, y, own), scratch(double, pair, 2),
               scratch_thread(double, line, a))
{
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) = (double)SL_EXTENT(line, 0);
}

SL_TEAM_KERNEL(sa_huge, (t), scalar(int64_t, a), scalar(int32_t, b), inout(double, 1, y, own),
               scratch(double, plane, a, b), scratch(char, line, b))
{
    SL_TEAM_SINGLE(t)
    SL_AT(y, SL_LEAGUE_RANK(t)) = (double)(SL_EXTENT(plane, 0) + SL_EXTENT(line, 0));
}
