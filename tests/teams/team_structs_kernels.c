/* SPDX-License-Identifier: BSD-3-Clause */
/* Team kernels whose loops reduce by operators of structs and by one of their own, which does not commute. */
#include <starloop/kernel.h>

#include "team.h"

SL_REDUCER(tm_turns, tm_matrix, ({1, 0, 0, 1}), p, q)
{
    const tm_matrix r = {p->a * q->a + p->b * q->c, p->a * q->b + p->b * q->d, p->c * q->a + p->d * q->c,
                         p->c * q->b + p->d * q->d};
    *p = r;
}

/* Each thread and lane has the whole result. */
#define KEEP(COLUMN_, RESULT_) \
    wrong_here += (int64_t)(RESULT_) != SL_AT(want, i, COLUMN_); \
    SL_TEAM_SINGLE(t) \
    SL_AT(y, i, COLUMN_) = (int64_t)(RESULT_);
#define STRUCTS(NAME_, REDUCE_) \
    SL_TEAM_KERNEL(tm_structs_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), in(int64_t, 2, want, own(0, all)), \
                   out(int64_t, 2, y, own(0, all)), scatter(int32_t, sum, 1, wrong)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1); \
        int32_t wrong_here = 0; \
        SL_LOC(int64_t) least; \
        SL_LOC(double) most; \
        SL_MINMAX(int32_t) ends; \
        SL_MINMAXLOC(float) both; \
        sl_complex sum_; \
        sl_complexf prod_; \
        tm_matrix turned; \
        REDUCE_(t, k, lo, hi, SL_LOC(int64_t), minloc, least) \
        sl_minloc(&least, SL_AT(x, k), k); \
        KEEP(S_LEAST, least.value) \
        KEEP(S_LEAST_AT, least.index) \
        REDUCE_(t, k, lo, hi, SL_LOC(double), maxloc, most) \
        { \
            sl_maxloc(&most, (double)SL_AT(x, k), k); \
        } \
        KEEP(S_MOST_AT, most.index) \
        KEEP(S_MOST, hi > lo ? (int64_t)most.value : most.value < -1e300) \
        REDUCE_(t, k, lo, hi, SL_MINMAX(int32_t), minmax, ends) \
        sl_minmax(&ends, (int32_t)SL_AT(x, k)); \
        KEEP(S_LOW, ends.lo) \
        KEEP(S_HIGH, ends.hi) \
        REDUCE_(t, k, lo, hi, SL_MINMAXLOC(float), minmaxloc, both) \
        sl_minmaxloc(&both, (float)SL_AT(x, k), k); \
        KEEP(S_LOW_AT, both.lo_index) \
        KEEP(S_HIGH_AT, both.hi_index) \
        REDUCE_(t, k, lo, hi, sl_complex, sum, sum_) \
        sum_ = sl_complex_add(sum_, sl_complex_of((double)SL_AT(x, k), 1)); \
        KEEP(S_RE, sum_.re) \
        KEEP(S_IM, sum_.im) \
        REDUCE_(t, k, lo, hi, sl_complexf, prod, prod_) \
        prod_ = sl_complexf_mul(prod_, sl_complexf_of((float)(k % 3 != 0), (float)(k % 3 == 0))); \
        KEEP(S_PROD_RE, prod_.re) \
        KEEP(S_PROD_IM, prod_.im) \
        REDUCE_(t, k, lo, hi, tm_matrix, tm_turns, turned) \
        { \
            const tm_matrix here = {(uint32_t)SL_AT(x, k), 1, (uint32_t)k | 1, 2}; \
            SL_JOIN(tm_turns, &turned, &here); \
        } \
        KEEP(S_TURN, turned.a) \
        KEEP(S_TURN + 1, turned.b) \
        KEEP(S_TURN + 2, turned.c) \
        KEEP(S_TURN + 3, turned.d) \
        SL_SCATTER(wrong, i, wrong_here); \
    }
STRUCTS(team, SL_TEAM_REDUCE)
STRUCTS(vector, SL_VECTOR_REDUCE)
STRUCTS(both, SL_TEAM_VECTOR_REDUCE)
