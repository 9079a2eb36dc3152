/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases contention_0, _2 and _5: iterations add to elements a stride apart, after so many pow() of work each. A
 *  stride of #ELEMENTS has all of them add to one. Counts add up from call to call. */
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

enum { ITERATIONS = 1 << 22, ELEMENTS = 1 << 20 };

static sl_status create_elements(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(ITERATIONS)));
    return bench_add_view(s, "h", SL_LAYOUT_RIGHT, SL_EXTENTS(ELEMENTS));
}

static void fill_elements(struct bench_state *s)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < ITERATIONS; i++)
        s->host[0][i] = 1 + (double)bench_value((uint64_t)i, 1) / 1024;
#pragma omp parallel for schedule(static)
    for (sl_index c = 0; c < ELEMENTS; c++)
        s->host[1][c] = 0;
}

static sl_status queue_contention(struct bench_state *s, int work)
{
    return sl_forall_with(s->policy, bench_contention_kernel, SL_RANGE(0, ITERATIONS), s->n, work, s->view[0],
                          s->view[1]);
}

static int call_contention(struct bench_state *s, int work)
{
    native_contention(ITERATIONS, ELEMENTS, s->n, work, s->host[0], s->host[1]);
    return 0;
}

static int cuda_contention(struct bench_state *s, int work)
{
    return native_cuda_contention(ITERATIONS, ELEMENTS, s->n, work, s->gpu[0], s->gpu[1]);
}

static long wrong_contention(struct bench_state *s, const char *side)
{
    long wrong = 0;
    double *want = calloc(ELEMENTS, sizeof *want);
    if (want == NULL)
        return 1;
    for (sl_index i = 0; i < ITERATIONS; i++)
        want[i * s->n % ELEMENTS] += (double)s->applied;
    for (sl_index c = 0; c < ELEMENTS; c++)
        if (s->host[1][c] != want[c])
            bench_report(wrong++, side, "h", c, s->host[1][c], want[c]);
    free(want);
    return wrong;
}

#define CONTENTION(WORK) \
    static sl_status queue_##WORK(struct bench_state *s) \
    { \
        return queue_contention(s, WORK); \
    } \
    static int call_##WORK(struct bench_state *s) \
    { \
        return call_contention(s, WORK); \
    } \
    static int cuda_##WORK(struct bench_state *s) \
    { \
        return cuda_contention(s, WORK); \
    } \
    const struct bench_case bench_contention_##WORK = {.name = "contention_" #WORK, \
                                                       .what = "atomic additions, a stride apart; work: pow x " #WORK, \
                                                       .unit = "elements between two iterations", \
                                                       .sizes = {{1, ELEMENTS}, {1, ELEMENTS}}, \
                                                       .smallest = 1, \
                                                       .create = create_elements, \
                                                       .fill = fill_elements, \
                                                       .queue = queue_##WORK, \
                                                       .native = call_##WORK, \
                                                       .cuda = cuda_##WORK, \
                                                       .wrong = wrong_contention};
CONTENTION(0)
CONTENTION(2)
CONTENTION(5)
