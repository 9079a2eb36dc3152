/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_values.h"

#define STATS(T, name) \
    SL_KERNEL(name, (i), in(T, 1, x, own), reduce(T, sum, s), reduce(T, min, lo), reduce(T, max, hi)) \
    { \
        const T v = SL_AT(x, i); \
        *s = (T)(*s + v); \
        if (v < *lo) \
            *lo = v; \
        if (v > *hi) \
            *hi = v; \
    }
REDUCE_TYPES(STATS)

SL_KERNEL(norm3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j, k) * SL_AT(x, i, j, k);
}

SL_KERNEL(norm5, (i, j, k, l, m), in(double, 5, x, own), reduce(double, min, s))
{
    const double v = SL_AT(x, i, j, k, l, m);
    if (v < *s)
        *s = v;
}

/* Leaves out every skip-th element, so that a lane may stay without one. */
SL_KERNEL(double_and_sum, (i), scalar(int32_t, skip), in(double, 1, x, own), out(double, 1, y, own),
          inout(int32_t, 1, count, own), reduce(double, sum, s), reduce(int64_t, max, where))
{
    SL_AT(y, i) = 2 * SL_AT(x, i);
    SL_AT(count, i) += 1;
    if (i % skip == 0)
        return;
    *s += SL_AT(x, i);
    if (i > *where)
        *where = i;
}

SL_KERNEL(scale_by, (i), in(double, 0, factor), inout(double, 1, y, own))
{
    SL_AT(y, i) *= SL_AT0(factor);
}

SL_KERNEL(quotient, (i), in(double, 0, a), in(double, 0, b), out(double, 0, c))
{
    SL_AT0(c) = SL_AT0(a) / SL_AT0(b);
}
