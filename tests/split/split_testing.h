/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of split views of one dimension share. */
#ifndef STARLOOP_TESTS_SPLIT_TESTING_H
#define STARLOOP_TESTS_SPLIT_TESTING_H

#include "loop_testing.h"

/** A line of doubles, zero everywhere. */
static inline sl_view *line(const char *label, sl_index n)
{
    return view_of(label, SL_DOUBLE, RIGHT, SL_EXTENTS(n));
}

/** How many of x[i] are not first + step * i. @return -1: the host does not get it. */
static inline long differing(sl_view *view, double first, double step)
{
    const double *x = SL_HOST_READ(double, view);
    long wrong = 0;
    if (x == NULL)
        return -1;
    for (sl_index i = 0; i < sl_view_extent(view, 0); i++)
        if (x[i * sl_view_stride(view, 0)] != first + step * (double)i && wrong++ == 0)
            diag("%s[%lld]: got %g, want %g", sl_view_label(view), (long long)i, x[i * sl_view_stride(view, 0)],
                 first + step * (double)i);
    must(sl_host_end(view));
    return wrong;
}

#endif
