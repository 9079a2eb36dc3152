/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>
#ifndef SCALE
#define SCALE 1
#endif
SL_KERNEL(count, (i), reduce(int64_t, sum, s))
{
    *s += i < 0 ? 0 : SCALE;
}
