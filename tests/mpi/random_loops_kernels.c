/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls of random programs, for views of rank 1 to 3. distributed.h says what the stencils do. */
#include <starloop/kernel.h>

#define BESIDE(d, o, before, behind) ((before) * (7 * (o) + 5 * (d) + 1) + (behind) * (2 * (o) + (d) + 3))

SL_KERNEL(rl_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = a + 3 * (uint64_t)i;
}

SL_KERNEL(rl_copy1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(rl_axpy1, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}

SL_KERNEL(rl_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + a;
}

SL_KERNEL(rl_near1, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1));
}

SL_KERNEL(rl_wide1, (i), in(uint64_t, 1, x, halo(2)), out(uint64_t, 1, y, own))
{
    SL_AT(y, i) =
        SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1)) + BESIDE(0, 2, SL_AT(x, i - 2), SL_AT(x, i + 2));
}

SL_KERNEL(rl_both1, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(2)), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1)) +
                   11 * (SL_AT(z, i) + BESIDE(0, 1, SL_AT(z, i - 1), SL_AT(z, i + 1)) +
                         BESIDE(0, 2, SL_AT(z, i - 2), SL_AT(z, i + 2)));
}

SL_KERNEL(rl_look1, (i), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += SL_AT(t, (i * 7) % n);
}

SL_KERNEL(rl_alpha1, (i), in(uint64_t, 0, t), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) ^= SL_AT0(t);
}

SL_KERNEL(rl_sum1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m))
{
    *s += SL_AT(x, i);
    *m = SL_AT(x, i) > *m ? SL_AT(x, i) : *m;
}

SL_KERNEL(rl_beside1, (i), in(uint64_t, 1, x, halo(1)), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i) + BESIDE(0, 1, SL_AT(x, i - 1), SL_AT(x, i + 1));
}

SL_KERNEL(rl_set2, (i, j), scalar(uint64_t, a), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = a + 3 * (uint64_t)i + 101 * (uint64_t)j;
}

SL_KERNEL(rl_copy2, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j);
}

SL_KERNEL(rl_axpy2, (i, j), scalar(uint64_t, a), in(uint64_t, 2, x, own), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += a * SL_AT(x, i, j);
}

SL_KERNEL(rl_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = 3 * SL_AT(y, i, j) + a;
}

SL_KERNEL(rl_near2, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
                     BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1));
}

SL_KERNEL(rl_wide2, (i, j), in(uint64_t, 2, x, halo(2, 1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
                     BESIDE(0, 2, SL_AT(x, i - 2, j), SL_AT(x, i + 2, j)) +
                     BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1));
}

SL_KERNEL(rl_both2, (i, j), in(uint64_t, 2, x, halo(1)), in(uint64_t, 2, z, halo(2, 1)), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
                      BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1)) +
                      11 * (SL_AT(z, i, j) + BESIDE(0, 1, SL_AT(z, i - 1, j), SL_AT(z, i + 1, j)) +
                            BESIDE(0, 2, SL_AT(z, i - 2, j), SL_AT(z, i + 2, j)) +
                            BESIDE(1, 1, SL_AT(z, i, j - 1), SL_AT(z, i, j + 1)));
}

SL_KERNEL(rl_look2, (i, j), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(t, (i * 7 + j * 3) % n);
}

SL_KERNEL(rl_alpha2, (i, j), in(uint64_t, 0, t), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) ^= SL_AT0(t);
}

SL_KERNEL(rl_sum2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m))
{
    *s += SL_AT(x, i, j);
    *m = SL_AT(x, i, j) > *m ? SL_AT(x, i, j) : *m;
}

SL_KERNEL(rl_beside2, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i, j) + BESIDE(0, 1, SL_AT(x, i - 1, j), SL_AT(x, i + 1, j)) +
          BESIDE(1, 1, SL_AT(x, i, j - 1), SL_AT(x, i, j + 1));
}

SL_KERNEL(rl_set3, (i, j, k), scalar(uint64_t, a), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = a + 3 * (uint64_t)i + 101 * (uint64_t)j + 1009 * (uint64_t)k;
}

SL_KERNEL(rl_copy3, (i, j, k), in(uint64_t, 3, x, own), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k);
}

SL_KERNEL(rl_axpy3, (i, j, k), scalar(uint64_t, a), in(uint64_t, 3, x, own), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) += a * SL_AT(x, i, j, k);
}

SL_KERNEL(rl_more3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = 3 * SL_AT(y, i, j, k) + a;
}

SL_KERNEL(rl_near3, (i, j, k), in(uint64_t, 3, x, halo(1)), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
                        BESIDE(1, 1, SL_AT(x, i, j - 1, k), SL_AT(x, i, j + 1, k)) +
                        BESIDE(2, 1, SL_AT(x, i, j, k - 1), SL_AT(x, i, j, k + 1));
}

SL_KERNEL(rl_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 1, 0)), out(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
                        BESIDE(0, 2, SL_AT(x, i - 2, j, k), SL_AT(x, i + 2, j, k)) +
                        BESIDE(1, 1, SL_AT(x, i, j - 1, k), SL_AT(x, i, j + 1, k));
}

SL_KERNEL(rl_both3, (i, j, k), in(uint64_t, 3, x, halo(1)), in(uint64_t, 3, z, halo(2, 1, 0)),
          inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) += SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
                         BESIDE(1, 1, SL_AT(x, i, j - 1, k), SL_AT(x, i, j + 1, k)) +
                         BESIDE(2, 1, SL_AT(x, i, j, k - 1), SL_AT(x, i, j, k + 1)) +
                         11 * (SL_AT(z, i, j, k) + BESIDE(0, 1, SL_AT(z, i - 1, j, k), SL_AT(z, i + 1, j, k)) +
                               BESIDE(0, 2, SL_AT(z, i - 2, j, k), SL_AT(z, i + 2, j, k)) +
                               BESIDE(1, 1, SL_AT(z, i, j - 1, k), SL_AT(z, i, j + 1, k)));
}

SL_KERNEL(rl_look3, (i, j, k), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) += SL_AT(t, (i * 7 + j * 3 + k) % n);
}

SL_KERNEL(rl_alpha3, (i, j, k), in(uint64_t, 0, t), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) ^= SL_AT0(t);
}

SL_KERNEL(rl_sum3, (i, j, k), in(uint64_t, 3, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, max, m))
{
    *s += SL_AT(x, i, j, k);
    *m = SL_AT(x, i, j, k) > *m ? SL_AT(x, i, j, k) : *m;
}

SL_KERNEL(rl_beside3, (i, j, k), in(uint64_t, 3, x, halo(1)), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i, j, k) + BESIDE(0, 1, SL_AT(x, i - 1, j, k), SL_AT(x, i + 1, j, k)) +
          BESIDE(1, 1, SL_AT(x, i, j - 1, k), SL_AT(x, i, j + 1, k)) +
          BESIDE(2, 1, SL_AT(x, i, j, k - 1), SL_AT(x, i, j, k + 1));
}

SL_KERNEL(rl_spill1, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(2)))
{
    const uint64_t v = SL_AT(x, i);
    SL_SCATTER(y, i, v);
    SL_SCATTER(y, i - 1, v * 8);
    SL_SCATTER(y, i + 1, v * 5);
    SL_SCATTER(y, i - 2, v * 15);
    SL_SCATTER(y, i + 2, v * 7);
}

SL_KERNEL(rl_spill2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)))
{
    const uint64_t v = SL_AT(x, i, j);
    SL_SCATTER(y, i, j, v);
    SL_SCATTER(y, i - 1, j, v * 8);
    SL_SCATTER(y, i + 1, j, v * 5);
    SL_SCATTER(y, i - 2, j, v * 15);
    SL_SCATTER(y, i + 2, j, v * 7);
    SL_SCATTER(y, i, j - 1, v * 13);
    SL_SCATTER(y, i, j + 1, v * 6);
}

SL_KERNEL(rl_spill3, (i, j, k), in(uint64_t, 3, x, own), scatter(uint64_t, sum, 3, y, halo(2, 1, 0)))
{
    const uint64_t v = SL_AT(x, i, j, k);
    SL_SCATTER(y, i, j, k, v);
    SL_SCATTER(y, i - 1, j, k, v * 8);
    SL_SCATTER(y, i + 1, j, k, v * 5);
    SL_SCATTER(y, i - 2, j, k, v * 15);
    SL_SCATTER(y, i + 2, j, k, v * 7);
    SL_SCATTER(y, i, j - 1, k, v * 13);
    SL_SCATTER(y, i, j + 1, k, v * 6);
}

SL_KERNEL(rl_bins1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, h, array(5)))
{
    SL_AT(h, SL_AT(x, i) % 5) += SL_AT(x, i) + 1;
}

SL_KERNEL(rl_bins2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)))
{
    SL_AT(h, SL_AT(x, i, j) % 5) += SL_AT(x, i, j) + 1;
}

SL_KERNEL(rl_bins3, (i, j, k), in(uint64_t, 3, x, own), reduce(uint64_t, sum, h, array(5)))
{
    SL_AT(h, SL_AT(x, i, j, k) % 5) += SL_AT(x, i, j, k) + 1;
}
