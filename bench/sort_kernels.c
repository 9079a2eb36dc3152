/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "kernels.h"

SL_KERNEL(bench_keys_kernel, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, keys, own))
{
    SL_AT(keys, i) = SL_AT(x, i);
}

SL_KERNEL(bench_pairs_kernel, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, keys, own), out(uint32_t, 1, values, own))
{
    SL_AT(keys, i) = SL_AT(x, i);
    SL_AT(values, i) = (uint32_t)i;
}
