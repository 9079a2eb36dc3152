/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(trace_set, (i), scalar(double, s), out(double, 1, a, own))
{
    SL_AT(a, i) = s;
}

SL_KERNEL(trace_add, (i), in(double, 1, a, own), inout(double, 1, b, own))
{
    SL_AT(b, i) += SL_AT(a, i);
}

SL_KERNEL(trace_sum, (i), in(double, 1, a, own), reduce(double, sum, total))
{
    *total += SL_AT(a, i);
}

SL_KERNEL(trace_fail, (i), inout(double, 1, a, own))
{
    if (SL_AT(a, i) < 1e300)
        SL_RAISE(3);
}

SL_KERNEL(trace_blur, (i), in(double, 1, a, halo(1)), out(double, 1, b, own))
{
    SL_AT(b, i) = SL_AT(a, i - 1) + SL_AT(a, i + 1);
}

SL_KERNEL(trace_turn, (i), in(double, 1, a), out(double, 1, b, own))
{
    SL_AT(b, i) = SL_AT(a, SL_EXTENT(a, 0) - 1 - i);
}

SL_KERNEL(trace_shift, (i), in(double, 0, s), inout(double, 1, a, own))
{
    SL_AT(a, i) += SL_AT0(s);
}
