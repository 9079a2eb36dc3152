/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "lj.h"

SL_KERNEL(bench_lj_kernel, (i), in(int32_t, 2, near, own(0, all)), in(double, 2, x), out(double, 2, f, own(0, all)))
{
    const double x0 = SL_AT(x, i, 0), x1 = SL_AT(x, i, 1), x2 = SL_AT(x, i, 2);
    double f0 = 0, f1 = 0, f2 = 0;
    for (int k = 0; k < LJ_NEAR; k++) {
        const int32_t j = SL_AT(near, i, k);
        const double d0 = x0 - SL_AT(x, j, 0), d1 = x1 - SL_AT(x, j, 1), d2 = x2 - SL_AT(x, j, 2);
        const double r2 = d0 * d0 + d1 * d1 + d2 * d2, force = LJ_FORCE(r2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
    }
    SL_AT(f, i, 0) = f0;
    SL_AT(f, i, 1) = f1;
    SL_AT(f, i, 2) = f2;
}
