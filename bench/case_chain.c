/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases stream_chain and jacobi_sweeps: sequences of loops over the same arrays, one sequence a call. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

/* ---- stream_chain: copy, scale, add, triad ------------------------------------------------------------- */

/* Views: b, c, a. A pass takes a to (s1 + s2 (1 + s1)) a, where s1 = 3: to 2 a, or to a / 2. Half the passes do the
   one, the others the other. So a is as it was after a call, b and c hold multiples of it, everything is exact, and
   what read an array of another pass is wrong by a factor. */
enum { PASSES = 10 };
static const double scale = 3.0;

static double triad_factor(int pass)
{
    return pass < PASSES / 2 ? -0.25 : -0.625;
}

static sl_status create_stream(struct bench_state *s)
{
    static const char *const label[3] = {"b", "c", "a"};
    s->outputs = 3;
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static void fill_stream(struct bench_state *s)
{
    bench_fill(s->host[0], s->n, 0);
    bench_fill(s->host[1], s->n, 0);
    bench_fill(s->host[2], s->n, 1);
}

static sl_status queue_stream(struct bench_state *s)
{
    sl_view *b = s->view[0], *c = s->view[1], *a = s->view[2];
    const sl_space all = SL_RANGE(0, s->n);
    for (int pass = 0; pass < PASSES; pass++) {
        SL_TRY(sl_forall_with(s->policy, bench_copy_kernel, all, a, c));
        SL_TRY(sl_forall_with(s->policy, bench_scale_kernel, all, scale, c, b));
        SL_TRY(sl_forall_with(s->policy, bench_add_kernel, all, a, b, c));
        SL_TRY(sl_forall_with(s->policy, bench_triad_kernel, all, triad_factor(pass), b, c, a));
    }
    return SL_SUCCESS;
}

static int call_stream(struct bench_state *s)
{
    double *b = s->host[0], *c = s->host[1], *a = s->host[2];
    for (int pass = 0; pass < PASSES; pass++) {
        native_copy(s->n, a, c);
        native_scale(s->n, scale, c, b);
        native_add(s->n, a, b, c);
        native_triad(s->n, triad_factor(pass), b, c, a);
    }
    return 0;
}

static int cuda_stream(struct bench_state *s)
{
    double *b = s->gpu[0], *c = s->gpu[1], *a = s->gpu[2];
    int status = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        status |= native_cuda_copy(s->n, a, c);
        status |= native_cuda_scale(s->n, scale, c, b);
        status |= native_cuda_add(s->n, a, b, c);
        status |= native_cuda_triad(s->n, triad_factor(pass), b, c, a);
    }
    return status;
}

/* The last pass began with 2 a. */
static long wrong_stream(struct bench_state *s, const char *side)
{
    static const char *const name[3] = {"b", "c", "a"};
    const double factor[3] = {2.0 * scale, 2.0 * (1.0 + scale), 1.0};
    long wrong = 0;
    for (int v = 0; v < 3; v++)
        for (sl_index i = 0; i < s->n; i++) {
            double want = factor[v] * bench_value((uint64_t)i, 1);
            if (!(s->host[v][i] == want))
                bench_report(wrong++, side, name[v], i, s->host[v][i], want);
        }
    return wrong;
}

static double bytes_stream(sl_index n)
{
    return 24.0 * (double)n;
}

static double moves_stream(sl_index n)
{
    return PASSES * 80.0 * (double)n;
}

/* ---- jacobi_sweeps ------------------------------------------------------------------------------------- */

/* A sweep multiplies sin(p x) sin(q y) by (cos p h + cos q h) / 2, with h the angle between two points and edges that
   stay 0. The contents are a sum of such waves. The shortest changes its sign at each sweep and hardly gets smaller;
   the others get smaller, so that reading an array of two sweeps before shows, after one call and after many. */
enum { SWEEPS = 50, WAVES = 3 };
#define TOLERANCE 1e-9 /* rounding is below the sweeps' number times 2e-16 */

struct waves {
    double decay[WAVES];           /* by a sweep */
    double *along[WAVES], *memory; /* [n] sin(p x), of the same p for both dimensions */
};

static int make_waves(sl_index n, struct waves *w)
{
    const double angle = acos(-1.0) / (double)(n - 1);
    const sl_index number[WAVES] = {n - 2, (n - 1) / 24 + 1, (n - 1) / 200 + 1};
    w->memory = malloc((size_t)WAVES * (size_t)n * sizeof(double));
    if (!w->memory)
        return -1;
    for (int m = 0; m < WAVES; m++) {
        w->along[m] = w->memory + m * n;
        w->decay[m] = cos(angle * (double)number[m]);
        for (sl_index i = 0; i < n; i++)
            w->along[m][i] = i == 0 || i == n - 1 ? 0.0 : sin(angle * (double)number[m] * (double)i);
    }
    return 0;
}

static double sum_of_waves(const struct waves *w, const double amplitude[WAVES], sl_index i, sl_index j)
{
    double sum = 0.0;
    for (int m = 0; m < WAVES; m++)
        sum += amplitude[m] * w->along[m][i] * w->along[m][j];
    return sum;
}

static sl_status create_sweeps(struct bench_state *s)
{
    s->outputs = 2;
    SL_TRY(bench_add_view(s, "u", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    SL_TRY(bench_add_view(s, "w", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    struct waves *w = s->own = calloc(1, sizeof *w);
    return w && make_waves(s->n, w) == 0 ? SL_SUCCESS : SL_ERR_MEMORY;
}

static void destroy_sweeps(struct bench_state *s)
{
    struct waves *w = s->own;
    if (w)
        free(w->memory);
    free(w);
    s->own = NULL;
}

static void fill_sweeps(struct bench_state *s)
{
    static const double amplitude[WAVES] = {1.0, 1.0, 1.0};
    const struct waves *waves = s->own;
    const sl_index n = s->n;
    double *u = s->host[0], *w = s->host[1];
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < n; j++) {
            const int edge = i == 0 || i == n - 1 || j == 0 || j == n - 1;
            u[i * n + j] = sum_of_waves(waves, amplitude, i, j);
            w[i * n + j] = edge ? 0.0 : NAN;
        }
}

static sl_status queue_sweeps(struct bench_state *s)
{
    const sl_space inner = SL_BOX(1, s->n - 1, 1, s->n - 1);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        SL_TRY(sl_forall_with(s->policy, bench_jacobi_kernel, inner, s->view[sweep % 2], s->view[1 - sweep % 2]));
    return SL_SUCCESS;
}

static int call_sweeps(struct bench_state *s)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        native_jacobi_right(s->n, s->host[sweep % 2], s->host[1 - sweep % 2]);
    return 0;
}

static int cuda_sweeps(struct bench_state *s)
{
    int status = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        status |= native_cuda_jacobi_right(s->n, s->gpu[sweep % 2], s->gpu[1 - sweep % 2]);
    return status;
}

/* u holds the last sweep, w the one before. */
static long wrong_sweeps(struct bench_state *s, const char *side)
{
    static const char *const name[2] = {"u", "w"};
    const struct waves *waves = s->own;
    long wrong = 0;
    for (int v = 0; v < 2; v++) {
        double amplitude[WAVES];
        for (int m = 0; m < WAVES; m++)
            amplitude[m] = pow(waves->decay[m], (double)SWEEPS * (double)s->applied - v);
        for (sl_index i = 0; i < s->n; i++)
            for (sl_index j = 0; j < s->n; j++) {
                const double want = sum_of_waves(waves, amplitude, i, j), got = s->host[v][i * s->n + j];
                if (!(fabs(got - want) <= TOLERANCE))
                    bench_report(wrong++, side, name[v], i * s->n + j, got, want);
            }
    }
    return wrong;
}

static double bytes_sweeps(sl_index n)
{
    return 16.0 * (double)n * (double)n;
}

const struct bench_case bench_stream_chain = {.name = "stream_chain",
                                              .what = "copy, scale, add, triad, ten times: 40 loops a call",
                                              .unit = "elements",
                                              .sizes = {{17000000}, {17000000}},
                                              .smallest = 1,
                                              .chain = BENCH_CHAINED,
                                              .streams = 1,
                                              .splits = 1,
                                              .bytes = bytes_stream,
                                              .moves = moves_stream,
                                              .create = create_stream,
                                              .fill = fill_stream,
                                              .queue = queue_stream,
                                              .native = call_stream,
                                              .cuda = cuda_stream,
                                              .wrong = wrong_stream};

const struct bench_case bench_jacobi_sweeps = {.name = "jacobi_sweeps",
                                               .what = "50 sweeps of jacobi2d between two arrays a call",
                                               .unit = "rows and columns",
                                               .sizes = {{4096}, {4096}},
                                               .smallest = 3,
                                               .chain = BENCH_CHAINED,
                                               .splits = 1,
                                               .bytes = bytes_sweeps,
                                               .create = create_sweeps,
                                               .fill = fill_sweeps,
                                               .queue = queue_sweeps,
                                               .native = call_sweeps,
                                               .cuda = cuda_sweeps,
                                               .wrong = wrong_sweeps,
                                               .destroy = destroy_sweeps};
