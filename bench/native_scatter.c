/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of what scatters, histograms, contention, the vertex sum and assembly: plain atomics, a copy a
 * thread, colours. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "native.h"

/* Memory for a copy of the target a thread, kept from call to call. @return NULL when there is none */
static double *room_for_copies(int64_t elements)
{
    static double *copies;
    static int64_t room;
    const int64_t all = elements * omp_get_max_threads();
    if (room < all) {
        free(copies);
        copies = aligned_alloc(64, (size_t)(all + 7) / 8 * 64);
        room = copies != NULL ? all : 0;
    }
    return copies;
}

/* ---- histograms ------------------------------------------------------------------------------------------ */

static void by_atomics(int64_t n, const double *restrict x, double *h)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        const int64_t b = (int64_t)x[i];
#pragma omp atomic
        h[b] += 1;
    }
}

static void by_copies(int64_t n, int64_t bins, const double *restrict x, double *restrict h, double *restrict copies)
{
#pragma omp parallel
    {
        const int threads = omp_get_num_threads();
        double *const own = copies + omp_get_thread_num() * bins;
        for (int64_t b = 0; b < bins; b++)
            own[b] = 0;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < n; i++)
            own[(int64_t)x[i]] += 1;
#pragma omp for schedule(static)
        for (int64_t b = 0; b < bins; b++)
            for (int t = 0; t < threads; t++)
                h[b] += copies[t * bins + b];
    }
}

int native_histogram(int64_t n, int64_t bins, const double *x, double *h)
{
    static struct native_choice choice;
    double *const copies = room_for_copies(bins);
    if (copies == NULL)
        return -1;
    const int way = native_choose(&choice, 2, n, bins);
    if (way == 0)
        by_atomics(n, x, h);
    else
        by_copies(n, bins, x, h, copies);
    native_chosen(&choice, way);
    return 0;
}

/* ---- meshes ---------------------------------------------------------------------------------------------- */

/* The elements by their colours. @return 0, or -1 without memory */
static int sort_by_color(int64_t n, const unsigned char color[], struct native_colors *c)
{
    int64_t at[65] = {0};
    free(c->element);
    c->element = malloc((size_t)n * sizeof *c->element);
    if (c->element == NULL)
        return -1;
    for (int64_t e = 0; e < n; e++)
        at[color[e] + 1]++;
    for (int k = 0; k < 64; k++)
        at[k + 1] += at[k];
    memcpy(c->begin, at, sizeof at);
    for (int64_t e = 0; e < n; e++)
        c->element[at[color[e]]++] = (int32_t)e;
    return 0;
}

/* @param[in] corner  [n, each]  @return 0, or -1 without memory or where 64 colours are too few */
static int color_elements(int64_t n, int each, int64_t vertices, const int32_t *corner, struct native_colors *colors)
{
    uint64_t *taken = calloc((size_t)vertices, sizeof *taken);
    unsigned char *color = malloc((size_t)n);
    int status = taken == NULL || color == NULL ? -1 : 0;
    for (int64_t e = 0; e < n && status == 0; e++) {
        const int32_t *v = corner + each * e;
        uint64_t mask = 0;
        for (int k = 0; k < each; k++)
            mask |= taken[v[k]];
        if (~mask == 0)
            status = -1;
        else
            color[e] = (unsigned char)__builtin_ctzll(~mask);
        for (int k = 0; k < each && status == 0; k++)
            taken[v[k]] |= UINT64_C(1) << color[e];
    }
    if (status == 0)
        status = sort_by_color(n, color, colors);
    free(taken);
    free(color);
    return status;
}

const struct native_colors *native_color(int64_t n, int64_t vertices, const int32_t *corner)
{
    static struct native_colors colors;
    return color_elements(n, 4, vertices, corner, &colors) == 0 ? &colors : NULL;
}

static void sum_by_atomics(int64_t n, const int32_t *corner, const double *area, double *sum)
{
#pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < n; e++)
        for (int k = 0; k < 4; k++) {
#pragma omp atomic
            sum[corner[4 * e + k]] += area[e];
        }
}

static void sum_by_copies(int64_t n, int64_t vertices, const int32_t *restrict corner, const double *restrict area,
                          double *restrict sum, double *restrict copies)
{
#pragma omp parallel
    {
        const int threads = omp_get_num_threads();
        double *const own = copies + omp_get_thread_num() * vertices;
        memset(own, 0, (size_t)vertices * sizeof *own);
#pragma omp for schedule(static)
        for (int64_t e = 0; e < n; e++)
            for (int k = 0; k < 4; k++)
                own[corner[4 * e + k]] += area[e];
#pragma omp for schedule(static)
        for (int64_t v = 0; v < vertices; v++)
            for (int t = 0; t < threads; t++)
                sum[v] += copies[t * vertices + v];
    }
}

static void sum_by_colors(const struct native_colors *c, const int32_t *restrict corner, const double *restrict area,
                          double *restrict sum)
{
#pragma omp parallel
    for (int color = 0; c->begin[color] < c->begin[64]; color++) {
#pragma omp for schedule(static)
        for (int64_t k = c->begin[color]; k < c->begin[color + 1]; k++) {
            const int64_t e = c->element[k];
            for (int j = 0; j < 4; j++)
                sum[corner[4 * e + j]] += area[e];
        }
    }
}

int native_vertexsum(int64_t n, int64_t vertices, const int32_t *corner, const double *area, double *sum)
{
    static struct native_choice choice;
    static const struct native_colors *colors;
    double *const copies = room_for_copies(vertices);
    if (colors == NULL || colors->begin[64] != n)
        colors = native_color(n, vertices, corner);
    if (copies == NULL || colors == NULL)
        return -1;
    const int way = native_choose(&choice, 3, n, vertices);
    if (way == 0)
        sum_by_atomics(n, corner, area, sum);
    else if (way == 1)
        sum_by_copies(n, vertices, corner, area, sum, copies);
    else
        sum_by_colors(colors, corner, area, sum);
    native_chosen(&choice, way);
    return 0;
}

/* ---- assembly -------------------------------------------------------------------------------------------- */

enum { CORNERS = 8, ENTRIES = CORNERS * CORNERS };

static void assemble_by_atomics(int64_t n, const int32_t *place, const double *local, const double *factor,
                                double *value)
{
#pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < n; e++)
        for (int k = 0; k < ENTRIES; k++) {
#pragma omp atomic
            value[place[ENTRIES * e + k]] += factor[e] * local[k];
        }
}

static void assemble_by_copies(int64_t n, int64_t entries, const int32_t *restrict place, const double *restrict local,
                               const double *restrict factor, double *restrict value, double *restrict copies)
{
#pragma omp parallel
    {
        const int threads = omp_get_num_threads();
        double *const own = copies + omp_get_thread_num() * entries;
        memset(own, 0, (size_t)entries * sizeof *own);
#pragma omp for schedule(static)
        for (int64_t e = 0; e < n; e++)
            for (int k = 0; k < ENTRIES; k++)
                own[place[ENTRIES * e + k]] += factor[e] * local[k];
#pragma omp for schedule(static)
        for (int64_t v = 0; v < entries; v++)
            for (int t = 0; t < threads; t++)
                value[v] += copies[t * entries + v];
    }
}

static void assemble_by_colors(const struct native_colors *c, const int32_t *restrict place,
                               const double *restrict local, const double *restrict factor, double *restrict value)
{
#pragma omp parallel
    for (int color = 0; c->begin[color] < c->begin[64]; color++) {
#pragma omp for schedule(static)
        for (int64_t i = c->begin[color]; i < c->begin[color + 1]; i++) {
            const int64_t e = c->element[i];
            for (int k = 0; k < ENTRIES; k++)
                value[place[ENTRIES * e + k]] += factor[e] * local[k];
        }
    }
}

int native_assembly(int64_t n, int64_t vertices, int64_t entries, const int32_t *corner, const int32_t *place,
                    const double *local, const double *factor, double *value)
{
    static struct native_choice choice;
    static struct native_colors colors;
    double *const copies = room_for_copies(entries);
    if (copies == NULL || (colors.begin[64] != n && color_elements(n, CORNERS, vertices, corner, &colors) != 0))
        return -1;
    const int way = native_choose(&choice, 3, n, entries);
    if (way == 0)
        assemble_by_atomics(n, place, local, factor, value);
    else if (way == 1)
        assemble_by_copies(n, entries, place, local, factor, value, copies);
    else
        assemble_by_colors(&colors, place, local, factor, value);
    native_chosen(&choice, way);
    return 0;
}

void native_halo(int64_t cells, const int32_t *restrict from, const int32_t *restrict to, double *const field[3],
                 double *restrict buffer)
{
    double *const a = field[0], *const b = field[1], *const c = field[2];
    double *const p = buffer, *const q = buffer + cells, *const r = buffer + 2 * cells;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int64_t i = 0; i < cells; i++) {
            p[i] = a[from[i]];
            q[i] = b[from[i]];
            r[i] = c[from[i]];
        }
#pragma omp for schedule(static)
        for (int64_t i = 0; i < cells; i++) {
            a[to[i]] = p[i];
            b[to[i]] = q[i];
            c[to[i]] = r[i];
        }
    }
}

void native_contention(int64_t n, int64_t elements, int64_t stride, int work, const double *restrict x, double *h)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double v = x[i];
        for (int k = 0; k < work; k++)
            v = pow(v, 0.9);
        const double one = v > 0 ? 1.0 : 2.0;
#pragma omp atomic
        h[i * stride % elements] += one;
    }
}
