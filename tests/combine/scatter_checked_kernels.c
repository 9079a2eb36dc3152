/* SPDX-License-Identifier: BSD-3-Clause */
/* The checked build of kernels that scatter. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "scatter.h"

/* All iterations join into a few elements, and write their own. */
SL_KERNEL(sc_checked, (i), out(double, 1, y, own), scatter(double, sum, 1, h))
{
    SL_AT(y, i) = 2;
    SL_SCATTER(h, i % 3, 1);
}

/* Iteration `bad` joins into an element that there is not. */
SL_KERNEL(sc_outside, (i), scalar(sl_index, bad), scatter(double, sum, 1, h))
{
    SL_SCATTER(h, i == bad ? SL_EXTENT(h, 0) : i % 3, 1);
}

/* It races all the same where it is no scatter. */
SL_KERNEL(sc_races, (i), inout(double, 1, y), scatter(double, sum, 1, h))
{
    SL_AT(y, i % 3) += 1;
    SL_SCATTER(h, i % 3, 1);
}
