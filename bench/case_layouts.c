/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What layouts give and cost: cases matmul_blocks (SL_LAYOUT_BLOCKED), auto_copy (the conversion of
 * SL_LAYOUT_AUTO on its way to a device) and gather_random (the modifier `random`). */
#include <stdio.h>

#include "bench.h"
#include "block.h"
#include "kernels.h"
#include "measure.h"
#include "native_cuda.h"

/* ---- a product of matrices in blocks; the twin has the body without blocks, over views in layout right --------- */

enum { MATRICES = 3 };

static sl_status create_blocks(struct bench_state *s)
{
    static const char *const label[2 * MATRICES] = {"blocked a", "blocked b", "blocked c", "a", "b", "c"};
    for (int v = 0; v < 2 * MATRICES; v++)
        SL_TRY(bench_add_view(s, label[v], v < MATRICES ? SL_LAYOUT_BLOCKED(BENCH_SIDE, BENCH_SIDE) : SL_LAYOUT_RIGHT,
                              SL_EXTENTS(s->n, s->n)));
    return SL_SUCCESS;
}

/* Where (i, j) is in the memory of view v. */
static sl_index place(const struct bench_state *s, int v, sl_index i, sl_index j)
{
    const sl_index across = (s->n + BENCH_SIDE - 1) / BENCH_SIDE, block = i / BENCH_SIDE * across + j / BENCH_SIDE;
    return v < MATRICES ? (block * BENCH_SIDE + i % BENCH_SIDE) * BENCH_SIDE + j % BENCH_SIDE : i * s->n + j;
}

static double factor(const struct bench_state *s, int which, sl_index i, sl_index j)
{
    return bench_value((uint64_t)(i * s->n + j), (unsigned)which + 1);
}

static void fill_blocks(struct bench_state *s)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++)
        for (sl_index j = 0; j < s->n; j++)
            for (int v = 0; v < 2 * MATRICES; v++)
                s->host[v][place(s, v, i, j)] = v % MATRICES == 2 ? -1 : factor(s, v % MATRICES, i, j);
}

static sl_status queue_blocks(struct bench_state *s)
{
    const sl_index blocks = (s->n + BENCH_SIDE - 1) / BENCH_SIDE;
    return sl_forall_with(s->policy, bench_matmul_blocks_kernel, SL_BOX(0, blocks, 0, blocks), s->view[0], s->view[1],
                          s->view[2]);
}

static int call_elements(struct bench_state *s)
{
    return -(sl_forall_with(s->policy, bench_matmul_kernel, SL_BOX(0, s->n, 0, s->n), s->view[3], s->view[4],
                            s->view[5]) != SL_SUCCESS);
}

/* Some rows, in whole numbers: each is in the product that a side has made, and the other has that or nothing yet. */
static long wrong_blocks(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i += 1 + s->n / 16)
        for (sl_index j = 0; j < s->n; j++) {
            double want = 0;
            for (sl_index k = 0; k < s->n; k++)
                want += factor(s, 0, i, k) * factor(s, 1, k, j);
            const double got = s->host[2][place(s, 2, i, j)], other = s->host[5][place(s, 5, i, j)];
            if (!((got == want && (other == want || other == -1)) || (got == -1 && other == want)))
                bench_report(wrong++, side, "c", i * s->n + j, got == -1 ? other : got, want);
        }
    return wrong;
}

const struct bench_case bench_matmul_blocks = {
    .name = "matmul_blocks",
    .what = "c = a b in blocks of 64 x 64 that lie whole; the twin is the loop of matmul over layout right",
    .unit = "rows and columns",
    .sizes = {{1024}, {1024}},
    .smallest = 1,
    .rounds = 3,
    .memory = BENCH_STARPU_MEMORY,
    .create = create_blocks,
    .fill = fill_blocks,
    .queue = queue_blocks,
    .native = call_elements,
    .cuda = call_elements,
    .native_wait = bench_wait,
    .wrong = wrong_blocks};

/* ---- SL_LAYOUT_AUTO on its way to a device --------------------------------------------------------------------- */

enum { COLUMNS = 64 };

/* A corner that is read there, and how many elements of a check are not what they should be. */
static sl_status create_copy(struct bench_state *s)
{
    SL_TRY(bench_add_view(s, "v", SL_LAYOUT_AUTO, SL_EXTENTS(s->n, COLUMNS)));
    return bench_add_view(s, "corner", SL_LAYOUT_RIGHT, SL_EXTENTS(1, 1));
}

static void fill_copy(struct bench_state *s)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++)
        for (sl_index j = 0; j < COLUMNS; j++)
            s->host[0][i * COLUMNS + j] = (double)(i * COLUMNS + j);
    s->host[1][0] = -1;
}

/* The host has all of it anew, so that a loop on the device, over one element, has to fetch all. */
static sl_status queue_copy(struct bench_state *s)
{
    double *v = SL_HOST_WRITE(double, s->view[0]);
    if (v == NULL)
        return sl_last_status();
    SL_TRY(sl_host_end(s->view[0]));
    return sl_forall_with(s->policy, bench_corner_kernel, SL_BOX(0, 1, 0, 1), s->view[0], s->view[1]);
}

static int call_copy(struct bench_state *s)
{
    if (s->device == BENCH_CPU) { /* where nothing moves there is nothing to race */
        fprintf(stderr, "sl-bench: auto_copy: expected --device=cuda\n");
        return -1;
    }
    return native_cuda_upload((size_t)(s->n * COLUMNS) * sizeof(double));
}

/* What the device has, as a loop there finds it. */
static int check_copy(struct bench_state *s)
{
    int64_t wrong = -1;
    if (queue_copy(s) != SL_SUCCESS ||
        sl_reduce_with(s->policy, bench_numbered_kernel, SL_BOX(0, s->n, 0, COLUMNS), s->view[0], &wrong) !=
            SL_SUCCESS ||
        sl_wait() != SL_SUCCESS)
        fprintf(stderr, "sl-bench: auto_copy: %s\n", sl_last_error());
    if (wrong > 0)
        fprintf(stderr, "sl-bench: auto_copy: %lld wrong elements on the device\n", (long long)wrong);
    return wrong == 0 ? 0 : -1;
}

const struct bench_case bench_auto_copy = {
    .name = "auto_copy",
    .what = "a view in SL_LAYOUT_AUTO goes to the device; the twin is a copy of as many bytes from pinned memory",
    .unit = "rows of 64 doubles",
    .sizes = {{0}, {1000000}},
    .smallest = 2,
    .calls = 5,
    .rounds = 11,
    .memory = BENCH_STARPU_MEMORY,
    .create = create_copy,
    .fill = fill_copy,
    .queue = queue_copy,
    .native = call_copy,
    .cuda = call_copy,
    .native_wait = bench_cuda_wait,
    .check = check_copy};

/* ---- the modifier `random`; the twin is the same loop without it ----------------------------------------------- */

static int32_t *places(const struct bench_state *s)
{
    return bench_integers(s->host[0]);
}

static sl_status create_gather(struct bench_state *s)
{
    SL_TRY(bench_add_view_of(s, "at", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    SL_TRY(bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "y of the twin", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

/* Anywhere. */
static sl_index gathered(sl_index i, sl_index n)
{
    const uint64_t far = (uint64_t)bench_value((uint64_t)i, 5) * 1048576 +
                         (uint64_t)bench_value((uint64_t)i, 6) * 1024 + (uint64_t)bench_value((uint64_t)i, 7);
    return (sl_index)(far % (uint64_t)n);
}

static void fill_gather(struct bench_state *s)
{
    bench_fill(s->host[1], s->n, 1);
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++) {
        places(s)[i] = (int32_t)gathered(i, s->n);
        s->host[2][i] = s->host[3][i] = -1;
    }
}

static sl_status queue_gather(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_gather_random_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]);
}

static int call_gather(struct bench_state *s)
{
    return -(sl_forall_with(s->policy, bench_gather_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[3]) !=
             SL_SUCCESS);
}

static long wrong_gather(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        const double want = bench_value((uint64_t)gathered(i, s->n), 1), got = s->host[2][i], other = s->host[3][i];
        if (!((got == want && (other == want || other == -1)) || (got == -1 && other == want)))
            bench_report(wrong++, side, "y", i, got == -1 ? other : got, want);
    }
    return wrong;
}

static double bytes_gather(sl_index n)
{
    return 20.0 * (double)n;
}

const struct bench_case bench_gather_random = {
    .name = "gather_random",
    .what = "y[i] = x[at[i]] with x marked random; the twin is the loop without the word",
    .unit = "elements",
    .sizes = {{3000000}, {30000000}},
    .smallest = 1,
    .bytes = bytes_gather,
    .memory = BENCH_STARPU_MEMORY,
    .create = create_gather,
    .fill = fill_gather,
    .queue = queue_gather,
    .native = call_gather,
    .cuda = call_gather,
    .native_wait = bench_wait,
    .wrong = wrong_gather};
