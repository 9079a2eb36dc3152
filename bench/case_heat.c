/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case heat_cg: time steps of examples/heat, its solver against its own plain twin, crooked pipe.
 *
 * The solver calls its loops without a policy: STARLOOP_WHERE, set by main(), puts them on the device. On a GPU the
 * plain twin only sets up the problem and takes the answer back; the steps are those of native_cuda_heat.cu.
 * Each round starts from a fresh problem; making it is not timed. The reference is conservation: no heat passes
 * the edges of the domain, so the energy stays what the initial states add up to.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "native_cuda.h"
#include "solver.h"
#include "twin.h"

/* Time steps, unless the command line says how many. */
enum { STEPS = 20, STEPS_LARGE = 10, LARGE = 2000 };

struct heat {
    struct heat_deck deck;
    struct heat_problem problem;
    struct heat_solver *solver;
    struct heat_twin *twin;
    struct native_cuda_heat *gpu; /* the twin's steps, on a GPU */
    struct heat_summary last[2];  /* by side, of the last round */
    long iterations[2];
};

static char deck_text[] = "*tea\n"
                          "state 1 density=100.0 energy=0.0001\n"
                          "state 2 density=0.1 energy=25.0 geometry=rectangle xmin=0.0 xmax=1.0 ymin=1.0 ymax=2.0\n"
                          "state 3 density=0.1 energy=0.1 geometry=rectangle xmin=1.0 xmax=6.0 ymin=1.0 ymax=2.0\n"
                          "state 4 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=6.0 ymin=1.0 ymax=8.0\n"
                          "state 5 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=10.0 ymin=7.0 ymax=8.0\n"
                          "x_cells=512\ny_cells=512\nxmin=0.0\nymin=0.0\nxmax=10.0\nymax=10.0\n"
                          "initial_timestep=0.004\nend_step=20\nmax_iters=10000\nuse_cg\neps 1.0e-15\n"
                          "*endtea\n";

static sl_status create(struct bench_state *s)
{
    char error[512] = "no stream";
    struct heat *h = s->own = calloc(1, sizeof *h);
    FILE *stream = fmemopen(deck_text, strlen(deck_text), "r");
    int read = h && stream ? heat_deck_parse(stream, "crooked pipe", &h->deck, NULL, error, sizeof error) : -1;
    if (stream)
        fclose(stream);
    if (read) {
        fprintf(stderr, "sl-bench: heat_cg: %s\n", h ? error : "no memory");
        return SL_ERR_SYSTEM;
    }
    if (s->steps == 0)
        s->steps = s->n < LARGE ? STEPS : STEPS_LARGE;
    h->deck.x_cells = h->deck.y_cells = s->n;
    h->deck.end_step = s->steps;
    heat_problem_set(&h->problem, &h->deck);
    return SL_SUCCESS;
}

static sl_status begin_native(struct bench_state *s)
{
    struct heat *h = s->own;
    h->twin = heat_twin_create(&h->problem);
    if (!h->twin)
        return SL_ERR_MEMORY;
    if (s->device == BENCH_CPU)
        return SL_SUCCESS;
    const struct native_cuda_heat_setup setup = {.nx = h->problem.nx,
                                                 .ny = h->problem.ny,
                                                 .eps = h->problem.eps,
                                                 .max_iters = h->problem.max_iters,
                                                 .density = heat_twin_field(h->twin, HEAT_DENSITY),
                                                 .u = heat_twin_field(h->twin, HEAT_U),
                                                 .kx = heat_twin_field(h->twin, HEAT_KX),
                                                 .ky = heat_twin_field(h->twin, HEAT_KY)};
    h->gpu = native_cuda_heat_create(&setup);
    return h->gpu ? SL_SUCCESS : SL_ERR_MEMORY;
}

/* The answer of the GPU into the twin's own fields. */
static sl_status fetch(struct heat *h)
{
    if (!h->gpu)
        return SL_SUCCESS;
    double *u = heat_twin_field(h->twin, HEAT_U), *energy = heat_twin_field(h->twin, HEAT_ENERGY);
    return native_cuda_heat_fetch(h->gpu, u, energy) ? SL_ERR_TASK : SL_SUCCESS;
}

static sl_status begin(struct bench_state *s, enum bench_side side)
{
    struct heat *h = s->own;
    h->iterations[side] = 0;
    if (side == BENCH_NATIVE)
        return begin_native(s);
    SL_TRY(heat_solver_create(&h->problem, &h->solver));
    return sl_wait();
}

static sl_status end(struct bench_state *s, enum bench_side side)
{
    struct heat *h = s->own;
    sl_status status = SL_SUCCESS;
    if (side == BENCH_NATIVE) {
        status = fetch(h);
        if (h->twin)
            h->last[side] = heat_twin_summary(h->twin);
        if (h->gpu)
            native_cuda_heat_destroy(h->gpu);
        heat_twin_destroy(h->twin);
        h->gpu = NULL;
        h->twin = NULL;
    } else if (h->solver) {
        status = heat_solver_summary(h->solver, &h->last[side]);
        heat_solver_destroy(&h->solver);
    }
    s->sum[side] = h->last[side].u;
    return status;
}

static sl_status queue(struct bench_state *s)
{
    struct heat *h = s->own;
    for (long step = 0; step < h->problem.steps; step++) {
        struct heat_solve solve;
        SL_TRY(heat_solver_step(h->solver, NULL, NULL, &solve));
        h->iterations[BENCH_STARLOOP] += solve.iterations;
    }
    return SL_SUCCESS;
}

static int call(struct bench_state *s)
{
    struct heat *h = s->own;
    int converged = 1;
    for (long step = 0; step < h->problem.steps; step++) {
        struct heat_solve solve = heat_twin_step(h->twin);
        h->iterations[BENCH_NATIVE] += solve.iterations;
        converged &= solve.converged;
    }
    return converged ? 0 : -1;
}

static int call_cuda(struct bench_state *s)
{
    struct heat *h = s->own;
    for (long step = 0; step < h->problem.steps; step++) {
        long iterations;
        double residual;
        if (native_cuda_heat_step(h->gpu, &iterations, &residual) || !(residual < h->problem.eps))
            return -1;
        h->iterations[BENCH_NATIVE] += iterations;
    }
    return 0;
}

/* Energy of the initial states: what a solver with no step made yet sums up to, by the twin's plain loops. */
static double initial_energy(const struct heat *h)
{
    struct heat_twin *twin = heat_twin_create(&h->problem);
    double energy = twin ? heat_twin_summary(twin).energy : NAN;
    heat_twin_destroy(twin);
    return energy;
}

static int differ(const char *what, double got, double want, double relative)
{
    if (fabs(got - want) <= relative * fabs(want))
        return 0;
    fprintf(stderr, "sl-bench: heat_cg: %s: got %.17g, want %.17g\n", what, got, want);
    return -1;
}

static int same_temperature(struct heat *h)
{
    if (fetch(h) != SL_SUCCESS)
        return -1;
    const double *b = heat_twin_temperature(h->twin);
    sl_view *view = heat_solver_temperature(h->solver);
    const double *a = SL_HOST_READ(double, view);
    if (!a)
        return -1;
    const sl_index pitch = sl_view_stride(view, 0);
    double most = 0.0, difference = 0.0;
    for (long k = 1; k <= h->problem.ny; k++)
        for (long j = 1; j <= h->problem.nx; j++) {
            double u = a[k * pitch + j], v = b[k * (h->problem.nx + 2) + j];
            most = fmax(most, fabs(v));
            difference = u == u ? fmax(difference, fabs(u - v)) : INFINITY;
        }
    sl_host_end(view);
    if (difference <= 1e-7 * most)
        return 0;
    fprintf(stderr, "sl-bench: heat_cg: the two temperatures differ by %g of %g\n", difference, most);
    return -1;
}

/* One step on both sides, field against field, and the energy against what it was. */
static int check(struct bench_state *s)
{
    struct heat *h = s->own;
    const long steps = h->problem.steps;
    h->problem.steps = 1;
    int (*const native)(struct bench_state *) = s->device == BENCH_CUDA ? call_cuda : call;
    int status = begin(s, BENCH_STARLOOP) || begin(s, BENCH_NATIVE) || queue(s) || native(s) || same_temperature(h);
    status |= end(s, BENCH_STARLOOP) || end(s, BENCH_NATIVE);
    h->problem.steps = steps;
    if (status) {
        fprintf(stderr, "sl-bench: heat_cg: the check failed: %s\n", sl_last_error());
        return -1;
    }
    const double energy = initial_energy(h);
    return differ("energy of Starloop", h->last[BENCH_STARLOOP].energy, energy, 1e-8) ||
           differ("energy of the native twin", h->last[BENCH_NATIVE].energy, energy, 1e-8);
}

static void destroy(struct bench_state *s)
{
    struct heat *h = s->own;
    if (h) {
        if (h->gpu)
            native_cuda_heat_destroy(h->gpu);
        heat_twin_destroy(h->twin);
        heat_solver_destroy(&h->solver);
        heat_deck_free(&h->deck);
    }
    free(h);
    s->own = NULL;
}

const struct bench_case bench_heat_cg = {.name = "heat_cg",
                                         .what = "time steps of examples/heat, crooked pipe",
                                         .unit = "cells a side",
                                         .sizes = {{512}, {512, 2000}},
                                         .smallest = 8,
                                         .calls = 1,
                                         .rounds = 3,
                                         .chain = BENCH_CHAINED,
                                         .create = create,
                                         .begin = begin,
                                         .end = end,
                                         .queue = queue,
                                         .native = call,
                                         .cuda = call_cuda,
                                         .check = check,
                                         .destroy = destroy};
