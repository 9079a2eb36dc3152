/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that look at the host. */
#include <starloop/kernel.h>

#include "split.h"

/* Its last iteration waits until sp_open has run its first. */
SL_KERNEL(sp_blocked, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) += 1;
    if (i == SL_EXTENT(x, 0) - 1)
        split_wait();
}

SL_KERNEL(sp_open, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = 2 * SL_AT(x, i);
    if (i == 0)
        split_open();
}

/* Notes where an iteration of each 1024 runs, and works a little. */
SL_KERNEL(sp_where, (i), scalar(int64_t, round), inout(double, 1, x, own))
{
    for (int k = 0; k < 20; k++)
        SL_AT(x, i) = SL_AT(x, i) * 0.999 + 1;
    if (i % 1024 == 0)
        split_note((int)round, (int)(i / 1024));
}
