/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of every form over whole numbers, whose results do not depend on an order. */
#include <starloop/kernel.h>

#include "random_calls.h"

SL_KERNEL(rc_scalar, (i), scalar(uint64_t, a), inout(uint64_t, 0, s))
{
    SL_AT0(s) = 3 * SL_AT0(s) + a + (uint64_t)i;
}

SL_KERNEL(rc_line, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + SL_AT(x, i) + a * (uint64_t)i;
}

SL_KERNEL(rc_end, (i), scalar(int64_t, end), out(int64_t, 1, n, own))
{
    SL_AT(n, i) = end;
}

SL_KERNEL(rc_flat, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = 3 * SL_AT(y, i, j) + SL_AT(x, i, j) + a * (uint64_t)(5 * i + j);
}

SL_KERNEL(rc_cube, (i, j, k), scalar(uint64_t, a), in(uint64_t, 3, x, own), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = 3 * SL_AT(y, i, j, k) + SL_AT(x, i, j, k) + a * (uint64_t)(25 * i + 5 * j + k);
}

SL_KERNEL(rc_hyper, (i, j, k, l), scalar(uint64_t, a), in(uint64_t, 4, x, own), inout(uint64_t, 4, y, own))
{
    SL_AT(y, i, j, k, l) =
        3 * SL_AT(y, i, j, k, l) + SL_AT(x, i, j, k, l) + a * (uint64_t)(125 * i + 25 * j + 5 * k + l);
}

/* Over any indices, in their order. */
SL_KERNEL(rc_listed, (i), scalar(uint64_t, a), inout(uint64_t, 1, y))
{
    const sl_index n = SL_EXTENT(y, 0), at = n > 0 ? (sl_index)((uint64_t)i % (uint64_t)n) : 0;
    if (n > 0)
        SL_AT(y, at) = 3 * SL_AT(y, at) + (uint64_t)i + a;
}

SL_KERNEL(rc_pack, (i), in(uint64_t, 1, x, own, pack(3)), inout(uint64_t, 1, y, own))
{
    for (int c = 0; c < 3; c++)
        SL_AT(y, i) += (uint64_t)(c + 1) * SL_AT(x, c, i);
}

SL_KERNEL(rc_rows, (i), in(uint64_t, 1, x, own, pack(3)), inout(uint64_t, 1, y, own, pack(2)))
{
    for (int c = 0; c < 2; c++) {
        SL_AT(y, c, i) *= 3;
        for (int k = 0; k < 3; k++)
            SL_AT(y, c, i) += (uint64_t)(k + 1 + c) * SL_AT(x, k, i);
    }
}

SL_KERNEL(rc_slabs, (i, j), in(uint64_t, 2, x, own, pack(3)), inout(uint64_t, 2, y, own, pack(2)))
{
    for (int c = 0; c < 2; c++) {
        SL_AT(y, c, i, j) *= 3;
        for (int k = 0; k < 3; k++)
            SL_AT(y, c, i, j) += (uint64_t)(k + 1 + c) * SL_AT(x, k, i, j);
    }
}

SL_KERNEL(rc_hits, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own), inout(uint64_t, 1, b, pack(2), atomic))
{
    const sl_index at = (sl_index)((uint64_t)(SL_AT(key, i) + 1000000) % (uint64_t)SL_EXTENT(b, 0));
    SL_AT(b, i % 2, at) += SL_AT(x, i);
}

SL_KERNEL(rc_copied, (i, j), in(int32_t, 2, x, own), out(int32_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j);
}

/* ---- reductions, scatter, scans ---------------------------------------------------------------------------- */

SL_KERNEL(rc_ops, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, sum), reduce(uint64_t, min, least),
          reduce(uint64_t, max, most), reduce(uint64_t, prod, product))
{
    const uint64_t v = SL_AT(x, i);
    *sum += v;
    *least = v < *least ? v : *least;
    *most = v > *most ? v : *most;
    *product *= 2 * v + 1;
}

SL_KERNEL(rc_bits, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, land, all), reduce(uint64_t, lor, any),
          reduce(uint64_t, band, both), reduce(uint64_t, bor, either), reduce(uint64_t, bxor, odd))
{
    const uint64_t v = SL_AT(x, i, j);
    *all = *all && v;
    *any = *any || v;
    *both &= v;
    *either |= v;
    *odd ^= v;
}

SL_KERNEL(rc_places, (i), in(int32_t, 1, x, own), reduce(SL_LOC(int32_t), minloc, least),
          reduce(SL_LOC(int32_t), maxloc, most), reduce(SL_MINMAX(int32_t), minmax, ends),
          reduce(SL_MINMAXLOC(int32_t), minmaxloc, both))
{
    const int32_t v = SL_AT(x, i);
    sl_minloc(least, v, i);
    sl_maxloc(most, v, i);
    sl_minmax(ends, v);
    sl_minmaxloc(both, v, i);
}

SL_KERNEL(rc_array, (i), scalar(int64_t, n), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s, array(n)),
          reduce(uint64_t, max, m, array(n)))
{
    const sl_index at = i / 3 % n;
    SL_AT(s, at) += SL_AT(x, i);
    if (SL_AT(x, i) > SL_AT(m, at))
        SL_AT(m, at) = SL_AT(x, i);
}

SL_KERNEL(rc_bins, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, s),
          scatter(uint64_t, min, 1, least), scatter(uint64_t, prod, 1, product))
{
    const sl_index at = (sl_index)((uint64_t)((sl_index)SL_AT(key, i) + 1000000) % (uint64_t)SL_EXTENT(s, 0));
    SL_SCATTER(s, at, SL_AT(x, i));
    SL_SCATTER(least, at, SL_AT(x, i));
    SL_SCATTER(product, at, 2 * SL_AT(x, i) + 1);
}

SL_KERNEL(rc_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, s))
{
    for (sl_index j = 0; j < SL_EXTENT(corner, 1); j++)
        SL_SCATTER(s, SL_AT(corner, i, j), SL_AT(x, i) + (uint64_t)j);
}

/* Without atomics: over the colours of the map. */
SL_KERNEL(rc_corners, (i), in(int32_t, 2, corner, own(0, all)), in(uint64_t, 1, x, own), inout(uint64_t, 1, s))
{
    for (sl_index j = 0; j < SL_EXTENT(corner, 1); j++)
        SL_AT(s, SL_AT(corner, i, j)) += SL_AT(x, i) + (uint64_t)j;
}

SL_KERNEL(rc_multi, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own), multi_reduce(uint64_t, sum, s),
          multi_reduce(uint64_t, max, m))
{
    const sl_index at = (sl_index)((uint64_t)((sl_index)SL_AT(key, i) + 1000000) % (uint64_t)SL_EXTENT(s, 0));
    SL_SCATTER(s, at, SL_AT(x, i));
    SL_SCATTER(m, at, SL_AT(x, i));
}

SL_KERNEL(rc_tally, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), multi_reduce(uint64_t, prod, p),
          multi_reduce(int32_t, max, m))
{
    const uint64_t v = SL_AT(x, i, j), key = v % 1000 + (uint64_t)(7 * i) + a % 50;
    SL_SCATTER(p, (sl_index)(key % (uint64_t)SL_EXTENT(p, 0)), 2 * v + 1);
    SL_SCATTER(m, (sl_index)(key % (uint64_t)SL_EXTENT(m, 0)), (int32_t)(key % 100));
}

SL_SCAN_KERNEL(rc_offsets, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own), reduce(uint64_t, sum, s))
{
    if (SL_FINAL)
        SL_AT(y, i) = *s;
    *s += SL_AT(x, i) + (uint64_t)i;
}

SL_SCAN_KERNEL(rc_compact, (i), scalar(int32_t, least), in(int32_t, 1, x, own), inout(int32_t, 1, y),
               reduce(uint64_t, sum, s))
{
    if (SL_AT(x, i) < least)
        return;
    if (SL_FINAL)
        SL_AT(y, (sl_index)*s) = SL_AT(x, i);
    *s += 1;
}

/* ---- nests, teams ------------------------------------------------------------------------------------------ */

SL_NEST(rc_nest, (i, j, k), lambdas(4), scalar(uint64_t, a), local(uint64_t, dot), in(uint64_t, 3, x),
        inout(uint64_t, 2, y), inout(uint64_t, 3, z))
{
    SL_LAMBDA(0)
    {
        *dot = a;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(x, i, j, k) * (uint64_t)(k + 1);
    }
    SL_LAMBDA(2)
    {
        SL_AT(y, i, j) += *dot;
    }
    SL_LAMBDA(3)
    {
        SL_AT(z, i, j, k) = 3 * SL_AT(z, i, j, k) + SL_AT(x, i, j, k) + a;
    }
}
SL_NEST_POLICY(rc_nest, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))),
               FOR(0, omp, FOR(1, seq, FOR(2, simd, DO(3)))))
SL_NEST_POLICY(rc_nest, once, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1), DO(3)), DO(2))))
SL_NEST_POLICY(rc_nest, collapsed, COLLAPSE(omp_static(2), (0, 1), DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2)),
               COLLAPSE(omp_dynamic(3), (2, 0, 1), DO(3)))
SL_NEST_POLICY(rc_nest, tiled,
               TILE(0, fixed(8), omp_dynamic(1),
                    TILE(1, fixed(3), seq, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))),
               TILE(2, fixed(5), seq, TILE(0, fixed(2), omp, FOR(0, seq, FOR(1, seq, FOR(2, seq, DO(3)))))))
SL_NEST_POLICY(rc_nest, planes, FOR(1, omp_guided(1), FOR(0, seq, DO(0), FOR(2, seq, DO(1)), DO(2))),
               HYPERPLANE(0, (1, 2), omp, DO(3)))
SL_NEST_POLICY(rc_nest, alone, FOR(1, seq, FOR(0, seq, DO(0), FOR(2, seq, DO(1)), DO(2))),
               FOR(2, seq, FOR(1, seq, FOR(0, simd, DO(3)))))
SL_NEST_POLICY(rc_nest, unwaited, FOR(0, omp_nowait, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))),
               FOR(1, omp_nowait, FOR(0, seq, FOR(2, simd, DO(3)))))

/* A row's total, what is before each of its elements, and the row backwards, by way of scratch memory. */
SL_TEAM_KERNEL(rc_team, (t), scalar(sl_index, columns), in(uint64_t, 2, x, own(0, all)),
               inout(uint64_t, 2, y, own(0, all)), inout(uint64_t, 1, s, own), scatter(uint64_t, sum, 1, b),
               scratch(uint32_t, odd, columns + 1), scratch_global(uint64_t, turned, columns, 2))
{
    const sl_index i = SL_LEAGUE_RANK(t), n = SL_EXTENT(x, 1);
    SL_TEAM_SCRATCH(uint64_t, copy, n);
    uint64_t total, most;
    SL_TEAM_REDUCE(t, k, 0, n, uint64_t, sum, total)
    total += SL_AT(x, i, k);
    SL_TEAM_VECTOR_REDUCE(t, k, 0, n, uint64_t, max, most)
    most = SL_AT(x, i, k) > most ? SL_AT(x, i, k) : most;
    SL_TEAM_FOR(t, k, 0, n)
    {
        SL_VECTOR_SINGLE(t)
        {
            SL_AT(turned, n - 1 - k, 1) = SL_AT(x, i, k);
            SL_AT(odd, k + 1) = (uint32_t)(k & 1);
            copy[k] = 2;
        }
    }
    SL_TEAM_BARRIER(t);
    SL_TEAM_SCAN(t, k, 0, n, uint64_t, sum, before, SL_AT(x, i, k))
    SL_AT(y, i, k) += before + (SL_AT(odd, k + 1) ? 1 + copy[k] : 3) * SL_AT(turned, k, 1);
    SL_TEAM_SINGLE(t)
    {
        SL_AT(s, i) = SL_AT(s, i) + total + most;
        SL_SCATTER(b, i % SL_EXTENT(b, 0), total);
    }
}
