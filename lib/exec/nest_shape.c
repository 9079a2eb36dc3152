/* SPDX-License-Identifier: BSD-3-Clause */
/* Each level asks for threads or blocks along an axis: those in direct form for as many as their range is long, others
 * for any number. Levels beside each other ask for the larger one. Of an empty range there is one all the same, for
 * what stands outside of its level, and none runs what is in it. */
#include "exec/nest_shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "exec/measured.h"
#include "kernel/space.h"

enum {
    WARP = 32,
    FLATS = 64, /* levels along several axes: more than a policy can have that compiles */
    DEPTH = 16, /* of tiles: a policy has statements 14 deep */
};
static const int64_t nest_most_blocks[3] = {INT32_MAX, 65535, 65535}; /* CUDA's limits of a grid */

/* Ranges of a dimension: of all tiles around it the longest, and whether they have one length. */
typedef struct extent {
    int64_t longest;
    int even;
} extent;

/* What levels along an axis have asked for; 0: nothing. */
typedef struct axis_demand {
    int64_t least, any; /* so many at least; a range to share */
    int64_t exact;      /* just so many, since nothing checks; -1: of two numbers */
    int64_t said;       /* as the level says */
    const char *name;   /* of the level that asks for `exact` */
} axis_demand;

typedef struct demand {
    axis_demand thread[3], block[3], global[3];
    struct {
        int axes;
        int64_t least;
        const char *exact; /* the level, where it checks nothing */
    } flat[FLATS];         /* levels along several axes in direct form */
    int flats;
    const sl__nest_call *call;
    char *why;
} demand;

static int64_t shape_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t shape_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

static int lacks(const demand *d, const struct sl__nest_level *l, const char *expected, int64_t most, int64_t got)
{
    snprintf(d->why, SL__NEST_WHY, "level %s of dimension %d: expected %s %" PRId64 ", got %" PRId64, l->name_, l->dim_,
             expected, most, got);
    return 0;
}

/* ---- what levels ask for --------------------------------------------------------------------------------- */

static int uneven(const demand *d, const struct sl__nest_level *l)
{
    snprintf(
        d->why, SL__NEST_WHY,
        "level %s of dimension %d: expected tiles of one size, since it checks no range, got an extent that they do "
        "not divide, or that ends where a view says",
        l->name_, l->dim_);
    return 0;
}

static int ask_axis(demand *d, const struct sl__nest_level *l, axis_demand *a, const extent *range)
{
    if (range->longest == 0)
        return 1;
    switch (l->form_) {
    case SL__LEVEL_LOOP: a->any = shape_max(a->any, range->longest); return 1;
    case SL__LEVEL_UNCHECKED:
        if (!range->even)
            return uneven(d, l);
        if (a->exact > 0 && a->exact != range->longest)
            return lacks(d, l, "as long a range as of another level that checks none,", a->exact, range->longest);
        a->exact = range->longest;
        a->name = l->name_;
        break;
    default: break;
    }
    a->least = shape_max(a->least, range->longest);
    return 1;
}

/* A level that says how many threads there are. */
static int ask_said(demand *d, const struct sl__nest_level *l, int64_t threads)
{
    axis_demand *a = &d->thread[l->who_ == SL__LEVEL_WARP ? 0 : l->axis_];
    if (a->said != 0 && a->said != threads)
        return lacks(d, l, "as many threads as another level says,", a->said, threads);
    a->said = threads;
    return 1;
}

/* All lanes, or as many as some bits of their numbers tell apart. */
static int ask_warp(demand *d, const struct sl__nest_level *l, const extent *range)
{
    const int64_t lanes = l->threads_ > 0 ? l->threads_ : WARP;
    if (l->form_ != SL__LEVEL_LOOP && range->longest > lanes)
        return lacks(d, l, "a range of at most", lanes, range->longest);
    if (l->form_ == SL__LEVEL_UNCHECKED && range->longest > 0 && (!range->even || range->longest != lanes))
        return lacks(d, l, "a range of just", lanes, range->longest);
    return ask_said(d, l, WARP);
}

/* Threads along several axes. In loop form it shares what there is along the first. */
static int ask_flat(demand *d, const struct sl__nest_level *l, const extent *range)
{
    axis_demand *first = &d->thread[l->axis_ & 3];
    if (l->form_ == SL__LEVEL_LOOP) {
        first->any = shape_max(first->any, range->longest);
        return 1;
    }
    if (d->flats == FLATS)
        return lacks(d, l, "so many levels along several axes at most:", FLATS, FLATS + 1);
    if (l->form_ == SL__LEVEL_UNCHECKED && range->longest > 0) {
        if (!range->even)
            return uneven(d, l);
        d->flat[d->flats].exact = l->name_;
    }
    d->flat[d->flats].axes = l->axis_;
    d->flat[d->flats++].least = range->longest;
    return 1;
}

static int ask_level(demand *d, const struct sl__nest_level *l, const extent *range)
{
    switch (l->who_) {
    case SL__LEVEL_THREAD:
        return (l->threads_ == 0 || ask_said(d, l, l->threads_)) && ask_axis(d, l, &d->thread[l->axis_], range);
    case SL__LEVEL_BLOCK:
        return (l->threads_ == 0 || ask_said(d, l, l->threads_)) && ask_axis(d, l, &d->block[l->axis_], range);
    case SL__LEVEL_GLOBAL:
        d->thread[l->axis_].any = shape_max(d->thread[l->axis_].any, range->longest);
        return (l->threads_ == 0 || ask_said(d, l, l->threads_)) && ask_axis(d, l, &d->global[l->axis_], range);
    case SL__LEVEL_FLAT: return ask_flat(d, l, range);
    case SL__LEVEL_WARP: return ask_warp(d, l, range);
    default: return 1;
    }
}

/* The ranges of tiles, and in a tile. */
static extent tiles_of(const extent *e, int64_t size)
{
    return (extent){divide_up(e->longest, size), e->even};
}

static extent tile_of(const extent *e, int64_t size)
{
    return (extent){shape_min(e->longest, size), e->even && (e->longest <= size || e->longest % size == 0)};
}

static int ask(demand *d)
{
    const sl__nest_call *call = d->call;
    extent now[SL_MAX_RANK] = {{0, 0}}, around[DEPTH];
    int dim[DEPTH], depth = 0;
    for (int k = 0; k < call->space->rank; k++)
        now[k] = (extent){sl__space_length(call->space, k), !sl__space_ends_in_view(call->space, k)};
    for (int i = 0; i < call->launch->levels_; i++) {
        const struct sl__nest_level *l = &call->launch->level_[i];
        const int64_t size = l->size_ < 0 ? call->value[-1 - l->size_] : l->size_;
        if (l->word_ == SL__NEST_END) {
            depth--;
            now[dim[depth]] = around[depth];
            continue;
        }
        const extent range = l->word_ == SL__NEST_TILE ? tiles_of(&now[l->dim_], size) : now[l->dim_];
        if (!ask_level(d, l, &range))
            return 0;
        if (l->word_ == SL__NEST_TILE) {
            dim[depth] = l->dim_;
            around[depth++] = now[l->dim_];
            now[l->dim_] = tile_of(&now[l->dim_], size);
        }
    }
    return 1;
}

/* ---- the block ------------------------------------------------------------------------------------------- */

static int64_t product(const int64_t n[3])
{
    return n[0] * n[1] * n[2];
}

/* Whether more threads along an axis can do something. */
static int can_grow(const axis_demand *a, int axis, const int64_t n[3], int64_t most)
{
    return a->said == 0 && a->exact == 0 && n[axis] < a->any && 2 * product(n) <= most &&
           2 * n[axis] <= (axis == 2 ? SL__BLOCK_Z : SL__BLOCK_THREADS);
}

/* Threads for levels that take any number: first a warp along x, then along all axes alike. */
static void share_threads(const demand *d, int64_t most, int64_t n[3])
{
    while (n[0] < WARP && can_grow(&d->thread[0], 0, n, most))
        n[0] *= 2;
    for (int shortest = 0; shortest >= 0;) {
        shortest = -1;
        for (int a = 0; a < 3; a++)
            if (can_grow(&d->thread[a], a, n, most) && (shortest < 0 || n[a] < n[shortest]))
                shortest = a;
        if (shortest >= 0)
            n[shortest] *= 2;
    }
}

static int check_threads_of_block(const demand *d, int64_t most, const int64_t n[3])
{
    if (n[0] > SL__BLOCK_THREADS || n[1] > SL__BLOCK_THREADS || n[2] > SL__BLOCK_Z || product(n) > most) {
        snprintf(d->why, SL__NEST_WHY,
                 "block: expected at most %" PRId64 " threads, of them %d along z, got %" PRId64 " x %" PRId64
                 " x %" PRId64 " for the levels in direct form: use TILE, or levels in loop form",
                 most, SL__BLOCK_Z, n[0], n[1], n[2]);
        return 0;
    }
    for (int a = 0; a < 3; a++)
        if (d->thread[a].exact > 0 && d->thread[a].exact != n[a]) {
            snprintf(d->why, SL__NEST_WHY,
                     "level %s: expected a range of %" PRId64 ", the threads of a block along %c, since it checks "
                     "none, got %" PRId64,
                     d->thread[a].name, n[a], 'x' + a, d->thread[a].exact);
            return 0;
        }
    return 1;
}

/* As many threads along the axes together as a level in direct form needs: more along the first one. */
static int widen(const demand *d, int f, int64_t n[3])
{
    const int axes = d->flat[f].axes, first = axes & 3;
    int64_t others = 1;
    for (int shift = 2; shift < 6; shift += 2)
        if ((axes >> shift & 3) < 3 && others <= SL__BLOCK_THREADS)
            others *= n[axes >> shift & 3];
    if (n[first] >= divide_up(d->flat[f].least, others))
        return 1;
    if (d->thread[first].said > 0 || d->thread[first].exact > 0) {
        snprintf(d->why, SL__NEST_WHY,
                 "block: expected a range of at most %" PRId64 " for a level along several axes, got %" PRId64,
                 n[first] * others, d->flat[f].least);
        return 0;
    }
    n[first] = divide_up(d->flat[f].least, others);
    return 1;
}

/* Threads along the axes of a level together. */
static int64_t flat_threads(int axes, const int64_t n[3])
{
    int64_t threads = 1;
    for (int shift = 0; shift < 6; shift += 2)
        threads *= (axes >> shift & 3) < 3 ? n[axes >> shift & 3] : 1;
    return threads;
}

static int check_flats(const demand *d, const int64_t n[3])
{
    for (int f = 0; f < d->flats; f++) {
        const int64_t threads = flat_threads(d->flat[f].axes, n);
        if (d->flat[f].exact == NULL || threads == d->flat[f].least)
            continue;
        snprintf(d->why, SL__NEST_WHY,
                 "level %s: expected a range of %" PRId64 ", the threads of a block along its axes, since it checks "
                 "none, got %" PRId64,
                 d->flat[f].exact, threads, d->flat[f].least);
        return 0;
    }
    return 1;
}

static int make_block(const demand *d, int64_t n[3])
{
    const sl__nest_call *call = d->call;
    const int64_t said = call->launch->threads_;
    const int64_t most = said > 0 ? shape_min(said, call->threads) : call->threads;
    const int64_t wanted = said > 0 ? most : shape_min(call->wanted > 0 ? call->wanted : SL__LAUNCH_NEST_THREADS, most);
    for (int a = 0; a < 3; a++) {
        n[a] = d->thread[a].said > 0 ? d->thread[a].said : shape_max(d->thread[a].least, 1);
        if (n[a] < d->thread[a].least) {
            snprintf(d->why, SL__NEST_WHY,
                     "block: expected a range of at most %" PRId64 " along %c, as a level says, got %" PRId64, n[a],
                     'x' + a, d->thread[a].least);
            return 0;
        }
    }
    for (int f = 0; f < d->flats; f++)
        if (!widen(d, f, n))
            return 0;
    if (n[0] <= wanted && n[1] <= wanted && n[2] <= wanted)
        share_threads(d, wanted, n);
    return check_threads_of_block(d, most, n) && check_flats(d, n);
}

/* ---- the grid -------------------------------------------------------------------------------------------- */

/* Where nothing checks, all threads along the axis are needed. */
static int check_global(const demand *d, int a, const int64_t n[3], const int64_t g[3])
{
    const axis_demand *e = d->global[a].exact > 0 ? &d->global[a] : &d->block[a];
    const int64_t all = d->global[a].exact > 0 ? g[a] * n[a] : g[a];
    if (e->exact == 0 || e->exact == all)
        return 1;
    snprintf(d->why, SL__NEST_WHY,
             "level %s: expected a range of %" PRId64 ", the %s along %c, since it checks none, "
             "got %" PRId64,
             e->name, all, e == &d->block[a] ? "blocks" : "threads", 'x' + a, e->exact);
    return 0;
}

static int make_grid(const demand *d, const int64_t n[3], int64_t g[3])
{
    const int64_t said = d->call->launch->blocks_;
    for (int a = 0; a < 3; a++) {
        g[a] = shape_max(shape_max(d->block[a].least, divide_up(d->global[a].least, n[a])), 1);
        if (g[a] > nest_most_blocks[a] || (said > 0 && g[a] > said)) {
            snprintf(d->why, SL__NEST_WHY,
                     "grid: expected at most %" PRId64 " blocks along %c, got %" PRId64
                     " for the levels in direct form: use TILE, or levels in loop form",
                     said > 0 ? shape_min(said, nest_most_blocks[a]) : nest_most_blocks[a], 'x' + a, g[a]);
            return 0;
        }
    }
    if (said > 0 && (g[0] * g[1] > said || product(g) > said)) {
        snprintf(d->why, SL__NEST_WHY,
                 "grid: expected at most %" PRId64 " blocks, got %" PRId64 " x %" PRId64 " x %" PRId64
                 " for the levels in direct form",
                 said, g[0], g[1], g[2]);
        return 0;
    }
    for (int a = 0; a < 3; a++) {
        const int64_t others = said > 0 ? product(g) / g[a] : 1;
        const int64_t most = said > 0 ? shape_min(said / others, nest_most_blocks[a]) : nest_most_blocks[a];
        if (d->block[a].exact == 0 && d->global[a].exact == 0)
            g[a] = shape_max(g[a], shape_min(shape_max(d->block[a].any, divide_up(d->global[a].any, n[a])), most));
        if (!check_global(d, a, n, g))
            return 0;
    }
    return 1;
}

static int make_shape(const sl__nest_call *call, unsigned block[3], unsigned grid[3], char *why)
{
    demand d = {.call = call, .why = why};
    int64_t n[3], g[3];
    if (!ask(&d) || !make_block(&d, n) || !make_grid(&d, n, g))
        return 0;
    for (int a = 0; a < 3; a++) {
        block[a] = (unsigned)n[a];
        grid[a] = (unsigned)g[a];
    }
    return 1;
}

/* ---- planes ---------------------------------------------------------------------------------------------- */

int sl__nest_has_planes(const struct sl__nest_launch *launch)
{
    const struct sl__nest_level *l = launch != NULL && launch->levels_ > 0 ? launch->level_ : NULL;
    return l != NULL && l->word_ == SL__NEST_PLANES && (l->who_ == SL__LEVEL_BLOCK || l->who_ == SL__LEVEL_GLOBAL);
}

static int is_one_block(const unsigned grid[3])
{
    return grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
}

/* Where the longest plane fits the largest block, that is better than a launch a plane. */
int sl__nest_shape(const sl__nest_call *call, unsigned block[3], unsigned grid[3], char *why)
{
    sl__nest_call one = *call;
    one.wanted = call->threads;
    if (sl__nest_has_planes(call->launch) && call->wanted == 0 && make_shape(&one, block, grid, why) &&
        is_one_block(grid))
        return 1;
    return make_shape(call, block, grid, why);
}

/* Dimensions of the planes: extents less 1, together. @return -1: one is empty */
static int64_t slope(const sl__nest_call *call, int64_t dimensions)
{
    int64_t sum = 0;
    for (int d = 0; d < call->space->rank; d++)
        if (dimensions >> d & 1) {
            const int64_t n = sl__space_length(call->space, d);
            if (n <= 0)
                return -1;
            sum += n - 1;
        }
    return sum;
}

int64_t sl__nest_planes(const sl__nest_call *call, const unsigned grid[3])
{
    if (!sl__nest_has_planes(call->launch) || is_one_block(grid))
        return 0;
    return slope(call, call->launch->level_[0].size_) + 1;
}

/* As long as a plane is along the dimension that its level runs over: kernel/nest_cpu.h. */
void sl__nest_plane(const sl__nest_call *call, int64_t plane, const unsigned block[3], const unsigned grid[3],
                    unsigned of_plane[3])
{
    const struct sl__nest_level *l = &call->launch->level_[0];
    const int64_t n = sl__space_length(call->space, l->dim_);
    const int64_t from = shape_max(plane - slope(call, l->size_ & ~((sl_index)1 << l->dim_)), 0);
    const int64_t length = shape_max(shape_min(plane + 1, n) - from, 1);
    const int64_t blocks = l->who_ == SL__LEVEL_GLOBAL ? divide_up(length, block[l->axis_]) : length;
    for (int a = 0; a < 3; a++)
        of_plane[a] = a == l->axis_ && blocks < grid[a] ? (unsigned)blocks : grid[a];
}
