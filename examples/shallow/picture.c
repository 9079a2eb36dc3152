/* SPDX-License-Identifier: BSD-3-Clause */
#include "picture.h"

#include <stdio.h>

#define PIXELS 80.0 /* a metre */

static void draw_cell(FILE *f, const struct basin *b, int64_t c, double height, double depth)
{
    const struct mesh *m = &b->mesh;
    const double t = (depth - LOW) / (HIGH - LOW), shade = t < 0 ? 0 : t > 1 ? 1 : t;
    fprintf(f, "<path fill=\"#%02x%02xff\" d=\"", (int)(230 * (1 - shade)), (int)(240 - 140 * shade));
    for (int k = 0; k < 3; k++) {
        const int32_t v = m->corner[3 * c + k];
        fprintf(f, "%c%.1f %.1f", "MLL"[k], PIXELS * m -> x[v], height - PIXELS * m -> y[v]);
    }
    fprintf(f, "z\"/>\n");
}

int draw_water(const char *path, const struct basin *b, const struct state *u)
{
    double high = 0;
    for (int64_t v = 0; v < b->mesh.vertices; v++)
        high = b->mesh.y[v] > high ? b->mesh.y[v] : high;
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\">\n", PIXELS * LENGTH,
            PIXELS * high);
    for (int64_t c = 0; c < b->cells; c++)
        draw_cell(f, b, c, PIXELS * high, u[c].h);
    fprintf(f, "</svg>\n");
    const int failed = ferror(f);
    return fclose(f) == 0 && !failed ? 0 : -1;
}
