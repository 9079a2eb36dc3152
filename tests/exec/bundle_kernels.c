/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* Each of these gives another result in another order. Values stay small. */
SL_KERNEL(bundle_update, (i), scalar(int64_t, a), inout(int64_t, 1, x, own))
{
    SL_AT(x, i) = (3 * SL_AT(x, i) + a) & 0xffff;
}

SL_KERNEL(bundle_gather, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y))
{
    SL_AT(y, SL_INDEX_POSITION) = (5 * SL_AT(y, SL_INDEX_POSITION) + SL_AT(x, i)) & 0xffff;
}

SL_KERNEL(bundle_scatter, (i), in(int64_t, 1, y), inout(int64_t, 1, x, own))
{
    SL_AT(x, i) = (7 * SL_AT(x, i) + SL_AT(y, SL_INDEX_POSITION)) & 0xffff;
}

SL_KERNEL(bundle_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(x, i);
}
