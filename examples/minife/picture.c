/* SPDX-License-Identifier: BSD-3-Clause */
#include "picture.h"

#include <stdio.h>

enum { SIZE = 480 /* of the longer side, about, in pixels */ };

/* Blue at 0, white at 1/2, red at 1. */
static void draw_point(FILE *f, double left, double top, double side, double u)
{
    const double t = u < 0 ? 0 : u > 1 ? 1 : u, low = t < 0.5 ? 2 * t : 1, high = t > 0.5 ? 2 - 2 * t : 1;
    fprintf(f, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%02x%02x%02x\"/>\n", left, top, side,
            side, (int)(255 * low), (int)(255 * (low < high ? low : high)), (int)(255 * high));
}

int draw_middle(const char *path, const struct box *b, const double *x)
{
    const int64_t longest = (b->nx > b->nz ? b->nx : b->nz) + 1, middle = b->ny / 2;
    const double side = (double)SIZE / (double)longest;
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "shape-rendering=\"crispEdges\">\n",
            side * (double)(b->nx + 1), side * (double)(b->nz + 1));
    for (int64_t k = 0; k <= b->nz; k++)
        for (int64_t i = 0; i <= b->nx; i++)
            draw_point(f, side * (double)i, side * (double)(b->nz - k), side,
                       x[(k * (b->ny + 1) + middle) * (b->nx + 1) + i]);
    fprintf(f, "</svg>\n");
    const int failed = ferror(f);
    return fclose(f) == 0 && !failed ? 0 : -1;
}
