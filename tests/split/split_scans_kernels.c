/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* v -> a v + b; first p, then q. */
typedef struct ss_map {
    uint32_t a, b;
} ss_map;

SL_REDUCER(ss_then, ss_map, ({1, 0}), p, q)
{
    p->b = q->a * p->b + q->b;
    p->a *= q->a;
}

SL_SCAN_KERNEL(ss_offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s))
{
    if (SL_FINAL)
        SL_AT(first, i) = *s;
    *s += SL_AT(count, i);
}

SL_SCAN_KERNEL(ss_running, (i), inout(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(x, i) = *s;
}

SL_SCAN_KERNEL(ss_maps, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(ss_map, ss_then, s))
{
    const ss_map here = {2 * SL_AT(x, i) + 1, SL_AT(x, i)};
    SL_JOIN(ss_then, s, &here);
    if (SL_FINAL)
        SL_AT(y, i) = s->a * 5 + s->b;
}

SL_SCAN_KERNEL(ss_near, (i), in(double, 1, x, halo(1)), out(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i - 1) - 0.5 * SL_AT(x, i + 1);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_SCAN_KERNEL(ss_raise, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s))
{
    if (SL_AT(x, i) < 0)
        SL_RAISE(7);
    *s += SL_AT(x, i);
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_KERNEL(ss_add, (i), scalar(int64_t, a), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) += a;
}
