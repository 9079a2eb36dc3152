/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case region10: a region of ten short kernels, each of which reads what the one before has written. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

/* Kernel k is a triad to x or y in turn, from the other one: what a run adds up to is KERNELS step z. */
enum { KERNELS = 10 };
static const double step = 0.5;

/* Views: z, y, x. */
static sl_status create(struct bench_state *s)
{
    static const char *const label[3] = {"z", "y", "x"};
    s->outputs = 2;
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    sl_region *region = NULL;
    SL_TRY(sl_region_begin(&region));
    s->own = region;
    for (int k = 0; k < KERNELS; k++)
        sl_forall_with(s->policy, bench_triad_kernel, SL_RANGE(0, s->n), step, s->view[2 - k % 2], s->view[0],
                       s->view[1 + k % 2]);
    return sl_region_end(region); /* the first error of a call, too */
}

static void destroy(struct bench_state *s)
{
    sl_region *region = s->own;
    sl_region_destroy(&region);
    s->own = NULL;
}

static void fill(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 1);
    bench_fill(s->host[1], s->n, 0);
    bench_fill(s->host[2], s->n, 2);
}

static sl_status queue(struct bench_state *s)
{
    return sl_region_run(s->own);
}

static int call(struct bench_state *s)
{
    for (int k = 0; k < KERNELS; k++)
        native_triad(s->n, step, s->host[2 - k % 2], s->host[0], s->host[1 + k % 2]);
    return 0;
}

static int cuda(struct bench_state *s)
{
    int status = 0;
    for (int k = 0; k < KERNELS; k++)
        status |= native_cuda_triad(s->n, step, s->gpu[2 - k % 2], s->gpu[0], s->gpu[1 + k % 2]);
    return status;
}

/* The last kernel writes x, the one before y. */
static long wrong(struct bench_state *s, const char *side)
{
    static const char *const name[3] = {"z", "y", "x"};
    long wrong = 0;
    for (int v = 1; v <= 2; v++)
        for (sl_index i = 0; i < s->n; i++) {
            const double kernels = (double)KERNELS * (double)s->applied - (v == 1);
            const double want = bench_value((uint64_t)i, 2) + kernels * step * bench_value((uint64_t)i, 1);
            if (!(s->host[v][i] == want))
                bench_report(wrong++, side, name[v], i, s->host[v][i], want);
        }
    return wrong;
}

const struct bench_case bench_region10 = {.name = "region10",
                                          .what = "ten dependent kernels in a region, one run a call",
                                          .unit = "elements of a kernel",
                                          .sizes = {{1000}, {1000}},
                                          .smallest = 1,
                                          .chain = BENCH_CHAINED,
                                          .create = create,
                                          .fill = fill,
                                          .queue = queue,
                                          .native = call,
                                          .cuda = cuda,
                                          .wrong = wrong,
                                          .destroy = destroy};
