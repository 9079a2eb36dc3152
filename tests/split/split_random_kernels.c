/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of every reach from rank 1 to 3, over whole numbers, which wrap. */
#include <starloop/kernel.h>

SL_KERNEL(sr_fill, (i), scalar(uint64_t, a), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = a * (uint64_t)(i + 3);
}

SL_KERNEL(sr_own, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(x, i) + a + (uint64_t)i;
}

SL_KERNEL(sr_add, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(sr_halo, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(40)), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) =
        SL_AT(y, i) * 3 + SL_AT(x, i - 1) + 5 * SL_AT(x, i) + 7 * SL_AT(x, i + 1) + SL_AT(z, i - 40) - SL_AT(z, i + 39);
}

SL_KERNEL(sr_both, (i), in(uint64_t, 1, x, own), in(uint64_t, 1, z, halo(2)), in(uint64_t, 1, w),
          inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) ^= SL_AT(x, i) * SL_AT(z, i + 2) + SL_AT(z, i - 2) + SL_AT(w, SL_EXTENT(w, 0) - 1 - i);
}

SL_KERNEL(sr_turn, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y))
{
    SL_AT(y, SL_EXTENT(y, 0) - 1 - i) = SL_AT(x, i) ^ (uint64_t)i;
}

SL_KERNEL(sr_sum, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own), reduce(uint64_t, sum, s),
          reduce(uint64_t, max, m))
{
    SL_AT(y, i) += SL_AT(x, i);
    *s += SL_AT(y, i) * (uint64_t)(i + 1);
    if (SL_AT(x, i) > *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(sr_scale, (i), in(uint64_t, 0, s), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * 3 + SL_AT0(s);
}

SL_KERNEL(sr_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    if (i == at)
        SL_RAISE(7);
    SL_AT(y, i) = SL_AT(x, i) + 1;
}

SL_KERNEL(sr_stencil, (i, j), in(uint64_t, 2, u, halo(1, 3)), out(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i - 1, j) + 3 * SL_AT(u, i + 1, j) + 5 * SL_AT(u, i, j - 3) + 7 * SL_AT(u, i, j + 3);
}

SL_KERNEL(sr_transpose, (i, j), in(uint64_t, 2, u, own(1, 0)), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = 3 * SL_AT(w, i, j) + SL_AT(u, j, i);
}

SL_KERNEL(sr_rows, (i, j), in(uint64_t, 1, x, own(0)), in(uint64_t, 1, y, own(1)), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) += SL_AT(x, i) * 3 + SL_AT(y, j);
}

SL_KERNEL(sr_collect, (i, j), in(uint64_t, 2, u, own), in(uint64_t, 2, w, own(0, 0)), inout(uint64_t, 1, x, own(0)))
{
    if (j == 0)
        SL_AT(x, i) += SL_AT(u, i, j) + SL_AT(w, i, i);
}

SL_KERNEL(sr_norm, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own), reduce(uint64_t, sum, s))
{
    SL_AT(w, i, j) = 3 * SL_AT(w, i, j) + SL_AT(u, i, j);
    *s += SL_AT(w, i, j) * (uint64_t)(i * 7 + j);
}

SL_KERNEL(sr_cube, (i, j, k), in(uint64_t, 3, p, halo(1)), inout(uint64_t, 3, q, own), reduce(uint64_t, sum, s))
{
    SL_AT(q, i, j, k) = 5 * SL_AT(q, i, j, k) + SL_AT(p, i - 1, j, k) + 3 * SL_AT(p, i + 1, j, k) +
                        7 * SL_AT(p, i, j - 1, k) + 9 * SL_AT(p, i, j + 1, k) + 11 * SL_AT(p, i, j, k - 1) +
                        13 * SL_AT(p, i, j, k + 1);
    *s += SL_AT(q, i, j, k);
}
