/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include "grid_loops_kernels.h"

SL_KERNEL(gl_look1_checked, (i), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND1(1, v += ++t * SL_AT(x, i + a))
    SL_AT(y, i) += v;
}
SL_KERNEL(gl_look2_checked, (i, j), in(uint64_t, 2, x, halo(1)), inout(uint64_t, 2, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND2(1, 1, v += ++t * SL_AT(x, i + a, j + b))
    SL_AT(y, i, j) += v;
}
SL_KERNEL(gl_look3_checked, (i, j, k), in(uint64_t, 3, x, halo(1)), inout(uint64_t, 3, y, own))
{
    uint64_t v = 0, t = 0;
    GL_AROUND3(1, 1, 1, v += ++t * SL_AT(x, i + a, j + b, k + c))
    SL_AT(y, i, j, k) += v;
}
SL_KERNEL(gl_more2_checked, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = 3 * SL_AT(y, i, j) + a;
}
SL_KERNEL(gl_spill2_checked, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(1)))
{
    uint64_t t = 0;
    GL_AROUND2(1, 1, SL_SCATTER(y, i + a, j + b, ++t * SL_AT(x, i, j)))
}
SL_KERNEL(gl_sum2_checked, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i - 1, j - 1) + 3 * SL_AT(x, i + 1, j + 1);
}
SL_KERNEL(gl_bins2_checked, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)))
{
    SL_AT(h, SL_AT(x, i, j) % 5) += SL_AT(x, i, j);
}
/* One iteration reads elsewhere. */
SL_KERNEL(gl_bad2_checked, (i, j), scalar(int64_t, row), scalar(int64_t, column), scalar(int64_t, down),
          scalar(int64_t, right), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    const int here = i == row && j == column;
    SL_AT(y, i, j) = SL_AT(x, i + (here ? down : 0), j + (here ? right : 0));
}
SL_KERNEL(gl_lost2_checked, (i, j), scalar(int64_t, row), scalar(int64_t, down), in(uint64_t, 2, x, own),
          scatter(uint64_t, sum, 2, y, halo(1)))
{
    SL_SCATTER(y, i + (i == row && j == 0 ? down : 0), j, SL_AT(x, i, j));
}
SL_KERNEL(gl_bad1_checked, (i), scalar(int64_t, row), scalar(int64_t, down), in(uint64_t, 1, x, halo(1)),
          out(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i + (i == row ? down : 0));
}
