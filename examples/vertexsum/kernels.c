/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of vertexsum. */
#include <starloop/kernel.h>

/* The area of element e, by its diagonals; its corners go around. */
SL_KERNEL(vertexsum_area, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, x), in(double, 1, y),
          out(double, 1, area, own))
{
    const int32_t a = SL_AT(corner, e, 0), b = SL_AT(corner, e, 1), c = SL_AT(corner, e, 2), d = SL_AT(corner, e, 3);
    SL_AT(area, e) = 0.5 * ((SL_AT(x, c) - SL_AT(x, a)) * (SL_AT(y, d) - SL_AT(y, b)) -
                            (SL_AT(x, d) - SL_AT(x, b)) * (SL_AT(y, c) - SL_AT(y, a)));
}

/* A quarter of it to each corner. Iterations that run together have no corner in common. */
SL_KERNEL(vertexsum_add, (e), in(int32_t, 2, corner, own(0, all)), in(double, 1, area, own), inout(double, 1, sum))
{
    const double quarter = 0.25 * SL_AT(area, e);
    SL_AT(sum, SL_AT(corner, e, 0)) += quarter;
    SL_AT(sum, SL_AT(corner, e, 1)) += quarter;
    SL_AT(sum, SL_AT(corner, e, 2)) += quarter;
    SL_AT(sum, SL_AT(corner, e, 3)) += quarter;
}

/* The same for any iterations; the map says which corners an element has. */
SL_KERNEL(vertexsum_scatter, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 1, area, own),
          scatter(double, sum, 1, sum))
{
    const double quarter = 0.25 * SL_AT(area, e);
    SL_SCATTER(sum, SL_AT(corner, e, 0), quarter);
    SL_SCATTER(sum, SL_AT(corner, e, 1), quarter);
    SL_SCATTER(sum, SL_AT(corner, e, 2), quarter);
    SL_SCATTER(sum, SL_AT(corner, e, 3), quarter);
}
