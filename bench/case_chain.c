/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case stream_chain: a sequence of loops over the same arrays, one sequence a call. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

/* Views: b, c, a. A pass takes a to (s1 + s2 (1 + s1)) a, where s1 = 3: to 2 a, or to a / 2. Half the passes do the
   one, the others the other. So a is as it was after a call, b and c hold multiples of it, everything is exact, and
   what read an array of another pass is wrong by a factor. */
enum { PASSES = 10 };
static const double scale = 3.0;

static double triad_factor(int pass)
{
    return pass < PASSES / 2 ? -0.25 : -0.625;
}

static sl_status create_stream(struct bench_state *s)
{
    static const char *const label[3] = {"b", "c", "a"};
    s->outputs = 3;
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static void fill_stream(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 0);
    bench_fill(s->host[1], s->n, 0);
    bench_fill(s->host[2], s->n, 1);
}

static sl_status queue_stream(struct bench_state *s)
{
    sl_view *b = s->view[0], *c = s->view[1], *a = s->view[2];
    const sl_space all = SL_RANGE(0, s->n);
    for (int pass = 0; pass < PASSES; pass++) {
        SL_TRY(sl_forall_with(s->policy, bench_copy_kernel, all, a, c));
        SL_TRY(sl_forall_with(s->policy, bench_scale_kernel, all, scale, c, b));
        SL_TRY(sl_forall_with(s->policy, bench_add_kernel, all, a, b, c));
        SL_TRY(sl_forall_with(s->policy, bench_triad_kernel, all, triad_factor(pass), b, c, a));
    }
    return SL_SUCCESS;
}

static int call_stream(struct bench_state *s)
{
    double *b = s->host[0], *c = s->host[1], *a = s->host[2];
    for (int pass = 0; pass < PASSES; pass++) {
        native_copy(s->n, a, c);
        native_scale(s->n, scale, c, b);
        native_add(s->n, a, b, c);
        native_triad(s->n, triad_factor(pass), b, c, a);
    }
    return 0;
}

static int cuda_stream(struct bench_state *s)
{
    double *b = s->gpu[0], *c = s->gpu[1], *a = s->gpu[2];
    int status = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        status |= native_cuda_copy(s->n, a, c);
        status |= native_cuda_scale(s->n, scale, c, b);
        status |= native_cuda_add(s->n, a, b, c);
        status |= native_cuda_triad(s->n, triad_factor(pass), b, c, a);
    }
    return status;
}

/* The last pass began with 2 a. */
static long wrong_stream(struct bench_state *s, const char *side)
{
    static const char *const name[3] = {"b", "c", "a"};
    const double factor[3] = {2.0 * scale, 2.0 * (1.0 + scale), 1.0};
    long wrong = 0;
    for (int v = 0; v < 3; v++)
        for (sl_index i = 0; i < s->n; i++) {
            double want = factor[v] * bench_value((uint64_t)i, 1);
            if (!(s->host[v][i] == want))
                bench_report(wrong++, side, name[v], i, s->host[v][i], want);
        }
    return wrong;
}

static double bytes_stream(sl_index n)
{
    return 24.0 * (double)n;
}

static double moves_stream(sl_index n)
{
    return PASSES * 80.0 * (double)n;
}

const struct bench_case bench_stream_chain = {.name = "stream_chain",
                                              .what = "copy, scale, add, triad, ten times: 40 loops a call",
                                              .unit = "elements",
                                              .sizes = {{17000000}, {17000000}},
                                              .smallest = 1,
                                              .chain = BENCH_CHAINED,
                                              .streams = 1,
                                              .splits = 1,
                                              .bytes = bytes_stream,
                                              .moves = moves_stream,
                                              .create = create_stream,
                                              .fill = fill_stream,
                                              .queue = queue_stream,
                                              .native = call_stream,
                                              .cuda = cuda_stream,
                                              .wrong = wrong_stream};
