/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop bodies of minife. p: a point that the process keeps; e: an element. box.h says how both are numbered. */
#include "kernels.h"

#include <starloop/kernel.h>

#include "element.h"

/* --- the mesh --------------------------------------------------------------------------------------------------- */

SL_KERNEL(minife_points, (p), scalar(struct box, box), out(double, 2, place, own(0, all)), out(double, 1, fixed, own))
{
    const int64_t i = p % (box.nx + 1), j = p / (box.nx + 1) % (box.ny + 1),
                  k = p / ((box.nx + 1) * (box.ny + 1)) + box.kept[0];
    SL_AT(place, p, 0) = (double)i / (double)box.nx;
    SL_AT(place, p, 1) = (double)j / (double)box.ny;
    SL_AT(place, p, 2) = (double)k / (double)box.nz;
    SL_AT(fixed, p) = minife_fixed(i, j, k, box.nx, box.ny, box.nz);
}

SL_KERNEL(minife_corners, (e), scalar(struct box, box), out(int32_t, 2, corner, own(0, all)))
{
    const int64_t i = e % box.nx, j = e / box.nx % box.ny, k = e / (box.nx * box.ny), width = box.nx + 1;
    for (int a = 0; a < CORNERS; a++)
        SL_AT(corner, e, a) = (int32_t)(((k + (a >> 2)) * (box.ny + 1) + j + (a >> 1 & 1)) * width + i + (a & 1));
}

/* --- the structure of the matrix -------------------------------------------------------------------------------- */

/* The points around p, itself among them, along one axis: from..to. */
SL_FN void minife_around(int64_t at, int64_t last, int64_t *from, int64_t *to)
{
    *from = at > 0 ? at - 1 : 0;
    *to = at < last ? at + 1 : last;
}

/* How many columns row p has. Rows of other processes have none. */
SL_KERNEL(minife_count, (p), scalar(struct box, box), out(int64_t, 1, begin, own))
{
    const int64_t plane = (box.nx + 1) * (box.ny + 1), k = p / plane + box.kept[0];
    int64_t from[3], to[3];
    minife_around(p % (box.nx + 1), box.nx, &from[0], &to[0]);
    minife_around(p / (box.nx + 1) % (box.ny + 1), box.ny, &from[1], &to[1]);
    minife_around(k, box.nz, &from[2], &to[2]);
    const int64_t count = (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1);
    SL_AT(begin, p) = (k >= box.own[0]) & (k < box.own[1]) ? count : 0;
}

/* The columns of row p, going up. */
SL_KERNEL(minife_columns, (p), scalar(struct box, box), in(int64_t, 1, begin), out(int32_t, 1, column))
{
    const int64_t width = box.nx + 1, plane = width * (box.ny + 1);
    int64_t from[3], to[3], at = SL_AT(begin, p);
    minife_around(p % width, box.nx, &from[0], &to[0]);
    minife_around(p / width % (box.ny + 1), box.ny, &from[1], &to[1]);
    minife_around(p / plane + box.kept[0], box.nz, &from[2], &to[2]);
    if (at == SL_AT(begin, p + 1))
        return;
    for (int64_t k = from[2]; k <= to[2]; k++)
        for (int64_t j = from[1]; j <= to[1]; j++)
            for (int64_t i = from[0]; i <= to[0]; i++)
                SL_AT(column, at++) = (int32_t)((k - box.kept[0]) * plane + j * width + i);
}

/* --- assembly --------------------------------------------------------------------------------------------------- */

/* Element e adds its matrix and its vector to the rows of its corners, but to those of other processes. Elements
 * without a common corner have no row in common: the map says so. */
SL_KERNEL(minife_assemble, (e), in(int32_t, 2, corner, own(0, all), map), in(double, 2, place), in(int64_t, 1, begin),
          in(int32_t, 1, column), scatter(double, sum, 1, value), scatter(double, sum, 1, b))
{
    double at[CORNERS][3], matrix[CORNERS][CORNERS], vector[CORNERS];
    for (int a = 0; a < CORNERS; a++)
        for (int d = 0; d < 3; d++)
            at[a][d] = SL_AT(place, SL_AT(corner, e, a), d);
    minife_element(at, matrix, vector);
    for (int a = 0; a < CORNERS; a++) {
        const int32_t row = SL_AT(corner, e, a);
        int64_t k = SL_AT(begin, row);
        const int64_t end = SL_AT(begin, row + 1);
        if (k == end)
            continue;
        SL_SCATTER(b, row, vector[a]);
        for (int c = 0; c < CORNERS; c++) { /* the corners of an element go up, as the columns of a row do */
            const int32_t other = SL_AT(corner, e, c);
            while (SL_AT(column, k) != other)
                k++;
            SL_SCATTER(value, k, matrix[a][c]);
        }
    }
}

/* A row whose temperature is known says so; what others have in its column goes to the right side. */
SL_KERNEL(minife_dirichlet, (p), in(double, 1, fixed), in(int64_t, 1, begin), in(int32_t, 1, column),
          inout(double, 1, value), inout(double, 1, b, own))
{
    const double known = SL_AT(fixed, p);
    const int64_t end = SL_AT(begin, p + 1);
    double right = known;
    if (known >= 0) {
        for (int64_t k = SL_AT(begin, p); k < end; k++)
            SL_AT(value, k) = SL_AT(column, k) == p ? 1 : 0;
    } else {
        right = SL_AT(b, p);
        for (int64_t k = SL_AT(begin, p); k < end; k++) {
            const double of_column = SL_AT(fixed, SL_AT(column, k));
            if (of_column >= 0) {
                right -= SL_AT(value, k) * of_column;
                SL_AT(value, k) = 0;
            }
        }
    }
    SL_AT(b, p) = right;
}

/* --- conjugate gradients ---------------------------------------------------------------------------------------- */

/* From x = 0. */
SL_KERNEL(minife_start, (p), in(double, 1, b, own), out(double, 1, x, own), out(double, 1, r, own),
          out(double, 1, d, own), reduce(double, sum, rr))
{
    const double v = SL_AT(b, p);
    SL_AT(x, p) = 0;
    SL_AT(r, p) = v;
    SL_AT(d, p) = v;
    *rr += v * v;
}

/* w = A d; dw = d.w */
SL_KERNEL(minife_product, (p), in(int64_t, 1, begin), in(int32_t, 1, column), in(double, 1, value), in(double, 1, d),
          out(double, 1, w, own), reduce(double, sum, dw))
{
    double sum = 0;
    for (int64_t k = SL_AT(begin, p); k < SL_AT(begin, p + 1); k++)
        sum += SL_AT(value, k) * SL_AT(d, SL_AT(column, k));
    SL_AT(w, p) = sum;
    *dw += SL_AT(d, p) * sum;
}

/* The length of a step along d. Once |r|^2 is at most `stop` it is 0: iterations that are queued then change nothing.
 */
SL_FN double minife_alpha(double rr, double dw, double stop)
{
    return (rr > stop) & (dw > 0) ? rr / dw : 0;
}

/* x += alpha d, r -= alpha w; rr = r.r */
SL_KERNEL(minife_step, (p), scalar(double, stop), in(double, 0, rr_old), in(double, 0, dw), in(double, 1, d, own),
          in(double, 1, w, own), inout(double, 1, x, own), inout(double, 1, r, own), reduce(double, sum, rr))
{
    const double alpha = minife_alpha(SL_AT0(rr_old), SL_AT0(dw), stop);
    const double v = SL_AT(r, p) - alpha * SL_AT(w, p);
    SL_AT(x, p) += alpha * SL_AT(d, p);
    SL_AT(r, p) = v;
    *rr += v * v;
}

/* d = r + beta d */
SL_KERNEL(minife_direction, (p), in(double, 0, rr_old), in(double, 0, rr), in(double, 1, r, own),
          inout(double, 1, d, own))
{
    const double old = SL_AT0(rr_old), beta = old > 0 ? SL_AT0(rr) / old : 0;
    SL_AT(d, p) = SL_AT(r, p) + beta * SL_AT(d, p);
}
