/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rv_smooth, (i), in(double, 1, u, halo(1)), inout(double, 1, w, own))
{
    SL_AT(w, i) = 0.5 * SL_AT(u, i) + 0.25 * (SL_AT(u, i - 1) + SL_AT(u, i + 1));
}

SL_KERNEL(rv_edges, (i), in(double, 1, part, own), inout(double, 1, w, own))
{
    SL_AT(w, i) += SL_AT(part, i);
}

SL_KERNEL(rv_sum, (i), in(double, 1, w, own), reduce(double, sum, s))
{
    *s += SL_AT(w, i);
}
