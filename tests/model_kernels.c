/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(model_scale, (i), scalar(double, a), inout(double, 1, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0)) *= a;
}

SL_KERNEL(model_shift, (i), scalar(double, a), inout(double, 1, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0)) += a;
}

SL_KERNEL(model_plane, (i, j), inout(double, 2, x))
{
    SL_AT(x, i % SL_EXTENT(x, 0), j % SL_EXTENT(x, 1)) += 1.0;
}
