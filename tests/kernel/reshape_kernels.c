/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of a matrix, parts of a vector and scratch arrays in other shapes, in every form of a kernel. */
#include <starloop/kernel.h>

SL_FN int64_t rs_weighed(SL_PARAM(const int64_t, 2, m))
{
    int64_t t = 0;
    for (sl_index p = 0; p < SL_EXTENT(m, 0); p++)
        for (sl_index q = 0; q < SL_EXTENT(m, 1); q++)
            t += (3 * p + 1) * (q + 2) * SL_AT(m, p, q);
    return t;
}

SL_FN int64_t rs_line(SL_PARAM(const int64_t, 1, v))
{
    int64_t t = 0;
    for (sl_index k = 0; k < SL_EXTENT(v, 0); k++)
        t = 3 * t + SL_AT(v, k);
    return t;
}

/* b's row is that of a as a matrix of n x m, turned: m x n. */
SL_KERNEL(rs_turn, (i), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a, own(0, all)),
          inout(int64_t, 2, b, own(0, all)), out(int64_t, 1, y, own))
{
    SL_LET(from, SL_SUB(a, i, SL_ALL));
    SL_LET(to, SL_SUB(b, i, SL_ALL));
    SL_LET(f, SL_RESHAPE(from, n, m));
    SL_LET(t, SL_RESHAPE(to, m, n));
    for (sl_index p = 0; p < n; p++)
        for (sl_index q = 0; q < m; q++)
            SL_AT(t, q, p) = SL_AT(f, p, q);
    SL_AT(y, i) = rs_weighed(SL_RESHAPE(from, n, m));
}

/* The same sum of a part of x of n * m elements for each index, by slices of its shape. */
SL_KERNEL(rs_sum, (i), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 1, x), reduce(int64_t, sum, s))
{
    SL_LET(part, SL_SUB(x, SL_PAIR(i * n * m, (i + 1) * n * m)));
    SL_LET(f, SL_RESHAPE(part, n, m));
    for (sl_index q = 0; q < m; q++)
        *s += (i + q + 1) * rs_line(SL_SUB(f, SL_ALL, q));
}

/* All ranks over one vector of 72 elements and more. */
SL_KERNEL(rs_ranks, (i), in(int64_t, 1, x), out(int64_t, 1, y, own))
{
    SL_LET(one, SL_RESHAPE(x, 72));
    SL_LET(three, SL_RESHAPE(x, 4, 3, 6));
    SL_LET(four, SL_RESHAPE(x, 2, 3, 3, 4));
    SL_LET(five, SL_RESHAPE(x, 2, 2, 3, 3, 2));
    SL_LET(six, SL_RESHAPE(x, 3, 2, 1, 3, 2, 2));
    SL_AT(y, i) = SL_AT(one, i % 72) + 10 * SL_AT(three, i % 4, i % 3, i % 6) +
                  100 * SL_AT(four, i % 2, i % 3, i % 3, i % 4) +
                  1000 * SL_AT(five, i % 2, i % 2, i % 3, i % 3, i % 2) +
                  10000 * SL_AT(six, i % 3, i % 2, 0, i % 3, i % 2, i % 2) + SL_EXTENT(six, 2) + SL_EXTENT(four, 3);
}

SL_TEAM_KERNEL(rs_team, (t), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a, own(0, all)),
               inout(int64_t, 2, b, own(0, all)), scratch(int64_t, line, n *m))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_LET(from, SL_SUB(a, i, SL_ALL));
    SL_LET(to, SL_SUB(b, i, SL_ALL));
    SL_LET(f, SL_RESHAPE(from, n, m));
    SL_LET(tile, SL_RESHAPE(line, m, n));
    SL_TEAM_VECTOR_FOR(t, k, 0, n * m)
    SL_AT(tile, k % m, k / m) = SL_AT(f, k / m, k % m);
    SL_TEAM_BARRIER(t);
    SL_TEAM_VECTOR_FOR(t, k, 0, n * m)
    SL_AT(to, k) = SL_AT(line, k);
}

SL_NEST(rs_nest, (i, j), lambdas(1), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a), inout(int64_t, 2, b))
{
    SL_LAMBDA(0) /* j is the row of a row's matrix */
    {
        SL_LET(from, SL_SUB(a, i, SL_ALL));
        SL_LET(to, SL_SUB(b, i, SL_ALL));
        SL_LET(f, SL_RESHAPE(from, n, m));
        SL_LET(t, SL_RESHAPE(to, m, n));
        for (sl_index q = 0; q < m; q++)
            SL_AT(t, q, j) = SL_AT(f, j, q);
    }
}
SL_NEST_POLICY(rs_nest, rows, FOR(0, omp, FOR(1, seq, DO(0))))
SL_NEST_POLICY_CUDA(rs_nest, blocks, CUDA_KERNEL(FOR(0, block_x_loop, FOR(1, thread_x_loop, DO(0)))))
