/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case metg: the minimum effective task granularity of Task Bench (Slaughter et al., SC 2020), on cores.
 *
 * A step is a loop over as many points as there are cores; a point takes in itself and its two neighbours of the step
 * before, and then computes for a chosen length. Efficiency is the time of the computing alone over that of a step. The
 * length at which it is a half is found by bisection; METG(50 %) is what a step takes there. That is the time of a
 * round, which the driver treats as any other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"
#include "measure.h"
#include "native.h"

enum { TRIES = 3, HALVINGS = 10, FIRST_STEPS = 256, LEAST_STEPS = 64, CHECKED_LENGTH = 1000 };
#define LENGTH_LEAST 1e-7 /* seconds of computing: where the search begins */
#define LENGTH_MOST 1e-2
#define CALL_SECONDS 0.03 /* of a call, unless it has the least number of steps */
#define CLEARLY_LESS 0.25 /* efficiencies that need not be known any better */
#define CLEARLY_MORE 0.8

struct metg {
    int64_t length;     /* of the next call's points, FMAs */
    sl_index steps;     /* of the next call */
    sl_index done;      /* steps since the last fill */
    int64_t added;      /* what the lengths of those steps add to each point */
    double fma_seconds; /* of the length's unit, while the twin's threads have the cores */
};

static sl_status create(struct bench_state *s)
{
    const sl_index width = bench_cores_count();
    s->outputs = 2;
    SL_TRY(bench_add_view(s, "a", SL_LAYOUT_RIGHT, SL_EXTENTS(width)));
    SL_TRY(bench_add_view(s, "b", SL_LAYOUT_RIGHT, SL_EXTENTS(width)));
    struct metg *m = s->own = calloc(1, sizeof *m);
    if (!m)
        return SL_ERR_MEMORY;
    m->length = CHECKED_LENGTH;
    m->steps = s->n / 2 * 2;
    return SL_SUCCESS;
}

static void destroy(struct bench_state *s)
{
    free(s->own);
    s->own = NULL;
}

static void fill(struct bench_state *s)
{
    struct metg *m = s->own;
    bench_fill(s->host[0], bench_cores_count(), 1);
    bench_fill(s->host[1], bench_cores_count(), 0);
    m->done = 0;
    m->added = 0;
    m->fma_seconds = native_unit_seconds();
}

/* A step multiplies by 4 what has been added everywhere, and adds its length. */
static void count_steps(struct metg *m)
{
    for (sl_index step = 0; step < m->steps; step++)
        m->added = (4 * m->added + m->length) % NATIVE_UNIT_MODULUS;
    m->done += m->steps;
}

/* The contents are in a after an even number of steps: all calls have one. */
static sl_status queue(struct bench_state *s)
{
    struct metg *m = s->own;
    const sl_index width = bench_cores_count();
    for (sl_index step = 0; step < m->steps; step++)
        SL_TRY(sl_forall_with(s->policy, bench_unit_kernel, SL_RANGE(0, width), m->length, 1.0, s->view[step % 2],
                              s->view[1 - step % 2]));
    count_steps(m);
    return SL_SUCCESS;
}

static int call(struct bench_state *s)
{
    struct metg *m = s->own;
    native_unit_steps(bench_cores_count(), m->steps, m->length, s->host[0], s->host[1]);
    count_steps(m);
    return 0;
}

/* Whole numbers: the steps without the lengths, which are added at the end. */
static long wrong(struct bench_state *s, const char *side)
{
    const struct metg *m = s->own;
    const sl_index width = bench_cores_count();
    int64_t *now = calloc((size_t)width, 2 * sizeof *now), *next = now + width;
    long wrong = now ? 0 : 1;
    for (sl_index i = 0; now && i < width; i++)
        now[i] = (int64_t)bench_value((uint64_t)i, 1);
    for (sl_index step = 0; now && step < m->done; step++) {
        for (sl_index i = 0; i < width; i++)
            next[i] = (now[i > 0 ? i - 1 : 0] + 2 * now[i] + now[i < width - 1 ? i + 1 : i]) % NATIVE_UNIT_MODULUS;
        int64_t *other = now;
        now = next;
        next = other;
    }
    for (sl_index i = 0; now && i < width; i++) {
        const double want = (double)((now[i] + m->added) % NATIVE_UNIT_MODULUS);
        if (!(s->host[0][i] == want))
            bench_report(wrong++, side, "a", i, s->host[0][i], want);
    }
    free(now < next ? now : next);
    return wrong;
}

static int call_side(struct bench_state *s, enum bench_side side)
{
    if (side == BENCH_NATIVE)
        return call(s);
    if (queue(s) == SL_SUCCESS && sl_wait() == SL_SUCCESS)
        return 0;
    fprintf(stderr, "sl-bench: metg: %s\n", sl_last_error());
    return -1;
}

static sl_index steps_of(const struct bench_state *s, double most)
{
    return (sl_index)fmin(fmax(most, LEAST_STEPS), (double)s->n) / 2 * 2;
}

/* Seconds of a step with so long a computation in its points: median of some calls, after one for the cost models and
   the threads. Two calls tell whether more are needed: one alone may have been disturbed. */
static int time_step(struct bench_state *s, enum bench_side side, double length, double *seconds)
{
    struct metg *m = s->own;
    double time[TRIES], first = 0.0;
    m->length = (int64_t)fmax(round(length / m->fma_seconds), 1.0);
    m->steps = steps_of(s, fmin(FIRST_STEPS, CALL_SECONDS / length));
    for (int try = -1; try < TRIES; try++) {
        const double begin = bench_now();
        if (call_side(s, side))
            return -1;
        *seconds = (bench_now() - begin) / (double)m->steps;
        if (try < 0) {
            first = *seconds;
            m->steps = steps_of(s, CALL_SECONDS / first);
            continue;
        }
        time[try] = *seconds;
        *seconds = fmin(first, time[try]);
        if (try == 0 && (length < CLEARLY_LESS * *seconds || length > CLEARLY_MORE * *seconds))
            return 0;
    }
    *seconds = bench_median(time, TRIES);
    return 0;
}

/* Where the efficiency is a half, between two lengths (logarithms) that lie close together. */
static double between(const double at[2], const double efficiency[2])
{
    const double rise = efficiency[1] - efficiency[0];
    const double share = rise > 0.0 ? (0.5 - efficiency[0]) / rise : 0.5;
    return at[0] + fmin(fmax(share, 0.0), 1.0) * (at[1] - at[0]);
}

static int measure(struct bench_state *s, enum bench_side side, double *seconds)
{
    struct metg *m = s->own;
    double at[2] = {log(LENGTH_LEAST), log(LENGTH_MOST)}, efficiency[2] = {0.0, 1.0};
    if (side == BENCH_NATIVE)
        m->fma_seconds = native_unit_seconds();
    for (int n = 0; n < HALVINGS; n++) {
        const double middle = 0.5 * (at[0] + at[1]);
        double step;
        if (time_step(s, side, exp(middle), &step))
            return -1;
        const double reached = exp(middle) / step;
        at[reached >= 0.5] = middle;
        efficiency[reached >= 0.5] = reached;
    }
    if (at[1] == log(LENGTH_MOST))
        fprintf(stderr, "sl-bench: warning: metg: %s reaches no efficiency of a half up to %g s: are the cores busy?\n",
                side == BENCH_NATIVE ? "the native twin" : "Starloop", LENGTH_MOST);
    *seconds = 2.0 * exp(between(at, efficiency));
    return 0;
}

const struct bench_case bench_metg = {.name = "metg",
                                      .what = "what a step takes of which half is work, a point a core",
                                      .unit = "steps a call",
                                      .sizes = {{1000}, {0}},
                                      .smallest = 2,
                                      .calls = 1,
                                      .rounds = 7,
                                      .chain = BENCH_QUEUED,
                                      .create = create,
                                      .fill = fill,
                                      .queue = queue,
                                      .native = call,
                                      .measure = measure,
                                      .wrong = wrong,
                                      .destroy = destroy};
