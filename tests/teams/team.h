/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Team kernels of tests/teams/team.c, and what kernels and test have to agree on. */
#ifndef STARLOOP_TESTS_TEAM_H
#define STARLOOP_TESTS_TEAM_H

#include <starloop.h>

/** What tm_visit notes of a member of the league. */
enum { NOTE_RANK, NOTE_LEAGUE, NOTE_TEAM, NOTE_VECTOR, NOTE_SINGLES, NOTE_VECTOR_SINGLES, NOTE_BAD, NOTES };

/** How tm_visit comes to an element. */
enum { BY_TEAM, BY_TEAM_VECTOR, BY_BOTH, BY_VECTOR, VISITS };

/** Results of a row: of each operator one, and the sum by the two other kinds of loops. */
enum { SUM, PROD, MIN, MAX, LAND, LOR, SUM_TEAM, SUM_VECTOR, BAND, BOR, BXOR, RESULTS };

enum { TEAM_TILE = 16, TEAM_BLOCK = 50, TEAM_REACH = 2, TEAM_BINS = 32 };

/* Types of reductions. */
#define TM_TYPES(M_) \
    M_(float, f32) \
    M_(double, f64) \
    M_(int32_t, i32) \
    M_(int64_t, i64) \
    M_(uint64_t, u64)
#define TM_DECLARE(T_, NAME_) \
    SL_KERNEL_DECLARE(tm_reduce_##NAME_, (t), in(int32_t, 1, row), in(T_, 1, x), in(T_, 2, want, own(0, all)), \
                      out(T_, 2, y, own(0, all)), scatter(int32_t, sum, 1, wrong));
TM_TYPES(TM_DECLARE)

/* Results of a league, by each operator. */
#define TM_RESULTS(T_, NAME_) \
    SL_KERNEL_DECLARE(tm_results_##NAME_, (t), in(int32_t, 1, row), in(T_, 1, x), reduce(T_, sum, sum_), \
                      reduce(T_, prod, prod_), reduce(T_, min, min_), reduce(T_, max, max_), reduce(T_, land, land_), \
                      reduce(T_, lor, lor_), reduce(T_, sum, single_), reduce(T_, sum, threads_));
TM_RESULTS(float, f32)
TM_RESULTS(double, f64)
TM_RESULTS(int64_t, i64)
SL_KERNEL_DECLARE(tm_bits_i64, (t), in(int32_t, 1, row), in(int64_t, 1, x), reduce(int64_t, band, band_),
                  reduce(int64_t, bor, bor_), reduce(int64_t, bxor, bxor_));

/** A product of 2 x 2 matrices, row by row, which does not commute. */
typedef struct {
    uint32_t a, b, c, d;
} tm_matrix;
SL_KERNEL_DECLARE(tm_results_structs, (t), in(int32_t, 1, row), in(int64_t, 1, x),
                  reduce(SL_LOC(int64_t), minloc, least), reduce(SL_MINMAX(int64_t), minmax, ends),
                  reduce(sl_complex, sum, c), reduce(tm_matrix, tm_times, m), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(tm_results_many, (t), scalar(int64_t, a), reduce(int64_t, sum, s), reduce(double, max, most));

/** Results of a row that are structs, by member; those of minmaxloc that minmax has not; a matrix, four numbers. */
enum {
    S_LEAST,
    S_LEAST_AT,
    S_MOST,
    S_MOST_AT,
    S_LOW,
    S_HIGH,
    S_LOW_AT,
    S_HIGH_AT,
    S_RE,
    S_IM,
    S_PROD_RE,
    S_PROD_IM,
    S_TURN,
    S_ALL = S_TURN + 4
};
#define TM_STRUCTS(NAME_) \
    SL_KERNEL_DECLARE(tm_structs_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), \
                      in(int64_t, 2, want, own(0, all)), out(int64_t, 2, y, own(0, all)), \
                      scatter(int32_t, sum, 1, wrong));
TM_STRUCTS(team)
TM_STRUCTS(vector)
TM_STRUCTS(both)

/** What scans of structs leave of an element. */
enum { C_LEAST, C_LEAST_AT, C_RE, C_TURN, C_TURN_BEFORE, C_ALL };
#define TM_STRUCT_SCANS(NAME_) \
    SL_KERNEL_DECLARE(tm_struct_scans_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), \
                      in(int64_t, 2, want, own(0, all)), inout(int64_t, 2, y), scatter(int32_t, sum, 1, wrong));
TM_STRUCT_SCANS(team)
TM_STRUCT_SCANS(vector)
TM_STRUCT_SCANS(both)

/** Results over the boxes of a member. */
enum { B_SUM, B_MAX, B_LEAST, B_LEAST_AT, B_TURN, B_TWICE, B_ALL };
#define TM_BOX_RESULTS(NAME_) \
    SL_KERNEL_DECLARE(tm_box_results_##NAME_, (t), scalar(sl_index, m), scalar(sl_index, n), \
                      in(int64_t, 3, x, own(0, all, all)), in(int64_t, 2, want, own(0, all)), \
                      out(int64_t, 2, y, own(0, all)), scatter(int32_t, sum, 1, wrong));
TM_BOX_RESULTS(team)
TM_BOX_RESULTS(vector)
TM_BOX_RESULTS(both)

SL_KERNEL_DECLARE(tm_visit, (t), scalar(sl_index, n), inout(int32_t, 2, note, own(0, all)),
                  inout(int32_t, 3, seen, own(0, all, all)));
SL_KERNEL_DECLARE(tm_scan, (t), in(int32_t, 1, row), in(int64_t, 1, x), in(double, 1, v), inout(int64_t, 1, sums),
                  inout(double, 1, most), scatter(int32_t, sum, 1, wrong));
SL_KERNEL_DECLARE(tm_boxes, (t), scalar(sl_index, m), scalar(sl_index, n),
                  inout(int32_t, 4, seen, own(0, all, all, all)));
SL_KERNEL_DECLARE(tm_groups, (t), scalar(sl_index, count), inout(int32_t, 4, seen, own(0, all, all, all)),
                  inout(int32_t, 2, threads, own(0, all)));
SL_KERNEL_DECLARE(tm_leagues, (t), out(int64_t, 2, y, own(0, all)));
#define TM_SCANS(NAME_) \
    SL_KERNEL_DECLARE(tm_scans_##NAME_, (t), in(int32_t, 1, row), in(int64_t, 1, x), \
                      in(int64_t, 2, want, own(0, all)), inout(int64_t, 2, y), scatter(int32_t, sum, 1, wrong));
TM_SCANS(team)
TM_SCANS(vector)
TM_SCANS(both)
SL_KERNEL_DECLARE(tm_compact, (t), in(int32_t, 1, row), in(int64_t, 1, x), inout(int64_t, 1, y),
                  out(int32_t, 1, count, own));
SL_KERNEL_DECLARE(tm_broadcast, (t), scalar(sl_index, rank), out(int32_t, 1, y, own), scatter(int32_t, sum, 1, wrong));
SL_KERNEL_DECLARE(tm_transpose, (t), in(double, 2, x), inout(double, 2, y));
SL_KERNEL_DECLARE(tm_smooth, (t), scalar(sl_index, width), in(double, 1, x), inout(double, 1, y));
SL_KERNEL_DECLARE(tm_arrays, (t), scalar(sl_index, n), out(int32_t, 1, ok, own), scatter(int32_t, sum, 1, wrong));
SL_KERNEL_DECLARE(tm_form, (t), in(double, 3, a, own(0, all, all)), table(double, left), in(double, 1, right),
                  out(double, 1, y, own));
SL_KERNEL_DECLARE(tm_helper, (t), in(float, 2, x, own(0, all)), out(float, 1, length, own),
                  inout(float, 2, unit, own(0, all)));
SL_KERNEL_DECLARE(tm_bins, (t), in(int32_t, 2, x, own(0, all)), scatter(int64_t, sum, 1, counts),
                  multi_reduce(int32_t, max, last), inout(int32_t, 1, atomic_counts, atomic),
                  scatter(double, sum, 1, total));
SL_KERNEL_DECLARE(tm_rows, (t), scalar(double, a), in(double, 1, x, halo(1)), inout(double, 2, m, own(0, all)));
SL_KERNEL_DECLARE(tm_fill, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(tm_first, (i), in(double, 2, m, own(0, all)), inout(double, 1, x, own));

#endif
