/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels that reduce, by each operator and in each type. */
#include <starloop/kernel.h>

#include "team.h"

/* Factors are 1, -1 and few 2: products are exact in each type. */
#define FACTOR(T_, K_) ((K_) % 13 == 5 ? (T_)2 : (K_) % 3 == 1 ? (T_)-1 : (T_)1)
/* Each thread and lane has the whole result. */
#define KEEP(T_, COLUMN_, RESULT_) \
    wrong_here += (RESULT_) != SL_AT(want, i, COLUMN_); \
    SL_TEAM_SINGLE(t) \
    SL_AT(y, i, COLUMN_) = (RESULT_);
#define BITS_NO(T_)
#define BITS_YES(T_) \
    SL_TEAM_REDUCE(t, k, lo, hi, T_, band, band_) \
    band_ &= SL_AT(x, k); \
    KEEP(T_, BAND, band_) \
    SL_VECTOR_REDUCE(t, k, lo, hi, T_, bor, bor_) \
    bor_ |= SL_AT(x, k); \
    KEEP(T_, BOR, bor_) \
    SL_TEAM_VECTOR_REDUCE(t, k, lo, hi, T_, bxor, bxor_) \
    bxor_ ^= SL_AT(x, k); \
    KEEP(T_, BXOR, bxor_)
#define REDUCE(T_, NAME_, BITS_) \
    SL_TEAM_KERNEL(tm_reduce_##NAME_, (t), in(int32_t, 1, row), in(T_, 1, x), in(T_, 2, want, own(0, all)), \
                   out(T_, 2, y, own(0, all)), scatter(int32_t, sum, 1, wrong)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1); \
        T_ sum_, prod_, min_, max_, land_, lor_, sum_team, sum_vector, band_, bor_, bxor_; \
        int32_t wrong_here = 0; \
        (void)band_, (void)bor_, (void)bxor_; \
        SL_TEAM_VECTOR_REDUCE(t, k, lo, hi, T_, sum, sum_) \
        sum_ += SL_AT(x, k); \
        KEEP(T_, SUM, sum_) \
        SL_TEAM_REDUCE(t, k, lo, hi, T_, sum, sum_team) \
        sum_team += SL_AT(x, k); \
        KEEP(T_, SUM_TEAM, sum_team) \
        SL_VECTOR_REDUCE(t, k, lo, hi, T_, sum, sum_vector) \
        sum_vector += SL_AT(x, k); \
        KEEP(T_, SUM_VECTOR, sum_vector) \
        SL_TEAM_REDUCE(t, k, lo, hi, T_, prod, prod_) \
        prod_ *= FACTOR(T_, k); \
        KEEP(T_, PROD, prod_) \
        SL_TEAM_VECTOR_REDUCE(t, k, lo, hi, T_, min, min_) \
        min_ = SL_AT(x, k) < min_ ? SL_AT(x, k) : min_; \
        KEEP(T_, MIN, min_) \
        SL_VECTOR_REDUCE(t, k, lo, hi, T_, max, max_) \
        max_ = SL_AT(x, k) > max_ ? SL_AT(x, k) : max_; \
        KEEP(T_, MAX, max_) \
        SL_TEAM_VECTOR_REDUCE(t, k, lo, hi, T_, land, land_) \
        land_ = (T_)(land_ && SL_AT(x, k)); \
        KEEP(T_, LAND, land_) \
        SL_TEAM_REDUCE(t, k, lo, hi, T_, lor, lor_) \
        lor_ = (T_)(lor_ || SL_AT(x, k)); \
        KEEP(T_, LOR, lor_) \
        BITS_(T_) \
        SL_SCATTER(wrong, i, wrong_here); \
    }
REDUCE(float, f32, BITS_NO)
REDUCE(double, f64, BITS_NO)
REDUCE(int32_t, i32, BITS_YES)
REDUCE(int64_t, i64, BITS_YES)
REDUCE(uint64_t, u64, BITS_YES)

/* The quadratic form left' a right of a matrix a member: a sum over lanes in one over threads. */
SL_TEAM_KERNEL(tm_form, (t), in(double, 3, a, own(0, all, all)), table(double, left), in(double, 1, right),
               out(double, 1, y, own))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    double total;
    SL_TEAM_REDUCE(t, r, 0, SL_EXTENT(a, 1), double, sum, total)
    {
        double dot;
        SL_VECTOR_REDUCE(t, c, 0, SL_EXTENT(a, 2), double, sum, dot)
        dot += SL_AT(a, i, r, c) * SL_AT(right, c);
        total += SL_AT(left, r) * dot;
    }
    SL_TEAM_SINGLE(t)
    SL_AT(y, i) = total;
}
