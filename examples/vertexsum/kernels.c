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

/* New numbers: those of the elements and vertices go into the corners, ... */
SL_KERNEL(vertexsum_move_corners, (e), in(int32_t, 2, corner, own(0, all)), in(int32_t, 1, element, own),
          in(int32_t, 1, vertex), inout(int32_t, 2, moved))
{
    for (sl_index k = 0; k < SL_EXTENT(corner, 1); k++)
        SL_AT(moved, SL_AT(element, e), k) = SL_AT(vertex, SL_AT(corner, e, k));
}

/* ... values go to the new numbers of their vertices, ... */
SL_KERNEL(vertexsum_move, (v), in(int32_t, 1, vertex, own), in(double, 1, value, own), inout(double, 1, moved))
{
    SL_AT(moved, SL_AT(vertex, v)) = SL_AT(value, v);
}

/* ... and come back from there. */
SL_KERNEL(vertexsum_move_back, (v), in(int32_t, 1, vertex, own), in(double, 1, moved), out(double, 1, value, own))
{
    SL_AT(value, v) = SL_AT(moved, SL_AT(vertex, v));
}

/* The colour of each element, for a picture. */
SL_KERNEL(vertexsum_paint, (e), scalar(int32_t, c), inout(int32_t, 1, color, own))
{
    SL_AT(color, e) = c;
}
