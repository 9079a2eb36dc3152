/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>
#include <starloop/location.h>

SL_KERNEL(ss_line, (i), in(uint64_t, 1, u, halo(1)), inout(uint64_t, 1, w, own))
{
    SL_AT(w, i) = 3 * SL_AT(w, i) + 5 * SL_AT(u, i - 1) + 7 * SL_AT(u, i + 1) + 11 * (uint64_t)SL_INDEX_POSITION;
}

SL_KERNEL(ss_own, (i), inout(uint64_t, 1, w, own))
{
    SL_AT(w, i) = 3 * SL_AT(w, i) + (uint64_t)i;
}

SL_KERNEL(ss_jumps, (i), inout(uint64_t, 1, w, own))
{
    SL_AT(w, i) += (uint64_t)i;
}

SL_KERNEL(ss_plane, (i, j), in(uint64_t, 2, u, halo(1)), inout(uint64_t, 2, w, own))
{
    SL_AT(w, i, j) = 3 * SL_AT(w, i, j) + 5 * SL_AT(u, i - 1, j) + 7 * SL_AT(u, i + 1, j) + 11 * SL_AT(u, i, j - 1) +
                     13 * SL_AT(u, i, j + 1) + (uint64_t)(i + 17 * j);
}

SL_KERNEL(ss_sum, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(SL_LOC(double), maxloc, m))
{
    *s += SL_AT(x, i);
    sl_maxloc(m, SL_AT(x, i), i);
}

SL_KERNEL(ss_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(SL_LOC(double), maxloc, m))
{
    *s += SL_AT(x, i, j);
    sl_maxloc(m, SL_AT(x, i, j), 100000 * i + j);
}
