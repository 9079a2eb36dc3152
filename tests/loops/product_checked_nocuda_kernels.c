/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of tests/loops/product.c with bounds checks. */
#undef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include "product.h"

SL_KERNEL(prc_past, (i, j), inout(int64_t, 2, y, own))
{
    SL_AT(y, i, j) += 1;
}

SL_KERNEL(prc_some, (i, j), scalar(int64_t, but), out(int64_t, 2, y, own))
{
    if (100 * i + j != but)
        SL_AT(y, i, j) = i - j;
}

SL_KERNEL(prc_race, (i, j), inout(int64_t, 1, y))
{
    SL_AT(y, i) += j;
}
