/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case scan: an exclusive scan of doubles. The sums are whole numbers below 2^53. */
#include "bench.h"
#include "native.h"
#include "native_cuda.h"

static sl_status create_scan(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static void fill_scan(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 1);
    bench_fill(s->host[1], s->n, 0);
}

static sl_status queue_scan(struct bench_state *s)
{
    return sl_scan_exclusive_with(s->policy, SL_SUM, 0, NULL, s->view[0], s->view[1]);
}

static int call_scan(struct bench_state *s)
{
    native_scan(s->n, s->host[0], s->host[1]);
    return 0;
}

static int cuda_scan(struct bench_state *s)
{
    return native_cuda_scan(s->n, s->gpu[0], s->gpu[1]);
}

static long wrong_scan(struct bench_state *s, const char *side)
{
    int64_t want = 0;
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        if (!(s->host[1][i] == (double)want))
            bench_report(wrong++, side, "y", i, s->host[1][i], (double)want);
        want += (int64_t)bench_value((uint64_t)i, 1);
    }
    return wrong;
}

static double bytes_scan(sl_index n)
{
    return 16.0 * (double)n;
}

const struct bench_case bench_scan = {.name = "scan",
                                      .what = "exclusive scan; on a GPU the twin is CUB",
                                      .unit = "elements",
                                      .sizes = {{1000000, 100000000}, {10000000, 100000000}},
                                      .smallest = 1,
                                      .bytes = bytes_scan,
                                      .create = create_scan,
                                      .fill = fill_scan,
                                      .queue = queue_scan,
                                      .native = call_scan,
                                      .cuda = cuda_scan,
                                      .wrong = wrong_scan};
