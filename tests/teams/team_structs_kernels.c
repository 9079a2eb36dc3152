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

/* The same over boxes of m x n, whose first indices are below 0, and of 2 x m x n. */
#define BOX_RESULTS(NAME_, REDUCE_) \
    SL_TEAM_KERNEL(tm_box_results_##NAME_, (t), scalar(sl_index, m), scalar(sl_index, n), \
                   in(int64_t, 3, x, own(0, all, all)), in(int64_t, 2, want, own(0, all)), \
                   out(int64_t, 2, y, own(0, all)), scatter(int32_t, sum, 1, wrong)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t); \
        int32_t wrong_here = 0; \
        double sum_ = 7; \
        int32_t max_; \
        SL_LOC(int64_t) least; \
        tm_matrix turned, twice; \
        REDUCE_(t, (r, c), -1, m - 1, 0, n, double, sum, sum_) \
        sum_ += (double)SL_AT(x, i, r + 1, c); \
        KEEP(B_SUM, sum_) \
        REDUCE_(t, (h, r, c), 3, 5, 0, m, -n, 0, int32_t, max, max_) \
        { \
            const int32_t v = (int32_t)(SL_AT(x, i, r, c + n) + 100 * h); \
            if (v < 0) \
                continue; \
            max_ = v > max_ ? v : max_; \
        } \
        KEEP(B_MAX, max_) \
        REDUCE_(t, (r, c), 0, m, 0, n, SL_LOC(int64_t), minloc, least) \
        sl_minloc(&least, SL_AT(x, i, r, c), r *n + c); \
        KEEP(B_LEAST, least.value) \
        KEEP(B_LEAST_AT, least.index) \
        REDUCE_(t, (r, c), 0, m, 0, n, tm_matrix, tm_turns, turned) \
        { \
            const tm_matrix here = {(uint32_t)SL_AT(x, i, r, c), 1, (uint32_t)(r + 3 * c) | 1, 2}; \
            SL_JOIN(tm_turns, &turned, &here); \
        } \
        KEEP(B_TURN, turned.b) \
        REDUCE_(t, (h, r, c), 0, 2, 0, m, 0, n, tm_matrix, tm_turns, twice) \
        { \
            const tm_matrix here = {(uint32_t)SL_AT(x, i, r, c), 1, (uint32_t)(h + r) | 1, (uint32_t)c}; \
            SL_JOIN(tm_turns, &twice, &here); \
        } \
        KEEP(B_TWICE, twice.c) \
        SL_SCATTER(wrong, i, wrong_here); \
    }
BOX_RESULTS(team, SL_TEAM_REDUCE_BOX)
BOX_RESULTS(vector, SL_VECTOR_REDUCE_BOX)
BOX_RESULTS(both, SL_TEAM_VECTOR_REDUCE_BOX)

/* Running results of structs; the totals in each thread and lane. */
SL_FN SL_LOC(int64_t) located(int64_t value, sl_index at)
{
    SL_LOC(int64_t) l;
    l.value = value;
    l.index = at;
    return l;
}
SL_FN tm_matrix matrix_of(int64_t value, sl_index k)
{
    const tm_matrix here = {(uint32_t)value, 1, (uint32_t)k | 1, 2};
    return here;
}
#define STRUCT_SCANS(NAME_, SCAN_, INCLUSIVE_) \
    SL_TEAM_KERNEL(tm_struct_scans_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), \
                   in(int64_t, 2, want, own(0, all)), inout(int64_t, 2, y), scatter(int32_t, sum, 1, wrong)) \
    { \
        const sl_index i = SL_LEAGUE_RANK(t), lo = SL_AT(row, i), hi = SL_AT(row, i + 1); \
        SL_LOC(int64_t) least; \
        tm_matrix turned; \
        SCAN_(t, k, lo, hi, SL_LOC(int64_t), minloc, before, located(SL_AT(x, k), k), least) \
        { \
            SL_AT(y, k, C_LEAST) = before.value; \
            SL_AT(y, k, C_LEAST_AT) = before.index; \
        } \
        INCLUSIVE_(t, k, lo, hi, sl_complex, sum, upto, sl_complex_of((double)SL_AT(x, k), 1)) \
        SL_AT(y, k, C_RE) = (int64_t)(1000 * upto.re + upto.im); \
        INCLUSIVE_(t, k, lo, hi, tm_matrix, tm_turns, upto, matrix_of(SL_AT(x, k), k), turned) \
        SL_AT(y, k, C_TURN) = upto.b; \
        SCAN_(t, k, lo, hi, tm_matrix, tm_turns, before, matrix_of(SL_AT(x, k), k)) \
        SL_AT(y, k, C_TURN_BEFORE) = before.c; \
        SL_SCATTER(wrong, i, least.value != SL_AT(want, i, 0)); \
        SL_SCATTER(wrong, i, least.index != SL_AT(want, i, 1)); \
        SL_SCATTER(wrong, i, (int64_t)turned.b != SL_AT(want, i, 2)); \
        SL_SCATTER(wrong, i, (int64_t)turned.c != SL_AT(want, i, 3)); \
    }
STRUCT_SCANS(team, SL_TEAM_SCAN, SL_TEAM_SCAN_INCLUSIVE)
STRUCT_SCANS(vector, SL_VECTOR_SCAN, SL_VECTOR_SCAN_INCLUSIVE)
STRUCT_SCANS(both, SL_TEAM_VECTOR_SCAN, SL_TEAM_VECTOR_SCAN_INCLUSIVE)
