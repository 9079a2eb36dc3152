/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(ml_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(ml_copy, (i), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(ml_smooth, (i), in(double, 1, u, halo(2)), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i < 2 ? 0 : i - 2) + SL_AT(u, i + 2 < SL_EXTENT(u, 0) ? i + 2 : SL_EXTENT(u, 0) - 1);
}

SL_KERNEL(ml_plane, (i, j), in(double, 2, u, own), out(double, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i, j);
}

SL_KERNEL(ml_fixed, (i), in(double, 2, m, fixed(4, 3)), inout(double, 1, y, own))
{
    SL_AT(y, i) += SL_AT(m, i, 2);
}

SL_KERNEL(ml_columns, (i, j), in(double, 1, c, own(1)), out(double, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(c, j);
}

SL_KERNEL(ml_dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i) * SL_AT(y, i);
}

SL_KERNEL(ml_two, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    *s += SL_AT(x, i);
    if (SL_AT(x, i) > *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(ml_scaled, (i), in(double, 0, alpha), inout(double, 1, y, own))
{
    SL_AT(y, i) *= SL_AT0(alpha);
}
