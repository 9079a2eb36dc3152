/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "odd_input.h"

SL_KERNEL(odd_fill, (i), scalar(double, value), out(double, 1, x, own))
{
    SL_AT(x, i) = value;
}
SL_KERNEL(odd_count1, (i), reduce(int64_t, sum, s))
{
    *s += i < 0 ? 2 : 1;
}
SL_KERNEL(odd_ends, (i), reduce(int64_t, sum, s), reduce(int64_t, min, least), reduce(int64_t, max, most))
{
    *s += 1;
    *least = i < *least ? i : *least;
    *most = i > *most ? i : *most;
}
SL_KERNEL(odd_count2, (i, j), reduce(int64_t, sum, s), reduce(double, max, m))
{
    *s += i + j < 0 ? 2 : 1;
    *m = 3;
}
SL_KERNEL(odd_count3, (i, j, k), reduce(int64_t, prod, s))
{
    *s *= i + j + k < 0 ? 2 : 3;
}
