/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of vertexsum. Elements are triangles or quadrilaterals; their corners go around. */
#include <starloop/kernel.h>

/* The area of element e: that of the triangles which its other sides make with its first corner. */
SL_KERNEL(vertexsum_area, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, x), in(double, 1, y),
          out(double, 1, area, own))
{
    const int32_t a = SL_AT(corner, e, 0);
    double twice = 0;
    for (sl_index k = 2; k < SL_EXTENT(corner, 1); k++) {
        const int32_t b = SL_AT(corner, e, k - 1), c = SL_AT(corner, e, k);
        twice += (SL_AT(x, b) - SL_AT(x, a)) * (SL_AT(y, c) - SL_AT(y, a)) -
                 (SL_AT(x, c) - SL_AT(x, a)) * (SL_AT(y, b) - SL_AT(y, a));
    }
    SL_AT(area, e) = 0.5 * twice;
}

/* An equal part of it to each corner. Iterations that run together have no corner in common. */
SL_KERNEL(vertexsum_add, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, area, own), inout(double, 1, sum))
{
    const double part = SL_AT(area, e) / (double)SL_EXTENT(corner, 1);
    for (sl_index k = 0; k < SL_EXTENT(corner, 1); k++)
        SL_AT(sum, SL_AT(corner, e, k)) += part;
}

/* The same for any iterations; the map says which corners an element has. */
SL_KERNEL(vertexsum_scatter, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 1, area, own),
          scatter(double, sum, 1, sum))
{
    const double part = SL_AT(area, e) / (double)SL_EXTENT(corner, 1);
    for (sl_index k = 0; k < SL_EXTENT(corner, 1); k++)
        SL_SCATTER(sum, SL_AT(corner, e, k), part);
}
