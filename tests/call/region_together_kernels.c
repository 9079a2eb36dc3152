/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rtg_take, (i), scalar(int64_t, k), in(int64_t, 1, from), inout(int64_t, 1, to, own))
{
    SL_AT(to, i) = (3 * SL_AT(to, i) + SL_AT(from, i + k)) & 0xffff;
}

SL_KERNEL(rtg_sum, (i), in(int64_t, 1, to, own), reduce(int64_t, sum, s))
{
    *s += SL_AT(to, i);
}
