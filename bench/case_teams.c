/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases spmv_teams and spmv_sum: a sparse matrix in compressed rows times a vector, by teams; and the sum of
 * the product, in the same launch. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

enum { ROW, COLUMN, VALUE, X, Y, TOTAL };

/* Entries of a row, and of those before it: 24 to 40. */
static sl_index row_begin(sl_index i)
{
    const sl_index whole = i / 17, rest = i % 17;
    return 24 * i + whole * (17 * 16 / 2) + rest * (rest - 1) / 2;
}

/* Three of four entries lie around the diagonal, the others anywhere within 10000 columns of it. */
static sl_index column_of(sl_index n, sl_index i, sl_index k)
{
    const sl_index near = i + k % 32, far = i + ((sl_index)bench_value((uint64_t)(i + k), 3) - 512) * 19;
    return ((k % 4 == 3 ? far : near) % n + n) % n;
}

static sl_status create_spmv(struct bench_state *s)
{
    s->outputs = 1;
    return bench_add_rows(s, s->n, row_begin(s->n));
}

static sl_status create_sum(struct bench_state *s)
{
    SL_TRY(create_spmv(s));
    s->outputs = 2;
    return bench_add_view(s, "total", SL_LAYOUT_RIGHT, SL_EXTENTS(1));
}

static void fill_spmv(struct bench_state *s)
{
    int32_t *const row = bench_integers(s->host[ROW]), *const column = bench_integers(s->host[COLUMN]);
    row[0] = 0;
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++) {
        row[i + 1] = (int32_t)row_begin(i + 1);
        for (sl_index k = row_begin(i); k < row_begin(i + 1); k++)
            column[k] = (int32_t)column_of(s->n, i, k);
    }
    bench_fill(s->host[VALUE], row_begin(s->n), 1);
    bench_fill(s->host[X], s->n, 2);
    bench_fill(s->host[Y], s->n, 0);
}

static sl_policy teams_of(const struct bench_state *s)
{
    sl_policy policy = s->policy;
    policy.league = (s->n + BENCH_TEAM_ROWS - 1) / BENCH_TEAM_ROWS;
    policy.team = BENCH_TEAM_ROWS;
    policy.vector = BENCH_TEAM_LANES;
    return policy;
}

static sl_status queue_spmv(struct bench_state *s)
{
    return sl_launch(teams_of(s), bench_spmv_kernel, s->view[ROW], s->view[COLUMN], s->view[VALUE], s->view[X],
                     s->view[Y]);
}

static sl_status queue_sum(struct bench_state *s)
{
    return sl_launch(teams_of(s), bench_spmv_sum_kernel, s->view[ROW], s->view[COLUMN], s->view[VALUE], s->view[X],
                     s->view[Y], SL_INTO(s->view[TOTAL], 0));
}

static int call_spmv(struct bench_state *s)
{
    native_spmv(s->n, bench_integers(s->host[ROW]), bench_integers(s->host[COLUMN]), s->host[VALUE], s->host[X],
                s->host[Y]);
    return 0;
}

static int cuda_spmv(struct bench_state *s)
{
    return native_cuda_spmv(s->n, bench_integers(s->gpu[ROW]), bench_integers(s->gpu[COLUMN]), s->gpu[VALUE], s->gpu[X],
                            s->gpu[Y]);
}

static int call_sum(struct bench_state *s)
{
    *s->host[TOTAL] = native_spmv_sum(s->n, bench_integers(s->host[ROW]), bench_integers(s->host[COLUMN]),
                                      s->host[VALUE], s->host[X], s->host[Y]);
    return 0;
}

static int cuda_sum(struct bench_state *s)
{
    return native_cuda_spmv_sum(s->n, bench_integers(s->gpu[ROW]), bench_integers(s->gpu[COLUMN]), s->gpu[VALUE],
                                s->gpu[X], s->gpu[Y], s->gpu[TOTAL]);
}

static long wrong_spmv(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        double want = 0;
        for (sl_index k = row_begin(i); k < row_begin(i + 1); k++)
            want += bench_value((uint64_t)k, 1) * bench_value((uint64_t)column_of(s->n, i, k), 2);
        if (s->host[Y][i] != want)
            bench_report(wrong++, side, "y", i, s->host[Y][i], want);
    }
    return wrong;
}

static long wrong_sum(struct bench_state *s, const char *side)
{
    long wrong = wrong_spmv(s, side);
    double want = 0; /* whole numbers below 2^53 */
    for (sl_index i = 0; i < s->n; i++)
        want += s->host[Y][i];
    if (*s->host[TOTAL] != want)
        bench_report(wrong++, side, "total", 0, *s->host[TOTAL], want);
    return wrong;
}

static double bytes_spmv(sl_index n)
{
    return (double)row_begin(n) * 12 + (double)n * 20;
}

const struct bench_case bench_spmv_teams = {.name = "spmv_teams",
                                            .what = "a sparse matrix times a vector, by teams",
                                            .unit = "rows",
                                            .sizes = {{100000, 2000000}, {2000000}},
                                            .smallest = 1,
                                            .bytes = bytes_spmv,
                                            .create = create_spmv,
                                            .fill = fill_spmv,
                                            .queue = queue_spmv,
                                            .native = call_spmv,
                                            .cuda = cuda_spmv,
                                            .wrong = wrong_spmv};

const struct bench_case bench_spmv_sum = {.name = "spmv_sum",
                                          .what = "the same with the sum of the product, a reduce of the launch",
                                          .unit = "rows",
                                          .sizes = {{100000, 2000000}, {2000000}},
                                          .smallest = 1,
                                          .bytes = bytes_spmv,
                                          .create = create_sum,
                                          .fill = fill_spmv,
                                          .queue = queue_sum,
                                          .native = call_sum,
                                          .cuda = cuda_sum,
                                          .wrong = wrong_sum};
