/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that look at the host. */
#include <starloop/kernel.h>

#include "region_barrier.h"

/* Its last iteration waits until rg_later has run its first. */
SL_KERNEL(rg_earlier, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) += 1;
    if (i == SL_EXTENT(x, 0) - 1)
        region_wait();
}

SL_KERNEL(rg_later, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) *= 2;
    if (i == 0)
        region_pass();
}
