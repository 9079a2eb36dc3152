/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs over distributed views: the same calls on plain arrays are the reference. A program is drawn from a
 * seed: extents, blocks along some dimensions, and 20 to 60 calls, each with a space, of boxes, strides, lists,
 * products and sets, and a policy; some are regions. SL_TEST_SEED is that of the first one, and with
 * SL_TEST_RANDOM_SECONDS=0 the only one; a failure prints the seed, the number of the call, and all calls. */
#include <starloop.h>
#include <starloop/kernel.h>

#include "distributed.h"

SL_KERNEL_DECLARE(rl_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_copy1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_axpy1, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_near1, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_wide1, (i), in(uint64_t, 1, x, halo(2)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_both1, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(2)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_look1, (i), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_alpha1, (i), in(uint64_t, 0, t), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rl_sum1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(rl_beside1, (i), in(uint64_t, 1, x, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(rl_bins1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, h, array(5)));
SL_KERNEL_DECLARE(rl_spill1, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(2)));
SL_KERNEL_DECLARE(rl_set2, (i, j), scalar(uint64_t, a), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_copy2, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_axpy2, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_near2, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_wide2, (i, j), in(uint64_t, 2, x, halo(2, 1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_both2, (i, j), in(uint64_t, 2, x, halo(1)), in(uint64_t, 2, z, halo(2, 1)),
                  inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_look2, (i, j), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_alpha2, (i, j), in(uint64_t, 0, t), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(rl_sum2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(rl_beside2, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(rl_bins2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)));
SL_KERNEL_DECLARE(rl_spill2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)));
SL_KERNEL_DECLARE(rl_set3, (i, j, k), scalar(uint64_t, a), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_copy3, (i, j, k), in(uint64_t, 3, x, own), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_axpy3, (i, j, k), scalar(uint64_t, a), in(uint64_t, 3, x, own), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_more3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_near3, (i, j, k), in(uint64_t, 3, x, halo(1)), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 1, 0)), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_both3, (i, j, k), in(uint64_t, 3, x, halo(1)), in(uint64_t, 3, z, halo(2, 1, 0)),
                  inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_look3, (i, j, k), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_alpha3, (i, j, k), in(uint64_t, 0, t), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(rl_sum3, (i, j, k), in(uint64_t, 3, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(rl_beside3, (i, j, k), in(uint64_t, 3, x, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(rl_bins3, (i, j, k), in(uint64_t, 3, x, own), reduce(uint64_t, sum, h, array(5)));
SL_KERNEL_DECLARE(rl_spill3, (i, j, k), in(uint64_t, 3, x, own), scatter(uint64_t, sum, 3, y, halo(2, 1, 0)));

/* A call of the kernel for views of this rank. */
#define of_rank(name, s, ...) \
    (p->dry           ? SL_SUCCESS \
     : p->e.rank == 1 ? sl_forall_with(p->policy, rl_##name##1, s, __VA_ARGS__) \
     : p->e.rank == 2 ? sl_forall_with(p->policy, rl_##name##2, s, __VA_ARGS__) \
                      : sl_forall_with(p->policy, rl_##name##3, s, __VA_ARGS__))
#define reduce_of_rank(name, s, ...) \
    (p->e.rank == 1   ? sl_reduce_with(p->policy, rl_##name##1, s, __VA_ARGS__) \
     : p->e.rank == 2 ? sl_reduce_with(p->policy, rl_##name##2, s, __VA_ARGS__) \
                      : sl_reduce_with(p->policy, rl_##name##3, s, __VA_ARGS__))

enum { VIEWS = 4, TABLE = 50, BINS = 5, LEAST_CALLS = 20, MOST_CALLS = 60, LOG = 65536 };
enum { MOST_RANK = 3, MOST_INDICES = 30000, LISTS = 40 };

static const sl_index near_reach[SL_MAX_RANK] = {1, 1, 1}, wide_reach[SL_MAX_RANK] = {2, 1, 0};

/* A program as it runs: the same on all ranks, but for what is found. */
typedef struct program {
    uint64_t state; /* of the random numbers */
    sl_extents e;
    sl_blocks blocks;
    int by_block, opens; /* blocks along other dimensions than 0; sl_mpi_local() is used, which has edges sent each time
                          */
    sl_view *view[VIEWS], *table, *alpha, *bins;
    plain array[VIEWS];
    uint64_t at[TABLE], a, bin[BINS];
    int call, dry; /* dry: loops are not called, the arrays are changed alone */
    sl_policy policy;
    sl_list *list[LISTS]; /* of this program */
    sl_index_set *set[LISTS];
    int lists, sets, points;
    sl_index point[MOST_INDICES][MOST_RANK]; /* of the loop at hand */
    char log[LOG], found[512];               /* found: what is wrong, the first of it; empty: nothing */
    size_t logged;
} program;

static uint64_t draw(program *p)
{
    uint64_t x = (p->state += UINT64_C(0x9e3779b97f4a7c15));
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static int below(program *p, sl_index n)
{
    return (int)(draw(p) % (uint64_t)n);
}

__attribute__((format(printf, 2, 3))) static void note(program *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(p->log + p->logged, LOG - p->logged, format, list);
    va_end(list);
    p->logged = p->logged + (size_t)n < LOG ? p->logged + (size_t)n : LOG - 1;
}

static void find(program *p, const char *what)
{
    if (p->found[0] == 0)
        snprintf(p->found, sizeof p->found, "call %d: %.400s", p->call, what);
}

/* A call that must succeed. */
static void try_call(program *p, sl_status status)
{
    if (status != SL_SUCCESS)
        find(p, sl_last_error());
}

/* A comparison. */
static void try_same(program *p, const char *text)
{
    if (strcmp(text, ALIKE) != 0)
        find(p, text);
}

/* ---- what is drawn ------------------------------------------------------------------------------------------- */

/* Indices along one dimension, in ascending order, and how they are said: the space of a segment or of a factor. */
typedef struct along {
    sl_space space;
    int count;
    sl_index at[MOST_INDICES];
} along;

/* What spaces a loop takes. */
enum { BOXES, STRIDES, PRODUCTS, SETS };

/* All kinds of indices within [lo, hi) that it does. */
static void draw_along(program *p, sl_index lo, sl_index hi, int takes, along *a)
{
    const int kind = hi > lo ? below(p, takes > STRIDES ? 3 : 2) : 0;
    const sl_index step = kind == 0 ? 1 : 1 + below(p, 5);
    a->count = 0;
    for (sl_index i = lo; i < hi; i += kind == 2 ? 1 + below(p, step) : step)
        a->at[a->count++] = i;
    a->space = kind == 0 ? SL_RANGE(lo, hi) : SL_RANGE_STRIDE(lo, hi, step);
    if (kind == 2) {
        sl_list **list = &p->list[p->lists++];
        if (*list == NULL) /* a region is drawn again for each run */
            must_all(sl_list_create("some", SL_INT64, a->at, a->count, list));
        a->space = SL_LIST(*list);
    }
    note(p,
         kind == 0   ? " [%lld, %lld)"
         : kind == 1 ? " [%lld, %lld) by %lld"
                     : " a list in [%lld, %lld)",
         (long long)lo, (long long)hi, (long long)step);
}

static void add_point(program *p, const sl_index x[])
{
    memcpy(p->point[p->points++], x, sizeof p->point[0]);
}

/* Points of all combinations. */
static void combine(program *p, const along factor[])
{
    int at[SL_MAX_RANK] = {0}, d;
    for (d = 0; d < p->e.rank; d++)
        if (factor[d].count == 0)
            return;
    do {
        sl_index x[MOST_RANK] = {0};
        for (d = 0; d < p->e.rank; d++)
            x[d] = factor[d].at[at[d]];
        add_point(p, x);
        for (d = p->e.rank - 1; d >= 0 && ++at[d] == factor[d].count; d--)
            at[d] = 0;
    } while (d >= 0);
}

/* Up to three segments, one behind another. */
static sl_space draw_set(program *p, sl_index lo, sl_index hi)
{
    static along a;
    sl_index_set **set = &p->set[p->sets++];
    const int drawn = *set != NULL;
    if (!drawn)
        must_all(sl_index_set_create("set", 0, NULL, set));
    note(p, " a set of");
    for (int k = 0; k < 3 && lo < hi; k++) {
        const sl_index end = lo + 1 + below(p, hi - lo);
        draw_along(p, lo, end, SETS, &a);
        if (!drawn)
            must_all(sl_index_set_push(*set, a.space));
        for (int i = 0; i < a.count; i++)
            add_point(p, (const sl_index[MOST_RANK]){a.at[i]});
        lo = end;
    }
    return SL_INDEX_SET(*set);
}

/* Where a loop runs. Its points are in p->point. */
static sl_space draw_points(program *p, const sl_index reach[], int takes)
{
    static along factor[MOST_RANK];
    sl_index bounds[2 * SL_MAX_RANK];
    const int whole = below(p, 2), kinds = takes > BOXES && below(p, 3) == 0 && p->lists + 3 < LISTS && p->sets < LISTS;
    p->points = 0;
    note(p, " over");
    for (int d = 0; d < p->e.rank; d++) {
        const sl_index least = reach ? reach[d] : 0, most = p->e.n[d] - least;
        sl_index lo = least, hi = most;
        if (!whole && most > least) {
            lo = least + below(p, most - least);
            hi = lo + below(p, most - lo + 1); /* may be empty */
        }
        bounds[2 * d] = lo;
        bounds[2 * d + 1] = hi > lo ? hi : lo;
    }
    if (kinds && takes == SETS && p->e.rank == 1 && below(p, 2))
        return draw_set(p, bounds[0], bounds[1]);
    for (int d = 0; d < p->e.rank && kinds; d++)
        draw_along(p, bounds[2 * d], bounds[2 * d + 1], takes, &factor[d]);
    if (kinds) {
        combine(p, factor);
        const sl_space spaces[] = {factor[0].space, factor[1].space, factor[2].space};
        return p->e.rank == 1 ? spaces[0] : sl_space_product(p->e.rank, spaces);
    }
    const sl_space s = sl_space_box(2 * p->e.rank, bounds);
    sl_index x[SL_MAX_RANK] = {0};
    for (int any = plain_first(&s, x); any; any = plain_next(&s, x))
        add_point(p, x);
    for (int d = 0; d < p->e.rank; d++)
        note(p, " [%lld, %lld)", (long long)s.lo[d], (long long)s.hi[d]);
    return s;
}

static sl_space draw_space(program *p, const sl_index reach[])
{
    return draw_points(p, reach, p->by_block ? STRIDES : SETS);
}

/* How a loop runs, which changes nothing of what it computes. */
static sl_policy draw_policy(program *p)
{
    static const sl_schedule schedules[] = {SL_STATIC, SL_DYNAMIC, SL_GUIDED, SL_SIMD};
    sl_policy policy = {.where = below(p, 2) ? SL_CPU : SL_ANYWHERE};
    if (below(p, 3) > 0)
        return policy;
    note(p, " with");
    if (below(p, 3) == 0)
        note(p, " schedule %d", policy.schedule = schedules[below(p, 4)]);
    if (below(p, 3) == 0)
        note(p, " chunk %lld", (long long)(policy.chunk = 1 + below(p, 40)));
    for (int d = 0; d < p->e.rank; d++)
        if (below(p, 4) == 0)
            note(p, " tile %lld", (long long)(policy.tile[d] = 1 + below(p, 20)));
    if (below(p, 3) == 0)
        policy.synchronous = 1;
    if (below(p, 3) == 0)
        policy.priority = below(p, 3) - 1;
    if (below(p, 4) == 0)
        note(p, " split %d", policy.split.n[0] = 1 + below(p, 4));
    return policy;
}

/* Whether all blocks have so many rows, and the view has a point so far from its border. */
static int reaches(const program *p, const sl_index reach[])
{
    int can = 1;
    for (int d = 0; d < p->e.rank; d++)
        can = can && p->e.n[d] > 2 * reach[d] && (p->blocks.n_[d] <= 1 || p->e.n[d] / p->blocks.n_[d] >= reach[d]);
    return can;
}

static void make_view(program *p, int v)
{
    try_call(p, sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, p->e, p->blocks, &p->view[v]));
    free(p->array[v].at);
    p->array[v] = plain_of(p->e);
}

static void draw_program(program *p, uint64_t seed)
{
    static const int most[4][3] = {{0}, {30000, 0, 0}, {300, 60, 0}, {120, 12, 9}};
    memset(p, 0, sizeof *p);
    p->state = seed;
    p->e.rank = 1 + below(p, 3);
    for (int d = 0; d < p->e.rank; d++) {
        const int m = most[p->e.rank][d];
        p->e.n[d] = 1 + below(p, below(p, 3) ? m : m / 10 + 1);
    }
    const int grid = below(p, 3) == 0;
    p->blocks.n_[0] = grid ? 1 + below(p, 3) : below(p, 3) == 0 ? 0 : 1 + below(p, 2 * ranks_all + 2);
    for (int d = 1; d < p->e.rank && grid; d++)
        p->blocks.n_[d] = 1 + below(p, 3);
    p->opens = below(p, 2);
    note(p, "rank %d:", p->e.rank);
    for (int d = 0; d < p->e.rank; d++) {
        p->blocks.n_[d] = p->blocks.n_[d] > p->e.n[d] ? (int)p->e.n[d] : p->blocks.n_[d];
        p->by_block |= d > 0 && p->blocks.n_[d] > 1;
        note(p, " %lld in %d", (long long)p->e.n[d], p->blocks.n_[d]);
    }
    for (int v = 0; v < VIEWS; v++)
        make_view(p, v);
    must_all(sl_view_create("table", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(TABLE), &p->table));
    must_all(sl_view_create("alpha", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &p->alpha));
    must_all(SL_VIEW_FILL(uint64_t, p->alpha, 0));
    must_all(sl_view_create("bins", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(BINS), &p->bins));
}

/* ---- calls, each with what it does to plain arrays ----------------------------------------------------------- */

/* For each point of the loop at hand, whose place in the arrays is at: EACH(p) { ... } */
#define EACH(p) \
    for (sl_index k_ = 0, at = 0, *x = (p)->point[0]; \
         k_ < (p)->points && (x = (p)->point[k_], at = plain_place(&(p)->array[0], x), 1); k_++)

static void around_all(program *p, const plain *from, plain *to, const sl_index reach[])
{
    EACH(p)
    to->at[at] = plain_around(from, x, reach);
}

static sl_index position(const program *p, const sl_index x[], const sl_index weight[])
{
    sl_index sum = 0;
    for (int d = 0; d < p->e.rank; d++)
        sum += weight[d] * x[d];
    return sum;
}

static void call_set(program *p, int y)
{
    static const sl_index weight[] = {3, 101, 1009};
    const uint64_t a = draw(p);
    note(p, "set %d", y);
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(set, s, a, p->view[y]));
    EACH(p)
    p->array[y].at[at] = a + (uint64_t)position(p, x, weight);
}

static void call_copy(program *p, int x_, int y)
{
    note(p, "copy %d to %d", x_, y);
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(copy, s, p->view[x_], p->view[y]));
    EACH(p)
    p->array[y].at[at] = p->array[x_].at[at];
}

static void call_axpy(program *p, int x_, int y)
{
    const uint64_t a = draw(p);
    note(p, "axpy %d to %d", x_, y);
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(axpy, s, a, p->view[x_], p->view[y]));
    EACH(p)
    p->array[y].at[at] += a * p->array[x_].at[at];
}

static void call_more(program *p, int y)
{
    const uint64_t a = draw(p);
    note(p, "more %d", y);
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(more, s, a, p->view[y]));
    EACH(p)
    p->array[y].at[at] = 3 * p->array[y].at[at] + a;
}

static void call_near(program *p, int x_, int y)
{
    note(p, "near %d to %d", x_, y);
    if (!reaches(p, near_reach))
        return;
    const sl_space s = draw_space(p, near_reach);
    try_call(p, of_rank(near, s, p->view[x_], p->view[y]));
    around_all(p, &p->array[x_], &p->array[y], near_reach);
}

static void call_wide(program *p, int x_, int y)
{
    note(p, "wide %d to %d", x_, y);
    if (!reaches(p, wide_reach))
        return;
    const sl_space s = draw_space(p, wide_reach);
    try_call(p, of_rank(wide, s, p->view[x_], p->view[y]));
    around_all(p, &p->array[x_], &p->array[y], wide_reach);
}

static void call_both(program *p, int x_, int z, int y)
{
    static const sl_index reach[SL_MAX_RANK] = {2, 1, 1};
    note(p, "both %d and %d to %d", x_, z, y);
    if (!reaches(p, reach))
        return;
    const sl_space s = draw_space(p, reach);
    plain one = plain_of(p->e), two = plain_of(p->e);
    try_call(p, of_rank(both, s, p->view[x_], p->view[z], p->view[y]));
    around_all(p, &p->array[x_], &one, near_reach);
    around_all(p, &p->array[z], &two, wide_reach);
    EACH(p)
    p->array[y].at[at] += one.at[at] + 11 * two.at[at];
    free(one.at);
    free(two.at);
}

/* Scatters: what a stencil that reads would find is what this one gives, each point to those beside it. */
static void call_spill(program *p, int x_, int y)
{
    static const sl_scatter ways[] = {SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE};
    note(p, "spill %d into %d", x_, y);
    if (!reaches(p, wide_reach) || getenv("STARPU_USE_NUMA") != NULL) /* there it is refused */
        return;
    const sl_space s = draw_points(p, wide_reach, STRIDES);
    memset(p->policy.tile, 0, sizeof p->policy.tile);
    p->policy.scatter = ways[below(p, 3)];
    try_call(p, of_rank(spill, s, p->view[x_], p->view[y]));
    EACH(p)
    {
        const uint64_t v = p->array[x_].at[at];
        uint64_t *const to = &p->array[y].at[at];
        to[0] += v;
        for (int d = 0; d < p->e.rank; d++)
            for (sl_index o = 1; o <= wide_reach[d]; o++) {
                const sl_index away = o * plain_stride(&p->array[y], d);
                to[-away] += v * (uint64_t)(7 * o + 5 * d + 1);
                to[away] += v * (uint64_t)(2 * o + d + 3);
            }
    }
}

static void call_look(program *p, int y)
{
    static const sl_index weight[] = {7, 3, 1};
    const uint64_t a = draw(p);
    note(p, "table and look %d", y);
    uint64_t *table = SL_HOST_WRITE(uint64_t, p->table);
    must_all(table ? SL_SUCCESS : sl_last_status());
    for (uint64_t k = 0; k < TABLE; k++)
        table[k] = p->at[k] = a * (k + 1);
    must_all(sl_host_end(p->table));
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(look, s, p->table, (int64_t)TABLE, p->view[y]));
    EACH(p)
    p->array[y].at[at] += p->at[position(p, x, weight) % TABLE];
}

static void call_alpha(program *p, int y)
{
    note(p, "alpha %d", y);
    const sl_space s = draw_space(p, NULL);
    try_call(p, of_rank(alpha, s, p->alpha, p->view[y]));
    EACH(p)
    p->array[y].at[at] ^= p->a;
}

/* A reduction may be refused where blocks are small, by all ranks alike. @return whether it was made */
static int is_made(program *p, sl_status status)
{
    int made = status == SL_SUCCESS, least = 0, most = 0;
    MPI_Allreduce(&made, &least, 1, MPI_INT, MPI_MIN, ranks_comm);
    MPI_Allreduce(&made, &most, 1, MPI_INT, MPI_MAX, ranks_comm);
    if (least != most)
        find(p, made ? "a reduction is refused on another rank alone" : sl_last_error());
    else if (!made && (p->blocks.n_[0] == 1 || p->by_block || (status != SL_ERR_UNSUPPORTED && status != SL_ERR_MPI)))
        find(p, sl_last_error());
    if (!least)
        note(p, ": refused");
    return least;
}

static void call_sum(program *p, int x_)
{
    uint64_t s = 1, m = 2, sum = 0, max = 0;
    char text[160];
    note(p, "sum %d", x_);
    const sl_space space = draw_space(p, NULL);
    if (!is_made(p, reduce_of_rank(sum, space, p->view[x_], &s, &m)))
        return;
    EACH(p)
    {
        const uint64_t v = p->array[x_].at[at];
        sum += v;
        max = v > max ? v : max;
    }
    snprintf(text, sizeof text, "a sum and a maximum: got %" PRIu64 " %" PRIu64 ", want %" PRIu64 " %" PRIu64, s, m,
             sum, max);
    if (s != sum || m != max)
        find(p, text);
}

static void call_beside(program *p, int x_)
{
    uint64_t a = p->a;
    note(p, "sum of what is beside %d into alpha", x_);
    if (!reaches(p, near_reach))
        return;
    const sl_space s = draw_space(p, near_reach);
    plain one = plain_of(p->e);
    around_all(p, &p->array[x_], &one, near_reach);
    if (is_made(p, of_rank(beside, s, p->view[x_], SL_INTO(p->alpha)))) {
        p->a = 0;
        EACH(p)
        p->a += one.at[at];
        try_call(p, SL_GET_AT(uint64_t, p->alpha, &a));
        if (a != p->a)
            find(p, "a sum into a view is wrong");
    }
    free(one.at);
}

/* Sums into an array that each rank has whole. */
static void call_bins(program *p, int x_)
{
    uint64_t got[BINS] = {0};
    note(p, "bins of %d", x_);
    const sl_space s = draw_points(p, NULL, STRIDES);
    p->policy.combine = below(p, 2);
    try_call(p, of_rank(bins, s, p->view[x_], p->bins));
    for (int k = 0; k < BINS && !p->policy.combine; k++)
        p->bin[k] = 0;
    EACH(p)
    {
        const uint64_t v = p->array[x_].at[at];
        p->bin[v % BINS] += v + 1;
    }
    for (int k = 0; k < BINS && !p->dry; k++)
        try_call(p, SL_GET_AT(uint64_t, p->bins, &got[k], k));
    if (!p->dry && memcmp(got, p->bin, sizeof got) != 0)
        find(p, "sums into an array are wrong");
}

static void call_fill(program *p, int y)
{
    const uint64_t a = draw(p);
    note(p, "fill %d", y);
    try_call(p, p->dry ? SL_SUCCESS : SL_VIEW_FILL(uint64_t, p->view[y], a));
    for (sl_index k = 0; k < p->array[y].count; k++)
        p->array[y].at[k] = a;
}

static void call_deep_copy(program *p, int x_, int y)
{
    note(p, "deep copy %d to %d", x_, y);
    try_call(p, p->dry ? SL_SUCCESS : sl_deep_copy(p->view[y], p->view[x_]));
    plain_copy(&p->array[y], &p->array[x_]);
}

/* Some rows, by the host. */
static void call_write(program *p, int y)
{
    const uint64_t a = draw(p);
    const sl_index each = 1 + below(p, 4), row = plain_stride(&p->array[y], 0);
    plain *array = &p->array[y];
    note(p, "write each %d rows of %d", (int)each, y);
    for (sl_index k = 0; k < array->count; k++)
        if (k / row % each == 0)
            array->at[k] = a + 13 * (uint64_t)k;
    try_same(p, plain_blocks(p->view[y], array, 1, each));
}

/* Loops over blocks. */
static void call_more_by_blocks(program *p, int y)
{
    const uint64_t a = draw(p);
    note(p, "more %d by blocks", y);
    sl_space s = draw_points(p, NULL, STRIDES);
    if (s.step[0] > 1 || s.kind != SL_SPACE_BOX)
        return;
    for (int b = 0; b < sl_mpi_blocks(p->view[y]); b++) {
        sl_view *local = NULL;
        try_call(p, sl_mpi_local(p->view[y], b, &local));
        if (local == NULL)
            continue;
        sl_space mine = s;
        int any = 1;
        for (int d = 0; d < p->e.rank; d++) {
            const sl_index lo = sl_view_first(local, d), hi = lo + sl_view_extent(local, d);
            mine.lo[d] = s.lo[d] > lo ? s.lo[d] : lo;
            mine.hi[d] = s.hi[d] < hi ? s.hi[d] : hi;
            any = any && mine.lo[d] < mine.hi[d];
        }
        if (any)
            try_call(p, of_rank(more, mine, a, local));
        sl_view_destroy(&local);
    }
    EACH(p)
    p->array[y].at[at] = 3 * p->array[y].at[at] + a;
}

static void call_gather(program *p, int x_)
{
    const int root = below(p, ranks_all);
    note(p, "gather %d to rank %d", x_, root);
    try_same(p, whole_is(p->view[x_], &p->array[x_], root));
}

static void call_scatter(program *p, int y)
{
    const int root = below(p, ranks_all);
    const uint64_t a = draw(p);
    sl_view *whole = NULL;
    note(p, "scatter %d from rank %d", y, root);
    for (sl_index k = 0; k < p->array[y].count; k++)
        p->array[y].at[k] = a + 17 * (uint64_t)k;
    if (ranks_me == root) {
        must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, p->e, &whole));
        uint64_t *at = SL_HOST_WRITE(uint64_t, whole);
        must_all(at ? SL_SUCCESS : sl_last_status());
        memcpy(at, p->array[y].at, (size_t)p->array[y].count * sizeof *at);
        must_all(sl_host_end(whole));
    }
    try_call(p, sl_mpi_scatter(whole, root, p->view[y]));
    sl_view_destroy(&whole);
}

static void call_new(program *p, int y)
{
    note(p, "new %d", y);
    sl_view_destroy(&p->view[y]);
    make_view(p, y);
}

/* One of the loops that a region may have: what it changes follows from the random numbers alone. */
static void call_recorded(program *p)
{
    const int x = below(p, VIEWS), y = (x + 1 + below(p, VIEWS - 1)) % VIEWS, z = (y + 1 + below(p, VIEWS - 1)) % VIEWS;
    note(p, "\n    ");
    p->policy = draw_policy(p);
    p->policy.synchronous = 0; /* a region waits for nothing */
    switch (below(p, 12)) {
    case 0: call_set(p, y); break;
    case 1: call_copy(p, x, y); break;
    case 2: call_axpy(p, x, y); break;
    case 3: call_more(p, y); break;
    case 4: call_near(p, x, y); break;
    case 5: call_wide(p, x, y); break;
    case 6: call_both(p, x, z, y); break;
    case 7: call_fill(p, y); break;
    case 8: call_deep_copy(p, x, y); break;
    case 9:
    case 10: call_spill(p, x, y); break;
    default: call_alpha(p, y); break;
    }
}

/* A region that is run some times: for each run the arrays are changed by the same calls again. */
static void call_region(program *p)
{
    const int calls = 1 + below(p, 6), runs = 1 + below(p, 3);
    const uint64_t begin = p->state;
    const int lists = p->lists, sets = p->sets;
    sl_region *region = NULL;
    note(p, "region of %d, %d times", calls, runs);
    try_call(p, sl_region_begin(&region));
    for (int run = 0; run < runs; run++) {
        p->state = begin;
        p->lists = lists;
        p->sets = sets;
        for (int c = 0; c < calls; c++)
            call_recorded(p);
        if (!p->dry)
            try_call(p, sl_region_end(region));
        p->dry = 1;
        try_call(p, sl_region_run(region));
    }
    p->dry = 0;
    sl_region_destroy(&region);
}

/* ---- programs ------------------------------------------------------------------------------------------------ */

static void draw_call(program *p)
{
    const int x = below(p, VIEWS), y = (x + 1 + below(p, VIEWS - 1)) % VIEWS, z = (y + 1 + below(p, VIEWS - 1)) % VIEWS;
    const int kind = below(p, p->opens ? 31 : 27);
    note(p, "\n%d: ", p->call);
    p->policy = draw_policy(p);
    switch (kind) {
    case 0: call_set(p, y); break;
    case 1: call_copy(p, x, y); break;
    case 2: call_axpy(p, x, y); break;
    case 3: call_more(p, y); break;
    case 4:
    case 5:
    case 6: call_near(p, x, y); break;
    case 7:
    case 8:
    case 9: call_wide(p, x, y); break;
    case 10:
    case 11: call_both(p, x, z, y); break;
    case 12: call_look(p, y); break;
    case 13: call_alpha(p, y); break;
    case 14: call_sum(p, x); break;
    case 15: call_beside(p, x); break;
    case 16: call_fill(p, y); break;
    case 17: call_deep_copy(p, x, y); break;
    case 18: call_gather(p, x); break;
    case 19: call_scatter(p, y); break;
    case 20: call_new(p, y); break;
    case 21:
        note(p, "wait");
        try_call(p, sl_wait());
        break;
    case 22:
    case 23: call_region(p); break;
    case 24:
    case 25: call_spill(p, x, y); break;
    case 26: call_bins(p, x); break;
    case 27: call_write(p, y); break;
    case 28: call_more_by_blocks(p, y); break;
    case 29:
        note(p, "read blocks of %d", x);
        try_same(p, blocks_are(p->view[x], &p->array[x]));
        break;
    default:
        call_write(p, x);
        call_near(p, x, y);
        break;
    }
}

/* @return whether it was right on all ranks */
static int run_program(uint64_t seed)
{
    static program p;
    draw_program(&p, seed);
    const int calls = LEAST_CALLS + below(&p, MOST_CALLS - LEAST_CALLS + 1);
    for (p.call = 1; p.call <= calls; p.call++)
        draw_call(&p);
    for (int v = 0; v < VIEWS; v++)
        try_same(&p, whole_is(p.view[v], &p.array[v], 0));
    for (int v = 0; v < VIEWS; v++) {
        sl_view_destroy(&p.view[v]);
        free(p.array[v].at);
    }
    for (int k = 0; k < LISTS; k++) {
        sl_list_destroy(&p.list[k]);
        sl_index_set_destroy(&p.set[k]);
    }
    sl_view_destroy(&p.table);
    sl_view_destroy(&p.alpha);
    sl_view_destroy(&p.bins);
    const int right =
        like_all(p.found[0] ? p.found : ALIKE, ALIKE, "program of seed %" PRIu64 ", %d calls", seed, calls);
    char *line = right || ranks_me != 0 ? NULL : strtok(p.log, "\n");
    for (; line != NULL; line = strtok(NULL, "\n"))
        diag("%s", line);
    return right;
}

int main(int argc, char **argv)
{
    enum { SHOWN = 5 };
    uint64_t seed = 0;
    int goes_on = 1, wrong = 0;
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    if (ranks_me == 0)
        seed = test_seed(54);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, ranks_comm);
    const test_clock clock = test_time(0.4);
    while (goes_on && wrong < SHOWN) {
        wrong += !run_program(seed++);
        goes_on = test_time_left(&clock);
        MPI_Bcast(&goes_on, 1, MPI_INT, 0, ranks_comm); /* rank 0 says */
    }
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
