/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of every reach, over whole numbers, whose results do not depend on the order of additions. */
#include <starloop/kernel.h>

SL_KERNEL(pr_own, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(x, i) + a + (uint64_t)i;
}

SL_KERNEL(pr_add, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(pr_halo1, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 1) + 5 * SL_AT(x, i) + 7 * SL_AT(x, i + 1);
}

SL_KERNEL(pr_halo3, (i), in(uint64_t, 1, x, halo(3)), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(y, i) * 3 + SL_AT(x, i - 3) - 2 * SL_AT(x, i + 2) + SL_AT(x, i + 3);
}

SL_KERNEL(pr_any, (i), scalar(uint64_t, a), in(uint64_t, 1, x), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, (sl_index)(((uint64_t)i * 7 + a) % (uint64_t)SL_EXTENT(x, 0))) + 1;
}

SL_KERNEL(pr_turn, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y))
{
    SL_AT(y, SL_EXTENT(y, 0) - 1 - i) = SL_AT(x, i) ^ (uint64_t)i;
}

SL_KERNEL(pr_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m))
{
    *s += SL_AT(x, i) * (uint64_t)(i + 1);
    if (SL_AT(x, i) > *m)
        *m = SL_AT(x, i);
}

SL_KERNEL(pr_scale, (i), in(uint64_t, 0, s), inout(uint64_t, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * 3 + SL_AT0(s);
}

SL_KERNEL(pr_scalars, (i), in(uint64_t, 0, s), inout(uint64_t, 0, t))
{
    SL_AT0(t) = SL_AT0(t) * 5 + SL_AT0(s) + (uint64_t)i;
}

SL_KERNEL(pr_stencil, (i, j), in(uint64_t, 2, u, halo(1, 2)), out(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i - 1, j) + 3 * SL_AT(u, i + 1, j) + 5 * SL_AT(u, i, j - 2) + 7 * SL_AT(u, i, j + 2);
}

SL_KERNEL(pr_transpose, (i, j), in(uint64_t, 2, u, own(1, 0)), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = 3 * SL_AT(w, i, j) + SL_AT(u, j, i);
}

SL_KERNEL(pr_rows, (i, j), in(uint64_t, 1, r, own(0)), in(uint64_t, 1, q, own(1)), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) += SL_AT(r, i) * 3 + SL_AT(q, j);
}

SL_KERNEL(pr_norm, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own), reduce(uint64_t, sum, s))
{
    SL_AT(w, i, j) = 3 * SL_AT(w, i, j) + SL_AT(u, i, j);
    *s += SL_AT(w, i, j) * (uint64_t)(i * 7 + j);
}

SL_KERNEL(pr_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    if (i == at)
        SL_RAISE(7);
    SL_AT(y, i) = SL_AT(x, i) + 1;
}
