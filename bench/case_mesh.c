/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases color and vertexsum: a mesh of n x n quadrilaterals is coloured, and its elements add to their corners.
 *
 * Both sides know corners alone. Elements take the first colour that is free, so that row and column, odd or even, tell
 * it. */
#include <stdio.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"

static int32_t *corners(const struct bench_state *s)
{
    return bench_integers(s->host[0]);
}

static sl_index elements_of(const struct bench_state *s)
{
    return s->n * s->n;
}

static sl_index vertices_of(const struct bench_state *s)
{
    return (s->n + 1) * (s->n + 1);
}

static void fill_corners(const struct bench_state *s)
{
    const sl_index n = s->n;
#pragma omp parallel for schedule(static)
    for (sl_index e = 0; e < n * n; e++) {
        const int32_t v = (int32_t)(e / n * (n + 1) + e % n), up = (int32_t)n + 1;
        int32_t *c = corners(s) + 4 * e;
        c[0] = v;
        c[1] = v + 1;
        c[2] = v + up + 1;
        c[3] = v + up;
    }
}

static sl_status create_corners(struct bench_state *s)
{
    SL_TRY(bench_add_view_of(s, "corner", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(elements_of(s), 4)));
    s->host[0] = sl_host_begin(s->view[0], SL_WRITE, SL_INT32, "sl-bench");
    if (s->host[0] == NULL)
        return sl_last_status();
    fill_corners(s);
    s->host[0] = NULL;
    return sl_host_end(s->view[0]);
}

static void destroy_set(struct bench_state *s)
{
    sl_index_set *set = s->own;
    sl_index_set_destroy(&set);
    s->own = NULL;
}

/* ---- color ----------------------------------------------------------------------------------------------- */

static sl_status queue_color(struct bench_state *s)
{
    sl_index_set *set = NULL;
    destroy_set(s);
    SL_TRY(sl_color(s->view[0], vertices_of(s), &set));
    s->own = set;
    return SL_SUCCESS;
}

static int call_color(struct bench_state *s)
{
    return native_color(elements_of(s), vertices_of(s), corners(s)) == NULL ? -1 : 0;
}

/* Elements of a colour: those in odd or even rows and columns. */
static sl_index size_of(const struct bench_state *s, int color)
{
    return (s->n + 1 - color / 2) / 2 * ((s->n + 1 - color % 2) / 2);
}

static int check_twin(struct bench_state *s)
{
    const struct native_colors *c = native_color(elements_of(s), vertices_of(s), corners(s));
    long wrong = 0;
    if (c == NULL)
        return -1;
    for (int color = 0; color < 4; color++)
        for (int64_t k = c->begin[color]; k < c->begin[color + 1]; k++) {
            const sl_index e = c->element[k], want = 2 * (e / s->n % 2) + e % s->n % 2;
            if (want != color)
                bench_report(wrong++, "the native twin", "color", e, color, (double)want);
        }
    return wrong || c->begin[4] != elements_of(s) ? -1 : 0;
}

static int check_color(struct bench_state *s)
{
    sl_color_stats stats;
    s->host[0] = sl_host_begin(s->view[0], SL_RDWR, SL_INT32, "sl-bench");
    if (s->host[0] == NULL)
        return -1;
    const int status = check_twin(s);
    s->host[0] = NULL;
    if (status != 0 || sl_host_end(s->view[0]) != SL_SUCCESS || queue_color(s) != SL_SUCCESS ||
        sl_color_check(s->view[0], vertices_of(s), s->own) != SL_SUCCESS ||
        sl_color_statistics(s->own, &stats) != SL_SUCCESS) {
        fprintf(stderr, "sl-bench: color: %s\n", status != 0 ? "the native twin is wrong" : sl_last_error());
        return -1;
    }
    if (stats.colors == 4 && stats.largest == size_of(s, 0) && stats.smallest == size_of(s, 3))
        return 0;
    fprintf(stderr, "sl-bench: color: Starloop: got %d colours of %lld to %lld elements, want 4 of %lld to %lld\n",
            stats.colors, (long long)stats.smallest, (long long)stats.largest, (long long)size_of(s, 3),
            (long long)size_of(s, 0));
    return -1;
}

/* ---- vertexsum ------------------------------------------------------------------------------------------- */

static sl_status create_vertexsum(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(create_corners(s));
    SL_TRY(bench_add_view(s, "area", SL_LAYOUT_RIGHT, SL_EXTENTS(elements_of(s))));
    return bench_add_view(s, "sum", SL_LAYOUT_RIGHT, SL_EXTENTS(vertices_of(s)));
}

static void fill_vertexsum(struct bench_state *s)
{
    double *const sum = s->host[2];
    const sl_index vertices = vertices_of(s);
    fill_corners(s);
    bench_fill(s->host[1], elements_of(s), 1);
#pragma omp parallel for schedule(static)
    for (sl_index v = 0; v < vertices; v++)
        sum[v] = 0;
}

static sl_status queue_vertexsum(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_vertexsum_kernel, SL_RANGE(0, elements_of(s)), s->view[0], s->view[1],
                          s->view[2]);
}

static int call_vertexsum(struct bench_state *s)
{
    return native_vertexsum(elements_of(s), vertices_of(s), corners(s), s->host[1], s->host[2]);
}

static long wrong_vertexsum(struct bench_state *s, const char *side)
{
    const sl_index n = s->n;
    long wrong = 0;
    for (sl_index v = 0; v < vertices_of(s); v++) {
        const sl_index i = v / (n + 1), j = v % (n + 1);
        double want = 0;
        for (sl_index a = i - (i > 0); a <= i && a < n; a++)
            for (sl_index b = j - (j > 0); b <= j && b < n; b++)
                want += bench_value((uint64_t)(a * n + b), 1);
        if (s->host[2][v] != want * (double)s->applied)
            bench_report(wrong++, side, "sum", v, s->host[2][v], want * (double)s->applied);
    }
    return wrong;
}

const struct bench_case bench_color = {.name = "color",
                                       .what = "four colours for the elements of a mesh; twin: one thread",
                                       .unit = "elements along a side",
                                       .sizes = {{2048, 0}, {0, 0}},
                                       .smallest = 4,
                                       .create = create_corners,
                                       .queue = queue_color,
                                       .native = call_color,
                                       .check = check_color,
                                       .destroy = destroy_set};
const struct bench_case bench_vertexsum = {.name = "vertexsum",
                                           .what = "elements add to their corners; twin: the best of "
                                                   "atomics, copies and colours",
                                           .unit = "elements along a side",
                                           .sizes = {{2048, 0}, {0, 0}},
                                           .smallest = 4,
                                           .create = create_vertexsum,
                                           .fill = fill_vertexsum,
                                           .queue = queue_vertexsum,
                                           .native = call_vertexsum,
                                           .wrong = wrong_vertexsum};
