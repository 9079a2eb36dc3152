/* SPDX-License-Identifier: BSD-3-Clause */
#include "fp.h"

#include <fenv.h>

SL_KERNEL(fp_look, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) = fp_modes();
}

SL_KERNEL(fp_more, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) == fp_modes() ? fp_modes() : -1;
}

SL_KERNEL(fp_sum, (i), in(double, 1, third, own), inout(double, 1, x, own), reduce(double, sum, s),
          reduce(double, max, most), reduce(double, min, least))
{
    const double modes = fp_modes();
    SL_AT(x, i) = modes;
    *s += SL_AT(third, i);
    if (modes > *most)
        *most = modes;
    if (modes < *least)
        *least = modes;
}

/* A body that changes the modes, and does not put them back. */
SL_KERNEL(fp_spoil, (i), scalar(double, modes), out(double, 1, x, own))
{
    fesetround(FE_DOWNWARD);
    SL_AT(x, i) = modes;
}
