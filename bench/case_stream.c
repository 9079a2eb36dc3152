/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases triad, axpy and triad_gpus. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static const double factor = 3.0, step = 0.5;

static sl_status create_triad(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "b", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "c", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "a", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static void fill_triad(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 1);
    bench_fill(s->host[1], s->n, 2);
    bench_fill(s->host[2], s->n, 0);
}

static sl_status queue_triad(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_triad_kernel, SL_RANGE(0, s->n), factor, s->view[0], s->view[1], s->view[2]);
}

static int call_triad(struct bench_state *s)
{
    native_triad(s->n, factor, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static int cuda_triad(struct bench_state *s)
{
    return native_cuda_triad(s->n, factor, s->gpu[0], s->gpu[1], s->gpu[2]);
}

static int cuda_triad_gpus(struct bench_state *s)
{
    (void)s;
    return native_cuda_gpus_triad(factor);
}

static long wrong_triad(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        double want = bench_value((uint64_t)i, 1) + factor * bench_value((uint64_t)i, 2);
        if (!(s->host[2][i] == want))
            bench_report(wrong++, side, "a", i, s->host[2][i], want);
    }
    return wrong;
}

static sl_status create_axpy(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static void fill_axpy(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 1);
    bench_fill(s->host[1], s->n, 2);
}

static sl_status queue_axpy(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_axpy_kernel, SL_RANGE(0, s->n), step, s->view[0], s->view[1]);
}

static int call_axpy(struct bench_state *s)
{
    native_axpy(s->n, step, s->host[0], s->host[1]);
    return 0;
}

static int cuda_axpy(struct bench_state *s)
{
    return native_cuda_axpy(s->n, step, s->gpu[0], s->gpu[1]);
}

static long wrong_axpy(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        double want = bench_value((uint64_t)i, 2) + (double)s->applied * step * bench_value((uint64_t)i, 1);
        if (!(s->host[1][i] == want))
            bench_report(wrong++, side, "y", i, s->host[1][i], want);
    }
    return wrong;
}

static double bytes(sl_index n)
{
    return 24.0 * (double)n;
}

const struct bench_case bench_triad = {.name = "triad",
                                       .what = "a = b + s c; both inputs read, the output written",
                                       .unit = "elements",
                                       .sizes = {{1000000, 100000000}, {10000000, 100000000}},
                                       .smallest = 1,
                                       .streams = 1,
                                       .bytes = bytes,
                                       .create = create_triad,
                                       .fill = fill_triad,
                                       .queue = queue_triad,
                                       .native = call_triad,
                                       .cuda = cuda_triad,
                                       .wrong = wrong_triad};

const struct bench_case bench_axpy = {.name = "axpy",
                                      .what = "y += s x",
                                      .unit = "elements",
                                      .sizes = {{1000000, 100000000}, {10000000, 100000000}},
                                      .smallest = 1,
                                      .streams = 1,
                                      .bytes = bytes,
                                      .create = create_axpy,
                                      .fill = fill_axpy,
                                      .queue = queue_axpy,
                                      .native = call_axpy,
                                      .cuda = cuda_axpy,
                                      .wrong = wrong_axpy};

const struct bench_case bench_triad_gpus = {.name = "triad_gpus",
                                            .what = "triad, a part of the elements on each GPU",
                                            .unit = "elements",
                                            .sizes = {{0}, {400000000}},
                                            .smallest = 1,
                                            .calls = 20,
                                            .rounds = 7,
                                            .streams = 1,
                                            .splits = 1,
                                            .gpus = 1,
                                            .bytes = bytes,
                                            .create = create_triad,
                                            .fill = fill_triad,
                                            .queue = queue_triad,
                                            .native = call_triad,
                                            .cuda = cuda_triad_gpus,
                                            .wrong = wrong_triad};
