/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops that read what they write, so that an element which a copy has lost is seen; values are whole numbers. */
#include <starloop/kernel.h>

SL_KERNEL(nn_address, (i), in(double, 1, x, own), out(int64_t, 1, at, own))
{
    SL_AT(at, i) = (int64_t)(intptr_t)&SL_AT(x, i);
}

SL_KERNEL(nn_scalar, (i), inout(double, 0, u))
{
    SL_AT0(u) = 2 * SL_AT0(u) + (double)(i + 1);
}

SL_KERNEL(nn_line, (i), inout(double, 1, u, own))
{
    SL_AT(u, i) = 2 * SL_AT(u, i) + (double)i;
}

SL_KERNEL(nn_plane, (i, j), inout(double, 2, u, own))
{
    SL_AT(u, i, j) = 2 * SL_AT(u, i, j) + (double)(i + 7 * j);
}

SL_KERNEL(nn_cube, (i, j, k), inout(double, 3, u, own))
{
    SL_AT(u, i, j, k) = 2 * SL_AT(u, i, j, k) + (double)(i + 7 * j + 49 * k);
}

SL_KERNEL(nn_copy, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(nn_mix, (i), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) = (double)((3 * (int64_t)SL_AT(y, i) + (int64_t)SL_AT(x, i) + 1) % 1000003);
}

SL_KERNEL(nn_halo, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 1) + SL_AT(x, i + 1);
}

/* Reads x anywhere: where x is split, its parts are gathered. */
SL_KERNEL(nn_turn, (i), scalar(int64_t, n), in(double, 1, x), out(double, 1, y, own))
{
    SL_AT(y, i) = 2 * SL_AT(x, n - 1 - i);
}

SL_KERNEL(nn_sum, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m))
{
    *s += SL_AT(x, i);
    *m = SL_AT(x, i) > *m ? SL_AT(x, i) : *m;
}

SL_KERNEL(nn_add, (i), in(double, 0, s), inout(double, 1, y, own))
{
    SL_AT(y, i) += SL_AT0(s);
}

SL_KERNEL(nn_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + 1;
    if (SL_AT(x, i) == bad)
        SL_RAISE(5);
}
