/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(se_diagonal, (i), scalar(double, a), out(double, 2, m, own(0, 0)))
{
    SL_AT(m, i, i) = a + (double)i;
}

SL_KERNEL(se_fail, (i, j), inout(double, 2, m, own))
{
    if (i == 3 && j == 5)
        SL_RAISE(4);
    SL_AT(m, i, j) += 1;
}

SL_KERNEL(se_set, (i, j, k), scalar(double, a), out(double, 3, u, own))
{
    SL_AT(u, i, j, k) = a + (double)(10000 * i + 100 * j + k);
}

SL_KERNEL(se_three, (i, j, k), in(double, 3, a, halo(1)), in(double, 3, b, halo(1)), in(double, 3, c, halo(1)),
          out(double, 3, m, own))
{
    SL_AT(m, i, j, k) = SL_AT(a, i - 1, j, k) + SL_AT(b, i, j + 1, k) + SL_AT(c, i, j, k - 1);
}

SL_KERNEL(se_line, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a + (double)i;
}

SL_KERNEL(se_pair, (i), scalar(double, a), out(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(x, i) = a + (double)i;
    SL_AT(y, i) = a - (double)i;
}

SL_KERNEL(se_wide, (i), in(double, 1, x, halo(1000)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 1000) + SL_AT(x, i + 1000);
}

SL_KERNEL(se_axpy, (i, j), in(double, 2, u, own), inout(double, 2, v, own))
{
    SL_AT(v, i, j) += 0.5 * SL_AT(u, i, j);
}

SL_KERNEL(se_dot, (i, j), in(double, 2, u, own), in(double, 2, v, own), reduce(double, sum, s))
{
    *s += SL_AT(u, i, j) * SL_AT(v, i, j);
}
