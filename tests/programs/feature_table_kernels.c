/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of the table of features: whatever the feature, z = x + 1, over an x that is linear and symmetric in all of
 * its indices. */
/* Not checked: checked loops are in no chain, and the table is that of usual builds. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include "feature_table.h"

SL_KERNEL(ft_scalar, (i, j), scalar(double, a), in(double, 2, x, own), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + a;
}

SL_KERNEL(ft_in, (i, j), in(double, 2, x), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_out, (i, j), in(double, 2, x, own), out(double, 2, z))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_inout, (i, j), in(double, 2, x, own), inout(double, 2, z, own))
{
    SL_AT(z, i, j) += SL_AT(x, i, j) + 1 - SL_AT(z, i, j);
}

SL_KERNEL(ft_rank_0, (i, j), in(double, 0, a), in(double, 2, x, own), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + SL_AT0(a);
}

SL_KERNEL(ft_own, (i, j), in(double, 2, x, own), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_own_other, (i, j), in(double, 2, x, own(1, 0)), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, j, i) + 1;
}

SL_KERNEL(ft_own_rows, (i, j), in(double, 2, x, own(0, all)), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 0 * SL_AT(x, i, 0) + 1;
}

SL_KERNEL(ft_halo, (i, j), in(double, 2, x, halo(1, 1)), out(double, 2, z, own))
{
    SL_AT(z, i, j) = 0.5 * (SL_AT(x, i - 1, j) + SL_AT(x, i + 1, j)) + 1;
}

SL_KERNEL(ft_fixed, (i, j), in(double, 2, x, own, fixed(FT_SIDE, 0)), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_pack, (i, j), in(double, 2, x, own, pack(2)), out(double, 2, z, own))
{
    SL_AT(z, i, j) = 0.5 * (SL_AT(x, 0, i, j) + SL_AT(x, 1, i, j)) + 1;
}

SL_KERNEL(ft_random, (i, j), in(double, 2, x, own, random), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_sum, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, sum, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r += 1;
}

SL_KERNEL(ft_min, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, min, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    if (SL_AT(x, i, j) < *r)
        *r = SL_AT(x, i, j);
}

SL_KERNEL(ft_max, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, max, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    if (SL_AT(x, i, j) > *r)
        *r = SL_AT(x, i, j);
}

SL_KERNEL(ft_prod, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, prod, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r *= 1;
}

SL_KERNEL(ft_land, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, land, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r = *r && SL_AT(x, i, j) != 0;
}

SL_KERNEL(ft_lor, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, lor, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r = *r || SL_AT(x, i, j) != 0;
}

SL_KERNEL(ft_band, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(uint32_t, band, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r &= 7;
}

SL_KERNEL(ft_bor, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(uint32_t, bor, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r |= 7;
}

SL_KERNEL(ft_bxor, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(uint32_t, bxor, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r ^= 7;
}

SL_KERNEL(ft_minmax, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(SL_MINMAX(double), minmax, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    sl_minmax(r, SL_AT(x, i, j));
}

SL_KERNEL(ft_minloc, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(SL_LOC(double), minloc, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    sl_minloc(r, SL_AT(x, i, j), FT_SIDE * i + j);
}

SL_KERNEL(ft_maxloc, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(SL_LOC(double), maxloc, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    sl_maxloc(r, SL_AT(x, i, j), FT_SIDE * i + j);
}

SL_KERNEL(ft_minmaxloc, (i, j), in(double, 2, x, own), out(double, 2, z, own),
          reduce(SL_MINMAXLOC(double), minmaxloc, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    sl_minmaxloc(r, SL_AT(x, i, j), FT_SIDE * i + j);
}

SL_KERNEL(ft_sum_complex, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(sl_complex, sum, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    r->re += SL_AT(x, i, j);
}

SL_KERNEL(ft_prod_complex, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(sl_complex, prod, r))
{
    const sl_complex turn = {0, 1};
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r = sl_complex_mul(*r, turn);
}

SL_REDUCER(plus, double, 0, a, b)
{
    *a += *b;
}

SL_KERNEL(ft_reducer, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, plus, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    *r += SL_AT(x, i, j);
}

SL_REDUCER_MEMBERS(ends, SL_MINMAX(double), (min, lo), (max, hi));

SL_KERNEL(ft_members, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(SL_MINMAX(double), ends, r))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    sl_minmax(r, SL_AT(x, i, j));
}

SL_KERNEL(ft_table, (i, j), table(double, t), in(double, 2, x, own), out(double, 2, z, own))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + SL_AT(t, (i + j) % SL_EXTENT(t, 0));
}

SL_KERNEL(ft_array, (i), in(double, 1, x, own), out(double, 1, z, own), reduce(double, sum, t, array(5)))
{
    SL_AT(z, i) = SL_AT(x, i) + 1;
    SL_AT(t, i % 5) += SL_AT(x, i);
}

SL_KERNEL(ft_array_2, (i, j), in(double, 2, x, own), out(double, 2, z, own), reduce(double, sum, t, array(5)))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    SL_AT(t, (i + j) % 5) += SL_AT(x, i, j);
}

/* z holds zeros before, or what this loop leaves. */
SL_KERNEL(ft_scatter, (i, j), in(double, 2, x, own), scatter(double, max, 2, z))
{
    SL_SCATTER(z, i, j, SL_AT(x, i, j) + 1);
}

SL_KERNEL(ft_bins, (i, j), in(double, 2, x, own), out(double, 2, z, own), multi_reduce(double, sum, t))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    SL_SCATTER(t, (i + j) % 5, 1);
}

SL_KERNEL(ft_map, (i), in(int32_t, 2, map, own(0, all), map), in(double, 1, x, own), scatter(double, max, 1, z))
{
    SL_SCATTER(z, SL_AT(map, i, 0), SL_AT(x, i) + 1);
}

SL_KERNEL(ft_token, (i, j), in(double, 2, x, own), inout(int, 1, unique, atomic), out(double, 2, z, own))
{
    SL_UNIQUE_TOKEN(id, unique)
    {
        SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    }
}

SL_KERNEL(ft_blocked, (i, j), in(double, 2, x, own, layout(blocked(8, 8))), out(double, 2, z, own, layout(blocked)))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_KERNEL(ft_morton, (i, j), in(double, 2, x, own, layout(morton)), out(double, 2, z, own, layout(morton)))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

SL_FN sl_index ft_columns(const sl_index *x, const sl_index *n)
{
    return x[1] * n[0] + x[0];
}
SL_KERNEL(ft_mapped, (i, j), in(double, 2, x, own, layout(ft_columns)), out(double, 2, z, own, layout(ft_columns)))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
}

/* The running result is the number of iterations before it, of a loop from 1 on. */
SL_SCAN_KERNEL(ft_scan, (i), in(double, 1, x, own), out(double, 1, z, own), reduce(double, sum, r))
{
    if (SL_FINAL)
        SL_AT(z, i) = SL_AT(x, i) + 1 + (*r - (double)(i - 1));
    *r += 1;
}

/* The same, by an operator of the program. */
SL_SCAN_KERNEL(ft_scan_own, (i), in(double, 1, x, own), out(double, 1, z, own), reduce(double, plus, r))
{
    if (SL_FINAL)
        SL_AT(z, i) = SL_AT(x, i) + 1 + (*r - (double)(i - 1));
    *r += 1;
}

SL_KERNEL(ft_1, (i), in(double, 1, x, own), out(double, 1, z, own))
{
    SL_AT(z, i) = SL_AT(x, i) + 1;
}

SL_KERNEL(ft_3, (i, j, k), in(double, 3, x, own), out(double, 3, z, own))
{
    SL_AT(z, i, j, k) = SL_AT(x, i, j, k) + 1;
}

SL_KERNEL(ft_4, (i, j, k, l), in(double, 4, x, own), out(double, 4, z, own))
{
    SL_AT(z, i, j, k, l) = SL_AT(x, i, j, k, l) + 1;
}

SL_KERNEL(ft_5, (i, j, k, l, m), in(double, 5, x, own), out(double, 5, z, own))
{
    SL_AT(z, i, j, k, l, m) = SL_AT(x, i, j, k, l, m) + 1;
}

SL_KERNEL(ft_6, (i, j, k, l, m, n), in(double, 6, x, own), out(double, 6, z, own))
{
    SL_AT(z, i, j, k, l, m, n) = SL_AT(x, i, j, k, l, m, n) + 1;
}

/* Teams for the edges, too, which stay 0. */
SL_TEAM_KERNEL(ft_team, (t), in(double, 1, x, own), out(double, 1, z, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(x, i) + 1 : 0;
}

SL_TEAM_KERNEL(ft_scratch, (t), scalar(double, a), in(double, 1, x, own), out(double, 1, z, own),
               scratch(double, room, 2 * a, 3))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(room, SL_EXTENT(room, 0) - 1, 2) = SL_AT(x, i) + a;
        SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(room, 1, 2) : 0;
    }
}

/* The 1 that is added: the 6 elements of a box, less the last one of their numbers. */
SL_FN SL_LOC(double) ft_place(sl_index k)
{
    const SL_LOC(double) here = {(double)k, k};
    return here;
}
SL_TEAM_KERNEL(ft_team_box, (t), in(double, 1, x, own), out(double, 1, z, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    double count;
    SL_LOC(double) last;
    SL_TEAM_REDUCE_BOX(t, (k, l), 0, 2, 0, 3, double, sum, count)
    count += 1;
    SL_TEAM_SCAN_INCLUSIVE(t, k, 0, 6, SL_LOC(double), maxloc, upto, ft_place(k), last)
    (void)upto;
    SL_TEAM_SINGLE(t)
    SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(x, i) + count - (double)last.index : 0;
}

SL_TEAM_KERNEL(ft_scratch_thread, (t), scalar(double, a), in(double, 1, x, own), out(double, 1, z, own),
               scratch_thread(double, mine, 2 * a))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_FOR(t, k, 0, 1)
    {
        SL_VECTOR_SINGLE(t)
        {
            SL_AT(mine, 1) = SL_AT(x, i) + a;
            SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(mine, 1) : 0;
        }
    }
}

SL_TEAM_KERNEL(ft_scratch_global, (t), scalar(double, a), in(double, 1, x, own), out(double, 1, z, own),
               scratch_global(double, room, 2 * a), scratch_global_thread(double, mine, 3))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(room, 1) = SL_AT(x, i);
        SL_AT(mine, 2) = a;
        SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(room, 1) + SL_AT(mine, 2) : 0;
    }
}

SL_TEAM_KERNEL(ft_team_sum, (t), in(double, 1, x, own), out(double, 1, z, own), reduce(double, sum, s))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(z, i) = i > 0 && i < SL_LEAGUE_SIZE(t) - 1 ? SL_AT(x, i) + 1 : 0;
        *s += SL_AT(z, i);
    }
}

/* A policy for CPUs and one for GPUs. */
#define FT_POLICIES(K) \
    SL_NEST_POLICY(K, rows, FOR(0, omp, FOR(1, seq, DO(0)))) \
    SL_NEST_POLICY_CUDA(K, rows, CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(0)))))

SL_NEST(ft_nest, (i, j), lambdas(1), in(double, 2, x, own), out(double, 2, z, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
    }
}
FT_POLICIES(ft_nest)
SL_NEST_POLICY(ft_nest, columns, FOR(1, seq, FOR(0, omp, DO(0))))
SL_NEST_POLICY_CUDA(ft_nest, columns, CUDA_KERNEL(FOR(1, block_x_direct, FOR(0, thread_x_loop, DO(0)))))

SL_NEST(ft_nest_table, (i, j), lambdas(1), scalar(double, a), table(double, t), in(double, 2, x, own),
        inout(double, 2, z, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(z, i, j) += SL_AT(x, i, j) + a * SL_AT(t, (i + j) % SL_EXTENT(t, 0)) - SL_AT(z, i, j);
    }
}
FT_POLICIES(ft_nest_table)

SL_NEST(ft_nest_pack, (i, j), lambdas(1), in(double, 2, x, own, pack(2)), out(double, 2, z, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(z, i, j) = 0.5 * (SL_AT(x, 0, i, j) + SL_AT(x, 1, i, j)) + 1;
    }
}
FT_POLICIES(ft_nest_pack)

SL_NEST(ft_nest_scatter, (i, j), lambdas(1), in(double, 2, x, own), scatter(double, max, 2, z),
        multi_reduce(double, sum, t))
{
    SL_LAMBDA(0)
    {
        SL_SCATTER(z, i, j, SL_AT(x, i, j) + 1);
        SL_SCATTER(t, (i + j) % 5, 1);
    }
}
FT_POLICIES(ft_nest_scatter)

SL_NEST(ft_nest_array, (i, j), lambdas(1), in(double, 2, x, own), out(double, 2, z, own),
        reduce(double, sum, t, array(5)))
{
    SL_LAMBDA(0)
    {
        SL_AT(z, i, j) = SL_AT(x, i, j) + 1;
        SL_AT(t, (i + j) % 5) += SL_AT(x, i, j);
    }
}
SL_NEST_POLICY(ft_nest_array, rows, FOR(0, omp, FOR(1, seq, DO(0))))

SL_NEST(ft_nest_local, (i, j), lambdas(2), local(double, value), local_array(double, room, 2), in(double, 2, x, own),
        out(double, 2, z, own))
{
    SL_LAMBDA(0)
    {
        *value = SL_AT(x, i, j);
        room[1] = 1;
    }
    SL_LAMBDA(1)
    {
        SL_AT(z, i, j) = *value + room[1];
    }
}
SL_NEST_POLICY(ft_nest_local, rows, FOR(0, omp, FOR(1, seq, DO(0), DO(1))))
SL_NEST_POLICY_CUDA(ft_nest_local, rows, CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, thread_x_loop, DO(0), DO(1)))))
