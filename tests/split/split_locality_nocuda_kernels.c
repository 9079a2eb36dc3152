/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that look at the host. */
#include <starloop/kernel.h>

#include "split_locality.h"

/* Parts begin at multiples of `each`. */
SL_KERNEL(sy_add, (i), scalar(int64_t, loop), scalar(int64_t, each), inout(double, 1, x, own))
{
    if (i % each == 0)
        locality_note(loop, i / each);
    SL_AT(x, i) += 1;
}

SL_KERNEL(sy_halo, (i), scalar(int64_t, loop), scalar(int64_t, each), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    if (i % each == 0)
        locality_note(loop, i / each);
    SL_AT(y, i) = SL_AT(x, i) + 1 + 0 * SL_AT(x, i > 0 ? i - 1 : 0);
}
