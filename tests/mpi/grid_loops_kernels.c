/* SPDX-License-Identifier: BSD-3-Clause */
#include "grid_loops_kernels.h"

/* ---- what is around a point ---------------------------------------------------------------------------------- */

SL_KERNEL(gl_look1, (i), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(1, v += ++t * SL_AT(x, i + a))
    SL_AT(y, i) += v;
}
SL_KERNEL(gl_wide1, (i), in(uint64_t, 1, x, halo(2)), inout(uint64_t, 1, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(2, v += ++t * SL_AT(x, i + a))
    SL_AT(y, i) += v;
}
SL_KERNEL(gl_look2, (i, j), in(uint64_t, 2, x, halo(1)), inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND2(1, 1, v += ++t * SL_AT(x, i + a, j + b))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_wide2, (i, j), in(uint64_t, 2, x, halo(2)), inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND2(2, 2, v += ++t * SL_AT(x, i + a, j + b))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_down2, (i, j), in(uint64_t, 2, x, halo(1, 0)), inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(1, v += ++t * SL_AT(x, i + a, j))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_side2, (i, j), in(uint64_t, 2, x, halo(0, 2)), inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(2, v += ++t * SL_AT(x, i, j + a))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_look3, (i, j, k), in(uint64_t, 3, x, halo(1)), inout(uint64_t, 3, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND3(1, 1, 1, v += ++t * SL_AT(x, i + a, j + b, k + c))
    SL_AT(y, i, j, k) += v;
}
SL_KERNEL(gl_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 1, 2)), inout(uint64_t, 3, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND3(2, 1, 2, v += ++t * SL_AT(x, i + a, j + b, k + c))
    SL_AT(y, i, j, k) += v;
}
SL_KERNEL(gl_side3, (i, j, k), in(uint64_t, 3, x, halo(0, 0, 1)), inout(uint64_t, 3, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(1, v += ++t * SL_AT(x, i, j, k + a))
    SL_AT(y, i, j, k) += v;
}
SL_KERNEL(gl_look4, (i, j, k, l), in(uint64_t, 4, x, halo(1, 0, 1, 1)), inout(uint64_t, 4, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND3(1, 1, 1, v += ++t * SL_AT(x, i + a, j, k + b, l + c))
    SL_AT(y, i, j, k, l) += v;
}
SL_KERNEL(gl_side4, (i, j, k, l), in(uint64_t, 4, x, halo(0, 0, 1, 0)), inout(uint64_t, 4, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(1, v += ++t * SL_AT(x, i, j, k + a, l))
    SL_AT(y, i, j, k, l) += v;
}

/* ---- in place ------------------------------------------------------------------------------------------------ */

SL_KERNEL(gl_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + a;
}
SL_KERNEL(gl_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = 3 * SL_AT(y, i, j) + a;
}
SL_KERNEL(gl_more3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) = 3 * SL_AT(y, i, j, k) + a;
}
SL_KERNEL(gl_more4, (i, j, k, l), scalar(uint64_t, a), inout(uint64_t, 4, y, own))
{
    SL_AT(y, i, j, k, l) = 3 * SL_AT(y, i, j, k, l) + a;
}

/* ---- scatters ------------------------------------------------------------------------------------------------ */

SL_KERNEL(gl_spill1, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(1)))
{
    uint64_t t = 0;
    GL_AROUND1(1, SL_SCATTER(y, i + a, ++t * SL_AT(x, i)))
}
SL_KERNEL(gl_spill2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(1)))
{
    uint64_t t = 0;
    GL_AROUND2(1, 1, SL_SCATTER(y, i + a, j + b, ++t * SL_AT(x, i, j)))
}
SL_KERNEL(gl_far2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)))
{
    uint64_t t = 0;
    GL_AROUND2(2, 1, SL_SCATTER(y, i + a, j + b, ++t * SL_AT(x, i, j)))
}
SL_KERNEL(gl_spill3, (i, j, k), in(uint64_t, 3, x, own), scatter(uint64_t, sum, 3, y, halo(1)))
{
    uint64_t t = 0;
    GL_AROUND3(1, 1, 1, SL_SCATTER(y, i + a, j + b, k + c, ++t * SL_AT(x, i, j, k)))
}
SL_KERNEL(gl_spill4, (i, j, k, l), in(uint64_t, 4, x, own), scatter(uint64_t, sum, 4, y, halo(0, 0, 1, 1)))
{
    uint64_t t = 0;
    GL_AROUND2(1, 1, SL_SCATTER(y, i, j, k + a, l + b, ++t * SL_AT(x, i, j, k, l)))
}
/* Into two views at a time, by other operators, beside a view that is written. */
SL_KERNEL(gl_two, (i, j), inout(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)),
          scatter(uint64_t, min, 2, z, halo(1)))
{
    const uint64_t v = SL_AT(x, i, j);
    SL_SCATTER(y, i - 2, j + 1, v);
    SL_SCATTER(y, i + 2, j - 1, 3 * v);
    SL_SCATTER(z, i - 1, j - 1, v);
    SL_SCATTER(z, i + 1, j + 1, v / 2);
    SL_SCATTER(z, i, j - 1, v / 3);
    SL_AT(x, i, j) = v + 1;
}
/* Reads around the point, gives to both sides of it, and writes. */
SL_KERNEL(gl_around, (i, j), in(uint64_t, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1, 2)),
          inout(uint64_t, 2, z, own))
{
    const uint64_t v = SL_AT(x, i - 1, j - 1) + 3 * SL_AT(x, i + 1, j) + 5 * SL_AT(x, i, j + 1);
    SL_SCATTER(y, i - 1, j + 2, v);
    SL_SCATTER(y, i + 1, j - 2, 7 * v);
    SL_AT(z, i, j) += v;
}

/* Whether a point around another one is in a view. */
#define GL_IN(i_, j_) ((i_) >= 0 && (i_) < rows && (j_) >= 0 && (j_) < columns)
SL_KERNEL(gl_edge2, (i, j), scalar(int64_t, rows), scalar(int64_t, columns), in(uint64_t, 2, x, halo(1)),
          inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND2(1, 1, t++; if (GL_IN(i + a, j + b)) v += t * SL_AT(x, i + a, j + b))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_edge_spill2, (i, j), scalar(int64_t, rows), scalar(int64_t, columns), in(uint64_t, 2, x, own),
          scatter(uint64_t, sum, 2, y, halo(1)))
{
    uint64_t t = 0;
    GL_AROUND2(1, 1, t++; if (GL_IN(i + a, j + b)) SL_SCATTER(y, i + a, j + b, t * SL_AT(x, i, j)))
}
/* Both may be one view. */
SL_KERNEL(gl_pair2, (i, j), in(uint64_t, 2, x, halo(1, 0)), in(uint64_t, 2, z, halo(0, 2)), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i - 1, j) + 3 * SL_AT(x, i + 1, j) + 5 * SL_AT(z, i, j - 2) + 7 * SL_AT(z, i, j + 2);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

SL_KERNEL(gl_sum2, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i - 1, j - 1) + 3 * SL_AT(x, i + 1, j + 1);
}
SL_KERNEL(gl_bins2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)))
{
    SL_AT(h, SL_AT(x, i, j) % 5) += SL_AT(x, i, j);
}
