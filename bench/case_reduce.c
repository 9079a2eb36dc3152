/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases dot and reduce3. The results go to views of rank 0; the sums are whole numbers below 2^53. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static sl_status create_dot(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "total", SL_LAYOUT_RIGHT, SL_EXTENTS());
}

static void fill_dot(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 1);
    bench_fill(s->host[1], s->n, 2);
    bench_fill(s->host[2], 1, 0);
}

static sl_status queue_dot(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_dot_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], SL_INTO(s->view[2]));
}

static int call_dot(struct bench_state *s)
{
    *s->host[2] = native_dot(s->n, s->host[0], s->host[1]);
    return 0;
}

static int cuda_dot(struct bench_state *s)
{
    return native_cuda_dot(s->n, s->gpu[0], s->gpu[1], s->gpu[2]);
}

static long wrong_dot(struct bench_state *s, const char *side)
{
    int64_t want = 0;
    for (sl_index i = 0; i < s->n; i++)
        want += (int64_t)bench_value((uint64_t)i, 1) * (int64_t)bench_value((uint64_t)i, 2);
    long wrong = !(*s->host[2] == (double)want);
    if (wrong)
        bench_report(0, side, "total", 0, *s->host[2], (double)want);
    return wrong;
}

static double bytes_dot(sl_index n)
{
    return 16.0 * (double)n;
}

static sl_status create_reduce3(struct bench_state *s)
{
    static const char *const label[3] = {"total", "low", "high"};
    s->outputs = 3;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS()));
    return SL_SUCCESS;
}

/* Away from zero, the identity of the sum: a minimum that starts there would be seen. */
static double shifted(sl_index i)
{
    return bench_value((uint64_t)i, 1) + 5.0;
}

static void fill_reduce3(struct bench_state *s)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++)
        s->host[0][i] = shifted(i);
    for (int i = 1; i < 4; i++)
        bench_fill(s->host[i], 1, 0);
}

static sl_status queue_reduce3(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_reduce3_kernel, SL_RANGE(0, s->n), s->view[0], SL_INTO(s->view[1]),
                          SL_INTO(s->view[2]), SL_INTO(s->view[3]));
}

static int call_reduce3(struct bench_state *s)
{
    double result[3];
    native_reduce3(s->n, s->host[0], result);
    for (int i = 0; i < 3; i++)
        *s->host[1 + i] = result[i];
    return 0;
}

static int cuda_reduce3(struct bench_state *s)
{
    return native_cuda_reduce3(s->n, s->gpu[0], s->gpu[1], s->gpu[2], s->gpu[3]);
}

static long wrong_reduce3(struct bench_state *s, const char *side)
{
    static const char *const name[3] = {"total", "low", "high"};
    double want[3] = {0.0, shifted(0), shifted(0)};
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        double v = shifted(i);
        want[0] += v;
        want[1] = v < want[1] ? v : want[1];
        want[2] = v > want[2] ? v : want[2];
    }
    for (int i = 0; i < 3; i++)
        if (!(*s->host[1 + i] == want[i]))
            bench_report(wrong++, side, name[i], 0, *s->host[1 + i], want[i]);
    return wrong;
}

static double bytes_reduce3(sl_index n)
{
    return 8.0 * (double)n;
}

const struct bench_case bench_dot = {.name = "dot",
                                     .what = "dot product; the twin on cores has omp simd reduction",
                                     .unit = "elements",
                                     .sizes = {{1000000, 100000000}, {100000000}},
                                     .smallest = 1,
                                     .streams = 1,
                                     .bytes = bytes_dot,
                                     .create = create_dot,
                                     .fill = fill_dot,
                                     .queue = queue_dot,
                                     .native = call_dot,
                                     .cuda = cuda_dot,
                                     .wrong = wrong_dot};

const struct bench_case bench_reduce3 = {.name = "reduce3",
                                         .what = "sum, minimum and maximum in one loop",
                                         .unit = "elements",
                                         .sizes = {{1000000, 100000000}, {100000000}},
                                         .smallest = 1,
                                         .streams = 1,
                                         .bytes = bytes_reduce3,
                                         .create = create_reduce3,
                                         .fill = fill_reduce3,
                                         .queue = queue_reduce3,
                                         .native = call_reduce3,
                                         .cuda = cuda_reduce3,
                                         .wrong = wrong_reduce3};
