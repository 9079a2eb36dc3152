/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches between loops: in chains, regions, over subviews and views in parts. */
#include "team_testing.h"

enum { ROUNDS = 4, COLUMNS = 5 };

typedef struct chain {
    sl_view *x, *m, *all_x, *all_m;
    sl_index league;
} chain;

/* Views of their own, or parts of larger ones. */
static chain chain_make(sl_index league, int layout, int part)
{
    chain c = {.league = league};
    if (!part) {
        c.x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(league));
        c.m = view_of("m", SL_DOUBLE, layout, SL_EXTENTS(league, COLUMNS));
        return c;
    }
    c.all_x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(league + 5));
    c.all_m = view_of("m", SL_DOUBLE, layout, SL_EXTENTS(league + 3, COLUMNS + 2));
    must(sl_subview(c.all_x, &c.x, SL_PAIR(3, 3 + league)));
    must(sl_subview(c.all_m, &c.m, SL_PAIR(2, 2 + league), SL_PAIR(1, 1 + COLUMNS)));
    return c;
}

static void chain_free(chain *c)
{
    sl_view_destroy(&c->x);
    sl_view_destroy(&c->m);
    sl_view_destroy(&c->all_x);
    sl_view_destroy(&c->all_m);
}

/* Loop, launch, loop, again and again; nothing waits between them. */
static void chain_round(const chain *c, sl_policy p)
{
    const sl_space all = SL_RANGE(0, c->league);
    must(sl_launch(p, tm_rows, 0.5, c->x, c->m));
    p.league = 0;
    p.team = p.vector = 0;
    must(sl_forall_with(p, tm_first, all, c->m, c->x));
}

static sl_index chain_wrong(const chain *c, int rounds)
{
    const sl_index n = c->league;
    double *x = calloc((size_t)n + 1, sizeof *x), *m = calloc((size_t)(n * COLUMNS) + 1, sizeof *m);
    sl_index wrong = 0;
    for (sl_index i = 0; i < n; i++)
        x[i] = 2 + (double)(i % 7);
    for (int r = 0; r < rounds; r++) {
        for (sl_index i = 0; i < n; i++)
            for (sl_index k = 0; k < COLUMNS; k++)
                m[i * COLUMNS + k] += 0.5 * ((i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < n ? x[i + 1] : 0)) + (double)k;
        for (sl_index i = 0; i < n; i++)
            x[i] = 0.5 * x[i] + m[i * COLUMNS];
    }
    const double *gx = SL_HOST_READ(double, c->x), *gm = SL_HOST_READ(double, c->m);
    for (sl_index i = 0; i < n; i++) {
        wrong += gx[i * sl_view_stride(c->x, 0)] != x[i];
        for (sl_index k = 0; k < COLUMNS; k++)
            wrong += gm[place(c->m, (const sl_index[]){i, k})] != m[i * COLUMNS + k];
    }
    must(sl_host_end(c->x));
    must(sl_host_end(c->m));
    free(x);
    free(m);
    return wrong;
}

static sl_index chain_run(sl_index league, int k, int part, sl_split split)
{
    chain c = chain_make(league, k % LAYOUTS, part);
    sl_policy p = way(k, league);
    p.split = split;
    must(sl_forall(tm_fill, SL_RANGE(0, league), 2.0, c.x));
    for (int r = 0; r < ROUNDS; r++)
        chain_round(&c, p);
    const sl_index wrong = chain_wrong(&c, ROUNDS);
    chain_free(&c);
    return wrong;
}

static sl_index region_run(sl_index league, int k)
{
    chain c = chain_make(league, k % LAYOUTS, 0);
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    chain_round(&c, way(k, league));
    must(sl_region_end(region));
    must(sl_forall(tm_fill, SL_RANGE(0, league), 2.0, c.x));
    for (int r = 0; r < ROUNDS; r++)
        must(sl_region_run(region));
    const sl_index wrong = chain_wrong(&c, ROUNDS);
    sl_region_destroy(&region);
    chain_free(&c);
    return wrong;
}

void test_chains(void)
{
    sl_index chained = 0, parts = 0, split = 0, recorded = 0;
    for (int l = 0; l < LEAGUES; l++)
        FOR_WAYS(k)
        {
            chained += chain_run(leagues[l], k, 0, (sl_split){{0}});
            parts += chain_run(leagues[l], k, 1, (sl_split){{0}});
            if (way(k, 1).synchronous == 0)
                recorded += region_run(leagues[l], k);
        }
    for (int k = 0; k < 3; k++)
        split += chain_run(1000, 2 * k, 0, SL_SPLIT(5));
    chained += chain_run(200000, 0, 0, (sl_split){{0}});
    is_int(chained, 0, "launches between loops, the league's rank is the index of own and halo; layouts of any kind");
    is_int(parts, 0, "over subviews");
    is_int(recorded, 0, "in a region");
    is_int(split, 0, "over views in parts");
}
