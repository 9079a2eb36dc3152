/* SPDX-License-Identifier: BSD-3-Clause */
/* Not checked: a check takes memory in the task, and says so at the wait. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

SL_KERNEL(fm_add, (i), scalar(double, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a;
}

struct fm_large {
    double value[64];
};
SL_STRUCT(struct fm_large);

/* Its scalars do not fit into a task. */
SL_KERNEL(fm_large, (i), scalar(struct fm_large, a), inout(double, 1, y, own))
{
    SL_AT(y, i) += a.value[63];
}

SL_KERNEL(fm_twelve, (i), in(double, 1, a), in(double, 1, b), in(double, 1, c), in(double, 1, d), in(double, 1, e),
          in(double, 1, f), in(double, 1, g), in(double, 1, h), in(double, 1, k), in(double, 1, l), in(double, 1, m),
          inout(double, 1, y, own))
{
    SL_AT(y, i) += SL_AT(a, i) + SL_AT(b, i) + SL_AT(c, i) + SL_AT(d, i) + SL_AT(e, i) + SL_AT(f, i) + SL_AT(g, i) +
                   SL_AT(h, i) + SL_AT(k, i) + SL_AT(l, i) + SL_AT(m, i);
}

SL_KERNEL(fm_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(fm_plane_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j);
}
