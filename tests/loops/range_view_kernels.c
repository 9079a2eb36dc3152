/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rv_set, (i), scalar(int32_t, value), out(int32_t, 1, n, own))
{
    SL_AT(n, i) = value;
}

SL_KERNEL(rv_add, (i), scalar(int64_t, value), inout(int64_t, 1, n, own))
{
    SL_AT(n, i) += value;
}

SL_KERNEL(rv_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn, own), out(int64_t, 1, y, own))
{
    SL_AT(turn, i) += 1;
    SL_AT(y, i) = 3 * i + 1000 * SL_INDEX_POSITION + off;
}

SL_KERNEL(rv_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most))
{
    *total += SL_AT(x, i);
    *most = SL_AT(x, i) > *most ? SL_AT(x, i) : *most;
}

SL_REDUCER(rv_last, int64_t, 0, a, b)
{
    *a = *b != 0 ? *b : *a;
}

SL_KERNEL(rv_order, (i), in(int64_t, 1, x, own), reduce(int64_t, rv_last, last))
{
    *last = SL_AT(x, i);
}

SL_KERNEL(rv_bins, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, bins, array(7)))
{
    SL_AT(bins, i % 7) += SL_AT(x, i);
}

SL_KERNEL(rv_scatter, (i), in(int32_t, 2, to, own(0, all), map), scatter(int64_t, sum, 1, y))
{
    SL_SCATTER(y, SL_AT(to, i, 0), i + 1);
}

/* One level of a search: what has no level yet gets one, and stands among the next ones. */
SL_KERNEL(rv_visit, (k), scalar(int32_t, depth), in(int32_t, 1, front, own), in(int32_t, 1, begin),
          in(int32_t, 1, edge), inout(int32_t, 1, level, atomic), inout(int32_t, 1, size, atomic),
          inout(int32_t, 1, next))
{
    const int32_t v = SL_AT(front, k);
    for (int32_t e = SL_AT(begin, v); e < SL_AT(begin, v + 1); e++)
        if (SL_ATOMIC_CAS_STORED(SL_AT(level, SL_AT(edge, e)), -1, depth))
            SL_AT(next, SL_ATOMIC_ADD(SL_AT(size, 0), 1)) = SL_AT(edge, e);
}

SL_SCAN_KERNEL(rv_scan, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}
