/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops whose results depend on the indices, over whole numbers, which wrap. */
#include <starloop/kernel.h>

SL_KERNEL(sv_add1, (i), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * 3 + (uint64_t)(7 * i);
}

SL_KERNEL(sv_add2, (i, j), inout(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = SL_AT(x, i, j) * 3 + (uint64_t)(7 * i + 11 * j);
}

SL_KERNEL(sv_add3, (i, j, k), inout(uint64_t, 3, x, own))
{
    SL_AT(x, i, j, k) = SL_AT(x, i, j, k) * 3 + (uint64_t)(7 * i + 11 * j + 13 * k);
}

SL_KERNEL(sv_mix, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) * 5 + 1;
}

SL_KERNEL(sv_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, total))
{
    *total += SL_AT(x, i);
}
