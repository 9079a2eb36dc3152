/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a subview, and SL_LAYOUT_AUTO, add to a call: cases subview_call and auto_call for loops that are
 * queued, subview_inline1 and auto_inline1 for those that run in the calling thread. Both sides are Starloop's: the
 * twin makes the same calls over plain views. */
#include "bench.h"
#include "kernels.h"

enum { SIDE_VIEWS = 3 };

/* ---- subviews: of the very views that the twin has, without their first and last elements ---------------- */

struct parts {
    sl_view *part[SIDE_VIEWS];
};

static sl_status create_subviews(struct bench_state *s)
{
    static struct parts own;
    static const char *const label[SIDE_VIEWS] = {"a", "b", "c"};
    s->outputs = 1;
    s->own = &own;
    for (int v = 0; v < SIDE_VIEWS; v++) {
        SL_TRY(bench_add_view(s, label[v], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n + 2)));
        SL_TRY(sl_subview(s->view[v], &own.part[v], SL_PAIR(1, s->n + 1)));
    }
    return SL_SUCCESS;
}

static void destroy_subviews(struct bench_state *s)
{
    struct parts *own = s->own;
    for (int v = 0; own != NULL && v < SIDE_VIEWS; v++)
        sl_view_destroy(&own->part[v]);
}

static void fill(struct bench_state *s)
{
    for (int v = 0; v < s->count; v++)
        bench_fill(s->host[v], sl_view_size(s->view[v]), (unsigned)(v % SIDE_VIEWS) + 1);
}

static sl_status queue_subviews(struct bench_state *s)
{
    const struct parts *own = s->own;
    return sl_forall_with(s->policy, bench_launch_kernel, SL_RANGE(0, s->n), own->part[0], own->part[1], own->part[2]);
}

static int call_views(struct bench_state *s)
{
    return -(sl_forall_with(s->policy, bench_launch_kernel, SL_RANGE(1, s->n + 1), s->view[0], s->view[1],
                            s->view[2]) != SL_SUCCESS);
}

/* What calls of both sides have made of element i of c, beside what it was. */
static double added(const struct bench_state *s, sl_index i)
{
    return (double)s->applied * bench_value((uint64_t)i, 1) * bench_value((uint64_t)i, 2);
}

static long wrong_subviews(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n + 2; i++) {
        const double want = bench_value((uint64_t)i, 3) + (i > 0 && i <= s->n ? added(s, i) : 0);
        if (!(s->host[2][i] == want))
            bench_report(wrong++, side, "c", i, s->host[2][i], want);
    }
    return wrong;
}

/* ---- SL_LAYOUT_AUTO: views of its own, beside those of the twin in layout right -------------------------- */

/* Of one element they would be in layout right, too. */

static sl_status create_auto(struct bench_state *s)
{
    static const char *const label[2 * SIDE_VIEWS] = {"a", "b", "c", "auto a", "auto b", "auto c"};
    for (int v = 0; v < 2 * SIDE_VIEWS; v++)
        SL_TRY(bench_add_view(s, label[v], v < SIDE_VIEWS ? SL_LAYOUT_RIGHT : SL_LAYOUT_AUTO, SL_EXTENTS(s->n, s->n)));
    return SL_SUCCESS;
}

static sl_status queue_over(struct bench_state *s, int first)
{
    return sl_forall_with(s->policy, bench_launch2_kernel, SL_BOX(0, s->n, 0, s->n), s->view[first], s->view[first + 1],
                          s->view[first + 2]);
}

static sl_status queue_auto(struct bench_state *s)
{
    return queue_over(s, SIDE_VIEWS);
}

static int call_right(struct bench_state *s)
{
    return -(queue_over(s, 0) != SL_SUCCESS);
}

/* A call of either side adds to one of the two. */
static long wrong_auto(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n * s->n; i++) {
        const double want = 2 * bench_value((uint64_t)i, 3) + added(s, i), got = s->host[2][i] + s->host[5][i];
        if (!(got == want))
            bench_report(wrong++, side, "c and auto c, added up", i, got, want);
    }
    return wrong;
}

#define VIEW_CALLS(NAME, WHAT, KIND, TWIN, DESTROY, SIZE, DEVICE_SIZE, CALLS_A_ROUND, CHAIN) \
    { \
        .name = (NAME), .what = (WHAT), .unit = "elements along a side", .sizes = {{SIZE}, {DEVICE_SIZE}}, \
        .smallest = (SIZE), .calls = (CALLS_A_ROUND), .rounds = 51, .chain = (CHAIN), .memory = BENCH_STARPU_MEMORY, \
        .create = create_##KIND, .fill = fill, .queue = queue_##KIND, .native = (TWIN), .cuda = (TWIN), \
        .native_wait = bench_wait, .wrong = wrong_##KIND, .destroy = (DESTROY) \
    }

const struct bench_case bench_subview_call = VIEW_CALLS(
                            "subview_call", "1000 dependent calls over subviews; the twin makes them over views",
                            subviews, call_views, destroy_subviews, 1, 1, 1000, BENCH_QUEUED),
                        bench_subview_inline1 =
                            VIEW_CALLS("subview_inline1", "10000 calls in the calling thread over subviews, likewise",
                                       subviews, call_views, destroy_subviews, 1, 0, 10000, BENCH_CHAINED),
                        bench_auto_call = VIEW_CALLS(
                            "auto_call", "1000 dependent calls over views in SL_LAYOUT_AUTO; the twin's are in right",
                            auto, call_right, NULL, 2, 2, 1000, BENCH_QUEUED),
                        bench_auto_inline1 =
                            VIEW_CALLS("auto_inline1", "10000 calls in the calling thread over such views, likewise",
                                       auto, call_right, NULL, 2, 0, 10000, BENCH_CHAINED);
