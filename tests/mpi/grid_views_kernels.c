/* SPDX-License-Identifier: BSD-3-Clause */
#include "grid_views_kernels.h"

SL_KERNEL(gv_more, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = 3 * SL_AT(y, i) + a;
}
SL_KERNEL(gv_line, (i, j), in(uint64_t, 1, x, own(0), halo(1)), in(uint64_t, 1, t), scalar(int64_t, n),
          inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i - 1) + 3 * SL_AT(x, i + 1) + SL_AT(t, (3 * i + j) % n);
}
SL_KERNEL(gv_line_spill, (i, j), in(uint64_t, 1, x, own(0), halo(1)), scatter(uint64_t, sum, 2, y, halo(1)))
{
    SL_SCATTER(y, i - 1, j, SL_AT(x, i + 1));
    SL_SCATTER(y, i + 1, j + 1, 3 * SL_AT(x, i - 1));
}
SL_KERNEL(gv_columns, (i, j), in(uint64_t, 1, x, own(1), halo(1)), in(uint64_t, 1, t), scalar(int64_t, n),
          inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, j - 1) + 3 * SL_AT(x, j + 1) + SL_AT(t, (3 * i + j) % n);
}
SL_KERNEL(gv_columns_spill, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 1, y, own(1), halo(1)))
{
    SL_SCATTER(y, j - 1, SL_AT(x, i, j));
    SL_SCATTER(y, j + 1, 3 * SL_AT(x, i, j));
}
SL_KERNEL(gv_planes, (i, j, k), in(uint64_t, 2, x, own(1, 2), halo(1)), inout(uint64_t, 3, y, own))
{
    SL_AT(y, i, j, k) += SL_AT(x, j - 1, k - 1) + 3 * SL_AT(x, j + 1, k + 1) + (uint64_t)i;
}
SL_KERNEL(gv_planes_spill, (i, j, k), in(uint64_t, 3, x, own), scatter(uint64_t, sum, 2, y, own(0, 2), halo(1)))
{
    SL_SCATTER(y, i - 1, k + 1, SL_AT(x, i, j, k));
    SL_SCATTER(y, i + 1, k - 1, 3 * SL_AT(x, i, j, k));
}
