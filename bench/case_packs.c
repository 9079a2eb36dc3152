/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What 26 neighbours are to be sent, from one array into a buffer each: by 26 loops in a region, by one loop
 * with the buffers as a pack, and by host tasks in the calling thread. */
#include <string.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

enum { BUFFERS = 26 }; /* of the words of bench_packs_kernel, too */

static sl_status create(struct bench_state *s)
{
    s->outputs = BUFFERS;
    SL_TRY(bench_add_view(s, "field", SL_LAYOUT_RIGHT, SL_EXTENTS(BUFFERS, s->n, s->n)));
    for (int k = 0; k < BUFFERS; k++)
        SL_TRY(bench_add_view(s, "buffer", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    return SL_SUCCESS;
}

static void fill(struct bench_state *s)
{
    bench_fill(s->host[0], BUFFERS * s->n * s->n, 1);
    for (int k = 0; k < BUFFERS; k++)
        bench_fill(s->host[1 + k], s->n * s->n, 2);
}

static long wrong(struct bench_state *s, const char *side)
{
    long wrong = 0;
    const sl_index cells = s->n * s->n;
    for (int k = 0; k < BUFFERS; k++)
        for (sl_index i = 0; i < cells; i++) {
            const double want = bench_value((uint64_t)(k * cells + i), 1);
            if (!(s->host[1 + k][i] == want))
                bench_report(wrong++, side, "buffer", k * cells + i, s->host[1 + k][i], want);
        }
    return wrong;
}

static int call(struct bench_state *s)
{
    native_packs(BUFFERS, s->n * s->n, s->host[0], s->host + 1);
    return 0;
}

static int cuda(struct bench_state *s)
{
    return native_cuda_packs(BUFFERS, s->n * s->n, s->gpu[0], s->gpu + 1);
}

/* ---- 26 loops in a region ------------------------------------------------------------------------------- */

static sl_status create_region(struct bench_state *s)
{
    sl_region *region = NULL;
    SL_TRY(create(s));
    SL_TRY(sl_region_begin(&region));
    s->own = region;
    for (int k = 0; k < BUFFERS; k++)
        SL_TRY(sl_forall_with(s->policy, bench_pack_kernel, SL_BOX(0, s->n, 0, s->n), k, s->view[0], s->view[1 + k]));
    return sl_region_end(region);
}

static void destroy_region(struct bench_state *s)
{
    sl_region *region = s->own;
    sl_region_destroy(&region);
    s->own = NULL;
}

static sl_status queue_region(struct bench_state *s)
{
    return sl_region_run(s->own);
}

const struct bench_case bench_packs_region = {.name = "packs_region",
                                              .what = "26 loops that fill a buffer each, in a region",
                                              .unit = "rows and columns of a buffer",
                                              .sizes = {{64}, {64}},
                                              .smallest = 1,
                                              .chain = BENCH_CHAINED,
                                              .create = create_region,
                                              .fill = fill,
                                              .queue = queue_region,
                                              .native = call,
                                              .cuda = cuda,
                                              .wrong = wrong,
                                              .destroy = destroy_region};

/* ---- one loop ----------------------------------------------------------------------------------------------- */

static sl_status queue_pack(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_packs_kernel, SL_BOX(0, BUFFERS, 0, s->n, 0, s->n), s->view[0], s->view + 1);
}

const struct bench_case bench_packs_loop = {.name = "packs_loop",
                                            .what = "one loop that fills 26 buffers, a pack",
                                            .unit = "rows and columns of a buffer",
                                            .sizes = {{64}, {64}},
                                            .smallest = 1,
                                            .chain = BENCH_CHAINED,
                                            .create = create,
                                            .fill = fill,
                                            .queue = queue_pack,
                                            .native = call,
                                            .cuda = cuda,
                                            .wrong = wrong};

/* ---- 26 host tasks ---------------------------------------------------------------------------------------- */

struct copied {
    sl_view *from, *to;
    sl_index first, cells;
};

static int copy(void *arg)
{
    const struct copied *c = arg;
    const double *from = sl_task_data(c->from);
    double *to = sl_task_data(c->to);
    if (from == NULL || to == NULL)
        return -1;
    memcpy(to, from + c->first, (size_t)c->cells * sizeof *to);
    return 0;
}

static sl_status queue_tasks(struct bench_state *s)
{
    const sl_index cells = s->n * s->n;
    for (int k = 0; k < BUFFERS; k++) {
        const struct copied c = {s->view[0], s->view[1 + k], k * cells, cells};
        SL_TRY(sl_task_copy_with(SL_POLICY(.where = SL_CALLER), copy, &c, SL_R(c.from), SL_W(c.to)));
    }
    return SL_SUCCESS;
}

static int copy_all(struct bench_state *s)
{
    const sl_index cells = s->n * s->n;
    for (int k = 0; k < BUFFERS; k++)
        memcpy(s->host[1 + k], s->host[0] + k * cells, (size_t)cells * sizeof(double));
    return 0;
}

const struct bench_case bench_packs_tasks = {.name = "packs_tasks",
                                             .what = "26 host tasks that copy into a buffer each",
                                             .unit = "rows and columns of a buffer",
                                             .sizes = {{11}},
                                             .smallest = 1,
                                             .chain = BENCH_CHAINED,
                                             .create = create,
                                             .fill = fill,
                                             .queue = queue_tasks,
                                             .native = copy_all,
                                             .wrong = wrong};
