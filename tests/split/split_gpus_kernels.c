/* SPDX-License-Identifier: BSD-3-Clause */
#include "../machine/numa_nodes_edges_kernels.c"

SL_KERNEL(sg_fill, (i), scalar(double, a), out(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(x, i) = a / (double)(i + 3);
    SL_AT(y, i) = (double)(i % 17) - 7.5;
}

SL_KERNEL(sg_dot, (i), inout(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s), reduce(double, max, m))
{
    SL_AT(x, i) = SL_AT(x, i) * 1.0625;
    *s += SL_AT(x, i) * SL_AT(y, i);
    *m = SL_AT(y, i) > *m ? SL_AT(y, i) : *m;
}

SL_KERNEL(sg_zero, (i), out(double, 0, s), out(SL_LOC(double), 0, m))
{
    SL_AT0(s) = 0.5 + (double)i;
    SL_AT0(m).value = 0;
    SL_AT0(m).index = 3;
}

/* Steps of a chain in which each needs what the one before has reduced. */
SL_KERNEL(sg_step, (i, j), in(double, 0, s), in(SL_LOC(double), 0, m), in(double, 2, u, halo(1)),
          out(double, 2, w, own), reduce(double, sum, t), reduce(SL_LOC(double), maxloc, k))
{
    const double scale = 1 / (1 + 1e-6 * SL_AT0(s) * SL_AT0(s)) + 1e-9 * (double)(SL_AT0(m).index % 7);
    const double v = scale * 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1));
    SL_AT(w, i, j) = v;
    *t += v * SL_AT(u, i, j);
    sl_maxloc(k, v, 100000 * i + j);
}

SL_KERNEL(sg_start, (i, j), scalar(double, a), out(double, 2, u, own), out(double, 2, w, own))
{
    SL_AT(u, i, j) = a / (double)(3 * i + j + 1);
    SL_AT(w, i, j) = 0;
}

/* A sweep that reduces: a sum, and where the largest value lies. */
SL_KERNEL(sg_sweep, (i, j), in(double, 2, u, halo(1)), out(double, 2, w, own), reduce(double, sum, s),
          reduce(SL_LOC(double), maxloc, m))
{
    const double v = 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1));
    SL_AT(w, i, j) = v;
    *s += v * SL_AT(u, i, j);
    sl_maxloc(m, v, 100000 * i + j);
}

/* What is read whole is small: a factor, and a table. */
SL_KERNEL(sg_look, (i), in(double, 0, s), in(double, 1, t), inout(double, 1, x, own))
{
    SL_AT(x, i) = SL_AT(x, i) * SL_AT0(s) + SL_AT(t, i % 16);
}

SL_KERNEL(sg_change, (i), scalar(double, a), inout(double, 1, t, own))
{
    SL_AT(t, i) = SL_AT(t, i) * 0.5 + a;
}

SL_KERNEL(sg_sum, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += 1 / (1 + SL_AT(x, i) * SL_AT(x, i)) / 200000;
}
