/* SPDX-License-Identifier: BSD-3-Clause */
/* A program whose own macros have the names of Starloop's words. The headers of C come first: they are not
 * written for this. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define in 1 +
#define out(x) this is not C
#define inout inside out
#define local static
#define sum the_sum_of_all
#define scalar(x) x x x
#define reduce reduced
#define end }
#define none 0
#define own my own
#define fixed (1)
#define halo none
#define random(x) rand() / x

#include <starloop/kernel.h>

SL_KERNEL(um_clamp, (i), scalar(double, low), scalar(double, high), in(double, 1, x, SL_OWN), out(double, 1, y, SL_OWN))
{
    SL_AT(y, i) = max(low, min(high, SL_AT(x, i)));
}

SL_KERNEL(um_range, (i), in(double, 1, x, SL_OWN), reduce(double, min, a), reduce(double, max, b),
          reduce(double, sum, s))
{
    *a = min(*a, SL_AT(x, i));
    *b = max(*b, SL_AT(x, i));
    *s += SL_AT(x, i);
}

SL_KERNEL(um_upper, (i), SL_SCALAR(double, f), SL_IN(double, 1, x, SL_OWN), SL_INOUT(double, 1, y, SL_OWN),
          SL_OUT(double, 1, z, SL_OWN))
{
    SL_AT(y, i) += f * SL_AT(x, i);
    SL_AT(z, i) = SL_AT(y, i);
}

SL_KERNEL(um_upper_sum, (i), SL_IN(double, 1, x, SL_OWN), SL_REDUCE(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(um_reach, (i), in(double, 1, x, SL_HALO(1)), out(double, 1, y, SL_OWN))
{
    SL_AT(y, i) = SL_AT(x, i - 1) + SL_AT(x, i + 1);
}

SL_KERNEL(um_fixed, (i), in(double, 2, x, SL_FIXED(4, 3), SL_RANDOM), inout(double, 1, y, SL_OWN(0)))
{
    SL_AT(y, i) += SL_AT(x, i, 2);
}
