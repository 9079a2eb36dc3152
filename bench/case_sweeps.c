/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases jacobi_sweeps, jacobi2d_gpus and stencil3d_gpus: sweeps between two arrays, many a call. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

/* A sweep multiplies the product of sin(p x) over the dimensions by a number, the same everywhere, with edges that stay
   0. With h the angle between two points it is cos p h for the mean of four neighbours, and (1 + 3 cos p h) / 4 for the
   eighth of six neighbours and of twice the point itself. The contents are a sum of such waves. The shortest changes
   its sign at each sweep; the others get smaller slowly, so that reading an array of two sweeps before shows, after one
   call and after many. */
enum { WAVES = 3 };
#define TOLERANCE 1e-9 /* rounding is below the sweeps' number times 2e-16 */

struct waves {
    int sweeps;              /* of a call, even */
    sl_index depth;          /* extent of the third dimension; 1: there is none */
    double decay[WAVES];     /* by a sweep */
    const double *in[WAVES]; /* [depth] the factor of the third dimension */
    double *along[WAVES];    /* [n] sin(p x), the factor of the others */
    double one, *memory;
};

static int make_waves(sl_index n, struct waves *w)
{
    const double angle = acos(-1.0) / (double)(n - 1);
    const sl_index number[WAVES] = {n - 2, (n - 1) / 24 + 1, (n - 1) / 200 + 1};
    w->memory = malloc((size_t)WAVES * (size_t)n * sizeof(double));
    if (!w->memory)
        return -1;
    w->one = 1.0;
    for (int m = 0; m < WAVES; m++) {
        const double mean = cos(angle * (double)number[m]);
        w->along[m] = w->memory + m * n;
        w->in[m] = w->depth > 1 ? w->along[m] : &w->one;
        w->decay[m] = w->depth > 1 ? 0.25 + 0.75 * mean : mean;
        for (sl_index i = 0; i < n; i++)
            w->along[m][i] = i == 0 || i == n - 1 ? 0.0 : sin(angle * (double)number[m] * (double)i);
    }
    return 0;
}

static double sum_of_waves(const struct waves *w, const double amplitude[WAVES], sl_index i, sl_index j, sl_index k)
{
    double sum = 0.0;
    for (int m = 0; m < WAVES; m++)
        sum += amplitude[m] * w->along[m][i] * w->along[m][j] * w->in[m][k];
    return sum;
}

static sl_status create(struct bench_state *s, int rank, int sweeps)
{
    const sl_extents extents = rank == 2 ? SL_EXTENTS(s->n, s->n) : SL_EXTENTS(s->n, s->n, s->n);
    s->outputs = 2;
    SL_TRY(bench_add_view(s, "u", SL_LAYOUT_RIGHT, extents));
    SL_TRY(bench_add_view(s, "w", SL_LAYOUT_RIGHT, extents));
    struct waves *w = s->own = calloc(1, sizeof *w);
    if (!w)
        return SL_ERR_MEMORY;
    w->sweeps = sweeps;
    w->depth = rank == 2 ? 1 : s->n;
    return make_waves(s->n, w) == 0 ? SL_SUCCESS : SL_ERR_MEMORY;
}

static void destroy(struct bench_state *s)
{
    struct waves *w = s->own;
    if (w)
        free(w->memory);
    free(w);
    s->own = NULL;
}

static int is_edge(sl_index i, sl_index extent)
{
    return extent > 1 && (i == 0 || i == extent - 1);
}

static void fill(struct bench_state *s)
{
    static const double amplitude[WAVES] = {1.0, 1.0, 1.0};
    const struct waves *waves = s->own;
    const sl_index n = s->n, depth = waves->depth;
    double *u = s->host[0], *w = s->host[1];
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < n; j++)
            for (sl_index k = 0; k < depth; k++) {
                const sl_index at = (i * n + j) * depth + k;
                u[at] = sum_of_waves(waves, amplitude, i, j, k);
                w[at] = is_edge(i, n) || is_edge(j, n) || is_edge(k, depth) ? 0.0 : NAN;
            }
}

/* u holds the last sweep, w the one before. */
static long wrong(struct bench_state *s, const char *side)
{
    static const char *const name[2] = {"u", "w"};
    const struct waves *waves = s->own;
    const sl_index n = s->n, depth = waves->depth;
    long wrong = 0;
    for (int v = 0; v < 2; v++) {
        double amplitude[WAVES];
        for (int m = 0; m < WAVES; m++)
            amplitude[m] = pow(waves->decay[m], (double)waves->sweeps * (double)s->applied - v);
        for (sl_index i = 0; i < n; i++)
            for (sl_index j = 0; j < n; j++)
                for (sl_index k = 0; k < depth; k++) {
                    const sl_index at = (i * n + j) * depth + k;
                    const double want = sum_of_waves(waves, amplitude, i, j, k), got = s->host[v][at];
                    if (!(fabs(got - want) <= TOLERANCE))
                        bench_report(wrong++, side, name[v], at, got, want);
                }
    }
    return wrong;
}

/* ---- in two dimensions ----------------------------------------------------------------------------------------- */

enum { SWEEPS = 50, SWEEPS_GPUS = 100 };

static sl_status create_sweeps(struct bench_state *s)
{
    return create(s, 2, SWEEPS);
}

static sl_status create_jacobi(struct bench_state *s)
{
    return create(s, 2, SWEEPS_GPUS);
}

static sl_status queue_jacobi(struct bench_state *s)
{
    const sl_space inner = SL_BOX(1, s->n - 1, 1, s->n - 1);
    const int sweeps = ((struct waves *)s->own)->sweeps;
    for (int sweep = 0; sweep < sweeps; sweep++)
        SL_TRY(sl_forall_with(s->policy, bench_jacobi_kernel, inner, s->view[sweep % 2], s->view[1 - sweep % 2]));
    return SL_SUCCESS;
}

static int call_jacobi(struct bench_state *s)
{
    const int sweeps = ((struct waves *)s->own)->sweeps;
    for (int sweep = 0; sweep < sweeps; sweep++)
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

static int cuda_jacobi(struct bench_state *s)
{
    return native_cuda_gpus_jacobi(s->n, SWEEPS_GPUS);
}

static double bytes_square(sl_index n)
{
    return 16.0 * (double)n * (double)n;
}

/* ---- in three dimensions --------------------------------------------------------------------------------------- */

static sl_status create_stencil(struct bench_state *s)
{
    return create(s, 3, SWEEPS_GPUS);
}

static sl_status queue_stencil(struct bench_state *s)
{
    const sl_index last = s->n - 1;
    for (int sweep = 0; sweep < SWEEPS_GPUS; sweep++)
        SL_TRY(sl_forall_with(s->policy, bench_stencil3d_kernel, SL_BOX(1, last, 1, last, 1, last), s->view[sweep % 2],
                              s->view[1 - sweep % 2]));
    return SL_SUCCESS;
}

static int call_stencil(struct bench_state *s)
{
    for (int sweep = 0; sweep < SWEEPS_GPUS; sweep++)
        native_stencil3d(s->n, s->host[sweep % 2], s->host[1 - sweep % 2]);
    return 0;
}

static int cuda_stencil(struct bench_state *s)
{
    return native_cuda_gpus_stencil3d(s->n, SWEEPS_GPUS);
}

static double bytes_cube(sl_index n)
{
    return bytes_square(n) * (double)n;
}

const struct bench_case bench_jacobi_sweeps = {.name = "jacobi_sweeps",
                                               .what = "50 sweeps of jacobi2d between two arrays a call",
                                               .unit = "rows and columns",
                                               .sizes = {{4096}, {4096}},
                                               .smallest = 3,
                                               .chain = BENCH_CHAINED,
                                               .splits = 1,
                                               .bytes = bytes_square,
                                               .create = create_sweeps,
                                               .fill = fill,
                                               .queue = queue_jacobi,
                                               .native = call_jacobi,
                                               .cuda = cuda_sweeps,
                                               .wrong = wrong,
                                               .destroy = destroy};

const struct bench_case bench_jacobi2d_gpus = {.name = "jacobi2d_gpus",
                                               .what = "100 sweeps of jacobi2d a call, a part of the rows on each GPU",
                                               .unit = "rows and columns",
                                               .sizes = {{0}, {8192}},
                                               .smallest = 3,
                                               .calls = 2,
                                               .rounds = 7,
                                               .chain = BENCH_CHAINED,
                                               .splits = 1,
                                               .gpus = 1,
                                               .bytes = bytes_square,
                                               .create = create_jacobi,
                                               .fill = fill,
                                               .queue = queue_jacobi,
                                               .native = call_jacobi,
                                               .cuda = cuda_jacobi,
                                               .wrong = wrong,
                                               .destroy = destroy};

const struct bench_case bench_stencil3d_gpus = {.name = "stencil3d_gpus",
                                                .what = "100 sweeps of a 7-point stencil a call, likewise",
                                                .unit = "points along a side",
                                                .sizes = {{0}, {512}},
                                                .smallest = 3,
                                                .calls = 2,
                                                .rounds = 7,
                                                .chain = BENCH_CHAINED,
                                                .splits = 1,
                                                .gpus = 1,
                                                .bytes = bytes_cube,
                                                .create = create_stencil,
                                                .fill = fill,
                                                .queue = queue_stencil,
                                                .native = call_stencil,
                                                .cuda = cuda_stencil,
                                                .wrong = wrong,
                                                .destroy = destroy};
