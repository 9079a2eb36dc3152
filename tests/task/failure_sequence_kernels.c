/* SPDX-License-Identifier: BSD-3-Clause */
/* Small loops on whole numbers, which wrap. Each raises at the index bad, if it comes to it. */
#include <starloop/kernel.h>

SL_KERNEL(fs_map, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    if (i == bad)
        SL_RAISE(1);
    SL_AT(y, i) = SL_AT(x, i) * 3 + 1;
}

SL_KERNEL(fs_add, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    if (i == bad)
        SL_RAISE(2);
    SL_AT(y, i) = SL_AT(y, i) * 5 + SL_AT(x, i);
}

SL_KERNEL(fs_fill, (i), scalar(int64_t, bad), scalar(uint64_t, a), out(uint64_t, 1, y, own))
{
    if (i == bad)
        SL_RAISE(3);
    SL_AT(y, i) = a + (uint64_t)i;
}

SL_KERNEL(fs_sum, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s),
          reduce(uint64_t, max, m))
{
    if (i == bad)
        SL_RAISE(4);
    *s += SL_AT(x, i);
    if (SL_AT(x, i) > *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(fs_shift, (i), scalar(int64_t, bad), in(uint64_t, 0, s), inout(uint64_t, 1, x, own))
{
    if (i == bad)
        SL_RAISE(5);
    SL_AT(x, i) += SL_AT0(s);
}
