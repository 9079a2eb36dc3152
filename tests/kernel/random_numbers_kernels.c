/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "random_numbers.h"

SL_KERNEL(rn_draw, (i), scalar(uint64_t, seed), out(uint64_t, 2, bits), out(double, 1, uniform, own),
          out(float, 1, uniformf, own), out(uint64_t, 1, below, own), out(double, 1, normal, own))
{
    for (int k = 0; k < SL_EXTENT(bits, 1); k++)
        SL_AT(bits, i, k) = SL_RANDOM(seed, i, k);
    SL_AT(uniform, i) = SL_RANDOM_UNIFORM(seed, i, 0);
    SL_AT(uniformf, i) = SL_RANDOM_UNIFORMF(seed, i, 1);
    SL_AT(below, i) = SL_RANDOM_BELOW(seed, i, 2, 1000003);
    SL_AT(normal, i) = SL_RANDOM_NORMAL(seed, i, 3);
}

/* Rows of the input: four words of a counter, two of a key. */
SL_KERNEL(rn_known, (i), in(uint32_t, 2, input), out(uint32_t, 2, result))
{
    uint32_t counter[4], key[2], words[4];
    for (int w = 0; w < 4; w++)
        counter[w] = SL_AT(input, i, w);
    for (int w = 0; w < 2; w++)
        key[w] = SL_AT(input, i, 4 + w);
    sl_philox4x32(counter, key, words);
    for (int w = 0; w < 4; w++)
        SL_AT(result, i, w) = words[w];
}

SL_KERNEL(rn_moments, (i), scalar(uint64_t, seed), reduce(double, sum, first), reduce(double, sum, second),
          reduce(double, sum, third), reduce(double, sum, fourth), reduce(double, sum, uniform),
          reduce(double, sum, square))
{
    const double x = SL_RANDOM_NORMAL(seed, i, 0), u = SL_RANDOM_UNIFORM(seed, i, 1);
    *first += x;
    *second += x * x;
    *third += x * x * x;
    *fourth += x * x * x * x;
    *uniform += u;
    *square += u * u;
}
