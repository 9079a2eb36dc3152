/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases rows_right, rows_left and spmv_rows: a matrix times a vector, by a plain loop over rows. The rows are
 * few and long, or those of 27 points in a cube. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

/* ---- a square --------------------------------------------------------------------------------------------------- */

enum { A, SQUARE_X, SQUARE_Y };

static sl_status create_square(struct bench_state *s, sl_layout layout)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "a", layout, SL_EXTENTS(s->n, s->n)));
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static sl_status create_right(struct bench_state *s)
{
    return create_square(s, SL_LAYOUT_RIGHT);
}

static sl_status create_left(struct bench_state *s)
{
    return create_square(s, SL_LAYOUT_LEFT);
}

static void fill_square(struct bench_state *s)
{
    bench_fill(s->host[A], s->n * s->n, 1);
    bench_fill(s->host[SQUARE_X], s->n, 2);
    bench_fill(s->host[SQUARE_Y], s->n, 0);
}

static sl_status queue_square(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_rows_kernel, SL_RANGE(0, s->n), s->view[A], s->view[SQUARE_X],
                          s->view[SQUARE_Y]);
}

static int call_right(struct bench_state *s)
{
    native_rows_right(s->n, s->host[A], s->host[SQUARE_X], s->host[SQUARE_Y]);
    return 0;
}

static int call_left(struct bench_state *s)
{
    native_rows_left(s->n, s->host[A], s->host[SQUARE_X], s->host[SQUARE_Y]);
    return 0;
}

static int cuda_right(struct bench_state *s)
{
    return native_cuda_rows(s->n, 0, s->gpu[A], s->gpu[SQUARE_X], s->gpu[SQUARE_Y]);
}

static int cuda_left(struct bench_state *s)
{
    return native_cuda_rows(s->n, 1, s->gpu[A], s->gpu[SQUARE_X], s->gpu[SQUARE_Y]);
}

/* Sums of whole numbers below 2^53. */
static long wrong_square(struct bench_state *s, const char *side, sl_index row, sl_index column)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        int64_t want = 0;
        for (sl_index k = 0; k < s->n; k++)
            want += (int64_t)bench_value((uint64_t)(i * row + k * column), 1) * (int64_t)bench_value((uint64_t)k, 2);
        if (s->host[SQUARE_Y][i] != (double)want)
            bench_report(wrong++, side, "y", i, s->host[SQUARE_Y][i], (double)want);
    }
    return wrong;
}

static long wrong_right(struct bench_state *s, const char *side)
{
    return wrong_square(s, side, s->n, 1);
}

static long wrong_left(struct bench_state *s, const char *side)
{
    return wrong_square(s, side, 1, s->n);
}

static double bytes_square(sl_index n)
{
    return 8.0 * (double)n * (double)n;
}

const struct bench_case bench_rows_right = {.name = "rows_right",
                                            .what = "a square times a vector, a row an iteration, layout right",
                                            .unit = "rows and columns",
                                            .sizes = {{4096}, {4096}},
                                            .smallest = 1,
                                            .bytes = bytes_square,
                                            .create = create_right,
                                            .fill = fill_square,
                                            .queue = queue_square,
                                            .native = call_right,
                                            .cuda = cuda_right,
                                            .wrong = wrong_right};

const struct bench_case bench_rows_left = {.name = "rows_left",
                                           .what = "the same, layout left",
                                           .unit = "rows and columns",
                                           .sizes = {{4096}, {4096}},
                                           .smallest = 1,
                                           .bytes = bytes_square,
                                           .create = create_left,
                                           .fill = fill_square,
                                           .queue = queue_square,
                                           .native = call_left,
                                           .cuda = cuda_left,
                                           .wrong = wrong_left};

/* ---- 27 points of a cube ---------------------------------------------------------------------------------------- */

enum { ROW, COLUMN, VALUE, X, Y };

/* Neighbours of a point along one side, itself too: 2 at the ends, 3 between; and those of all points before it. */
static sl_index along(sl_index n, sl_index i)
{
    return 3 - (i == 0) - (i == n - 1);
}

static sl_index along_before(sl_index n, sl_index i)
{
    return 3 * i - (i > 0) - (i == n && n > 0);
}

/* Where the row of a point begins. */
static sl_index points_before(sl_index n, sl_index point)
{
    const sl_index i = point / (n * n), j = point / n % n, k = point % n, all = along_before(n, n);
    if (point == n * n * n)
        return all * all * all;
    return along_before(n, i) * all * all + along(n, i) * (along_before(n, j) * all + along(n, j) * along_before(n, k));
}

static sl_status create_points(struct bench_state *s)
{
    const sl_index rows = s->n * s->n * s->n;
    s->outputs = 1;
    return bench_add_rows(s, rows, points_before(s->n, rows));
}

/* The columns of a point's row. @return how many */
static int columns_of(sl_index n, sl_index point, int32_t column[27])
{
    const sl_index i = point / (n * n), j = point / n % n, k = point % n;
    int count = 0;
    for (sl_index a = i - 1; a <= i + 1; a++)
        for (sl_index b = j - 1; b <= j + 1; b++)
            for (sl_index c = k - 1; c <= k + 1; c++)
                if (a >= 0 && b >= 0 && c >= 0 && a < n && b < n && c < n)
                    column[count++] = (int32_t)((a * n + b) * n + c);
    return count;
}

static void fill_points(struct bench_state *s)
{
    const sl_index rows = s->n * s->n * s->n;
    int32_t *const row = bench_integers(s->host[ROW]), *const column = bench_integers(s->host[COLUMN]);
    row[0] = 0;
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < rows; i++) {
        int32_t own[27];
        const sl_index first = points_before(s->n, i);
        const int count = columns_of(s->n, i, own);
        row[i + 1] = (int32_t)points_before(s->n, i + 1);
        for (int k = 0; k < count; k++)
            column[first + k] = own[k];
    }
    bench_fill(s->host[VALUE], points_before(s->n, rows), 1);
    bench_fill(s->host[X], rows, 2);
    bench_fill(s->host[Y], rows, 0);
}

static sl_status queue_points(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_spmv_rows_kernel, SL_RANGE(0, s->n * s->n * s->n), s->view[ROW],
                          s->view[COLUMN], s->view[VALUE], s->view[X], s->view[Y]);
}

static int call_points(struct bench_state *s)
{
    native_spmv(s->n * s->n * s->n, bench_integers(s->host[ROW]), bench_integers(s->host[COLUMN]), s->host[VALUE],
                s->host[X], s->host[Y]);
    return 0;
}

static int cuda_points(struct bench_state *s)
{
    return native_cuda_spmv_rows(s->n * s->n * s->n, bench_integers(s->gpu[ROW]), bench_integers(s->gpu[COLUMN]),
                                 s->gpu[VALUE], s->gpu[X], s->gpu[Y]);
}

static long wrong_points(struct bench_state *s, const char *side)
{
    long wrong = 0;
    sl_index entry = 0;
    for (sl_index i = 0; i < s->n * s->n * s->n; i++) {
        int32_t column[27];
        double want = 0;
        for (int k = 0, count = columns_of(s->n, i, column); k < count; k++)
            want += bench_value((uint64_t)entry++, 1) * bench_value((uint64_t)column[k], 2);
        if (s->host[Y][i] != want)
            bench_report(wrong++, side, "y", i, s->host[Y][i], want);
    }
    return wrong;
}

static double bytes_points(sl_index n)
{
    const double rows = (double)n * (double)n * (double)n;
    return (double)points_before(n, n * n * n) * 12 + rows * 20;
}

const struct bench_case bench_spmv_rows = {.name = "spmv_rows",
                                           .what = "a sparse matrix of 27 points times a vector, a row an iteration",
                                           .unit = "points along a side",
                                           .sizes = {{64}, {64, 160}},
                                           .smallest = 1,
                                           .bytes = bytes_points,
                                           .create = create_points,
                                           .fill = fill_points,
                                           .queue = queue_points,
                                           .native = call_points,
                                           .cuda = cuda_points,
                                           .wrong = wrong_points};
