/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases minimd_full_right, ... minimd_half_auto: the force loops of examples/minimd over its own melt, which
 * has run some steps, since atoms of a crystal have no force. Lists are full or half; vectors and lists are in each
 * layout. The twin of right and left has the memory of the melt's views: examples/minimd/twin.c on cores,
 * native_cuda_lj.cu on a GPU. That of auto, whose memory nobody else gets on a device, is Starloop's loop over a melt
 * in the layout that is better there.
 *
 *  The last bits of a force depend on the order of additions: so forces are not compared bit by bit, but each with
 *  those of pairs that are found without lists and ghosts, up to rounding. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "bench.h"
#include "native_cuda.h"

#include "../examples/minimd/melt_parts.h"
#include "../examples/minimd/twin_parts.h"

enum { STEPS = 2 * MD_EVERY /* behind them lists are new */ };
/* The views of a melt; behind them forces of each of the twin's threads. */
enum { OF_NEAR, OF_LENGTH, OF_SOURCE, OF_X, OF_F, VIEWS, OF_SHARE = VIEWS };
#define ROUNDING 1e-10 /* of a force, relative to the sum of what is added up */

/* Starloop's; in the cases of auto the twin's, too. */
struct melts {
    struct md_melt *melt[2];
    int count;
};

static sl_status add_melt(struct bench_state *s, int half, sl_layout layout)
{
    struct melts *const own = s->own;
    const struct md_problem problem = {.cells = (long)s->n, .half = half};
    SL_TRY(md_melt_create(&problem, layout, 0, &own->melt[own->count]));
    struct md_melt *const m = own->melt[own->count++];
    SL_TRY(md_melt_run(m, STEPS));
    sl_view *const view[VIEWS] = {m->near, m->near_length, m->number[SOURCE], m->vector[X], m->vector[F]};
    for (int v = 0; v < VIEWS; v++)
        s->view[s->count++] = sl_view_retain(view[v]);
    return SL_SUCCESS;
}

static sl_status create_melt(struct bench_state *s, int half, sl_layout layout)
{
    s->own = calloc(1, sizeof(struct melts));
    return s->own ? add_melt(s, half, layout) : SL_ERR_MEMORY;
}

static sl_status create_plain(struct bench_state *s, int half, sl_layout layout)
{
    SL_TRY(create_melt(s, half, layout));
    if (!half || s->device == BENCH_CUDA)
        return SL_SUCCESS;
    const sl_index room = sl_view_extent(s->view[OF_X], 0);
    return bench_add_view(s, "share", SL_LAYOUT_RIGHT, SL_EXTENTS(omp_get_max_threads(), room, 3));
}

static sl_status create_auto(struct bench_state *s, int half)
{
    SL_TRY(create_melt(s, half, SL_LAYOUT_AUTO));
    return add_melt(s, half, s->device == BENCH_CUDA ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT);
}

/* Forces that are none, of atoms and of ghosts. */
static void fill(struct bench_state *s)
{
    for (int v = OF_F; v < s->count; v += VIEWS)
        bench_fill(s->host[v], sl_view_size(s->view[v]), 0);
}

static sl_status queue(struct bench_state *s)
{
    return md_melt_find_forces(((struct melts *)s->own)->melt[0]);
}

static int call_auto(struct bench_state *s)
{
    return -(md_melt_find_forces(((struct melts *)s->own)->melt[1]) != SL_SUCCESS);
}

/* A twin over the memory of the melt's views, in main memory or on a GPU. */
static struct md_twin twin_over(const struct bench_state *s, double *const memory[])
{
    const struct md_melt *m = ((struct melts *)s->own)->melt[0];
    const struct md_twin twin = {.problem = m->problem,
                                 .own = m->own,
                                 .all = m->all,
                                 .room = m->room,
                                 .width = sl_view_extent(m->near, 1),
                                 .left = sl_view_stride(m->vector[X], 0) == 1,
                                 .x = memory[OF_X],
                                 .f = memory[OF_F],
                                 .source = bench_integers(memory[OF_SOURCE]),
                                 .near = bench_integers(memory[OF_NEAR]),
                                 .near_length = bench_integers(memory[OF_LENGTH]),
                                 .share = s->count > OF_SHARE ? memory[OF_SHARE] : NULL,
                                 .threads = omp_get_max_threads()};
    return twin;
}

static int call(struct bench_state *s)
{
    struct md_twin twin = twin_over(s, s->host);
    md_twin_find_forces(&twin);
    return 0;
}

static int call_cuda(struct bench_state *s)
{
    const struct md_twin twin = twin_over(s, s->gpu);
    return native_cuda_minimd(&twin);
}

/* ---- the reference ---------------------------------------------------------------------------------------- */

/* Cells that are at least as wide as forces reach; atoms of each, one after another. */
struct cells {
    sl_index side;
    double length; /* of the box */
    sl_index *begin, *atom;
};

/* Component d of vector v, OF_X or OF_F, of an atom. */
static double of(const struct bench_state *s, int v, sl_index i, int d)
{
    return s->host[v][i * sl_view_stride(s->view[v], 0) + d * sl_view_stride(s->view[v], 1)];
}

static sl_index cell_along(const struct cells *c, double at)
{
    const sl_index cell = (sl_index)floor(at / c->length * (double)c->side);
    return (cell + c->side) % c->side;
}

static sl_index cell_of(const struct bench_state *s, const struct cells *c, int x, sl_index i)
{
    return (cell_along(c, of(s, x, i, 0)) * c->side + cell_along(c, of(s, x, i, 1))) * c->side +
           cell_along(c, of(s, x, i, 2));
}

/* @return 0, or -1 without memory */
static int find_cells(const struct bench_state *s, const struct md_melt *m, int x, struct cells *c)
{
    c->length = m->length;
    c->side = (sl_index)(m->length / sqrt(MD_CUT2));
    const sl_index cells = c->side * c->side * c->side;
    c->begin = calloc((size_t)cells + 2, sizeof *c->begin);
    c->atom = calloc((size_t)m->own, sizeof *c->atom);
    if (c->begin == NULL || c->atom == NULL)
        return -1;
    for (sl_index i = 0; i < m->own; i++)
        c->begin[cell_of(s, c, x, i) + 2]++;
    for (sl_index k = 2; k <= cells + 1; k++)
        c->begin[k] += c->begin[k - 1];
    for (sl_index i = 0; i < m->own; i++)
        c->atom[c->begin[cell_of(s, c, x, i) + 1]++] = i;
    return 0;
}

/* Adds the force on atom i of atom j, or of its nearest image, by the potential's derivative. */
static void add_pair(const struct bench_state *s, const struct cells *c, int x, sl_index i, sl_index j, double force[3],
                     double size[3])
{
    double by[3], r2 = 0;
    for (int d = 0; d < 3; d++) {
        by[d] = of(s, x, i, d) - of(s, x, j, d);
        by[d] -= c->length * round(by[d] / c->length);
        r2 += by[d] * by[d];
    }
    if (i == j || r2 >= MD_CUT2)
        return;
    const double r6 = r2 * r2 * r2, factor = 24 * (2 / (r6 * r6) - 1 / r6) / r2;
    for (int d = 0; d < 3; d++) {
        force[d] += by[d] * factor;
        size[d] += fabs(by[d] * factor);
    }
}

static void add_pairs(const struct bench_state *s, const struct cells *c, int x, sl_index i, double force[3],
                      double size[3])
{
    const sl_index own = cell_of(s, c, x, i), n = c->side;
    for (int k = 0; k < 27; k++) {
        const sl_index a = (own / n / n + k / 9 + n - 1) % n, b = (own / n + k / 3 % 3 + n - 1) % n,
                       cell = (a * n + b) * n + (own + k % 3 + n - 1) % n;
        for (sl_index p = c->begin[cell]; p < c->begin[cell + 1]; p++)
            add_pair(s, c, x, i, c->atom[p], force, size);
    }
}

static long count_wrong(struct bench_state *s, const struct md_melt *m, int first, const struct cells *c,
                        const char *side)
{
    long wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (sl_index i = 0; i < m->own; i++) {
        double force[3] = {0, 0, 0}, size[3] = {0, 0, 0};
        add_pairs(s, c, first + OF_X, i, force, size);
        for (int d = 0; d < 3; d++) {
            const double got = of(s, first + OF_F, i, d);
            if (!(fabs(got - force[d]) <= ROUNDING * size[d])) /* a NaN is wrong */
                bench_report(wrong++, side, "f", 3 * i + d, got, force[d]);
        }
    }
    return wrong;
}

/* Of two melts each is filled by one side. */
static long wrong_forces(struct bench_state *s, const char *side)
{
    const struct melts *own = s->own;
    long wrong = 0;
    int written = 0;
    for (int k = 0; k < own->count; k++) {
        struct cells c = {0};
        if (own->count > 1 && isnan(of(s, k * VIEWS + OF_F, 0, 0)))
            continue;
        written++;
        wrong +=
            find_cells(s, own->melt[k], k * VIEWS + OF_X, &c) ? 1 : count_wrong(s, own->melt[k], k * VIEWS, &c, side);
        free(c.begin);
        free(c.atom);
    }
    return written ? wrong : 1;
}

static void destroy(struct bench_state *s)
{
    struct melts *own = s->own;
    for (int k = 0; own && k < 2; k++)
        md_melt_destroy(&own->melt[k]);
    free(own);
    s->own = NULL;
}

enum { full = 0, half = 1 };

#define MINIMD_CASE(LISTS, LAYOUT, CREATE, MEMORY, CPU, CUDA, WAIT) \
    static sl_status create_##LISTS##_##LAYOUT(struct bench_state *s) \
    { \
        return CREATE; \
    } \
    const struct bench_case bench_minimd_##LISTS##_##LAYOUT = {.name = "minimd_" #LISTS "_" #LAYOUT, \
                                                               .what = "forces of examples/minimd by " #LISTS \
                                                                       " lists, layout " #LAYOUT, \
                                                               .unit = "cells of 4 atoms along a side", \
                                                               .sizes = {{20}, {60}}, \
                                                               .smallest = 5, \
                                                               .memory = MEMORY, \
                                                               .create = create_##LISTS##_##LAYOUT, \
                                                               .fill = fill, \
                                                               .queue = queue, \
                                                               .native = CPU, \
                                                               .cuda = CUDA, \
                                                               .native_wait = WAIT, \
                                                               .wrong = wrong_forces, \
                                                               .destroy = destroy}
#define PLAIN_CASE(LISTS, LAYOUT, VALUE) \
    MINIMD_CASE(LISTS, LAYOUT, create_plain(s, LISTS, VALUE), BENCH_HOST_MEMORY, call, call_cuda, NULL)
#define AUTO_CASE(LISTS) \
    MINIMD_CASE(LISTS, auto, create_auto(s, LISTS), BENCH_STARPU_MEMORY, call_auto, call_auto, bench_wait)
PLAIN_CASE(full, right, SL_LAYOUT_RIGHT);
PLAIN_CASE(full, left, SL_LAYOUT_LEFT);
AUTO_CASE(full);
PLAIN_CASE(half, right, SL_LAYOUT_RIGHT);
PLAIN_CASE(half, left, SL_LAYOUT_LEFT);
AUTO_CASE(half);
