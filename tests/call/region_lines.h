/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Lines in views, for the tests of CUDA graphs: k * i + c, two numbers a view are the reference. */
#ifndef STARLOOP_TESTS_REGION_LINES_H
#define STARLOOP_TESTS_REGION_LINES_H

#include "loop_testing.h"

SL_KERNEL_DECLARE(rc_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(rc_triad, (i), scalar(double, c), in(double, 1, x, own), in(double, 1, y, own),
                  out(double, 1, z, own));
SL_KERNEL_DECLARE(rc_mean, (i), in(double, 1, z, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(rc_gather, (i), in(double, 1, w, own), inout(double, 1, s, own));
SL_KERNEL_DECLARE(rc_sum, (i), in(double, 1, x, own), reduce(double, sum, e));
SL_KERNEL_DECLARE(rc_shift, (i), in(double, 0, e), scalar(double, f), inout(double, 1, y, own));
SL_KERNEL_DECLARE(rc_pack, (i, j, k), scalar(int, di), scalar(int, dj), scalar(int, dk), in(double, 3, from),
                  out(double, 3, to, own));
SL_KERNEL_DECLARE(rc_fail, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own));

#define GPU SL_POLICY(.where = SL_CUDA)

enum { N = 10000 };

/* ---- lines ---------------------------------------------------------------------------------------------- */

typedef struct line {
    double k, c;
} line;

__attribute__((unused)) static line plus(line x, double f, line y) /* x + f y */
{
    return (line){x.k + f * y.k, x.c + f * y.c};
}

__attribute__((unused)) static void set_line(sl_view *view, line l)
{
    double *x = SL_HOST_WRITE(double, view);
    for (sl_index i = 0; x && i < sl_view_extent(view, 0); i++)
        x[i] = l.k * (double)i + l.c;
    must(sl_host_end(view));
}

__attribute__((unused)) static sl_view *line_view(const char *label, sl_index n, line l)
{
    sl_view *view = view_of(label, SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    set_line(view, l);
    return view;
}

/* How many elements in [lo, hi) are not the line's. */
__attribute__((unused)) static long off(sl_view *view, line l, sl_index lo, sl_index hi)
{
    long wrong = 0;
    const double *x = SL_HOST_READ(double, view);
    if (x == NULL) {
        diag("%s: %s", sl_view_label(view), sl_last_error());
        return -1;
    }
    for (sl_index i = lo; i < hi; i++)
        if (x[i] != l.k * (double)i + l.c && wrong++ == 0)
            diag("%s[%lld]: got %.17g, want %.17g", sl_view_label(view), (long long)i, x[i], l.k * (double)i + l.c);
    must(sl_host_end(view));
    return wrong;
}

__attribute__((unused)) static double sum_of(line l, double n)
{
    return l.k * n * (n - 1) / 2 + n * l.c;
}

__attribute__((unused)) static double read_scalar(sl_view *e)
{
    const double *p = SL_HOST_READ(double, e);
    const double value = p ? *p : NAN;
    if (p)
        must(sl_host_end(e));
    return value;
}

/* ---- counts --------------------------------------------------------------------------------------------- */

__attribute__((unused)) static sl_region_counts counts_of(const sl_region *region)
{
    sl_region_counts counts;
    must(sl_region_count(region, &counts));
    return counts;
}

/* What is exact holds for one GPU: a run may go to any of several, each of which has a graph and buffers of its own. */
__attribute__((unused)) static int one_gpu(void)
{
    return sl_gpus() == 1;
}

/* So many graphs were built on each GPU that has run the region. */
__attribute__((unused)) static void check_captures(int64_t captures, int graphs, const char *what)
{
    ok(captures >= graphs && captures <= (int64_t)graphs * sl_gpus(), "%s: %d graph%s a GPU, in all %lld", what, graphs,
       graphs > 1 ? "s" : "", (long long)captures);
}

__attribute__((unused)) static void check_updates(int64_t updates, int64_t want, const char *what)
{
    if (one_gpu())
        is_int(updates, want, "%s", what);
    else
        ok(updates >= want, "%s: %lld, on %d GPUs", what, (long long)updates, sl_gpus());
}

/** region_cuda_lanes.c: loops of a graph that run at the same time, or as one launch. */
void test_lanes(void);

#endif
