/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_prod.h"

#define PROD(T, name, most) \
    SL_KERNEL(name, (i), in(T, 1, x, own), reduce(T, prod, p)) \
    { \
        *p = (T)(*p * SL_AT(x, i)); \
    }
PROD_TYPES(PROD)

SL_KERNEL(prod_rank3, (i, j, k), in(double, 3, x, own), reduce(double, prod, p), reduce(double, sum, s))
{
    *p *= SL_AT(x, i, j, k);
    *s += log2(SL_AT(x, i, j, k));
}

/* A factorial: the numbers 1 to n. */
SL_KERNEL(prod_upper, (i), scalar(sl_index, n), SL_REDUCE(uint64_t, prod, p))
{
    if (i > 0 && i <= n)
        *p *= (uint64_t)i;
}
