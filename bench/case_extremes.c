/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases minloc, minmax and statistics: reductions to structs. Values are whole numbers below 2^20, most of
 * which occur several times; their sums are below 2^53. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static double extremes_value(sl_index i, unsigned stream)
{
    return 1024 * bench_value((uint64_t)i, stream) + bench_value((uint64_t)i, stream + 7) + 5;
}

static void extremes_fill(struct bench_state *s)
{
    for (int v = 0; v < s->count - 1; v++)
#pragma omp parallel for schedule(static)
        for (sl_index i = 0; i < s->n; i++)
            s->host[v][i] = extremes_value(i, (unsigned)v + 1);
    bench_fill(s->host[s->count - 1], 1, 0);
}

static double extremes_bytes(sl_index n)
{
    return 8.0 * (double)n;
}

static sl_status create_one(struct bench_state *s, sl_type type)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view_of(s, "result", type, SL_LAYOUT_RIGHT, SL_EXTENTS());
}

/* What an array comes to. */
struct ends {
    double sum, low, high;
    sl_index at; /* of the first minimum */
};

/* By a plain loop. */
static struct ends ends_of(sl_index n, unsigned stream)
{
    struct ends e = {.low = extremes_value(0, stream), .high = extremes_value(0, stream)};
    for (sl_index i = 0; i < n; i++) {
        const double v = extremes_value(i, stream);
        e.sum += v;
        if (v < e.low) {
            e.low = v;
            e.at = i;
        }
        e.high = v > e.high ? v : e.high;
    }
    return e;
}

static long wrong_number(const char *side, const char *name, double got, double want)
{
    if (got == want)
        return 0;
    bench_report(0, side, name, 0, got, want);
    return 1;
}

/* ---- where the minimum is ------------------------------------------------------------------------------------ */

static sl_status create_minloc(struct bench_state *s)
{
    return create_one(s, SL_TYPE(SL_LOC(double)));
}

static sl_status queue_minloc(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_minloc_kernel, SL_RANGE(0, s->n), s->view[0], SL_INTO(s->view[1]));
}

static int call_minloc(struct bench_state *s)
{
    SL_LOC(double) *p = (SL_LOC(double) *)(void *)s->host[1];
    native_minloc(s->n, s->host[0], &p->value, &p->index);
    return 0;
}

static int cuda_minloc(struct bench_state *s)
{
    return native_cuda_minloc(s->n, s->gpu[0], s->gpu[1]);
}

static long wrong_minloc(struct bench_state *s, const char *side)
{
    const SL_LOC(double) *p = (const SL_LOC(double) *)(const void *)s->host[1];
    const struct ends want = ends_of(s->n, 1);
    return wrong_number(side, "value", p->value, want.low) +
           wrong_number(side, "index", (double)p->index, (double)want.at);
}

/* ---- both ends ----------------------------------------------------------------------------------------------- */

static sl_status create_minmax(struct bench_state *s)
{
    return create_one(s, SL_TYPE(SL_MINMAX(double)));
}

static sl_status queue_minmax(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_minmax_kernel, SL_RANGE(0, s->n), s->view[0], SL_INTO(s->view[1]));
}

static int call_minmax(struct bench_state *s)
{
    native_minmax(s->n, s->host[0], s->host[1]);
    return 0;
}

static long wrong_minmax(struct bench_state *s, const char *side)
{
    const struct ends want = ends_of(s->n, 1);
    return wrong_number(side, "lo", s->host[1][0], want.low) + wrong_number(side, "hi", s->host[1][1], want.high);
}

/* ---- sums and ends of two arrays ----------------------------------------------------------------------------- */

static sl_status create_statistics(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view_of(s, "result", SL_TYPE(struct bench_statistics), SL_LAYOUT_RIGHT, SL_EXTENTS());
}

static sl_status queue_statistics(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_statistics_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1],
                          SL_INTO(s->view[2]));
}

static int call_statistics(struct bench_state *s)
{
    native_statistics(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static long wrong_statistics(struct bench_state *s, const char *side)
{
    static const char *const name[2][3] = {{"sum of x", "least x", "largest x"}, {"sum of y", "least y", "largest y"}};
    long wrong = 0;
    for (int v = 0; v < 2; v++) {
        const struct ends want = ends_of(s->n, (unsigned)v + 1);
        const double *got = s->host[2] + 3 * v;
        wrong += wrong_number(side, name[v][0], got[0], want.sum) + wrong_number(side, name[v][1], got[1], want.low) +
                 wrong_number(side, name[v][2], got[2], want.high);
    }
    return wrong;
}

static double bytes_statistics(sl_index n)
{
    return 16.0 * (double)n;
}

const struct bench_case bench_minloc = {.name = "minloc",
                                        .what =
                                            "the minimum and where it is; twin: the better of blocks and a declared "
                                            "reduction",
                                        .unit = "elements",
                                        .sizes = {{1000000, 10000000}, {10000000}},
                                        .smallest = 1,
                                        .streams = 1,
                                        .bytes = extremes_bytes,
                                        .create = create_minloc,
                                        .fill = extremes_fill,
                                        .queue = queue_minloc,
                                        .native = call_minloc,
                                        .cuda = cuda_minloc,
                                        .wrong = wrong_minloc};

const struct bench_case bench_minmax = {.name = "minmax",
                                        .what = "minimum and maximum as one struct",
                                        .unit = "elements",
                                        .sizes = {{1000000, 10000000}, {0, 0}},
                                        .smallest = 1,
                                        .streams = 1,
                                        .bytes = extremes_bytes,
                                        .create = create_minmax,
                                        .fill = extremes_fill,
                                        .queue = queue_minmax,
                                        .native = call_minmax,
                                        .wrong = wrong_minmax};

const struct bench_case bench_statistics = {.name = "statistics",
                                            .what = "sum, minimum and maximum of two arrays, as one struct",
                                            .unit = "elements",
                                            .sizes = {{1000000, 10000000}, {0, 0}},
                                            .smallest = 1,
                                            .streams = 1,
                                            .bytes = bytes_statistics,
                                            .create = create_statistics,
                                            .fill = extremes_fill,
                                            .queue = queue_statistics,
                                            .native = call_statistics,
                                            .wrong = wrong_statistics};
