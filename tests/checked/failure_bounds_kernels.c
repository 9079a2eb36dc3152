/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "failure_bounds.h"

/* Writes y[i + shift]: no reach is given, so that only the check can see it. */
SL_KERNEL(fb_shift, (i), scalar(int64_t, shift), in(double, 1, x, own), out(double, 1, y))
{
    SL_AT(y, i + shift) = SL_AT(x, i);
}

/* The same with a reach that lets large loops write past the caches. */
SL_KERNEL(fb_own, (i), scalar(int64_t, shift), out(double, 1, y, own))
{
    SL_AT(y, i + shift) = 5;
}

SL_KERNEL(fb_read, (i), scalar(int64_t, shift), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + shift);
}

SL_KERNEL(fb_plane, (i, j), scalar(int64_t, di), scalar(int64_t, dj), inout(double, 2, m))
{
    SL_AT(m, i + di, j + dj) = 1;
}

SL_FN double fb_at(SL_PARAM(const double, 1, row), int64_t j)
{
    return SL_AT(row, j);
}

SL_KERNEL(fb_row, (i), scalar(int64_t, row), scalar(int64_t, column), in(double, 2, m), out(double, 1, y, own))
{
    SL_AT(y, i) = fb_at(SL_SUB(m, row, SL_ALL), column);
}

SL_KERNEL(fb_pair, (i), scalar(int64_t, lo), scalar(int64_t, hi), in(double, 1, x), out(double, 1, y, own))
{
    SL_LET(part, SL_SUB(x, SL_PAIR(lo, hi)));
    SL_AT(y, i) = SL_AT(part, 0);
}

SL_KERNEL(fb_sum, (i), scalar(int64_t, shift), in(double, 1, x), reduce(double, sum, s))
{
    *s += SL_AT(x, i + shift);
}

/* Writes an element of a slice in another shape. */
SL_KERNEL(fb_shape, (i), scalar(int64_t, lo), scalar(int64_t, n), scalar(int64_t, row), scalar(int64_t, column),
          inout(double, 1, y))
{
    SL_LET(part, SL_SUB(y, SL_PAIR(lo, SL_EXTENT(y, 0))));
    SL_LET(shape, SL_RESHAPE(part, n, 10));
    SL_AT(shape, row, column) = 7;
}

/* Writes the first element of a slice, which may have none. */
SL_KERNEL(fb_slice, (i), scalar(int64_t, lo), scalar(int64_t, hi), inout(double, 1, y))
{
    SL_LET(part, SL_SUB(y, SL_PAIR(lo, hi)));
    SL_AT(part, 0) = 7;
}

SL_KERNEL(fb_corner, (i), scalar(int64_t, row), scalar(int64_t, column), inout(double, 2, m))
{
    SL_LET(part, SL_SUB(m, SL_PAIR(row, row), SL_PAIR(column, SL_EXTENT(m, 1))));
    SL_LET(inner, SL_SUB(part, SL_ALL, 0));
    SL_AT(inner, 0) = 7;
}

SL_KERNEL(fb_length, (i), scalar(int64_t, lo), scalar(int64_t, hi), in(double, 1, x), out(int64_t, 0, n))
{
    SL_LET(part, SL_SUB(x, SL_PAIR(lo, hi)));
    SL_LET(all, SL_SUB(part, SL_ALL));
    SL_AT0(n) = SL_EXTENT(all, 0);
}

SL_KERNEL(fb_page, (i), inout(struct fb_page, 1, y))
{
    for (int k = 0; k < 4096; k++)
        SL_AT(y, i).c[k] = 'x';
}

SL_KERNEL(fb_page_2, (i), inout(struct fb_page, 2, y))
{
    for (int k = 0; k < 4096; k++)
        SL_AT(y, i, i + 1).c[k] = 'x';
}
