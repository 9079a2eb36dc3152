/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases histogram_1e3 and histogram_1e6: values into so many bins. Counts add up from call to call. */
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

enum { FEW = 1000, MANY = 1000000 };

static sl_status create_bins(struct bench_state *s, sl_index bins)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "h", SL_LAYOUT_RIGHT, SL_EXTENTS(bins));
}

static sl_status create_few(struct bench_state *s)
{
    return create_bins(s, FEW);
}

static sl_status create_many(struct bench_state *s)
{
    return create_bins(s, MANY);
}

static sl_index bins_of(const struct bench_state *s)
{
    return sl_view_extent(s->view[1], 0);
}

static sl_index bin_of(sl_index i, sl_index bins)
{
    return ((sl_index)bench_value((uint64_t)i, 1) * 1024 + (sl_index)bench_value((uint64_t)i, 2)) % bins;
}

static void fill_histogram(struct bench_state *s)
{
    const sl_index bins = bins_of(s);
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++)
        s->host[0][i] = (double)bin_of(i, bins);
#pragma omp parallel for schedule(static)
    for (sl_index b = 0; b < bins; b++)
        s->host[1][b] = 0;
}

static sl_status queue_histogram(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_histogram_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1]);
}

static int call_histogram(struct bench_state *s)
{
    return native_histogram(s->n, bins_of(s), s->host[0], s->host[1]);
}

static int cuda_histogram(struct bench_state *s)
{
    return native_cuda_histogram(s->n, bins_of(s), s->gpu[0], s->gpu[1]);
}

static long wrong_histogram(struct bench_state *s, const char *side)
{
    const sl_index bins = bins_of(s);
    long wrong = 0;
    double *want = calloc((size_t)bins, sizeof *want);
    if (want == NULL)
        return 1;
    for (sl_index i = 0; i < s->n; i++)
        want[bin_of(i, bins)] += (double)s->applied;
    for (sl_index b = 0; b < bins; b++)
        if (s->host[1][b] != want[b])
            bench_report(wrong++, side, "h", b, s->host[1][b], want[b]);
    free(want);
    return wrong;
}

const struct bench_case bench_histogram_1e3 = {.name = "histogram_1e3",
                                               .what = "values into 1e3 bins; twin: the better of atomics and copies",
                                               .unit = "elements",
                                               .sizes = {{10000000}, {10000000}},
                                               .smallest = 1,
                                               .create = create_few,
                                               .fill = fill_histogram,
                                               .queue = queue_histogram,
                                               .native = call_histogram,
                                               .cuda = cuda_histogram,
                                               .wrong = wrong_histogram};
const struct bench_case bench_histogram_1e6 = {.name = "histogram_1e6",
                                               .what = "values into 1e6 bins; twin: the better of atomics and copies",
                                               .unit = "elements",
                                               .sizes = {{10000000}, {10000000}},
                                               .smallest = 1,
                                               .create = create_many,
                                               .fill = fill_histogram,
                                               .queue = queue_histogram,
                                               .native = call_histogram,
                                               .cuda = cuda_histogram,
                                               .wrong = wrong_histogram};
