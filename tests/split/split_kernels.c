/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sp_set, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a + (double)i;
}

SL_KERNEL(sp_triad, (i), scalar(double, a), in(double, 1, x, own), in(double, 1, y, own), out(double, 1, z, own))
{
    SL_AT(z, i) = SL_AT(x, i) + a * SL_AT(y, i);
}

SL_KERNEL(sp_add, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}

SL_KERNEL(sp_smooth, (i), in(double, 1, x, halo(2)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 2) + 2 * SL_AT(x, i) + SL_AT(x, i + 2);
}

SL_KERNEL(sp_reverse, (i), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, SL_EXTENT(x, 0) - 1 - i);
}

SL_KERNEL(sp_scatter, (i), in(double, 1, x, own), out(double, 1, y))
{
    SL_AT(y, SL_EXTENT(y, 0) - 1 - i) = SL_AT(x, i);
}

SL_KERNEL(sp_extents, (i, j), inout(double, 2, u, own))
{
    SL_AT(u, i, j) += (double)(1000 * SL_EXTENT(u, 0) + SL_EXTENT(u, 1));
}

SL_KERNEL(sp_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, m))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) < *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(sp_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j);
}

SL_KERNEL(sp_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(float, sum, t))
{
    *s += SL_AT(x, i, j, k);
    *t += (float)SL_AT(x, i, j, k);
}

SL_KERNEL(sp_raise, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own))
{
    if (i == at)
        SL_RAISE(9);
    SL_AT(y, i) = SL_AT(x, i);
}
