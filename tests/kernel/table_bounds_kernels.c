/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "table.h"

SL_KERNEL(tb_checked, (i), in(int32_t, 1, k, own), table(double, t), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(t, SL_AT(k, i));
}
