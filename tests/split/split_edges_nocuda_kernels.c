/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C"
#endif
    int
    edges_here(void);

SL_KERNEL(se_count, (i, j), in(double, 2, u, own), reduce(double, sum, s))
{
    *s += SL_AT(u, i, j) + edges_here();
}

SL_KERNEL(se_where, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) += 1 + edges_here();
}
