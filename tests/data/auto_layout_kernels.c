/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

/* An element type of three units. */
typedef struct al_three {
    int64_t a, b, c;
} al_three;

/* Each element gets what says where it is, on top of what it had. */
#define AL_ADD(NAME_, T_) \
    SL_KERNEL(NAME_, (i, j), inout(T_, 2, v, own)) \
    { \
        SL_AT(v, i, j) = (T_)(SL_AT(v, i, j) + (T_)(7 * i + j)); \
    }
AL_ADD(al_double, double)
AL_ADD(al_short, int16_t)
AL_ADD(al_byte, int8_t)

SL_KERNEL(al_struct, (i, j), inout(al_three, 2, v, own))
{
    SL_AT(v, i, j).a += 7 * i + j;
    SL_AT(v, i, j).b -= 7 * i + j;
    SL_AT(v, i, j).c += i - j;
}

SL_KERNEL(al_cube, (i, j, k), inout(int32_t, 3, v, own))
{
    SL_AT(v, i, j, k) += (int32_t)(49 * i + 7 * j + k);
}

SL_KERNEL(al_four, (i, j, k, l), inout(int32_t, 4, v, own))
{
    SL_AT(v, i, j, k, l) += (int32_t)(343 * i + 49 * j + 7 * k + l);
}

/* What the layout is for: a row for each iteration. */
SL_KERNEL(al_rows, (i), in(double, 2, a, own(0, all)), out(double, 1, y, own))
{
    double sum = 0;
    for (sl_index j = 0; j < SL_EXTENT(a, 1); j++)
        sum += (double)(j + 1) * SL_AT(a, i, j);
    SL_AT(y, i) = sum;
}

SL_KERNEL(al_total, (i, j), in(double, 2, a, own), reduce(double, sum, total))
{
    *total += SL_AT(a, i, j);
}

/* The distance of two neighbours along each dimension, in elements. */
SL_KERNEL(al_strides, (i), in(double, 2, a), out(int64_t, 1, s, own))
{
    SL_AT(s, i) = i == 0 ? &SL_AT(a, 1, 0) - &SL_AT(a, 0, 0) : &SL_AT(a, 0, 1) - &SL_AT(a, 0, 0);
}
