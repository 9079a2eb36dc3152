/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the makers of random programs draw. A program is known by its seed: what is drawn never changes. */
#ifndef STARLOOP_TESTS_RANDOM_PROGRAMS_H
#define STARLOOP_TESTS_RANDOM_PROGRAMS_H

#include <starloop.h>

/** SplitMix64, by S. Vigna. */
static uint64_t draw(uint64_t *seed)
{
    *seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/** A number from 0 below @p n; 0 where there is none. */
static sl_index below(uint64_t *seed, sl_index n)
{
    return n > 0 ? (sl_index)(draw(seed) % (uint64_t)n) : 0;
}

/** Bounds within [edge, n - edge), mostly all of it. */
__attribute__((unused)) static void bounds(uint64_t *seed, sl_index n, sl_index edge, sl_index *lo, sl_index *hi)
{
    *lo = edge;
    *hi = n - edge;
    if (below(seed, 3) == 0 && *hi > *lo) {
        *lo += below(seed, (*hi - *lo) / 2 + 1);
        *hi -= below(seed, (*hi - *lo) / 2 + 1);
    }
}

#endif
