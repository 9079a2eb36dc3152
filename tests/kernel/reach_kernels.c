/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "reach.h"

/* Whether this is the iteration that shifts an index. */
SL_FN int rc_here(struct rc_probe p, sl_index i0, sl_index i1, sl_index i2, sl_index i3, sl_index i4, sl_index i5)
{
    return p.at[0] == i0 && p.at[1] == i1 && p.at[2] == i2 && p.at[3] == i3 && p.at[4] == i4 && p.at[5] == i5;
}

/* How far the index of dimension d is shifted. */
SL_FN sl_index rc_by(struct rc_probe p, int d, int here)
{
    return here && p.dimension == d ? p.by : 0;
}

/* ---- reading: one element of u for each of w ---------------------------------------------------------------- */

SL_KERNEL(rc_own_1, (i), scalar(struct rc_probe, p), in(double, 1, u, own), out(double, 1, w, own))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    SL_AT(w, i) = SL_AT(u, i + rc_by(p, 0, h));
}

SL_KERNEL(rc_own_2, (i, j), scalar(struct rc_probe, p), in(double, 2, u, own), out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h));
}

SL_KERNEL(rc_own_3, (i, j, k), scalar(struct rc_probe, p), in(double, 3, u, own, random), out(double, 3, w, own))
{
    const int h = rc_here(p, i, j, k, 0, 0, 0);
    SL_AT(w, i, j, k) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h), k + rc_by(p, 2, h));
}

SL_KERNEL(rc_own_4, (i, j, k, l), scalar(struct rc_probe, p), in(double, 4, u, own(0, 1, 2, 3)), out(double, 4, w, own))
{
    const int h = rc_here(p, i, j, k, l, 0, 0);
    SL_AT(w, i, j, k, l) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h), k + rc_by(p, 2, h), l + rc_by(p, 3, h));
}

SL_KERNEL(rc_own_5, (i, j, k, l, m), scalar(struct rc_probe, p), in(double, 5, u, SL_OWN), out(double, 5, w, own))
{
    const int h = rc_here(p, i, j, k, l, m, 0);
    SL_AT(w, i, j, k, l, m) =
        SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h), k + rc_by(p, 2, h), l + rc_by(p, 3, h), m + rc_by(p, 4, h));
}

SL_KERNEL(rc_own_6, (i, j, k, l, m, n), scalar(struct rc_probe, p), in(double, 6, u, own(5, 0, 4, 1, 3, 2)),
          out(double, 6, w, own))
{
    const int h = rc_here(p, i, j, k, l, m, n);
    SL_AT(w, i, j, k, l, m, n) = SL_AT(u, n + rc_by(p, 0, h), i + rc_by(p, 1, h), m + rc_by(p, 2, h),
                                       j + rc_by(p, 3, h), l + rc_by(p, 4, h), k + rc_by(p, 5, h));
}

SL_KERNEL(rc_turned, (i, j), scalar(struct rc_probe, p), in(double, 2, u, own(1, 0)), out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, j + rc_by(p, 0, h), i + rc_by(p, 1, h));
}

SL_KERNEL(rc_column, (i, j), scalar(struct rc_probe, p), in(double, 1, u, own(1)), out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, j + rc_by(p, 0, h));
}

SL_KERNEL(rc_face, (i, j, k), scalar(struct rc_probe, p), in(double, 2, u, own(2, 0)), out(double, 3, w, own))
{
    const int h = rc_here(p, i, j, k, 0, 0, 0);
    SL_AT(w, i, j, k) = SL_AT(u, k + rc_by(p, 0, h), i + rc_by(p, 1, h));
}

SL_KERNEL(rc_diagonal, (i), scalar(struct rc_probe, p), in(double, 2, u, own(0, 0)), out(double, 1, w, own))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    SL_AT(w, i) = SL_AT(u, i + rc_by(p, 0, h), i + rc_by(p, 1, h));
}

SL_KERNEL(rc_halo_1, (i), scalar(struct rc_probe, p), in(double, 1, u, halo(1)), out(double, 1, w, own))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    SL_AT(w, i) = SL_AT(u, i + rc_by(p, 0, h));
}

SL_KERNEL(rc_halo_2, (i, j), scalar(struct rc_probe, p), in(double, 2, u, halo(1, 2)), out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h));
}

SL_KERNEL(rc_halo_one, (i, j), scalar(struct rc_probe, p), in(double, 2, u, fixed(0, 0), SL_HALO(2)),
          out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h));
}

SL_KERNEL(rc_halo_6, (i, j, k, l, m, n), scalar(struct rc_probe, p), in(double, 6, u, halo(1, 0, 2, 0, 1, 3)),
          out(double, 6, w, own))
{
    const int h = rc_here(p, i, j, k, l, m, n);
    SL_AT(w, i, j, k, l, m, n) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h), k + rc_by(p, 2, h),
                                       l + rc_by(p, 3, h), m + rc_by(p, 4, h), n + rc_by(p, 5, h));
}

SL_KERNEL(rc_any, (i, j), scalar(struct rc_probe, p), in(double, 2, u, fixed(0, 0)), out(double, 2, w, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(w, i, j) = SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h));
}

/* ---- writing -------------------------------------------------------------------------------------------------- */

SL_KERNEL(rc_fill_1, (i), scalar(struct rc_probe, p), out(double, 1, u, own))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    SL_AT(u, i + rc_by(p, 0, h)) = 1000 + (double)i;
}

SL_KERNEL(rc_fill_2, (i, j), scalar(struct rc_probe, p), inout(double, 2, u, own))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h)) = 1000 + 100 * (double)i + (double)j;
}

SL_KERNEL(rc_fill_turned, (i, j), scalar(struct rc_probe, p), out(double, 2, u, own(1, 0)))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    SL_AT(u, j + rc_by(p, 0, h), i + rc_by(p, 1, h)) = 1000 + 100 * (double)i + (double)j;
}

SL_KERNEL(rc_mark_1, (i), scalar(struct rc_probe, p), out(double, 1, u, halo(1)))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    if (h)
        SL_AT(u, i + rc_by(p, 0, h)) = RC_MARK;
}

SL_KERNEL(rc_mark_2, (i, j), scalar(struct rc_probe, p), inout(double, 2, u, halo(1, 2)))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    if (h)
        SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h)) = RC_MARK;
}

/* ---- slices and helpers ------------------------------------------------------------------------------------ */

SL_FN double rc_value_1(SL_PARAM(const double, 1, v), sl_index a)
{
    return SL_AT(v, a);
}

SL_FN double rc_value_2(SL_PARAM(const double, 2, v), sl_index a, sl_index b)
{
    return rc_value_1(SL_SUB(v, a, SL_ALL), b);
}

SL_FN double rc_value_3(SL_PARAM(const double, 3, v), sl_index a, sl_index b, sl_index c)
{
    return SL_AT(v, a, b, c);
}

/* Reads u(x, y, z), in a way that p says. */
SL_KERNEL(rc_way, (i, j, k), scalar(struct rc_probe, p), in(double, 3, u, halo(1, 0, 2)), out(double, 3, w, own))
{
    const int h = rc_here(p, i, j, k, 0, 0, 0);
    const sl_index x = i + rc_by(p, 0, h), y = j + rc_by(p, 1, h), z = k + rc_by(p, 2, h);
    double value = 0;
    if (!h || p.way == RC_AT) {
        value = SL_AT(u, x, y, z);
    } else if (p.way == RC_ROW) {
        SL_LET(plane, SL_SUB(u, x, SL_ALL, SL_ALL));
        value = SL_AT(plane, y, z);
    } else if (p.way == RC_MIDDLE) {
        SL_LET(plane, SL_SUB(u, SL_PAIR(1, SL_EXTENT(u, 0)), y, SL_PAIR(2, SL_EXTENT(u, 2))));
        value = SL_AT(plane, x - 1, z - 2);
    } else if (p.way == RC_HELPER) {
        value = rc_value_2(SL_SUB(u, SL_ALL, SL_ALL, z), x, y);
    } else if (p.way == RC_PASS) {
        value = rc_value_3(SL_PASS(u), x, y, z);
    } else if (p.way == RC_TWICE) {
        SL_LET(part, SL_SUB(u, SL_PAIR(1, SL_EXTENT(u, 0)), SL_ALL, SL_PAIR(2, SL_EXTENT(u, 2))));
        SL_LET(less, SL_SUB(part, x - 1, SL_ALL, SL_PAIR(1, SL_EXTENT(part, 2))));
        value = SL_AT(less, y, z - 3);
    } else if (p.way == RC_POINT) {
        SL_LET(point, SL_SUB(u, x, y, z));
        value = SL_AT0(point);
    } else { /* a slice that begins at the element, so that the loop's own indices may be outside of it */
        SL_LET(part, SL_SUB(u, SL_PAIR(x, SL_EXTENT(u, 0)), SL_PAIR(y, SL_EXTENT(u, 1)), SL_PAIR(z, SL_EXTENT(u, 2))));
        value = SL_AT(part, 0, 0, 0);
    }
    SL_AT(w, i, j, k) = value;
}

SL_FN void rc_put_1(SL_PARAM(double, 1, v), sl_index a)
{
    SL_AT(v, a) = RC_MARK;
}

SL_FN void rc_put_2(SL_PARAM(double, 2, v), sl_index a, sl_index b)
{
    rc_put_1(SL_SUB(v, a, SL_ALL), b);
}

SL_FN void rc_put_3(SL_PARAM(double, 3, v), sl_index a, sl_index b, sl_index c)
{
    SL_AT(v, a, b, c) = RC_MARK;
}

/* Marks u(x, y, z), in a way that p says. */
SL_KERNEL(rc_put, (i, j, k), scalar(struct rc_probe, p), inout(double, 3, u, halo(1, 0, 2)))
{
    const int h = rc_here(p, i, j, k, 0, 0, 0);
    const sl_index x = i + rc_by(p, 0, h), y = j + rc_by(p, 1, h), z = k + rc_by(p, 2, h);
    if (!h)
        return;
    if (p.way == RC_AT) {
        SL_AT(u, x, y, z) = RC_MARK;
    } else if (p.way == RC_ROW) {
        SL_LET(plane, SL_SUB(u, x, SL_ALL, SL_ALL));
        SL_AT(plane, y, z) = RC_MARK;
    } else if (p.way == RC_MIDDLE) {
        SL_LET(plane, SL_SUB(u, SL_PAIR(1, SL_EXTENT(u, 0)), y, SL_PAIR(2, SL_EXTENT(u, 2))));
        SL_AT(plane, x - 1, z - 2) = RC_MARK;
    } else if (p.way == RC_HELPER) {
        rc_put_2(SL_SUB(u, SL_ALL, SL_ALL, z), x, y);
    } else if (p.way == RC_PASS) {
        rc_put_3(SL_PASS(u), x, y, z);
    } else if (p.way == RC_TWICE) {
        SL_LET(part, SL_SUB(u, SL_PAIR(1, SL_EXTENT(u, 0)), SL_ALL, SL_PAIR(2, SL_EXTENT(u, 2))));
        SL_LET(less, SL_SUB(part, x - 1, SL_ALL, SL_PAIR(1, SL_EXTENT(part, 2))));
        SL_AT(less, y, z - 3) = RC_MARK;
    } else if (p.way == RC_POINT) {
        SL_LET(point, SL_SUB(u, x, y, z));
        SL_AT0(point) = RC_MARK;
    } else {
        SL_LET(part, SL_SUB(u, SL_PAIR(x, SL_EXTENT(u, 0)), SL_PAIR(y, SL_EXTENT(u, 1)), SL_PAIR(z, SL_EXTENT(u, 2))));
        SL_AT(part, 0, 0, 0) = RC_MARK;
    }
}

/* ---- others ------------------------------------------------------------------------------------------------ */

SL_KERNEL(rc_sum, (i), scalar(struct rc_probe, p), in(double, 1, u, halo(1)), reduce(double, sum, s))
{
    const int h = rc_here(p, i, 0, 0, 0, 0, 0);
    *s += SL_AT(u, i + rc_by(p, 0, h));
}

SL_KERNEL(rc_sum_2, (i, j), scalar(struct rc_probe, p), in(double, 2, u, own), reduce(double, sum, s))
{
    const int h = rc_here(p, i, j, 0, 0, 0, 0);
    *s += SL_AT(u, i + rc_by(p, 0, h), j + rc_by(p, 1, h));
}

/* Shifts both indices, at (3, 4) alone. */
SL_KERNEL(rc_both, (i, j), scalar(int64_t, a), scalar(int64_t, b), scalar(int, slice), in(double, 2, u, own),
          out(double, 2, w, own))
{
    const int h = i == 3 && j == 4;
    double value = 0;
    if (h && slice) {
        SL_LET(point, SL_SUB(u, i + a, j + b));
        value = SL_AT0(point);
    } else {
        value = SL_AT(u, h ? i + a : i, h ? j + b : j);
    }
    SL_AT(w, i, j) = value;
}

/* Every iteration reads where it must not. */
SL_KERNEL(rc_all, (i), in(double, 1, u, own), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i + 1 < SL_EXTENT(u, 0) ? i + 1 : 0);
}

/* Makes a slice, and marks its first element if told to. */
SL_KERNEL(rc_range, (i), scalar(int64_t, lo), scalar(int64_t, hi), scalar(int, touch), inout(double, 1, u, own))
{
    SL_LET(part, SL_SUB(u, SL_PAIR(lo, hi)));
    if (touch)
        SL_AT(part, 0) = RC_MARK;
}

SL_KERNEL(rc_copy, (i), in(double, 1, u, own), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i);
}
