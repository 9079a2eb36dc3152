/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases jacobi2d and jacobi2d_left: one sweep from u to w, over the interior. */
#include <math.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static sl_status create(struct bench_state *s, sl_layout layout)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "u", layout, SL_EXTENTS(s->n, s->n)));
    return bench_add_view(s, "w", layout, SL_EXTENTS(s->n, s->n));
}

static sl_status create_right(struct bench_state *s)
{
    return create(s, SL_LAYOUT_RIGHT);
}

static sl_status create_left(struct bench_state *s)
{
    return create(s, SL_LAYOUT_LEFT);
}

static void fill(struct bench_state *s)
{
    bench_fill(s->host[0], s->n * s->n, 1);
    bench_fill(s->host[1], s->n * s->n, 0);
}

static sl_status queue(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_jacobi_kernel, SL_BOX(1, s->n - 1, 1, s->n - 1), s->view[0], s->view[1]);
}

static int call_right(struct bench_state *s)
{
    native_jacobi_right(s->n, s->host[0], s->host[1]);
    return 0;
}

static int call_left(struct bench_state *s)
{
    native_jacobi_left(s->n, s->host[0], s->host[1]);
    return 0;
}

static int cuda_right(struct bench_state *s)
{
    return native_cuda_jacobi_right(s->n, s->gpu[0], s->gpu[1]);
}

static int cuda_left(struct bench_state *s)
{
    return native_cuda_jacobi_left(s->n, s->gpu[0], s->gpu[1]);
}

/* The stencil is symmetric and so are its bounds: one reference by position in memory serves both layouts. */
static long wrong(struct bench_state *s, const char *side)
{
    const sl_index n = s->n;
    const double *w = s->host[1];
    long wrong = 0;
    for (sl_index row = 0; row < n; row++)
        for (sl_index column = 0; column < n; column++) {
            const sl_index at = row * n + column;
            const uint64_t i = (uint64_t)at, pitch = (uint64_t)n;
            if (row == 0 || row == n - 1 || column == 0 || column == n - 1) {
                if (!isnan(w[at]))
                    bench_report(wrong++, side, "w (edge)", at, w[at], NAN);
                continue;
            }
            double want = 0.25 * (bench_value(i - pitch, 1) + bench_value(i + pitch, 1) + bench_value(i - 1, 1) +
                                  bench_value(i + 1, 1));
            if (!(w[at] == want))
                bench_report(wrong++, side, "w", at, w[at], want);
        }
    return wrong;
}

static double bytes(sl_index n)
{
    return 16.0 * (double)n * (double)n;
}

const struct bench_case bench_jacobi2d = {.name = "jacobi2d",
                                          .what = "mean of the four neighbours, layout right",
                                          .unit = "rows and columns",
                                          .sizes = {{4096}, {4096}},
                                          .smallest = 3,
                                          .bytes = bytes,
                                          .create = create_right,
                                          .fill = fill,
                                          .queue = queue,
                                          .native = call_right,
                                          .cuda = cuda_right,
                                          .wrong = wrong};

const struct bench_case bench_jacobi2d_left = {.name = "jacobi2d_left",
                                               .what = "mean of the four neighbours, layout left",
                                               .unit = "rows and columns",
                                               .sizes = {{4096}, {4096}},
                                               .smallest = 3,
                                               .bytes = bytes,
                                               .create = create_left,
                                               .fill = fill,
                                               .queue = queue,
                                               .native = call_left,
                                               .cuda = cuda_left,
                                               .wrong = wrong};
