/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case list_forall: a loop over a list of indices, which go up and leave out every third or so. */
#include "bench.h"
#include "kernels.h"
#include "native.h"

static int32_t *indices(const struct bench_state *s)
{
    return bench_integers(s->host[0]);
}

/* Of n places index number k: three apart for two. */
static sl_index index_of(sl_index k)
{
    return k / 2 * 3 + k % 2;
}

static sl_status create_list(struct bench_state *s)
{
    sl_list *list = NULL;
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "list", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(index_of(s->n))));
    SL_TRY(bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(index_of(s->n))));
    SL_TRY(sl_list_from_view(s->view[0], &list));
    s->own = list;
    return SL_SUCCESS;
}

static void destroy_list(struct bench_state *s)
{
    sl_list *list = s->own;
    sl_list_destroy(&list);
    s->own = NULL;
}

static void fill_list(struct bench_state *s)
{
    const sl_index m = index_of(s->n);
    int32_t *const list = indices(s);
    double *const y = s->host[2];
#pragma omp parallel for schedule(static)
    for (sl_index k = 0; k < s->n; k++)
        list[k] = (int32_t)index_of(k);
    bench_fill(s->host[1], m, 1);
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < m; i++)
        y[i] = 0;
}

static sl_status queue_list(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_axpy_kernel, SL_LIST(s->own), 2.0, s->view[1], s->view[2]);
}

static int call_list(struct bench_state *s)
{
    native_list_axpy(s->n, indices(s), 2.0, s->host[1], s->host[2]);
    return 0;
}

static long wrong_list(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < index_of(s->n); i++) {
        const double want = i % 3 == 2 ? 0 : 2.0 * (double)s->applied * bench_value((uint64_t)i, 1);
        if (s->host[2][i] != want)
            bench_report(wrong++, side, "y", i, s->host[2][i], want);
    }
    return wrong;
}

static double bytes_list(sl_index n)
{
    return (double)n * 4 + (double)index_of(n) * 24;
}

const struct bench_case bench_list_forall = {.name = "list_forall",
                                             .what = "y[i] += 2 x[i] for the indices of a list",
                                             .unit = "indices",
                                             .sizes = {{10000, 10000000}, {0, 0}},
                                             .smallest = 1,
                                             .bytes = bytes_list,
                                             .create = create_list,
                                             .fill = fill_list,
                                             .queue = queue_list,
                                             .native = call_list,
                                             .wrong = wrong_list,
                                             .destroy = destroy_list};
