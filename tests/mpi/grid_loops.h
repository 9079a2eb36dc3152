/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of tests/mpi/grid_loops by number, and the spaces over which they run. */
#ifndef STARLOOP_TESTS_MPI_GRID_LOOPS_H
#define STARLOOP_TESTS_MPI_GRID_LOOPS_H

#include "grids.h"
#include "grid_loops_kernels.h"

typedef enum loop {
#define LOOP_OF(name, loop, ...) loop,
    GL_LOOKS(LOOP_OF) GL_SPILLS(LOOP_OF) LOOPS
} loop;

typedef struct loop_row {
    const char *name;
    int rank;
    sl_index reach[SL_MAX_RANK];
} loop_row;

__attribute__((unused)) static const loop_row loops[LOOPS] = {
#define LOOP_ROW(name, loop, rank, ...) {#name, rank, {__VA_ARGS__}},
    GL_LOOKS(LOOP_ROW) GL_SPILLS(LOOP_ROW)};

__attribute__((unused)) static sl_status call_loop(loop which, sl_policy policy, const points *s, sl_view *x,
                                                   sl_view *y)
{
    const sl_space space = points_space(s);
    switch (which) {
#define LOOP_CALL(name, loop, ...) \
    case loop: return sl_forall_with(policy, name, space, x, y);
        GL_LOOKS(LOOP_CALL)
        GL_SPILLS(LOOP_CALL)
    case LOOPS: break;
    }
    return SL_ERR_ARGUMENT;
}

/* One of several kinds of spaces in which all points are far enough from the border. */
typedef enum kind { INSIDE, SMALLER, SMALL, EMPTY, STRIDES, MIXED, DOWN, KINDS } kind;
__attribute__((unused)) static const char *const kind_name[KINDS] = {
    "all inside",         "a smaller box",  "a few points",     "nothing",
    "strides everywhere", "a stride alone", "strides downwards"};

__attribute__((unused)) static points points_of(const plain *p, const sl_index reach[], kind kind)
{
    points s = points_inside(plain_extents(p), reach);
    for (int d = 0; d < s.rank; d++) {
        along *a = &s.d[d];
        const sl_index n = a->hi - a->lo;
        switch (kind) {
        case SMALLER: *a = (along){a->lo + n / 6, a->hi - n / 5, 1}; break;
        case SMALL: a->hi = n > 2 ? a->lo + 2 : a->hi; break;
        case EMPTY: a->hi = d == s.rank - 1 ? a->lo : a->hi; break;
        case STRIDES: a->step = 2 + d; break;
        case MIXED: a->step = d == s.rank - 1 ? 3 : 1; break;
        case DOWN: *a = d == 0 ? (along){a->hi - 1, a->lo - 1, -2} : *a; break;
        default: break;
        }
    }
    return s;
}

/** plain_look(), or plain_spill(), by one element in all directions, as far as these are in the array. */
__attribute__((unused)) static void plain_edge(const plain *from, plain *to, const points *s, int spills)
{
    static const sl_index one[SL_MAX_RANK] = {1, 1};
    sl_index x[SL_MAX_RANK];
    for (int any = points_first(s, x); any; any = points_next(s, x)) {
        const sl_index here = plain_place(from, x);
        around a = around_first(s->rank, x, one);
        do {
            const sl_index there = plain_place(from, a.at);
            if (a.at[0] < 0 || a.at[0] >= from->n[0] || a.at[1] < 0 || a.at[1] >= from->n[1])
                continue;
            to->at[spills ? there : here] += a.times * from->at[spills ? here : there];
        } while (around_next(&a, s->rank, x, one));
    }
}

#endif
