/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that look at the host. */
#include <starloop/kernel.h>

#include "split_order.h"

/* One iteration waits. */
SL_KERNEL(so_block, (i), scalar(int64_t, at), inout(double, 1, x, own))
{
    if (i == at)
        order_block();
    SL_AT(x, i) += 1;
}

SL_KERNEL(so_add, (i), scalar(int64_t, loop), inout(double, 1, x, own))
{
    order_note(loop, i);
    SL_AT(x, i) += 1;
}

SL_KERNEL(so_halo, (i), scalar(int64_t, loop), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    const sl_index last = SL_EXTENT(x, 0) - 1;
    order_note(loop, i);
    SL_AT(y, i) = SL_AT(x, i > 0 ? i - 1 : 0) + SL_AT(x, i) + SL_AT(x, i < last ? i + 1 : last);
}

/* Parts of `each` elements, of which the first is slow. */
SL_KERNEL(so_work, (i), scalar(int64_t, loop), scalar(int64_t, each), scalar(double, seconds), scalar(double, slow),
          inout(double, 1, x, own))
{
    if (i % each == 0)
        order_work(loop, i / each, i == 0 ? slow : seconds);
    SL_AT(x, i) += 1;
}
