/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "region_wrapped.h"

SL_KERNEL(rw_destroy, (i), out(double, 1, y, own))
{
    region_wrapped_destroy();
    SL_AT(y, i) = 1;
}
