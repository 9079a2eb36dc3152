/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A program of many calls, run on CPUs, on a GPU, and left open.
 *
 * Each run is a process of its own, since what it has measured is what this is about. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "placement.h"
#include "process.h"

#define PROGRAM_SECONDS 1.0 /* what the better of the two places takes about */
#define MOST_SECONDS 20.0   /* longer ones are not run: they are not the better ones */
#define PILOT_SECONDS 0.1
#define MOST_CALLS 1e6
enum { REPEAT = 3, WAIT_EVERY = 10000 /* calls, below STARLOOP_MAX_QUEUED */ };
enum { FAILED = -1, NO_DEVICE = -2 /* in place of seconds */ };

/* ---- one process ------------------------------------------------------------------------------------------ */

static int failed(const struct bench_case *c, sl_status status)
{
    if (status == SL_SUCCESS)
        return 0;
    fprintf(stderr, "sl-bench: %s: %s: %s\n", c->name, sl_status_message(status), sl_last_error());
    return -1;
}

static sl_status open_views(struct bench_state *s, int first, int writes)
{
    for (int i = first; i < s->count; i++) {
        s->host[i] = sl_host_begin(s->view[i], writes ? SL_WRITE : SL_READ, sl_view_type(s->view[i]), "sl-bench");
        if (!s->host[i])
            return sl_last_status();
    }
    return SL_SUCCESS;
}

static sl_status close_views(struct bench_state *s, int first)
{
    for (int i = first; i < s->count; i++)
        if (s->host[i]) {
            s->host[i] = NULL;
            SL_TRY(sl_host_end(s->view[i]));
        }
    return SL_SUCCESS;
}

static sl_status fill(const struct bench_case *c, struct bench_state *s)
{
    SL_TRY(open_views(s, 0, 1));
    if (c->fill)
        c->fill(s);
    s->applied = 0;
    return close_views(s, 0);
}

/* The program that is timed: from the first call until the host has the outputs. Cases with a beginning and an end of
 * their own have them in each call. */
static sl_status run(const struct bench_case *c, struct bench_state *s, long calls)
{
    for (long i = 0; i < calls; i++) {
        if (c->begin)
            SL_TRY(c->begin(s, BENCH_STARLOOP));
        SL_TRY(c->queue(s));
        if (c->end || i % WAIT_EVERY == WAIT_EVERY - 1)
            SL_TRY(sl_wait());
        if (c->end)
            SL_TRY(c->end(s, BENCH_STARLOOP));
    }
    SL_TRY(sl_wait());
    s->applied += calls;
    SL_TRY(open_views(s, s->count - s->outputs, 0));
    return close_views(s, s->count - s->outputs);
}

static int wrong(const struct bench_case *c, struct bench_state *s)
{
    if (!c->wrong)
        return 0;
    if (failed(c, open_views(s, 0, 0)))
        return -1;
    long wrong = c->wrong(s, "Starloop");
    if (failed(c, close_views(s, 0)))
        return -1;
    if (wrong)
        fprintf(stderr, "sl-bench: %s: %ld wrong results\n", c->name, wrong);
    return wrong ? -1 : 0;
}

struct measured {
    const struct bench_case *c;
    sl_index size;
    long steps, calls;
    const char *where;                    /* STARLOOP_WHERE */
    enum role { CHECK, PILOT, RUN } role; /* of a process */
};

/* Gives seconds: of a program of so many calls, or a call where so many were made that it is no matter of luck. */
static int part(const struct measured *m, struct bench_state *s, double *seconds)
{
    const struct bench_case *c = m->c;
    long calls = m->calls ? m->calls : 1;
    if (m->role == CHECK && c->check)
        return c->check(s);
    for (;; calls *= 4) {
        if (failed(c, fill(c, s)))
            return -1;
        double start = bench_now();
        if (failed(c, run(c, s, calls)))
            return -1;
        *seconds = bench_now() - start;
        if (m->role != PILOT || (*seconds >= PILOT_SECONDS && (calls > 1 || c->end)) || calls >= MOST_CALLS)
            break;
    }
    if (m->role == PILOT)
        *seconds /= (double)calls;
    return wrong(c, s);
}

/* A process: tells seconds, or NO_DEVICE. @return the exit status */
static int process(const void *job, void *result)
{
    const struct measured *m = job;
    setenv("STARLOOP_WHERE", m->where, 1);
    if (sl_init(NULL) != SL_SUCCESS) {
        fprintf(stderr, "sl-bench: could not start: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    if (strcmp(m->where, "cuda") == 0 && sl_gpus() == 0) {
        *(double *)result = NO_DEVICE;
        return failed(m->c, sl_finalize()) ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    struct bench_state s = {.n = m->size, .steps = m->steps}; /* the policy leaves the place open */
    int status = failed(m->c, m->c->create(&s)) ? -1 : part(m, &s, result);
    if (m->c->destroy)
        m->c->destroy(&s);
    for (int i = 0; i < s.count; i++)
        sl_view_destroy(&s.view[i]);
    return failed(m->c, sl_finalize()) || status ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- all of them ------------------------------------------------------------------------------------------ */

/* Runs a process. @return its seconds, 0 where it tells none; FAILED after a message; NO_DEVICE */
static double run_part(const struct measured *m, enum role role, const char *where, long calls)
{
    struct measured job = *m;
    char what[128];
    double seconds;
    job.role = role;
    job.where = where;
    job.calls = calls;
    snprintf(what, sizeof what, "%s of size %lld: the process with STARLOOP_WHERE=%s", m->c->name, (long long)m->size,
             where);
    return bench_process(what, process, &job, &seconds, sizeof seconds) ? FAILED : seconds;
}

enum { ON_CPU, ON_CUDA, OPEN, RUNS };

static void print_header(const struct bench_options *o)
{
    if (o->csv)
        printf("case,size,calls,cpu_seconds,cuda_seconds,open_seconds,ratio\n");
    else
        printf("Starloop %s; seconds of a program of so many calls, its data on the host before and after\n"
               "open: left to the library; ratio: to the better of cpu and cuda\n\n"
               "%-16s %10s %8s %11s %11s %11s %7s\n",
               sl_version(), "case", "size", "calls", "cpu", "cuda", "open", "ratio");
    fflush(stdout);
}

static void print_row(const struct measured *m, const struct bench_options *o, long calls, const double seconds[RUNS])
{
    char cuda[32] = "-";
    double better = seconds[ON_CUDA] > 0 ? fmin(seconds[ON_CPU], seconds[ON_CUDA]) : seconds[ON_CPU];
    if (seconds[ON_CUDA] > 0)
        snprintf(cuda, sizeof cuda, o->csv ? "%.6e" : "%.3e", seconds[ON_CUDA]);
    printf(o->csv ? "%s,%lld,%ld,%.6e,%s,%.6e,%.4f\n" : "%-16s %10lld %8ld %11.3e %11s %11.3e %7.3f\n", m->c->name,
           (long long)m->size, calls, seconds[ON_CPU], cuda, seconds[OPEN], seconds[OPEN] / better);
    fflush(stdout);
}

/* Both places and what is left open give right results, before anything is timed. */
static int check(const struct measured *m, int has_gpu)
{
    return run_part(m, CHECK, "cpu", 2) == FAILED || run_part(m, CHECK, "anywhere", 2) == FAILED ||
                   (has_gpu && run_part(m, CHECK, "cuda", 2) == FAILED)
               ? -1
               : 0;
}

/* One run of each kind. @return 0, or -1 after a message */
static int measure(const struct measured *m, long calls, const double call[2], int round, double *seconds[RUNS])
{
    static const char *const where[] = {"cpu", "cuda"};
    for (int d = ON_CPU; d <= ON_CUDA; d++) {
        seconds[d][round] = call[d] > 0 ? call[d] * (double)calls : 0;
        if (call[d] > 0 && seconds[d][round] < MOST_SECONDS &&
            (seconds[d][round] = run_part(m, RUN, where[d], calls)) <= 0)
            return -1;
    }
    seconds[OPEN][round] = run_part(m, RUN, "anywhere", calls);
    return seconds[OPEN][round] > 0 ? 0 : -1;
}

static int one(struct measured *m, const struct bench_options *o, int has_gpu)
{
    const int repeat = o->repeat ? o->repeat : REPEAT;
    double call[2] = {0, 0}, result[RUNS];
    if (check(m, has_gpu))
        return -1;
    call[ON_CPU] = run_part(m, PILOT, "cpu", 0);
    call[ON_CUDA] = has_gpu ? run_part(m, PILOT, "cuda", 0) : 0;
    if (call[ON_CPU] <= 0 || call[ON_CUDA] < 0)
        return -1;
    double faster = call[ON_CUDA] > 0 ? fmin(call[ON_CPU], call[ON_CUDA]) : call[ON_CPU];
    long calls = o->calls ? o->calls : (long)fmin(fmax(ceil(PROGRAM_SECONDS / faster), 1), MOST_CALLS);
    double *seconds[RUNS], *all = calloc((size_t)repeat, sizeof result);
    if (!all)
        return -1;
    for (int k = 0; k < RUNS; k++)
        seconds[k] = all + k * repeat;
    int status = 0;
    for (int round = 0; round < repeat && !status; round++)
        status = measure(m, calls, call, round, seconds);
    for (int k = 0; k < RUNS && !status; k++)
        result[k] = bench_median(seconds[k], repeat);
    free(all);
    if (!status)
        print_row(m, o, calls, result);
    return status;
}

int bench_placement(const struct bench_case *const cases[], int count, const struct bench_options *o)
{
    struct measured m = {.steps = o->steps, .c = &bench_launch, .size = 1};
    int status = 0;
    double gpu = run_part(&m, CHECK, "cuda", 1);
    if (gpu == NO_DEVICE)
        fprintf(stderr, "sl-bench: there is no GPU: what is left open is compared with CPUs alone\n");
    if (gpu != FAILED)
        print_header(o);
    for (int i = 0; i < count && gpu != FAILED; i++)
        for (int k = 0; k < BENCH_SIZES; k++) {
            m.c = cases[i];
            m.size = o->size ? o->size : cases[i]->sizes[gpu == NO_DEVICE ? BENCH_CPU : BENCH_CUDA][k];
            if (m.size && cases[i]->cuda && !cases[i]->gpus && !(o->size && k > 0))
                status |= one(&m, o, gpu != NO_DEVICE);
        }
    return gpu == FAILED ? -1 : status;
}
