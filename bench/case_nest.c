/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases stencil7, wavefront, 2mm and ltimes: nests against the same loops in plain C. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"
#include "nest_sizes.h"

/* ---- stencil7 ------------------------------------------------------------------------------------------------ */

static sl_status create_stencil(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "u", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n, s->n)));
    return bench_add_view(s, "w", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n, s->n));
}

static void fill_stencil(struct bench_state *s)
{
    bench_fill(s->host[0], s->n * s->n * s->n, 1);
    bench_fill(s->host[1], s->n * s->n * s->n, 0);
}

static sl_status queue_stencil(struct bench_state *s)
{
    const sl_index last = s->n - 1;
    return sl_nest_with(s->policy, bench_stencil7_nest, SL_BOX(1, last, 1, last, 1, last), s->view[0], s->view[1]);
}

static int call_stencil(struct bench_state *s)
{
    native_stencil7(s->n, s->host[0], s->host[1]);
    return 0;
}

static int cuda_stencil(struct bench_state *s)
{
    return native_cuda_stencil7(s->n, s->gpu[0], s->gpu[1]);
}

static long wrong_stencil(struct bench_state *s, const char *side)
{
    const sl_index n = s->n, layer = n * n;
    long wrong = 0;
    for (sl_index i = 1; i < n - 1; i++)
        for (sl_index j = 1; j < n - 1; j++)
            for (sl_index k = 1; k < n - 1; k++) {
                const sl_index at = i * layer + j * n + k, near[] = {-layer, layer, -n, n, -1, 1};
                double want = -6 * bench_value((uint64_t)at, 1);
                for (int q = 0; q < 6; q++)
                    want += bench_value((uint64_t)(at + near[q]), 1);
                if (!(s->host[1][at] == want))
                    bench_report(wrong++, side, "w", at, s->host[1][at], want);
            }
    return wrong;
}

static double bytes_stencil(sl_index n)
{
    return 16.0 * (double)n * (double)n * (double)n;
}

/* ---- wavefront ----------------------------------------------------------------------------------------------- */

static int32_t *letters(const struct bench_state *s, int view)
{
    return bench_integers(s->host[view]);
}

static sl_status create_wavefront(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "a", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view_of(s, "b", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view_of(s, "h", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n + 1, s->n + 1));
}

static int32_t letter(sl_index i, unsigned stream)
{
    return (int32_t)bench_value((uint64_t)i, stream) % 4;
}

static void fill_wavefront(struct bench_state *s)
{
    for (int v = 0; v < 2; v++)
        for (sl_index i = 0; i < s->n; i++)
            letters(s, v)[i] = letter(i, (unsigned)v + 1);
    memset(letters(s, 2), 0, (size_t)((s->n + 1) * (s->n + 1)) * sizeof(int32_t));
}

static sl_status queue_wavefront(struct bench_state *s)
{
    return sl_nest_with(s->policy, bench_wavefront_nest, SL_BOX(1, s->n + 1, 1, s->n + 1), s->view[0], s->view[1],
                        s->view[2]);
}

static int call_wavefront(struct bench_state *s)
{
    native_wavefront(s->n, letters(s, 0), letters(s, 1), letters(s, 2));
    return 0;
}

static int cuda_wavefront(struct bench_state *s)
{
    return native_cuda_wavefront(s->n, bench_integers(s->gpu[0]), bench_integers(s->gpu[1]), bench_integers(s->gpu[2]));
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Row by row, of which the last one is kept. */
static long wrong_wavefront(struct bench_state *s, const char *side)
{
    const sl_index n = s->n;
    int32_t *row = calloc((size_t)n + 1, sizeof *row);
    long wrong = row == NULL;
    for (sl_index i = 1; row != NULL && i <= n; i++) {
        int32_t before = 0; /* of the last row, to the left */
        for (sl_index j = 1; j <= n; j++) {
            const int32_t match = before + (letter(i - 1, 1) == letter(j - 1, 2) ? NEST_MATCH : NEST_MISMATCH);
            before = row[j];
            row[j] = larger(larger(match, 0), larger(row[j], row[j - 1]) + NEST_GAP);
            const int32_t got = letters(s, 2)[i * (n + 1) + j];
            if (got != row[j])
                bench_report(wrong++, side, "h", i * (n + 1) + j, got, row[j]);
        }
    }
    free(row);
    return wrong;
}

/* ---- 2mm ----------------------------------------------------------------------------------------------------- */

enum { TWO_A, TWO_B, TWO_C, TWO_D, TWO_BETWEEN, TWO_E, TWO_VIEWS };

static sl_status create_2mm(struct bench_state *s)
{
    static const char *const label[TWO_VIEWS] = {"a", "b", "c", "d", "ab", "e"};
    s->outputs = 2;
    for (int v = 0; v < TWO_VIEWS; v++)
        SL_TRY(bench_add_view(s, label[v], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    return SL_SUCCESS;
}

static void fill_2mm(struct bench_state *s)
{
    for (int v = 0; v < TWO_VIEWS; v++)
        bench_fill(s->host[v], s->n * s->n, v < TWO_BETWEEN ? (unsigned)v + 1 : 0);
}

/* ab = alpha a b, e = ab c + beta d. */
static sl_status queue_2mm(struct bench_state *s)
{
    const sl_space space = SL_BOX(0, s->n, 0, s->n, 0, s->n);
    SL_TRY(sl_nest_with(s->policy, bench_2mm_nest, space, (double)TWO_ALPHA, 0.0, s->view[TWO_A], s->view[TWO_B],
                        s->view[TWO_D], s->view[TWO_BETWEEN]));
    return sl_nest_with(s->policy, bench_2mm_nest, space, 1.0, (double)TWO_BETA, s->view[TWO_BETWEEN], s->view[TWO_C],
                        s->view[TWO_D], s->view[TWO_E]);
}

static int call_2mm(struct bench_state *s)
{
    native_2mm(s->n, TWO_ALPHA, 0.0, s->host[TWO_A], s->host[TWO_B], s->host[TWO_D], s->host[TWO_BETWEEN]);
    native_2mm(s->n, 1.0, TWO_BETA, s->host[TWO_BETWEEN], s->host[TWO_C], s->host[TWO_D], s->host[TWO_E]);
    return 0;
}

/* out [n] = factor m x + out, modulo 2^64; m is an input by its number. */
static void add_product(sl_index n, int input, uint64_t factor, const uint64_t *x, uint64_t *out)
{
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < n; j++)
            out[i] += factor * (uint64_t)bench_value((uint64_t)(i * n + j), (unsigned)input + 1) * x[j];
}

/* Freivalds' check (case_matrix.c): e x = alpha a (b (c x)) + beta d x. */
static long wrong_2mm(struct bench_state *s, const char *side)
{
    const sl_index n = s->n;
    uint64_t *x = calloc((size_t)n, 4 * sizeof *x);
    long wrong = x == NULL;
    if (!x)
        return wrong;
    uint64_t *cx = x + n, *bcx = x + 2 * n, *want = x + 3 * n;
    for (sl_index i = 0; i < n; i++)
        x[i] = 1 + (uint64_t)bench_value((uint64_t)i, TWO_VIEWS + 1) % 16;
    add_product(n, TWO_C, 1, x, cx);
    add_product(n, TWO_B, 1, cx, bcx);
    add_product(n, TWO_A, TWO_ALPHA, bcx, want);
    add_product(n, TWO_D, TWO_BETA, x, want);
    for (sl_index i = 0; i < n; i++) {
        uint64_t got = 0;
        for (sl_index j = 0; j < n; j++)
            got += (uint64_t)s->host[TWO_E][i * n + j] * x[j];
        if (got != want[i])
            bench_report(wrong++, side, "e times a vector", i, (double)got, (double)want[i]);
    }
    free(x);
    return wrong;
}

/* ---- ltimes -------------------------------------------------------------------------------------------------- */

static sl_status create_ltimes(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "ell", SL_LAYOUT_RIGHT, SL_EXTENTS(LTIMES_MOMENTS, LTIMES_DIRECTIONS)));
    SL_TRY(bench_add_view(s, "psi", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, LTIMES_GROUPS, LTIMES_DIRECTIONS)));
    return bench_add_view(s, "phi", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, LTIMES_GROUPS, LTIMES_MOMENTS));
}

static void fill_ltimes(struct bench_state *s)
{
    const sl_index groups = s->n * LTIMES_GROUPS;
    bench_fill(s->host[0], (sl_index)LTIMES_MOMENTS * LTIMES_DIRECTIONS, 1);
    bench_fill(s->host[1], groups * LTIMES_DIRECTIONS, 2);
#pragma omp parallel for schedule(static)
    for (sl_index k = 0; k < groups * LTIMES_MOMENTS; k++)
        s->host[2][k] = 0;
}

static sl_status queue_ltimes(struct bench_state *s)
{
    return sl_nest_with(s->policy, bench_ltimes_nest,
                        SL_BOX(0, s->n, 0, LTIMES_GROUPS, 0, LTIMES_MOMENTS, 0, LTIMES_DIRECTIONS), s->view[0],
                        s->view[1], s->view[2]);
}

static int call_ltimes(struct bench_state *s)
{
    native_ltimes(s->n, LTIMES_GROUPS, LTIMES_MOMENTS, LTIMES_DIRECTIONS, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static int cuda_ltimes(struct bench_state *s)
{
    return native_cuda_ltimes(s->n, s->gpu[0], s->gpu[1], s->gpu[2]);
}

static long wrong_ltimes(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index k = 0; k < s->n * LTIMES_GROUPS * LTIMES_MOMENTS; k++) {
        const sl_index g = k / LTIMES_MOMENTS, m = k % LTIMES_MOMENTS;
        double want = 0;
        for (sl_index d = 0; d < LTIMES_DIRECTIONS; d++)
            want += bench_value((uint64_t)(m * LTIMES_DIRECTIONS + d), 1) *
                    bench_value((uint64_t)(g * LTIMES_DIRECTIONS + d), 2);
        want *= (double)s->applied;
        if (s->host[2][k] != want)
            bench_report(wrong++, side, "phi", k, s->host[2][k], want);
    }
    return wrong;
}

const struct bench_case bench_stencil7 = {.name = "stencil7",
                                          .what = "seven points of a cube by a nest in tiles",
                                          .unit = "points along a side",
                                          .sizes = {{256}, {256}},
                                          .smallest = 3,
                                          .bytes = bytes_stencil,
                                          .create = create_stencil,
                                          .fill = fill_stencil,
                                          .queue = queue_stencil,
                                          .native = call_stencil,
                                          .cuda = cuda_stencil,
                                          .wrong = wrong_stencil};

const struct bench_case bench_wavefront = {.name = "wavefront",
                                           .what = "Smith-Waterman by HYPERPLANE",
                                           .unit = "letters of each sequence",
                                           .sizes = {{4096}, {4096}},
                                           .smallest = 1,
                                           .create = create_wavefront,
                                           .fill = fill_wavefront,
                                           .queue = queue_wavefront,
                                           .native = call_wavefront,
                                           .cuda = cuda_wavefront,
                                           .wrong = wrong_wavefront};

const struct bench_case bench_2mm = {.name = "2mm",
                                     .what = "e = alpha a b c + beta d by two calls of a nest: 2MM of PolyBench",
                                     .unit = "rows and columns",
                                     .sizes = {{512}, {0}},
                                     .smallest = 1,
                                     .create = create_2mm,
                                     .fill = fill_2mm,
                                     .queue = queue_2mm,
                                     .native = call_2mm,
                                     .wrong = wrong_2mm};

const struct bench_case bench_ltimes = {.name = "ltimes",
                                        .what = "directions to 25 moments, in 32 groups: LTIMES of RAJAPerf",
                                        .unit = "zones",
                                        .sizes = {{1024}, {1024}},
                                        .smallest = 1,
                                        .create = create_ltimes,
                                        .fill = fill_ltimes,
                                        .queue = queue_ltimes,
                                        .native = call_ltimes,
                                        .cuda = cuda_ltimes,
                                        .wrong = wrong_ltimes};
