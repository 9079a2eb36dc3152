/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled with bounds checks: an index past the end of a subview, within its parent. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(swb_past, (i), scalar(int64_t, by), inout(uint64_t, 1, x))
{
    SL_AT(x, i + by) = 1;
}

SL_KERNEL(swb_race, (i, j), inout(uint64_t, 2, x))
{
    SL_AT(x, i, 0 * j) += (uint64_t)(1 + j);
}
