/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of whole numbers that look around themselves, by one and by three, and loops that do not. */
#include <starloop/kernel.h>

SL_KERNEL(ne_near1, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i) + 2 * SL_AT(u, i - 1) + 3 * SL_AT(u, i + 1);
}

SL_KERNEL(ne_far1, (i), in(uint64_t, 1, u, halo(3)), out(uint64_t, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i) + 2 * SL_AT(u, i - 3) + 3 * SL_AT(u, i + 3);
}

SL_KERNEL(ne_own1, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own))
{
    SL_AT(w, i) = 5 * SL_AT(w, i) + SL_AT(u, i) + (uint64_t)i;
}

SL_KERNEL(ne_near2, (i, j), in(uint64_t, 2, u, halo(1)), out(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i, j) + 2 * SL_AT(u, i - 1, j) + 3 * SL_AT(u, i + 1, j) + 3 * SL_AT(u, i, j - 1) +
                     4 * SL_AT(u, i, j + 1);
}

/* The same as a nest. */
SL_NEST(ne_nest2, (i, j), lambdas(1), in(uint64_t, 2, u, halo(1)), out(uint64_t, 2, w, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(w, i, j) = SL_AT(u, i, j) + 2 * SL_AT(u, i - 1, j) + 3 * SL_AT(u, i + 1, j) + 3 * SL_AT(u, i, j - 1) +
                         4 * SL_AT(u, i, j + 1);
    }
}
SL_NEST_POLICY(ne_nest2, rows, FOR(0, omp, FOR(1, simd, DO(0))))
SL_NEST_POLICY_CUDA(ne_nest2, blocks, CUDA_KERNEL(FOR(0, global_y_loop, FOR(1, global_x_loop, DO(0)))))

/* A team has a row, and looks at those beside it. */
SL_TEAM_KERNEL(ne_team2, (t), in(uint64_t, 2, u, own(0, all), halo(1, all)), out(uint64_t, 2, w, own(0, all)),
               scratch(uint64_t, row, 64))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_LEAGUE_SIZE(t), columns = SL_EXTENT(u, 1);
    SL_TEAM_FOR(t, j, 0, columns)
    SL_AT(row, j) = 2 * SL_AT(u, i > 0 ? i - 1 : i, j) + 3 * SL_AT(u, i < n - 1 ? i + 1 : i, j);
    SL_TEAM_BARRIER(t);
    SL_TEAM_FOR(t, j, 0, columns)
    SL_AT(w, i, j) = SL_AT(u, i, j) + SL_AT(row, columns - 1 - j);
}

SL_KERNEL(ne_far2, (i, j), in(uint64_t, 2, u, halo(3)), out(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i, j) + 2 * SL_AT(u, i - 3, j) + 3 * SL_AT(u, i + 3, j) + 3 * SL_AT(u, i, j - 3) +
                     4 * SL_AT(u, i, j + 3);
}

SL_KERNEL(ne_own2, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = 5 * SL_AT(w, i, j) + SL_AT(u, i, j) + (uint64_t)i;
}

SL_KERNEL(ne_near3, (i, j, k), in(uint64_t, 3, u, halo(1)), out(uint64_t, 3, w, own))
{
    SL_AT(w, i, j, k) = SL_AT(u, i, j, k) + 2 * SL_AT(u, i - 1, j, k) + 3 * SL_AT(u, i + 1, j, k) +
                        3 * SL_AT(u, i, j - 1, k) + 4 * SL_AT(u, i, j + 1, k) + 4 * SL_AT(u, i, j, k - 1) +
                        5 * SL_AT(u, i, j, k + 1);
}

SL_KERNEL(ne_far3, (i, j, k), in(uint64_t, 3, u, halo(3)), out(uint64_t, 3, w, own))
{
    SL_AT(w, i, j, k) = SL_AT(u, i, j, k) + 2 * SL_AT(u, i - 3, j, k) + 3 * SL_AT(u, i + 3, j, k) +
                        3 * SL_AT(u, i, j - 3, k) + 4 * SL_AT(u, i, j + 3, k) + 4 * SL_AT(u, i, j, k - 3) +
                        5 * SL_AT(u, i, j, k + 3);
}

SL_KERNEL(ne_own3, (i, j, k), in(uint64_t, 3, u, own), inout(uint64_t, 3, w, own))
{
    SL_AT(w, i, j, k) = 5 * SL_AT(w, i, j, k) + SL_AT(u, i, j, k) + (uint64_t)i;
}

/* Of rank 6 the first, the third and the last dimension, each of which may be the one that is cut. */
SL_KERNEL(ne_near6, (a, b, c, d, e, f), in(uint64_t, 6, u, halo(1)), out(uint64_t, 6, w, own))
{
    SL_AT(w, a, b, c, d, e, f) = SL_AT(u, a, b, c, d, e, f) + 2 * SL_AT(u, a - 1, b, c, d, e, f) +
                                 3 * SL_AT(u, a + 1, b, c, d, e, f) + 4 * SL_AT(u, a, b, c - 1, d, e, f) +
                                 5 * SL_AT(u, a, b, c + 1, d, e, f) + 7 * SL_AT(u, a, b, c, d, e, f - 1) +
                                 8 * SL_AT(u, a, b, c, d, e, f + 1);
}

SL_KERNEL(ne_own6, (a, b, c, d, e, f), in(uint64_t, 6, u, own), inout(uint64_t, 6, w, own))
{
    SL_AT(w, a, b, c, d, e, f) = 5 * SL_AT(w, a, b, c, d, e, f) + SL_AT(u, a, b, c, d, e, f) + (uint64_t)a;
}

SL_KERNEL(ne_fail, (i), scalar(int64_t, bad), inout(uint64_t, 1, u, own))
{
    if (i == bad)
        SL_RAISE(4);
    SL_AT(u, i) += 1;
}

SL_KERNEL(ne_bins, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own), multi_reduce(uint64_t, sum, h),
          scatter(uint64_t, max, 2, g))
{
    const uint64_t v = SL_AT(u, i - 1) + SL_AT(u, i + 1);
    SL_AT(w, i) = v;
    SL_SCATTER(h, i % SL_EXTENT(h, 0), v);
    SL_SCATTER(g, i / 2 % 2, i % 3, v);
}
