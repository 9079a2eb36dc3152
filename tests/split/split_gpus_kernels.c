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
