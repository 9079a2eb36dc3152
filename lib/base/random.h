/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers that look random, where no more is needed than that they differ. */
#ifndef STARLOOP_LIB_BASE_RANDOM_H
#define STARLOOP_LIB_BASE_RANDOM_H

#include <stdint.h>

/** Numerical Recipes' linear congruential generator: the high bits are the better ones.
 *  @param[in,out] number  any, and the next one then  @return that */
static inline uint32_t sl__random(uint32_t *number)
{
    return *number = *number * 1664525u + 1013904223u;
}

#endif
