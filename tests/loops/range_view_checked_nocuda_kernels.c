/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

SL_KERNEL(rvc_some, (i), scalar(int64_t, but), out(int64_t, 1, y, own))
{
    if (i != but)
        SL_AT(y, i) = i;
}
