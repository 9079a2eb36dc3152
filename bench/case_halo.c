/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case halo_packing: the halos of three fields and 26 neighbours, by 156 loops of examples/halo_packing in a
 *  region, against two plain loops over all cells together. */
#include <stdlib.h>

#include "bench.h"
#include "halo.h"
#include "halo_kernels.h"
#include "native.h"

enum { FIELDS = 3 };

/* Lists and buffers of each neighbour; the twin has them one behind the other. */
struct exchange {
    sl_list *send[NEIGHBOURS], *receive[NEIGHBOURS];
    sl_view *buffer[NEIGHBOURS][FIELDS];
    sl_region *region;
    int64_t cells; /* of all neighbours */
    int32_t *from, *to;
    double *plain; /* [FIELDS][cells] */
};

static sl_status record(struct bench_state *s)
{
    struct exchange *e = s->own;
    SL_TRY(sl_region_begin(&e->region));
    for (int d = 0; d < NEIGHBOURS; d++)
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_forall_with(s->policy, halo_pack, SL_LIST(e->send[d]), s->view[f], e->buffer[d][f]));
    for (int d = 0; d < NEIGHBOURS; d++)
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_forall_with(s->policy, halo_unpack, SL_LIST(e->receive[d]), e->buffer[NEIGHBOURS - 1 - d][f],
                                  s->view[f]));
    return sl_region_end(e->region);
}

/* Of the twin, what goes to a neighbour comes to the halo on the other side: its cells are in that order. */
static sl_status create(struct bench_state *s)
{
    const sl_index side = s->n + 2;
    int64_t at = 0;
    struct exchange *e = s->own = calloc(1, sizeof *e);
    if (e == NULL)
        return SL_ERR_MEMORY;
    for (int d = 0; d < NEIGHBOURS; d++)
        e->cells += halo_count(d, s->n);
    e->from = malloc((size_t)e->cells * sizeof *e->from);
    e->to = malloc((size_t)e->cells * sizeof *e->to);
    e->plain = malloc(FIELDS * (size_t)e->cells * sizeof *e->plain);
    if (e->from == NULL || e->to == NULL || e->plain == NULL)
        return SL_ERR_MEMORY;
    s->outputs = FIELDS;
    for (int f = 0; f < FIELDS; f++)
        SL_TRY(bench_add_view(s, "field", SL_LAYOUT_RIGHT, SL_EXTENTS(side * side * side)));
    for (int d = 0; d < NEIGHBOURS; d++) {
        const int64_t count = halo_count(d, s->n);
        halo_cells(d, s->n, 1, e->from + at);
        halo_cells(NEIGHBOURS - 1 - d, s->n, 0, e->to + at);
        SL_TRY(sl_list_create("cells", SL_INT32, e->from + at, count, &e->send[d]));
        SL_TRY(sl_list_create("cells", SL_INT32, e->to + at, count, &e->receive[NEIGHBOURS - 1 - d]));
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_view_create("buffer", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(count), &e->buffer[d][f]));
        at += count;
    }
    return record(s);
}

static void destroy(struct bench_state *s)
{
    struct exchange *e = s->own;
    if (e == NULL)
        return;
    sl_region_destroy(&e->region);
    for (int d = 0; d < NEIGHBOURS; d++) {
        sl_list_destroy(&e->send[d]);
        sl_list_destroy(&e->receive[d]);
        for (int f = 0; f < FIELDS; f++)
            sl_view_destroy(&e->buffer[d][f]);
    }
    free(e->from);
    free(e->to);
    free(e->plain);
    free(e);
    s->own = NULL;
}

static void fill(struct bench_state *s)
{
    for (int f = 0; f < FIELDS; f++)
        bench_fill(s->host[f], (s->n + 2) * (s->n + 2) * (s->n + 2), (unsigned)f + 1);
}

static sl_status queue(struct bench_state *s)
{
    const struct exchange *e = s->own;
    return sl_region_run(e->region);
}

static int call(struct bench_state *s)
{
    const struct exchange *e = s->own;
    native_halo(e->cells, e->from, e->to, s->host, e->plain);
    return 0;
}

/* A cell inside is as it was, one of the halo holds what the cell a period away holds. */
static long wrong(struct bench_state *s, const char *side)
{
    const sl_index n = s->n, m = n + 2;
    long wrong = 0;
    for (int f = 0; f < FIELDS; f++)
        for (sl_index i = 0; i < m * m * m; i++) {
            const sl_index x = (i / m / m + n - 1) % n + 1, y = (i / m % m + n - 1) % n + 1,
                           z = (i % m + n - 1) % n + 1;
            const double want = bench_value((uint64_t)((x * m + y) * m + z), (unsigned)f + 1);
            if (!(s->host[f][i] == want))
                bench_report(wrong++, side, "field", i, s->host[f][i], want);
        }
    return wrong;
}

const struct bench_case bench_halo_packing = {.name = "halo_packing",
                                              .what = "156 loops over the halos of three fields, in a region",
                                              .unit = "cells along a side",
                                              .sizes = {{64, 200}, {0, 0}},
                                              .smallest = 1,
                                              .chain = BENCH_CHAINED,
                                              .create = create,
                                              .fill = fill,
                                              .queue = queue,
                                              .native = call,
                                              .wrong = wrong,
                                              .destroy = destroy};
