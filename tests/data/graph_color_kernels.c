/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* One vertex of a Gauss-Seidel sweep of integers, whose result shows the order to the last bit. */
SL_KERNEL(gc_sweep, (v), in(int32_t, 1, rows), in(int64_t, 1, columns), inout(int64_t, 1, x))
{
    int64_t sum = v + 1;
    for (int32_t k = SL_AT(rows, v); k < SL_AT(rows, v + 1); k++)
        sum += 3 * SL_AT(x, SL_AT(columns, k));
    SL_AT(x, v) = sum % 1000003;
}

/* Adds to the vertices around one: at distance 2 no two of a colour have one in common. */
SL_KERNEL(gc_push, (v), in(int32_t, 1, rows), in(int64_t, 1, columns), inout(int64_t, 1, x))
{
    SL_AT(x, v) += v;
    for (int32_t k = SL_AT(rows, v); k < SL_AT(rows, v + 1); k++)
        SL_AT(x, SL_AT(columns, k)) += 2 * v + 1;
}
