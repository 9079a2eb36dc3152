/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(td_ramp, (i), scalar(double, first), out(double, 1, x, own))
{
    SL_AT(x, i) = first + (double)i;
}

SL_KERNEL(td_grow, (i), in(double, 0, s), inout(double, 1, x, own))
{
    SL_AT(x, i) += SL_AT0(s);
}

SL_KERNEL(td_set, (i), scalar(double, v), out(double, 0, s))
{
    SL_AT0(s) = v + (double)i;
}

SL_KERNEL(td_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

/* Of one test only: what an argument has made and the host has read is known until the program ends. */
SL_KERNEL(td_ring, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, most))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) > *most)
        *most = SL_AT(x, i);
}

SL_KERNEL(td_ends, (i), in(double, 1, x, own), reduce(double, min, least), reduce(int32_t, max, last))
{
    if (SL_AT(x, i) < *least)
        *least = SL_AT(x, i);
    if ((int32_t)SL_AT(x, i) > *last)
        *last = (int32_t)SL_AT(x, i);
}

SL_KERNEL(td_fail, (i), scalar(int64_t, at), in(double, 1, x, own), reduce(double, sum, s))
{
    if (i == at)
        SL_RAISE(7);
    *s += SL_AT(x, i);
}

#define TYPES(M) M(int8_t, i8) M(uint8_t, u8) M(int32_t, i32) M(uint64_t, u64) M(float, f32) M(double, f64)
#define COUNT(T, NAME) \
    SL_KERNEL(td_count_##NAME, (i), scalar(int64_t, below), reduce(T, sum, s)) \
    { \
        *s += (T)(i < below); \
    }
TYPES(COUNT)
