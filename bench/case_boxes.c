/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases sum_right, sum_left, sum_tall, sum_flat and reduce6: sums over boxes of rank 2, of either layout and of
 *  one column or row, and six reducers in a loop. The twin of a sum is that of as many elements in a line. */
#include "bench.h"
#include "kernels.h"
#include "native.h"

enum { RESULTS = 6 };

static sl_index elements_of(const struct bench_state *s)
{
    return sl_view_extent(s->view[0], 0) * sl_view_extent(s->view[0], 1);
}

static sl_status create_sum(struct bench_state *s, sl_layout layout, sl_index rows, sl_index columns)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "x", layout, SL_EXTENTS(rows, columns)));
    return bench_add_view(s, "total", SL_LAYOUT_RIGHT, SL_EXTENTS());
}

static sl_status create_right(struct bench_state *s)
{
    return create_sum(s, SL_LAYOUT_RIGHT, s->n, s->n);
}

static sl_status create_left(struct bench_state *s)
{
    return create_sum(s, SL_LAYOUT_LEFT, s->n, s->n);
}

static sl_status create_tall(struct bench_state *s)
{
    return create_sum(s, SL_LAYOUT_RIGHT, s->n, 1);
}

static sl_status create_flat(struct bench_state *s)
{
    return create_sum(s, SL_LAYOUT_RIGHT, 1, s->n);
}

static void fill_sum(struct bench_state *s)
{
    bench_fill(s->host[0], elements_of(s), 1);
    bench_fill(s->host[1], 1, 0);
}

static sl_status queue_sum(struct bench_state *s)
{
    const sl_view *x = s->view[0];
    return sl_forall_with(s->policy, bench_sum2_kernel, SL_BOX(0, sl_view_extent(x, 0), 0, sl_view_extent(x, 1)),
                          s->view[0], SL_INTO(s->view[1]));
}

static int call_sum(struct bench_state *s)
{
    *s->host[1] = native_sum(elements_of(s), s->host[0]);
    return 0;
}

static long wrong_sum(struct bench_state *s, const char *side)
{
    int64_t want = 0;
    for (sl_index i = 0; i < elements_of(s); i++)
        want += (int64_t)bench_value((uint64_t)i, 1);
    const long wrong = !(*s->host[1] == (double)want);
    if (wrong)
        bench_report(0, side, "total", 0, *s->host[1], (double)want);
    return wrong;
}

static double bytes_square(sl_index n)
{
    return 8.0 * (double)n * (double)n;
}

static double bytes_line(sl_index n)
{
    return 8.0 * (double)n;
}

/* ---- six reducers -------------------------------------------------------------------------------------------- */

static sl_status create_reduce6(struct bench_state *s)
{
    static const char *const label[RESULTS] = {"total", "low", "high", "squares", "above", "product"};
    s->outputs = RESULTS;
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    for (int i = 0; i < RESULTS; i++)
        SL_TRY(bench_add_view(s, label[i], SL_LAYOUT_RIGHT, SL_EXTENTS()));
    return SL_SUCCESS;
}

/* Away from zero, where sum and extremes begin. */
static double six_value(sl_index i)
{
    return bench_value((uint64_t)i, 1) + 5.0;
}

static void fill_reduce6(struct bench_state *s)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < s->n; i++)
        s->host[0][i] = six_value(i);
    for (int i = 1; i <= RESULTS; i++)
        bench_fill(s->host[i], 1, 0);
}

static sl_status queue_reduce6(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_reduce6_kernel, SL_RANGE(0, s->n), s->view[0], SL_INTO(s->view[1]),
                          SL_INTO(s->view[2]), SL_INTO(s->view[3]), SL_INTO(s->view[4]), SL_INTO(s->view[5]),
                          SL_INTO(s->view[6]));
}

static int call_reduce6(struct bench_state *s)
{
    double result[RESULTS];
    native_reduce6(s->n, s->host[0], result);
    for (int i = 0; i < RESULTS; i++)
        *s->host[1 + i] = result[i];
    return 0;
}

static long wrong_reduce6(struct bench_state *s, const char *side)
{
    static const char *const name[RESULTS] = {"total", "low", "high", "squares", "above", "product"};
    double want[RESULTS] = {0, six_value(0), six_value(0), 0, 0, 1};
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        const double v = six_value(i);
        want[0] += v;
        want[1] = v < want[1] ? v : want[1];
        want[2] = v > want[2] ? v : want[2];
        want[3] += v * v;
        want[4] += v > 512;
        want[5] *= v > 0 ? 1.0 : v;
    }
    for (int i = 0; i < RESULTS; i++)
        if (!(*s->host[1 + i] == want[i]))
            bench_report(wrong++, side, name[i], 0, *s->host[1 + i], want[i]);
    return wrong;
}

#define SUM(NAME, WHAT, UNIT, BYTES, ...) \
    const struct bench_case bench_sum_##NAME = {.name = "sum_" #NAME, \
                                                .what = WHAT, \
                                                .unit = UNIT, \
                                                .sizes = {__VA_ARGS__, {0, 0}}, \
                                                .smallest = 1, \
                                                .streams = 1, \
                                                .bytes = BYTES, \
                                                .create = create_##NAME, \
                                                .fill = fill_sum, \
                                                .queue = queue_sum, \
                                                .native = call_sum, \
                                                .wrong = wrong_sum};
SUM(right, "sum over a square, layout right; twin: a line", "rows and columns", bytes_square, {300, 4096})
SUM(left, "sum over a square, layout left; twin: a line", "rows and columns", bytes_square, {300, 4096})
SUM(tall, "sum over a box of one column; twin: a line", "rows", bytes_line, {100000, 10000000})
SUM(flat, "sum over a box of one row; twin: a line", "columns", bytes_line, {100000, 10000000})

const struct bench_case bench_reduce6 = {.name = "reduce6",
                                         .what = "six reducers in a loop",
                                         .unit = "elements",
                                         .sizes = {{100000, 10000000}, {0, 0}},
                                         .smallest = 1,
                                         .streams = 1,
                                         .bytes = bytes_line,
                                         .create = create_reduce6,
                                         .fill = fill_reduce6,
                                         .queue = queue_reduce6,
                                         .native = call_reduce6,
                                         .wrong = wrong_reduce6};
