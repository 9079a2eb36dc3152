/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of whole numbers at their own indices, one of them with much work, and around them. */
#include <starloop/kernel.h>

SL_KERNEL(sh_step, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own))
{
    SL_AT(w, i) = 5 * SL_AT(w, i) + SL_AT(u, i) + (uint64_t)i;
}

SL_KERNEL(sh_near, (i), in(uint64_t, 1, w, halo(1)), out(uint64_t, 1, u, own))
{
    SL_AT(u, i) = SL_AT(w, i) + 2 * SL_AT(w, i - 1) + 3 * SL_AT(w, i + 1);
}

SL_KERNEL(sh_turns, (i), scalar(int64_t, turns), inout(uint64_t, 1, u, own))
{
    uint64_t v = SL_AT(u, i);
    for (int64_t t = 0; t < turns; t++)
        v = v * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    SL_AT(u, i) = v;
}
