/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rf_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own))
{
    SL_AT(x, i) = a + 3 * (uint64_t)i;
}
SL_KERNEL(rf_own1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(rf_any, (i), in(uint64_t, 1, x), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, 0);
}
SL_KERNEL(rf_turned, (i, j), in(uint64_t, 2, x, own(1, 0)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, j, i);
}
SL_KERNEL(rf_scatter, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y))
{
    SL_SCATTER(y, i, SL_AT(x, i));
}
SL_KERNEL(rf_bins, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, h, array(4)))
{
    SL_AT(h, SL_AT(x, i) % 4) += 1;
}
SL_SCAN_KERNEL(rf_scan, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}
SL_KERNEL(rf_raise, (i), scalar(int64_t, at), inout(uint64_t, 1, y, own))
{
    if (i == at)
        SL_RAISE(7);
    SL_AT(y, i) += 1;
}
