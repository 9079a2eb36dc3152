/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences: right only in the order of the iterations. `inout`, since they read what they wrote. */
#include <starloop/kernel.h>

SL_KERNEL(chain, (i), scalar(double, c), inout(double, 1, y))
{
    SL_AT(y, i) = 0.5 * SL_AT(y, i - 1) + c;
}

SL_KERNEL(chain_int, (i), inout(int32_t, 1, y))
{
    SL_AT(y, i) = SL_AT(y, i - 1) + 3;
}

SL_KERNEL(along_last, (i, j), inout(double, 2, y))
{
    SL_AT(y, i, j) = 0.75 * SL_AT(y, i, j - 1) + (double)i;
}

SL_KERNEL(along_first, (i, j), inout(double, 2, y))
{
    SL_AT(y, i, j) = 0.75 * SL_AT(y, i - 1, j) + (double)j;
}

/* Depends on both neighbours: any order that runs upwards in both dimensions gives the same. */
SL_KERNEL(along_both, (i, j), inout(double, 2, y))
{
    SL_AT(y, i, j) = 0.5 * (SL_AT(y, i - 1, j) + SL_AT(y, i, j - 1));
}

/* Takes the number of the visit: shows the very order. */
SL_KERNEL(number2, (i, j), inout(int64_t, 1, next), inout(int64_t, 2, y))
{
    SL_AT(y, i, j) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
}

SL_KERNEL(number3, (i, j, k), inout(int64_t, 1, next), inout(int64_t, 3, y))
{
    SL_AT(y, i, j, k) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
}

SL_KERNEL(number6, (i, j, k, l, m, n), inout(int64_t, 1, next), inout(int64_t, 6, y))
{
    SL_AT(y, i, j, k, l, m, n) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
}

/* The same beside a reduction, which must not change the order. */
SL_KERNEL(number_sum1, (i), inout(int64_t, 1, next), inout(int64_t, 1, y), reduce(int64_t, sum, s),
          reduce(int64_t, max, m))
{
    SL_AT(y, i) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
    *s += SL_AT(y, i);
    if (SL_AT(y, i) > *m)
        *m = SL_AT(y, i);
}

SL_KERNEL(number_sum2, (i, j), inout(int64_t, 1, next), inout(int64_t, 2, y), reduce(int64_t, sum, s),
          reduce(int64_t, max, m))
{
    SL_AT(y, i, j) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
    *s += SL_AT(y, i, j);
    if (SL_AT(y, i, j) > *m)
        *m = SL_AT(y, i, j);
}

SL_KERNEL(number_sum3, (i, j, k), inout(int64_t, 1, next), inout(int64_t, 3, y), reduce(int64_t, sum, s),
          reduce(int64_t, max, m))
{
    SL_AT(y, i, j, k) = SL_AT(next, 0);
    SL_AT(next, 0) += 1;
    *s += SL_AT(y, i, j, k);
    if (SL_AT(y, i, j, k) > *m)
        *m = SL_AT(y, i, j, k);
}
