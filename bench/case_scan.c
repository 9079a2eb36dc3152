/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases scan: an exclusive scan of doubles, whose sums are whole numbers below 2^53; and copy_if: those below a
 *  limit, half of them, are copied without gaps. */
#include "bench.h"
#include "native.h"
#include "native_cuda.h"

enum { LIMIT = 512 /* of 1024 */ };

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

static sl_status create_copy_if(struct bench_state *s)
{
    SL_TRY(create_scan(s));
    s->outputs = 2;
    return bench_add_view_of(s, "count", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS());
}

static int64_t *count_of(struct bench_state *s, int gpu)
{
    return (int64_t *)(void *)(gpu ? s->gpu[2] : s->host[2]);
}

static void fill_copy_if(struct bench_state *s)
{
    fill_scan(s);
    *count_of(s, 0) = 0;
}

static sl_status queue_copy_if(struct bench_state *s)
{
    const double limit = LIMIT;
    return sl_copy_if_with(s->policy, SL_LESS, &limit, s->view[0], s->view[0], s->view[1], s->view[2]);
}

static int call_copy_if(struct bench_state *s)
{
    *count_of(s, 0) = native_copy_if(s->n, LIMIT, s->host[0], s->host[1]);
    return 0;
}

static int cuda_copy_if(struct bench_state *s)
{
    return native_cuda_copy_if(s->n, LIMIT, s->gpu[0], s->gpu[1], count_of(s, 1));
}

static long wrong_copy_if(struct bench_state *s, const char *side)
{
    sl_index count = 0;
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        const double value = (double)bench_value((uint64_t)i, 1);
        if (value >= LIMIT)
            continue;
        if (s->host[1][count] != value)
            bench_report(wrong++, side, "y", count, s->host[1][count], value);
        count++;
    }
    if (*count_of(s, 0) != count)
        bench_report(wrong++, side, "count", 0, (double)*count_of(s, 0), (double)count);
    return wrong;
}

static double bytes_copy_if(sl_index n)
{
    return 12.0 * (double)n;
}

const struct bench_case bench_copy_if = {.name = "copy_if",
                                         .what = "half of the elements, without gaps; on a GPU the twin is CUB",
                                         .unit = "elements",
                                         .sizes = {{10000000}, {10000000}},
                                         .smallest = 1,
                                         .bytes = bytes_copy_if,
                                         .create = create_copy_if,
                                         .fill = fill_copy_if,
                                         .queue = queue_copy_if,
                                         .native = call_copy_if,
                                         .cuda = cuda_copy_if,
                                         .wrong = wrong_copy_if};
