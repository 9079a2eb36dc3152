/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels with results of the whole league. */
#include <starloop/kernel.h>

#include "team.h"

/* Teams have up to 1024 threads, however many registers these kernels would take. */
#define SL_LAUNCH_BOUNDS 1024

/* A product that is exact in each type. */
#define FACTOR(T_, K_) ((K_) == 5 || (K_) == 100 ? (T_)2 : (K_) % 3 == 1 ? (T_)-1 : (T_)1)
/* The lanes of a thread have iterations each (SL_TEAM_VECTOR_FOR), or one of them joins what they have in common. */
#define KERNEL(T_, NAME_) \
    SL_TEAM_KERNEL(tm_results_##NAME_, (t), in(int32_t, 1, row), in(T_, 1, x), reduce(T_, sum, sum_), \
                   reduce(T_, prod, prod_), reduce(T_, min, min_), reduce(T_, max, max_), reduce(T_, land, land_), \
                   reduce(T_, lor, lor_), reduce(T_, sum, single_), reduce(T_, sum, threads_)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1); \
        SL_TEAM_VECTOR_FOR(t, k, lo, hi) \
        { \
            *sum_ += SL_AT(x, k); \
            *prod_ *= FACTOR(T_, k); \
            *min_ = SL_AT(x, k) < *min_ ? SL_AT(x, k) : *min_; \
            *max_ = SL_AT(x, k) > *max_ ? SL_AT(x, k) : *max_; \
            *land_ = (T_)(*land_ && SL_AT(x, k)); \
            *lor_ = (T_)(*lor_ || SL_AT(x, k)); \
        } \
        T_ all; \
        SL_TEAM_REDUCE(t, k, lo, hi, T_, sum, all) \
        all += SL_AT(x, k); \
        SL_TEAM_SINGLE(t) \
        *single_ += all; \
        SL_TEAM_FOR(t, k, lo, hi) \
        { \
            SL_VECTOR_SINGLE(t) \
            *threads_ += SL_AT(x, k); \
        } \
    }
KERNEL(float, f32)
KERNEL(double, f64)
KERNEL(int64_t, i64)

SL_TEAM_KERNEL(tm_bits_i64, (t), in(int32_t, 1, row), in(int64_t, 1, x), reduce(int64_t, band, band_),
               reduce(int64_t, bor, bor_), reduce(int64_t, bxor, bxor_))
{
    const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1);
    SL_TEAM_VECTOR_FOR(t, k, lo, hi)
    {
        *band_ &= SL_AT(x, k) | 8;
        *bor_ |= SL_AT(x, k);
        *bxor_ ^= SL_AT(x, k);
    }
}

SL_REDUCER(tm_times, tm_matrix, ({1, 0, 0, 1}), p, q)
{
    const tm_matrix r = {p->a * q->a + p->b * q->c, p->a * q->b + p->b * q->d, p->c * q->a + p->d * q->c,
                         p->c * q->b + p->d * q->d};
    *p = r;
}

/* Structs, and an operator of the test's own that does not commute: its results come in the order of the league. */
SL_TEAM_KERNEL(tm_results_structs, (t), in(int32_t, 1, row), in(int64_t, 1, x), reduce(SL_LOC(int64_t), minloc, least),
               reduce(SL_MINMAX(int64_t), minmax, ends), reduce(sl_complex, sum, c), reduce(tm_matrix, tm_times, m),
               out(int64_t, 1, y, own))
{
    const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1);
    SL_TEAM_SCRATCH(int64_t, sums, 2);
    SL_TEAM_VECTOR_FOR(t, k, lo, hi)
    {
        sl_minloc(least, SL_AT(x, k), k);
        sl_minmax(ends, SL_AT(x, k));
        *c = sl_complex_add(*c, sl_complex_of((double)SL_AT(x, k), 1));
    }
    int64_t all;
    SL_TEAM_VECTOR_REDUCE(t, k, lo, hi, int64_t, sum, all)
    all += SL_AT(x, k);
    SL_TEAM_SINGLE(t)
    {
        sums[0] = all;
        sums[1] = hi - lo;
        const tm_matrix here = {(uint32_t)sums[0], 1, (uint32_t)sums[1] | 1, (uint32_t)i};
        SL_JOIN(tm_times, m, &here);
        SL_AT(y, i) = sums[0];
    }
}

#undef SL_LAUNCH_BOUNDS

/* Members of little work, of which there may be many. */
SL_TEAM_KERNEL(tm_results_many, (t), scalar(int64_t, a), reduce(int64_t, sum, s), reduce(double, max, most))
{
    SL_TEAM_SINGLE(t)
    {
        *s += a * SL_LEAGUE_RANK(t);
        *most = *most > (double)SL_LEAGUE_RANK(t) ? *most : (double)SL_LEAGUE_RANK(t);
    }
}
