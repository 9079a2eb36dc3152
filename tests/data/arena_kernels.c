/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "arena.h"

SL_KERNEL(ar_set, (i, j), scalar(double, first), out(double, 2, a, own))
{
    SL_AT(a, i, j) = first + (double)(100 * i + j);
}

SL_KERNEL(ar_rows, (i), in(double, 2, a, own(0, all)), out(int32_t, 1, b, own))
{
    double sum = 0;
    for (sl_index j = 0; j < SL_EXTENT(a, 1); j++)
        sum += SL_AT(a, i, j);
    SL_AT(b, i) = (int32_t)sum;
}

SL_KERNEL(ar_triples, (i), in(int32_t, 1, b, own), out(struct ar_triple, 1, t, own))
{
    SL_AT(t, i).x[0] = SL_AT(b, i);
    SL_AT(t, i).x[1] = 2 * SL_AT(b, i);
    SL_AT(t, i).x[2] = 3 * SL_AT(b, i);
}

SL_KERNEL(ar_sum, (i), in(struct ar_triple, 1, t, own), reduce(double, sum, s))
{
    *s += SL_AT(t, i).x[0] + SL_AT(t, i).x[1] + SL_AT(t, i).x[2];
}
