/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Random programs of all calls: kernels, views, steps, and what the sources of the test share. */
#ifndef STARLOOP_TESTS_RANDOM_CALLS_H
#define STARLOOP_TESTS_RANDOM_CALLS_H

#include <starloop.h>

SL_KERNEL_DECLARE(rc_scalar, (i), scalar(uint64_t, a), inout(uint64_t, 0, s));
SL_KERNEL_DECLARE(rc_line, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rc_end, (i), scalar(int64_t, end), out(int64_t, 1, n, own));
SL_KERNEL_DECLARE(rc_flat, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rc_cube, (i, j, k), scalar(uint64_t, a), in(uint64_t, 3, x, own), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rc_hyper, (i, j, k, l), scalar(uint64_t, a), in(uint64_t, 4, x, own), inout(uint64_t, 4, y, own));
SL_KERNEL_DECLARE(rc_listed, (i), scalar(uint64_t, a), inout(uint64_t, 1, y));
SL_KERNEL_DECLARE(rc_pack, (i), in(uint64_t, 1, x, own, pack(3)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rc_ops, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, sum), reduce(uint64_t, min, least),
                  reduce(uint64_t, max, most), reduce(uint64_t, prod, product));
SL_KERNEL_DECLARE(rc_bits, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, land, all), reduce(uint64_t, lor, any),
                  reduce(uint64_t, band, both), reduce(uint64_t, bor, either), reduce(uint64_t, bxor, odd));
SL_KERNEL_DECLARE(rc_places, (i), in(int32_t, 1, x, own), reduce(SL_LOC(int32_t), minloc, least),
                  reduce(SL_LOC(int32_t), maxloc, most), reduce(SL_MINMAX(int32_t), minmax, ends),
                  reduce(SL_MINMAXLOC(int32_t), minmaxloc, both));
SL_KERNEL_DECLARE(rc_array, (i), scalar(int64_t, n), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s, array(n)),
                  reduce(uint64_t, max, m, array(n)));
SL_KERNEL_DECLARE(rc_bins, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, s),
                  scatter(uint64_t, min, 1, least), scatter(uint64_t, prod, 1, product));
SL_KERNEL_DECLARE(rc_mesh, (i), in(int32_t, 2, corner, own(0, all), map), in(uint64_t, 1, x, own),
                  scatter(uint64_t, sum, 1, s));
SL_KERNEL_DECLARE(rc_corners, (i), in(int32_t, 2, corner, own(0, all)), in(uint64_t, 1, x, own), inout(uint64_t, 1, s));
SL_KERNEL_DECLARE(rc_multi, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own), multi_reduce(uint64_t, sum, s),
                  multi_reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(rc_tally, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), multi_reduce(uint64_t, prod, p),
                  multi_reduce(int32_t, max, m));
SL_KERNEL_DECLARE(rc_rows, (i), in(uint64_t, 1, x, own, pack(3)), inout(uint64_t, 1, y, own, pack(2)));
SL_KERNEL_DECLARE(rc_slabs, (i, j), in(uint64_t, 2, x, own, pack(3)), inout(uint64_t, 2, y, own, pack(2)));
SL_KERNEL_DECLARE(rc_hits, (i), in(int32_t, 1, key, own), in(uint64_t, 1, x, own),
                  inout(uint64_t, 1, b, pack(2), atomic));
SL_KERNEL_DECLARE(rc_copied, (i, j), in(int32_t, 2, x, own), out(int32_t, 2, y, own));
SL_KERNEL_DECLARE(rc_offsets, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(rc_compact, (i), scalar(int32_t, least), in(int32_t, 1, x, own), inout(int32_t, 1, y),
                  reduce(uint64_t, sum, s));
SL_NEST_DECLARE(rc_nest, (i, j, k), lambdas(4), scalar(uint64_t, a), local(uint64_t, dot), in(uint64_t, 3, x),
                inout(uint64_t, 2, y), inout(uint64_t, 3, z));
SL_KERNEL_DECLARE(rc_team, (t), scalar(sl_index, columns), in(uint64_t, 2, x, own(0, all)),
                  inout(uint64_t, 2, y, own(0, all)), inout(uint64_t, 1, s, own), scatter(uint64_t, sum, 1, b));

/** Groups of views of one type and shape. */
enum {
    RC_LINE,    /**< uint64_t [n] */
    RC_INTS,    /**< int32_t [n] */
    RC_FLAT,    /**< uint64_t [m, k] */
    RC_CUBE,    /**< uint64_t [m, k, l] */
    RC_HYPER,   /**< uint64_t [b, c, 3, d] */
    RC_ROW,     /**< uint64_t [m] */
    RC_SCALAR,  /**< uint64_t [] */
    RC_COUNT,   /**< int64_t [] */
    RC_BINS,    /**< uint64_t [bins] */
    RC_WIDE,    /**< uint64_t [n + extra] */
    RC_ENDS,    /**< uint64_t [2] */
    RC_MAP,     /**< int32_t [n, 3], below bins; is not written */
    RC_OFFSETS, /**< int32_t [segments + 1]; is not written */
    RC_GROUPS
};
enum { RC_STEPS = 40, RC_VIEWS = 31, RC_DRAWS = 12 };

/** A step: its kind, and numbers that were drawn for it, from which it makes all else. */
typedef struct rc_step {
    int kind;
    uint64_t r[RC_DRAWS];
} rc_step;

typedef struct rc_program {
    uint64_t seed;
    int steps, threads, parts, depth, rounds, gated, region, runs;
    sl_index n[RC_GROUPS][4];            /**< extents */
    int layout[RC_VIEWS], way[RC_VIEWS]; /**< how a view is laid out, and made */
    rc_step step[RC_STEPS];
} rc_program;

/** A view and its elements in plain C: dense, in the order of C, one to a word. */
typedef struct rc_view {
    sl_view *view;
    sl_type type;
    int rank, automatic; /**< SL_LAYOUT_AUTO, of rank 2 and up: neither sorted nor split */
    int part;            /**< a view of another one's memory: neither split nor exchanged in a region */
    sl_index n[4], size;
    uint64_t *x;
    void *memory; /**< that is wrapped */
} rc_view;

typedef struct rc_run rc_run;
/** What a host task is told: the views that it was queued with, whose handles may have changed places since. */
typedef struct rc_task_arg {
    rc_view from, to;
    uint64_t add;
} rc_task_arg;
struct rc_run {
    const rc_program *p;
    rc_view v[RC_VIEWS];
    sl_arena *arena;
    rc_task_arg task_arg[RC_STEPS];
    long wrong;
};

/** A kind of step: the call, and the same in plain C. Those of the host wait, or are refused in a region. */
typedef struct rc_kind {
    const char *name;
    int host, weight;
    void (*call)(rc_run *r, const rc_step *s);
    void (*plain)(rc_run *r, const rc_step *s);
} rc_kind;
extern const rc_kind rc_loop_kinds[], rc_verb_kinds[], rc_host_kinds[],
    rc_view_kinds[]; /* each ends with a row without a name */

/** View @p k of a group, as a step counts them: those below the number of views in the group differ. */
rc_view *rc_of(rc_run *r, const rc_step *s, int group, int k);
/** Notes a call that was refused. */
void rc_tried(rc_run *r, sl_status status, const char *call);
#define RC_TRY(r, call) rc_tried((r), (call), #call)
/** Notes an element that is another one. */
void rc_compare(rc_run *r, const char *what, sl_index at, uint64_t got, uint64_t want);
/** A policy for a box of that rank. */
sl_policy rc_policy(const rc_step *s, int rank);
/** A policy for verbs: where and on how many threads. */
sl_policy rc_verb_policy(const rc_step *s);
/** Bounds of the space of a step along a dimension of extent @p n. */
void rc_bounds(const rc_step *s, int d, sl_index n, sl_index *lo, sl_index *hi);
sl_space rc_box(const rc_step *s, const rc_view *v);
/** A layout number @p k, any, for extents. */
sl_layout rc_layout(int k, sl_extents e);
sl_extents rc_extents(const rc_view *v);
/** The element of host memory, and the one as a word. */
uint64_t rc_word(sl_type type, const void *memory, sl_index at);
void rc_put(sl_type type, void *memory, sl_index at, uint64_t word);

#endif
