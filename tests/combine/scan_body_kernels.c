/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "scan_body.h"

SL_SCAN_KERNEL(sb_offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s))
{
    if (SL_FINAL)
        SL_AT(first, i) = *s;
    *s += SL_AT(count, i);
}

SL_SCAN_KERNEL(sb_compact, (i), scalar(int32_t, least), in(int32_t, 1, x, own), out(int32_t, 1, y),
               reduce(int32_t, sum, s))
{
    if (SL_AT(x, i) < least)
        return;
    if (SL_FINAL)
        SL_AT(y, *s) = SL_AT(x, i);
    *s += 1;
}

SL_SCAN_KERNEL(sb_count, (i), in(int32_t, 1, x, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s),
               scatter(double, sum, 1, bin))
{
    if (SL_FINAL) {
        SL_AT(first, i) = *s;
        SL_SCATTER(bin, SL_AT(x, i), 0.1 * (double)(*s % 7));
    }
    *s += SL_AT(x, i);
}

SL_SCAN_KERNEL(sb_in_place, (i), inout(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(x, i) = *s;
}

/* The largest so far of sums of neighbours. */
SL_SCAN_KERNEL(sb_peak, (i), in(float, 1, x), out(float, 1, y, own), reduce(float, max, s))
{
    const float v = SL_AT(x, i) + SL_AT(x, i + 1);
    if (v > *s)
        *s = v;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_SCAN_KERNEL(sb_wrap, (i), out(uint32_t, 1, y, own), reduce(uint32_t, prod, s))
{
    *s *= 2 * (uint32_t)i + 1;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

/* Writes in both turns: the last one counts. */
SL_SCAN_KERNEL(sb_turns, (i), out(int32_t, 1, y, own), reduce(int64_t, sum, s))
{
    SL_AT(y, i) = 1 + SL_FINAL;
    *s += 1;
}

SL_SCAN_KERNEL(sb_raise, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    if (SL_AT(x, i) < 0)
        SL_RAISE(7);
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}
