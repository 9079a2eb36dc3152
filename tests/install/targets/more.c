/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>
SL_KERNEL(more, (i), reduce(int64_t, sum, s))
{
    *s += i < 0 ? 0 : 1;
}
