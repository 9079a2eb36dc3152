/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The floor under a case: what memory, or the cache that the case fits in, can deliver. */
#include <math.h>

#include "measure.h"
#include "native.h"

enum { ANSWERS = 16, TRIES = 5 };
#define PROBE_MAX 100000000 /* elements of each of three arrays */
#define PROBE_SECONDS 0.005 /* least length of one try */

static struct {
    enum bench_device device;
    sl_index n;
    double bandwidth;
} answer[ANSWERS];
static int answers;

static sl_status create(struct bench_state *s)
{
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, "probe", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

/* The sum is kept so that the compiler must make it. */
static void call(struct bench_state *s, int streaming)
{
    static volatile double sum;
    if (streaming)
        native_triad_streaming(s->n, 3.0, s->host[0], s->host[1], s->host[2]);
    else
        sum = native_sum(3 * s->n, s->host[0]);
    (void)sum;
}

/* @return bytes a second of the fastest try */
static double probe(struct bench_state *s, int streaming)
{
    double start = bench_now();
    call(s, streaming);
    const int calls = 1 + (int)fmin(PROBE_SECONDS / fmax(bench_now() - start, 1e-7), 10000.0);
    double seconds[TRIES];
    for (int r = 0; r < TRIES; r++) {
        start = bench_now();
        for (int i = 0; i < calls; i++)
            call(s, streaming);
        seconds[r] = (bench_now() - start) / calls;
    }
    return 24.0 * (double)s->n / bench_least(seconds, TRIES);
}

static double measure(sl_index n)
{
    static const struct bench_case none = {.name = "bandwidth"};
    struct bench_state s = {.n = n};
    double best = 0.0;
    if (create(&s) == SL_SUCCESS && bench_native_begin(&none, &s) == SL_SUCCESS) {
        for (int i = 0; i < 3; i++)
            bench_fill(s.host[i], n, (unsigned)i + 1);
        best = probe(&s, 1);
        bench_native_end(&none, &s);
    }
    for (int i = 0; i < s.count; i++)
        sl_view_destroy(&s.view[i]);
    /* One array as large as the three, to read. */
    s = (struct bench_state){.n = n};
    if (bench_add_view(&s, "probe", SL_LAYOUT_RIGHT, SL_EXTENTS(3 * n)) == SL_SUCCESS) {
        if (bench_native_begin(&none, &s) == SL_SUCCESS) {
            bench_fill(s.host[0], 3 * n, 1);
            best = fmax(best, probe(&s, 0));
            bench_native_end(&none, &s);
        }
        sl_view_destroy(&s.view[0]);
    }
    return best;
}

double bench_bandwidth(enum bench_device device, double footprint)
{
    const sl_index n = (sl_index)fmin(fmax(footprint / 24.0, 1000.0), PROBE_MAX);
    for (int i = 0; i < answers; i++)
        if (answer[i].device == device && answer[i].n == n)
            return answer[i].bandwidth;
    double bandwidth = device == BENCH_CUDA ? bench_cuda_bandwidth(24.0 * (double)n) : measure(n);
    if (answers < ANSWERS) {
        answer[answers].device = device;
        answer[answers].n = n;
        answer[answers++].bandwidth = bandwidth;
    }
    return bandwidth;
}
