/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases matmul, matmul_blocked and transpose_mixed; and by nests matmul_nest, transpose and their kin. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "block.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

static sl_status create_matmul(struct bench_state *s)
{
    static const char *const label[3] = {"a", "b", "c"};
    s->outputs = 1;
    for (int i = 0; i < 3; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    return SL_SUCCESS;
}

static sl_status create_blocked(struct bench_state *s)
{
    if (s->n % BENCH_BLOCK) {
        fprintf(stderr, "sl-bench: matmul_blocked: --size: expected a multiple of %d, got %lld\n", BENCH_BLOCK,
                (long long)s->n);
        return SL_ERR_ARGUMENT;
    }
    return create_matmul(s);
}

static void fill_matmul(struct bench_state *s)
{
    for (int i = 0; i < 3; i++)
        bench_fill(s->host[i], s->n * s->n, i < 2 ? (unsigned)i + 1 : 0);
}

static sl_status queue_matmul(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_matmul_kernel, SL_BOX(0, s->n, 0, s->n), s->view[0], s->view[1], s->view[2]);
}

static sl_status queue_blocked(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_matmul_blocked_kernel, SL_BOX(0, s->n, 0, s->n / BENCH_BLOCK), s->view[0],
                          s->view[1], s->view[2]);
}

/* By nests: a policy of it, and the twin with the same loops. */
static sl_status queue_product(struct bench_state *s, const char *nest)
{
    sl_policy policy = s->policy;
    policy.nest = nest;
    return sl_nest_with(policy, bench_product_nest, SL_BOX(0, s->n, 0, s->n, 0, s->n), s->view[0], s->view[1],
                        s->view[2]);
}

#define PRODUCT(NAME, CUDA) \
    static sl_status queue_##NAME(struct bench_state *s) \
    { \
        return queue_product(s, #NAME ", gpu_" #NAME); \
    } \
    static int call_##NAME(struct bench_state *s) \
    { \
        native_product_##NAME(s->n, s->host[0], s->host[1], s->host[2]); \
        return 0; \
    } \
    static int cuda_##NAME(struct bench_state *s) \
    { \
        return native_cuda_##CUDA(s->n, s->gpu[0], s->gpu[1], s->gpu[2]); \
    }
PRODUCT(rows, matmul)
PRODUCT(order, product_memory)
PRODUCT(collapsed, product_blocks)
PRODUCT(tiled, product_shared)

static int call_matmul(struct bench_state *s)
{
    native_matmul(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static int call_blocked(struct bench_state *s)
{
    native_matmul_blocked(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static int cuda_matmul(struct bench_state *s)
{
    return native_cuda_matmul(s->n, s->gpu[0], s->gpu[1], s->gpu[2]);
}

static int cuda_blocked(struct bench_state *s)
{
    return native_cuda_matmul_blocked(s->n, s->gpu[0], s->gpu[1], s->gpu[2]);
}

/* out [n] = m times x [n], in whole numbers; element (i, j) of m is number i * n + j of a stream. */
static void multiply(sl_index n, unsigned stream, const int64_t *x, int64_t *out)
{
    for (sl_index i = 0; i < n; i++) {
        out[i] = 0;
        for (sl_index j = 0; j < n; j++)
            out[i] += (int64_t)bench_value((uint64_t)(i * n + j), stream) * x[j];
    }
}

/* Freivalds' check, R. Freivalds, Probabilistic machines can use less running time, IFIP 1977: c x = a (b x) for a
   random x holds for a wrong c only by chance. Exact, because all are whole numbers. */
static long wrong_matmul(struct bench_state *s, const char *side)
{
    const sl_index n = s->n;
    int64_t *x = calloc((size_t)n, 3 * sizeof *x);
    long wrong = x == NULL;
    if (!x)
        return wrong;
    int64_t *bx = x + n, *abx = x + 2 * n;
    for (sl_index i = 0; i < n; i++)
        x[i] = 1 + (int64_t)bench_value((uint64_t)i, 3) % 16;
    multiply(n, 2, x, bx);
    multiply(n, 1, bx, abx);
    for (sl_index i = 0; i < n; i++) {
        double got = 0.0;
        for (sl_index j = 0; j < n; j++)
            got += s->host[2][i * n + j] * (double)x[j];
        if (!(got == (double)abx[i]))
            bench_report(wrong++, side, "c times a vector", i, got, (double)abx[i]);
    }
    free(x);
    return wrong;
}

static double bytes_matmul(sl_index n)
{
    return 24.0 * (double)n * (double)n;
}

static sl_status create_transpose(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "from", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    return bench_add_view(s, "to", SL_LAYOUT_LEFT, SL_EXTENTS(s->n, s->n));
}

static void fill_transpose(struct bench_state *s)
{
    bench_fill(s->host[0], s->n * s->n, 1);
    bench_fill(s->host[1], s->n * s->n, 0);
}

static sl_status queue_transpose(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_transpose_kernel, SL_BOX(0, s->n, 0, s->n), s->view[0], s->view[1]);
}

/* In memory the same: both views right, and the indices change places. */
static sl_status create_turn(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "from", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n)));
    return bench_add_view(s, "to", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n, s->n));
}

static sl_status queue_turn(struct bench_state *s, const char *nest)
{
    sl_policy policy = s->policy;
    policy.nest = nest;
    return sl_nest_with(policy, bench_turn_nest, SL_BOX(0, s->n, 0, s->n), s->view[0], s->view[1]);
}

static sl_status queue_turn_plain(struct bench_state *s)
{
    return queue_turn(s, "plain, gpu_plain");
}

static sl_status queue_turn_local(struct bench_state *s)
{
    return queue_turn(s, "stacked, gpu_stacked");
}

static sl_status queue_turn_indices(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_turn_kernel, SL_BOX(0, s->n, 0, s->n), s->view[0], s->view[1]);
}

static int call_transpose(struct bench_state *s)
{
    native_transpose(s->n, s->host[0], s->host[1]);
    return 0;
}

static int cuda_transpose(struct bench_state *s)
{
    return native_cuda_transpose(s->n, s->gpu[0], s->gpu[1]);
}

static int cuda_turn(struct bench_state *s)
{
    return native_cuda_turn(s->n, s->gpu[0], s->gpu[1]);
}

static long wrong_transpose(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index j = 0; j < s->n; j++)
        for (sl_index i = 0; i < s->n; i++) {
            double want = bench_value((uint64_t)(i * s->n + j), 1), got = s->host[1][i + j * s->n];
            if (!(got == want))
                bench_report(wrong++, side, "to", i + j * s->n, got, want);
        }
    return wrong;
}

static double bytes_transpose(sl_index n)
{
    return 16.0 * (double)n * (double)n;
}

const struct bench_case bench_matmul = {.name = "matmul",
                                        .what = "c = a b, body (i, j) with an inner loop over k",
                                        .unit = "rows and columns",
                                        .sizes = {{1024}, {1024}},
                                        .smallest = 1,
                                        .rounds = 5,
                                        .bytes = bytes_matmul,
                                        .create = create_matmul,
                                        .fill = fill_matmul,
                                        .queue = queue_matmul,
                                        .native = call_matmul,
                                        .cuda = cuda_matmul,
                                        .wrong = wrong_matmul};

const struct bench_case bench_matmul_blocked = {.name = "matmul_blocked",
                                                .what = "the same, a body makes 32 columns",
                                                .unit = "rows and columns",
                                                .sizes = {{1024}, {1024}},
                                                .smallest = BENCH_BLOCK,
                                                .bytes = bytes_matmul,
                                                .create = create_blocked,
                                                .fill = fill_matmul,
                                                .queue = queue_blocked,
                                                .native = call_blocked,
                                                .cuda = cuda_blocked,
                                                .wrong = wrong_matmul};

const struct bench_case bench_transpose_mixed = {.name = "transpose_mixed",
                                                 .what =
                                                     "layout right copied into layout left; the twin on cores is tiled",
                                                 .unit = "rows and columns",
                                                 .sizes = {{4096}, {4096}},
                                                 .smallest = 1,
                                                 .bytes = bytes_transpose,
                                                 .create = create_transpose,
                                                 .fill = fill_transpose,
                                                 .queue = queue_transpose,
                                                 .native = call_transpose,
                                                 .cuda = cuda_transpose,
                                                 .wrong = wrong_transpose};

#define PRODUCT_CASE(NAME, QUEUE, WHAT) \
    { \
        .name = NAME, .what = WHAT, .unit = "rows and columns", .sizes = {{1024}, {1024}}, .smallest = 1, .rounds = 5, \
        .bytes = bytes_matmul, .create = create_matmul, .fill = fill_matmul, .queue = queue_##QUEUE, \
        .native = call_##QUEUE, .cuda = cuda_##QUEUE, .wrong = wrong_matmul \
    }
const struct bench_case bench_matmul_nest = PRODUCT_CASE("matmul_nest", rows, "the product by a nest of three lambdas");
const struct bench_case bench_matmul_nest_collapsed =
    PRODUCT_CASE("matmul_nest_collapsed", collapsed, "the same lambdas, rows and columns collapsed");
const struct bench_case bench_matmul_nest_order =
    PRODUCT_CASE("matmul_nest_order", order, "the product summed in memory, columns innermost");
const struct bench_case bench_matmul_nest_tiled =
    PRODUCT_CASE("matmul_nest_tiled", tiled, "the same lambdas in tiles of all three loops");

#define TURN_CASE(NAME, QUEUE, WHAT) \
    { \
        .name = NAME, .what = WHAT, .unit = "rows and columns", .sizes = {{4096}, {4096}}, .smallest = 1, \
        .bytes = bytes_transpose, .create = create_turn, .fill = fill_transpose, .queue = queue_turn_##QUEUE, \
        .native = call_transpose, .cuda = cuda_turn, .wrong = wrong_transpose \
    }
const struct bench_case bench_transpose =
    TURN_CASE("transpose", plain, "transposition by a nest in tiles; twin: the best tile of plain C");
const struct bench_case bench_transpose_local = TURN_CASE("transpose_local", local, "the same by a local tile");
const struct bench_case bench_transpose_indices =
    TURN_CASE("transpose_indices", indices, "the same by one loop, whose indices change places");
