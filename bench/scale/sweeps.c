/* SPDX-License-Identifier: BSD-3-Clause */
/* Cases stencil3d and jacobi2d: steps between two arrays, which begin with a wave that each step multiplies by a known
   number. It is the one that gets lower slowest: rounding errors do not, relative to it, grow by themselves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "spread.h"
#include "sweeps.h"

#define ROUNDING 1e-15 /* of a step, at most, relative to the wave's height */

static void sweep_stencil3d(const struct sweeps *w, const struct twin_rows *rows)
{
    twin_stencil3d(rows, w->n + 1, w->u, w->next);
}

static void sweep_jacobi2d(const struct sweeps *w, const struct twin_rows *rows)
{
    twin_jacobi2d(rows, w->n[1], w->u, w->next);
}

struct wave sweeps_part(const struct sweeps *w, const struct strip *s, int64_t from, int64_t rows)
{
    struct wave part = w->wave;
    part.n[0] = rows;
    part.along[0] += s->first - 1 + from;
    if (w->n[2] == 1) { /* the middle one of three points, where the sine is 1 */
        part.n[2] = 1;
        part.along[2]++;
    }
    return part;
}

void sweeps_judge(const struct scale_options *o, struct scale_run *run, const struct sweeps *w, const double *u)
{
    const struct wave own = sweeps_part(w, &run->strip, 1, run->strip.rows);
    const double height = pow(w->decay, (double)o->steps);
    run->error = u ? wave_error(&own, height, u) / height : 0.0;
    run->allowed = ROUNDING * (double)(o->steps + 10);
}

static void step(struct sweeps *w, struct strip *s)
{
    const int64_t plane = w->n[1] * w->n[2];
    strip_begin(s, w->u, plane, plane);
    w->sweep(w, &s->inner);
    strip_end(s);
    w->sweep(w, &s->edges);
    double *const written = w->next;
    w->next = w->u;
    w->u = written;
}

static int run_sweeps(const struct scale_options *o, struct scale_run *run, struct sweeps *w)
{
    struct strip *const s = &run->strip;
    const int64_t plane = w->n[1] * w->n[2];
    w->u = strip_field(s, plane);
    w->next = strip_field(s, plane);
    if (!w->u || !w->next)
        return scale_no_memory(s);
    const struct wave all = sweeps_part(w, s, 0, s->rows + 2);
    wave_fill(&all, 1.0, w->u);
    for (long k = 0; k < o->steps; k++) {
        step(w, s);
        strip_count_pass(s);
    }
    strip_stop(s);
    sweeps_judge(o, run, w, w->u + plane);
    return 0;
}

/* @return how many rows there are beside the edges, or -1 */
static int64_t rows_of(const struct scale_options *o, struct scale_run *run)
{
    const int64_t rows = o->weak ? (o->size - 2) * run->strip.ranks : o->size - 2;
    if (o->size >= 3 && rows >= run->strip.ranks) {
        strip_cut(&run->strip, rows);
        return rows;
    }
    scale_refuse(&run->strip, "--size", "a row beside the edges for each rank", o->size);
    return -1;
}

/* In two dimensions, where n[2] is 1, the wave has three points along the third. */
static int run_wave(const struct scale_options *o, struct scale_run *run, struct sweeps *w)
{
    const int64_t points[3] = {w->n[0], w->n[1], w->n[2] == 1 ? 3 : w->n[2]};
    const int64_t half_waves[3] = {1, 1, 1};
    const int made = wave_make(&w->wave, points, half_waves);
    w->decay = w->n[2] == 1 ? (w->wave.cosine[0] + w->wave.cosine[1]) / 2.0 : w->wave.decay;
    run->row = w->n[1] * w->n[2];
    int result = -1;
    if (made != 0)
        scale_no_memory(&run->strip);
    else
        result = o->side == SCALE_STARLOOP ? spread_sweeps(o, run, w) : run_sweeps(o, run, w);
    free(w->u);
    free(w->next);
    wave_free(&w->wave);
    return result;
}

int scale_stencil3d(const struct scale_options *o, struct scale_run *run)
{
    const int64_t rows = rows_of(o, run), n = o->size;
    if (rows < 0)
        return 2;
    struct sweeps w = {.n = {rows + 2, n, n}, .sweep = sweep_stencil3d};
    run->cells = (double)rows * (double)(n - 2) * (double)(n - 2);
    snprintf(run->problem, sizeof run->problem, "%lld x %ld x %ld points", (long long)w.n[0], o->size, o->size);
    return run_wave(o, run, &w);
}

int scale_jacobi2d(const struct scale_options *o, struct scale_run *run)
{
    const int64_t rows = rows_of(o, run), n = o->size;
    if (rows < 0)
        return 2;
    struct sweeps w = {.n = {rows + 2, n, 1}, .sweep = sweep_jacobi2d};
    run->cells = (double)rows * (double)(n - 2);
    snprintf(run->problem, sizeof run->problem, "%lld x %ld points", (long long)w.n[0], o->size);
    return run_wave(o, run, &w);
}
