/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(rg_push, (i), scalar(double, dt), inout(double, 1, x, own), in(double, 1, v, own))
{
    SL_AT(x, i) += dt * SL_AT(v, i);
}

SL_KERNEL(rg_pull, (i), in(double, 1, x, halo(1)), inout(double, 1, v, own), scalar(double, k))
{
    SL_AT(v, i) += k * (SL_AT(x, i - 1) - 2 * SL_AT(x, i) + SL_AT(x, i + 1));
}

SL_KERNEL(rg_energy, (i), in(double, 1, v, own), reduce(double, sum, e))
{
    *e += SL_AT(v, i) * SL_AT(v, i);
}

SL_KERNEL(rg_fail, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own))
{
    if (i == at)
        SL_RAISE(3);
    SL_AT(y, i) = SL_AT(x, i);
}
