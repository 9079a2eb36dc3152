/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rb_set, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own))
{
    SL_AT(x, i) = a + 3 * (uint64_t)i;
}
SL_KERNEL(rb_near, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + 8 * SL_AT(x, i - 1) + 3 * SL_AT(x, i + 1);
}
SL_KERNEL(rb_raise, (i), scalar(int64_t, at), inout(uint64_t, 1, y, own))
{
    if (i == at)
        SL_RAISE(7);
    SL_AT(y, i) += 1;
}
