/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "split_devices.h"

SL_KERNEL(sd_fill, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own), out(uint64_t, 1, side, own))
{
    SL_AT(x, i) = a + (uint64_t)i;
    SL_AT(side, i) = 0;
}

/* So many turns of x = FACTOR * x + i, each of which needs the one before; and where that ran. */
SL_KERNEL(sd_work, (i), scalar(int64_t, turns), inout(uint64_t, 1, x, own), inout(uint64_t, 1, side, own))
{
    uint64_t v = SL_AT(x, i);
    for (int64_t k = 0; k < turns; k++)
        v = v * FACTOR + (uint64_t)i;
    SL_AT(x, i) = v;
#ifdef __CUDA_ARCH__
    SL_AT(side, i) += SIDE_GPU;
#else
    SL_AT(side, i) += SIDE_CPU;
#endif
}

SL_KERNEL(sd_smooth, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i - 1) + 2 * SL_AT(u, i) + 3 * SL_AT(u, i + 1);
}

SL_KERNEL(sd_back, (i), in(uint64_t, 1, w, own), inout(uint64_t, 1, u, own))
{
    SL_AT(u, i) += SL_AT(w, i);
}
