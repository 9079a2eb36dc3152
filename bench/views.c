/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views, contents and complaints of the cases. */
#include <math.h>
#include <stdio.h>

#include "bench.h"

sl_status bench_add_view_of(struct bench_state *s, const char *label, sl_type type, sl_layout layout,
                            sl_extents extents)
{
    SL_TRY(sl_view_create_with(label, type, layout, extents, SL_VIEW_UNINITIALIZED, &s->view[s->count]));
    s->count++;
    return SL_SUCCESS;
}

sl_status bench_add_view(struct bench_state *s, const char *label, sl_layout layout, sl_extents extents)
{
    return bench_add_view_of(s, label, SL_DOUBLE, layout, extents);
}

sl_status bench_add_rows(struct bench_state *s, sl_index rows, sl_index entries)
{
    SL_TRY(bench_add_view_of(s, "row", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(rows + 1)));
    SL_TRY(bench_add_view_of(s, "column", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(entries)));
    SL_TRY(bench_add_view(s, "value", SL_LAYOUT_RIGHT, SL_EXTENTS(entries)));
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(rows)));
    return bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(rows));
}

int bench_wait(struct bench_state *s)
{
    (void)s;
    return -(sl_wait() != SL_SUCCESS);
}

void bench_fill(double *a, sl_index n, unsigned stream)
{
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < n; i++)
        a[i] = stream ? bench_value((uint64_t)i, stream) : NAN;
}

void bench_report(long before, const char *side, const char *name, sl_index at, double got, double want)
{
    if (before == 0)
        fprintf(stderr, "sl-bench: %s: element %lld of %s: got %.17g, want %.17g\n", side, (long long)at, name, got,
                want);
}
