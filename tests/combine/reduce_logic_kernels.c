/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_logic.h"

#define LOGIC(T, s) \
    SL_KERNEL(logic_##s, (i), in(T, 1, x, own), reduce(T, land, all), reduce(T, lor, any)) \
    { \
        *all = *all && SL_AT(x, i); \
        *any = *any || SL_AT(x, i); \
    }
#define BITS(T, s) \
    SL_KERNEL(bits_##s, (i), in(T, 1, x, own), reduce(T, band, all), reduce(T, bor, any), reduce(T, bxor, odd)) \
    { \
        *all = (T)(*all & SL_AT(x, i)); \
        *any = (T)(*any | SL_AT(x, i)); \
        *odd = (T)(*odd ^ SL_AT(x, i)); \
    }
LOGIC_NUMBERS(LOGIC)
LOGIC_INTEGERS(BITS)

SL_KERNEL(logic_rank3, (i, j, k), in(uint32_t, 3, x, own), reduce(uint32_t, bxor, b), SL_REDUCE(int32_t, land, a),
          reduce(uint32_t, sum, s))
{
    *b ^= SL_AT(x, i, j, k);
    *a = *a && SL_AT(x, i, j, k) != 77;
    *s += 1;
}
