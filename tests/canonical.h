/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The canonical decompositions of reductions, on a CPU and on a GPU: doc/spec/reductions.md, written a second
 *  time as plain C, point by point. */
#ifndef STARLOOP_TESTS_CANONICAL_H
#define STARLOOP_TESTS_CANONICAL_H

#include "loop_testing.h"

/** Two sums and a maximum. */
struct result {
    double s, m;
    float t;
};

static const struct result canonical_nothing = {0, -INFINITY, 0};

/** Parts of a space, each with lanes: where its points go. Without points there are no parts. */
struct canonical {
    int rank, gpu, lanes;
    int rows, columns;            /* of lanes */
    const sl_index *n;            /* the space */
    sl_index extent[SL_MAX_RANK]; /* CPU: of a block */
    sl_index grid[SL_MAX_RANK];   /* number of parts along each dimension */
    sl_index turns[SL_MAX_RANK];  /* GPU: points of a lane along each dimension */
    sl_index shift;               /* points before the space that the first part would have along dimension 0 */
};

static inline sl_index canonical_ceil(sl_index a, sl_index b)
{
    return (a + b - 1) / b;
}

static inline sl_index canonical_least(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

/* How many points lie between index lo and the multiple of extent at or before it. */
static inline sl_index canonical_shift(sl_index lo, sl_index extent)
{
    sl_index before = 0;
    while ((lo - before) % extent != 0)
        before++;
    return before;
}

/** On a CPU: blocks of 4096 and 32 lanes; boxes and 8 x 16 lanes; where dimension 0 is long, perhaps one more along it.
 *  @param[in] lo  [rank] first indices of the space; NULL: 0 */
__attribute__((unused)) static struct canonical canonical_cpu(int rank, const sl_index lo[], const sl_index n[])
{
    struct canonical c = {.rank = rank, .n = n, .lanes = rank == 1 ? 32 : 128, .rows = 8, .columns = 16};
    int last = rank - 1;
    c.extent[0] = 4096;
    if (points(rank, n) == 0)
        return c;
    if (rank > 1) {
        c.extent[last] = n[last] <= 8192 ? n[last] : 4096;
        sl_index need = canonical_ceil(4096, 8 * c.extent[last]);
        for (int d = last - 1; d >= 1; d--) {
            c.extent[d] = canonical_least(n[d], need);
            need = canonical_ceil(need, c.extent[d]);
        }
        c.extent[0] = 8 * need;
    }
    /* In a long dimension 0 groups of 8 rows are doubled until a block has 15 / 16 of 4096 points. */
    sl_index extent = rank == 1 ? 4096 : 8, across = 1;
    for (int d = 1; d < rank; d++)
        across *= c.extent[d];
    while (16 * extent * across < 15 * 4096)
        extent *= 2;
    if (n[0] >= 16 * extent) {
        c.extent[0] = extent;
        c.shift = canonical_shift(lo ? lo[0] : 0, extent);
    }
    for (int d = 0; d < rank; d++)
        c.grid[d] = canonical_ceil((d == 0 ? c.shift : 0) + n[d], c.extent[d]);
    return c;
}

/** On a GPU: at most 512 tiles of 256 lanes, or about 1024 in rank 1; where dimension 0 is long, one more along it.
 *  @param[in] lo  [rank] first indices of the space; NULL: 0 */
__attribute__((unused)) static struct canonical canonical_gpu(int rank, const sl_index lo[], const sl_index n[])
{
    enum { LANES = 256, TILES = 512 };
    struct canonical c = {.rank = rank, .gpu = 1, .n = n, .lanes = LANES, .rows = 16, .columns = 16};
    const int last = rank - 1;
    sl_index most = rank == 1 ? 8 : 4, pairs = rank == 1 ? TILES : TILES / 2, along = 1, room;
    if (points(rank, n) == 0)
        return c;
    if (rank == 1) {
        c.rows = 1;
    } else if (n[last] < 16) {
        for (c.columns = 1; c.columns < n[last];)
            c.columns *= 2;
        c.rows = LANES / c.columns;
    } else if (n[0] < 16) {
        for (c.rows = 1; c.rows < n[0];)
            c.rows *= 2;
    }
    c.columns = LANES / c.rows;
    /* Along the last dimension 1, 2, 4, ... points, as long as there are tiles enough and the row is longer. */
    while (along < most && points(rank, n) >= (2 * along - 1) * LANES * TILES && 2 * c.columns * along < n[last])
        along *= 2;
    /* A long dimension 0 has 64 tiles or more, of 2^k rows. */
    const int is_long = rank > 1 && n[0] >= 32 * c.rows;
    sl_index extent = c.rows, rows = 1;
    sl_index others = canonical_ceil(n[last], c.columns);
    for (int d = 1; d < last; d++)
        others = others < 4 ? others * n[d] : others;
    while (is_long && 2 * extent * (others < 4 ? 256 / others : 64) <= n[0])
        extent *= 2;
    if (is_long) {
        c.turns[0] = extent / c.rows;
        c.shift = canonical_shift(lo ? lo[0] : 0, extent);
        c.grid[0] = canonical_ceil(n[0] + c.shift, extent);
        rows = canonical_ceil(n[0], extent);
        pairs = pairs / rows > 1 ? pairs / rows : 1;
    }
    sl_index more = canonical_ceil(canonical_ceil(n[last], 2 * c.columns * along), pairs);
    along *= more;
    c.turns[last] = along;
    if (rank == 1 && n[0] >= 1 << 20)
        c.shift = canonical_shift(lo ? lo[0] : 0, 2 * c.columns * along);
    c.grid[last] =
        n[last] <= c.columns ? 1 : 2 * canonical_ceil(n[last] + (rank == 1 ? c.shift : 0), 2 * c.columns * along);
    /* The others have what is left of the tiles: first dimension 0, then from inside out. */
    room = TILES / (c.grid[last] * rows);
    room = room > 1 ? room : 1;
    for (int k = is_long ? 2 : 1; k < rank; k++) {
        int d = k == 1 ? 0 : rank - k;
        sl_index places = d == 0 ? canonical_ceil(n[0], c.rows) : n[d];
        c.turns[d] = canonical_ceil(places, room);
        c.grid[d] = canonical_ceil(places, c.turns[d]);
        room /= c.grid[d];
    }
    return c;
}

/** A point's index along a dimension, as lanes count it: from where parts would begin, but in the first one along
 * dimension 0 from where the space does. */
static inline sl_index canonical_index(const struct canonical *c, int d, sl_index x)
{
    sl_index extent = c->gpu ? (d == c->rank - 1 ? 2 * c->columns : c->rows) * c->turns[d] : c->extent[d];
    return d > 0 || x + c->shift < extent ? x : x + c->shift;
}

/** The part of a point along a dimension of tiles. Along the last one two neighbours take columns by turns. */
static inline sl_index canonical_tile(const struct canonical *c, int d, sl_index x)
{
    sl_index pair = 2 * c->columns, from = d == 0 ? x + c->shift : x;
    if (d < c->rank - 1)
        return from / ((d == 0 ? c->rows : 1) * c->turns[d]);
    return c->grid[d] == 1 ? 0 : from / (pair * c->turns[d]) * 2 + canonical_index(c, d, x) % pair / c->columns;
}

/** The part and the lane of a point. */
static inline void canonical_place(const struct canonical *c, const sl_index x[], sl_index *part, sl_index *lane)
{
    int last = c->rank - 1;
    sl_index row = 0, column = 0;
    *part = 0;
    for (int d = 0; d <= last; d++) {
        sl_index in = canonical_index(c, d, x[d]), from = d == 0 ? x[d] + c->shift : x[d];
        in = c->gpu ? in : in % c->extent[d];
        if (d == last)
            column = in % (c->rank == 1 && !c->gpu ? 32 : c->columns);
        else if (d == 0)
            row = in % c->rows;
        *part = *part * c->grid[d] + (c->gpu ? canonical_tile(c, d, x[d]) : from / c->extent[d]);
    }
    *lane = row * c->columns + column;
}

static inline struct result canonical_join(struct result a, struct result b)
{
    struct result c = {a.s + b.s, b.m > a.m ? b.m : a.m, a.t + b.t};
    return c;
}

/** The result for values that stand in the order of C. */
__attribute__((unused)) static struct result canonical_result(const struct canonical *c, const double *v,
                                                              const float *w)
{
    sl_index parts = points(c->rank, c->grid), x[SL_MAX_RANK] = {0}, part, lane, k = 0;
    if (parts == 0)
        return canonical_nothing;
    struct result *all = malloc((size_t)(parts * c->lanes) * sizeof *all);
    for (sl_index i = 0; i < parts * c->lanes; i++)
        all[i] = canonical_nothing;
    do {
        canonical_place(c, x, &part, &lane);
        struct result one = {v[k], v[k], w[k]}, *r = &all[part * c->lanes + lane];
        *r = canonical_join(*r, one);
        k++;
    } while (next_point(c->rank, c->n, x));
    for (part = 0; part < parts; part++) {
        struct result *r = &all[part * c->lanes];
        for (int width = c->lanes / 2; width; width /= 2)
            for (int l = 0; l < width; l++)
                r[l] = canonical_join(r[l], r[l + width]);
        all[part] = r[0];
    }
    for (; parts > 1; parts = (parts + 1) / 2) {
        for (k = 0; k < parts / 2; k++)
            all[k] = canonical_join(all[2 * k], all[2 * k + 1]);
        if (parts % 2)
            all[parts / 2] = all[parts - 1];
    }
    struct result r = all[0];
    free(all);
    return r;
}

#endif
