/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "cuda_reduce.h"

SL_KERNEL(cr_eight, (i), in(int32_t, 1, v, own), reduce(double, sum, a), reduce(float, max, b), reduce(int64_t, sum, c),
          reduce(uint8_t, min, d), reduce(int16_t, max, e), reduce(double, min, f), reduce(uint32_t, sum, g),
          reduce(int8_t, sum, h))
{
    const int32_t x = SL_AT(v, i);
    *a += 0.5 * x;
    if ((float)x > *b)
        *b = (float)x;
    *c += (int64_t)x << 33;
    if (x < *d)
        *d = (uint8_t)x;
    if (-x > *e)
        *e = (int16_t)-x;
    if (-0.25 * x < *f)
        *f = -0.25 * x;
    *g += (uint32_t)x << 20;
    *h = (int8_t)(*h + x);
}

SL_FN void take(double v, double *s, double *m)
{
    *s += v;
    if (v > *m)
        *m = v;
}

SL_KERNEL(cr_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i), s, m);
}

SL_KERNEL(cr_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i, j), s, m);
}

SL_KERNEL(cr_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i, j, k), s, m);
}

SL_KERNEL(cr_sum4, (i, j, k, l), in(double, 4, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i, j, k, l), s, m);
}

SL_KERNEL(cr_sum5, (i, j, k, l, n), in(double, 5, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i, j, k, l, n), s, m);
}

SL_KERNEL(cr_sum6, (i, j, k, l, n, p), in(double, 6, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    take(SL_AT(x, i, j, k, l, n, p), s, m);
}

SL_KERNEL(cr_dot, (i, j), in(double, 2, x, own), in(double, 2, y, own), out(double, 2, z, own), reduce(double, sum, s))
{
    SL_AT(z, i, j) = SL_AT(x, i, j) - SL_AT(y, i, j);
    *s += SL_AT(x, i, j) * SL_AT(y, i, j);
}

SL_KERNEL(cr_total, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(cr_twist, (i), in(uint64_t, 0, s), inout(uint64_t, 0, t))
{
    SL_AT0(t) = (SL_AT0(t) ^ SL_AT0(s)) * 5 + 1;
}

SL_KERNEL(cr_scale, (i), in(uint64_t, 0, t), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * SL_AT0(t) + (uint64_t)i;
}
