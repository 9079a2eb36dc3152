/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of assembly. */
#include <starloop/kernel.h>

#include "assembly_kernels.h"

/* Element e adds its matrix, a multiple of that of the unit cube, to the entries at the places of its pairs of corners.
 * Elements without a common corner have no entry in common: the map says so. */
SL_KERNEL(assembly_add, (e), in(int32_t, 2, corner, own(0, all), map), in(int32_t, 2, place, own(0, all)),
          in(double, 2, local), in(double, 1, factor, own), scatter(double, sum, 1, value))
{
    const double factor_e = SL_AT(factor, e);
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++)
            SL_SCATTER(value, SL_AT(place, e, 8 * a + b), factor_e * SL_AT(local, a, b));
}

/* Row r of the product of the matrix and x. */
SL_KERNEL(assembly_product, (r), in(int64_t, 1, begin), in(int32_t, 1, column), in(double, 1, value), in(double, 1, x),
          out(double, 1, y, own))
{
    double sum = 0;
    for (int64_t k = SL_AT(begin, r); k < SL_AT(begin, r + 1); k++)
        sum += SL_AT(value, k) * SL_AT(x, SL_AT(column, k));
    SL_AT(y, r) = sum;
}
