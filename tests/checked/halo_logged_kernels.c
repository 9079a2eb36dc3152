/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#define SMOOTH(NAME) \
    SL_KERNEL(NAME, (i), in(double, 1, u, halo(1)), out(double, 1, w, own)) \
    { \
        SL_AT(w, i) = SL_AT(u, i > 0 ? i - 1 : i); \
    }
SMOOTH(ht_below)
SMOOTH(ht_above)
SMOOTH(ht_inside)
SMOOTH(ht_empty)
SMOOTH(ht_quiet)
SMOOTH(ht_region)

SL_KERNEL(ht_both, (i, j), in(double, 2, u, halo(0, 2)), in(double, 2, v, SL_HALO(1)), out(double, 2, w, own))
{
    SL_AT(w, i, j) = SL_AT(u, i, j) + SL_AT(v, i, j);
}
