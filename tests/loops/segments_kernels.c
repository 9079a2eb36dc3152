/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sg_mark, (i), scalar(int64_t, off), inout(int64_t, 1, turn), out(int64_t, 1, y, own))
{
    SL_AT(turn, i) += 1;
    SL_AT(y, i) = 3 * i + off;
}

/* What it leaves depends on the order of the iterations of an index. */
SL_KERNEL(sg_follow, (i), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) = (3 * SL_AT(y, i) + i) % 1000003;
}

/* What it leaves depends on the order of segments: each looks at its neighbours. */
SL_KERNEL(sg_relax, (i), inout(int64_t, 1, y))
{
    SL_AT(y, i) = (SL_AT(y, i - 1) + 2 * SL_AT(y, i + 1) + i) % 1000003;
}

SL_KERNEL(sg_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total), reduce(int64_t, max, most))
{
    *total += SL_AT(x, i);
    *most = SL_AT(x, i) > *most ? SL_AT(x, i) : *most;
}

SL_KERNEL(sg_scatter, (i), scatter(int64_t, sum, 1, y))
{
    SL_SCATTER(y, i % SL_EXTENT(y, 0), i);
}

/* No two elements of a colour have a corner in common. */
SL_KERNEL(sg_corners, (e), in(int32_t, 2, map, own(0, all)), inout(int64_t, 1, y))
{
    for (int j = 0; j < SL_EXTENT(map, 1); j++)
        SL_AT(y, SL_AT(map, e, j)) += e + 1;
}

SL_SCAN_KERNEL(sg_scan, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s), out(int64_t, 1, y, own))
{
    *s += SL_AT(x, i) * SL_INDEX_POSITION;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

/* The positions, from 1 on: 0 is where there is none. */
SL_KERNEL(sg_position, (i), out(int64_t, 1, y, own))
{
    SL_AT(y, i) = SL_INDEX_POSITION + 1;
}

SL_KERNEL(sg_weigh, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, total))
{
    *total += SL_AT(x, i) * SL_INDEX_POSITION;
}
