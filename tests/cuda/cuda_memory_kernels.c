/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops that read every element that they write, so that an element which a copy has lost is seen. All values are whole
 * numbers, exact in their types. */
#include <starloop/kernel.h>

#include "cuda_memory.h"

SL_KERNEL(cm_rank0, (i), inout(double, 0, u))
{
    SL_AT0(u) = 2 * SL_AT0(u) + (double)(i + 1);
}

SL_KERNEL(cm_rank1, (i), inout(double, 1, u, own))
{
    SL_AT(u, i) = 2 * SL_AT(u, i) + (double)i;
}

SL_KERNEL(cm_rank2, (i, j), inout(double, 2, u, own))
{
    SL_AT(u, i, j) = 2 * SL_AT(u, i, j) + (double)(i + 7 * j);
}

SL_KERNEL(cm_rank3, (i, j, k), inout(double, 3, u, own))
{
    SL_AT(u, i, j, k) = 2 * SL_AT(u, i, j, k) + (double)(i + 7 * j + 49 * k);
}

SL_KERNEL(cm_rank4, (i, j, k, l), inout(double, 4, u, own))
{
    SL_AT(u, i, j, k, l) = 2 * SL_AT(u, i, j, k, l) + (double)(i + 7 * j + 49 * k + 343 * l);
}

SL_KERNEL(cm_rank5, (i, j, k, l, m), inout(double, 5, u, own))
{
    SL_AT(u, i, j, k, l, m) = 2 * SL_AT(u, i, j, k, l, m) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m);
}

SL_KERNEL(cm_rank6, (i, j, k, l, m, n), inout(double, 6, u, own))
{
    SL_AT(u, i, j, k, l, m, n) =
        2 * SL_AT(u, i, j, k, l, m, n) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m + 16807 * n);
}

SL_KERNEL(cm_float, (i, j), inout(float, 2, u, own))
{
    SL_AT(u, i, j) = (float)(SL_AT(u, i, j) + (float)(i + 2 * j + 1));
}

SL_KERNEL(cm_int8, (i, j), inout(int8_t, 2, u, own))
{
    SL_AT(u, i, j) = (int8_t)(SL_AT(u, i, j) + (int8_t)(i + 2 * j + 1));
}

SL_KERNEL(cm_uint16, (i, j), inout(uint16_t, 2, u, own))
{
    SL_AT(u, i, j) = (uint16_t)(SL_AT(u, i, j) + (uint16_t)(i + 2 * j + 1));
}

SL_KERNEL(cm_int32, (i, j), inout(int32_t, 2, u, own))
{
    SL_AT(u, i, j) += (int32_t)(i + 2 * j + 1);
}

SL_KERNEL(cm_uint64, (i, j), inout(uint64_t, 2, u, own))
{
    SL_AT(u, i, j) += (uint64_t)(i + 2 * j + 1);
}

SL_KERNEL(cm_triple, (i, j), inout(struct triple, 2, u, own))
{
    SL_AT(u, i, j).x += (double)(i + 2 * j + 1);
    SL_AT(u, i, j).y += (float)(i + 2 * j + 1);
    SL_AT(u, i, j).z = (int32_t)(SL_AT(u, i, j).z + i + 2 * j + 1);
}

/* y = 2 y + x, whatever the layouts of the two. */
SL_KERNEL(cm_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own))
{
    SL_AT(y, i, j) = 2 * SL_AT(y, i, j) + SL_AT(x, i, j);
}

/* The same in one dimension, where values stay below a bound. */
SL_KERNEL(cm_mix, (i), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) = (double)((3 * (int64_t)SL_AT(y, i) + (int64_t)SL_AT(x, i) + 1) % MIX);
}

SL_KERNEL(cm_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(cm_sum, (i), in(double, 1, x, own), reduce(double, sum, total))
{
    *total += SL_AT(x, i);
}
