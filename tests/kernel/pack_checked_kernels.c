/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "pack.h"

SL_KERNEL(pkc_read, (i), scalar(int64_t, c), scalar(int64_t, by), in(int64_t, 1, x, own, pack(3)),
          in(int64_t, 1, z, own), out(int64_t, 1, y, own, pack(2)))
{
    SL_AT(y, 0, i) = SL_AT(x, c, i + by) + SL_AT(z, i + (c == 9 ? by : 0));
    if (c != 1 || i != 3)
        SL_AT(y, 1, i) = 1;
}

SL_KERNEL(pkc_race, (i), scalar(int64_t, c), inout(int64_t, 1, x, pack(2)))
{
    SL_AT(x, c, i / 2) = i;
}
