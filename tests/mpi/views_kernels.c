/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over distributed views. Stencils have another weight for each neighbour, so that a wrong one is seen:
 * distributed.h says which. */
#include <starloop/kernel.h>

#define BESIDE(d, o, before, behind) ((before) * (7 * (o) + 5 * (d) + 1) + (behind) * (2 * (o) + (d) + 3))

SL_KERNEL(vs_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own))
{
    SL_AT(x, i) = a + 3 * (uint64_t)i;
}
SL_KERNEL(vs_set2, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = a + 3 * (uint64_t)i + 101 * (uint64_t)j;
}
SL_KERNEL(vs_set3, (i, j, k), scalar(uint64_t, a), out(uint64_t, 3, x, own))
{
    SL_AT(x, i, j, k) = a + 3 * (uint64_t)i + 101 * (uint64_t)j + 1009 * (uint64_t)k;
}
SL_KERNEL(vs_set4, (i, j, k, l), scalar(uint64_t, a), out(uint64_t, 4, x, own))
{
    SL_AT(x, i, j, k, l) = a + 3 * (uint64_t)i + 101 * (uint64_t)j + 1009 * (uint64_t)k + 10007 * (uint64_t)l;
}

SL_KERNEL(vs_near1, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1));
}
SL_KERNEL(vs_wide1, (i), in(uint64_t, 1, x, halo(2)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) =
        SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1)) + BESIDE(0, 2, SL_AT(x, i - 2), SL_AT(x, i + 2));
}
SL_KERNEL(vs_near2, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
                     BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1));
}
SL_KERNEL(vs_wide2, (i, j), in(uint64_t, 2, x, halo(2, 1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
                     BESIDE(0, 2, SL_AT(x, i - 2, j), SL_AT(x, i + 2, j)) +
                     BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1));
}
SL_KERNEL(vs_side2, (i, j), in(uint64_t, 2, x, halo(0, 2)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1)) +
                     BESIDE(1, 2, SL_AT(x, i, j - 2), SL_AT(x, i, j + 2));
}
SL_KERNEL(vs_near3, (i, j, k), in(uint64_t, 3, x, halo(1)), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
                        BESIDE(1, 1, SL_AT(x, i, j - 1, k), SL_AT(x, i, j + 1, k)) +
                        BESIDE(2, 1, SL_AT(x, i, j, k - 1), SL_AT(x, i, j, k + 1));
}
SL_KERNEL(vs_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 0, 1)), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
                        BESIDE(0, 2, SL_AT(x, i - 2, j, k), SL_AT(x, i + 2, j, k)) +
                        BESIDE(2, 1, SL_AT(x, i, j, k - 1), SL_AT(x, i, j, k + 1));
}
SL_KERNEL(vs_near4, (i, j, k, l), in(uint64_t, 4, x, halo(1, 0, 0, 1)), out(uint64_t, 4, y, own))
{
    SL_AT(y, i, j, k, l) = SL_AT(x, i, j, k, l) + BESIDE(0, 1, SL_AT(x, i - 1, j, k, l), SL_AT(x, i + 1, j, k, l)) +
                           BESIDE(3, 1, SL_AT(x, i, j, k, l - 1), SL_AT(x, i, j, k, l + 1));
}

/* In place, and more views than two. */
SL_KERNEL(vs_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + a;
}
SL_KERNEL(vs_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = 3 * SL_AT(y, i, j) + a;
}
SL_KERNEL(vs_both, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(2)), inout(uint64_t, 1, y, own),
          out(uint64_t, 1, w, own))
{
    SL_AT(w, i) = SL_AT(x, i - 1) + 3 * SL_AT(z, i + 2);
    SL_AT(y, i) += 5 * SL_AT(x, i + 1) + 7 * SL_AT(z, i - 2) + SL_AT(z, i);
}
SL_KERNEL(vs_slow, (i), scalar(int64_t, turns), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own))
{
    uint64_t v = SL_AT(x, i - 1) + SL_AT(x, i + 1);
    for (int64_t t = 0; t < turns; t++)
        v = v * UINT64_C(6364136223846793005) + 1442695040888963407;
    SL_AT(y, i) = v;
}

/* Views that each rank has whole. */
SL_KERNEL(vs_look, (i), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += SL_AT(t, (i * 7) % n);
}
SL_KERNEL(vs_table, (i), table(uint64_t, t), scalar(int64_t, n), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += 3 * SL_AT(t, (i * 5) % n);
}
SL_KERNEL(vs_alpha, (i), in(uint64_t, 0, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += SL_AT0(a);
}
