/* SPDX-License-Identifier: BSD-3-Clause */
#include "picture.h"

#include <stdio.h>

enum { WIDTH = 560, HEIGHT = 110, LEFT = 90, RIGHT = 20, TOP = 24, CURVES = 4 };

static double value_of(const struct md_summary *s, int curve)
{
    const double value[CURVES] = {s->temperature, s->pair, s->total, s->pressure};
    return value[curve];
}

/* One curve in a frame, with the ends of its scale. */
static void draw_curve(FILE *f, int curve, const struct md_summary *row, const long *step, int count)
{
    static const char *const name[] = {"temperature", "pair energy", "total energy", "pressure"};
    static const char *const color[] = {"#ee6677", "#4477aa", "#228833", "#aa3377"};
    const int top = curve * (HEIGHT + TOP) + TOP, wide = WIDTH - LEFT - RIGHT;
    double lo = value_of(&row[0], curve), hi = lo;
    for (int k = 1; k < count; k++) {
        const double v = value_of(&row[k], curve);
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    }
    const double scale = hi > lo ? HEIGHT / (hi - lo) : 0.0, steps = (double)(step[count - 1] - step[0]);
    fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#bbbbbb\"/>", LEFT, top, wide,
            HEIGHT);
    fprintf(f, "<text x=\"%d\" y=\"%d\">%s</text>", LEFT, top - 5, name[curve]);
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.5g</text>", LEFT - 5, top + 10, hi);
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.5g</text>", LEFT - 5, top + HEIGHT, lo);
    fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", color[curve]);
    for (int k = 0; k < count; k++)
        fprintf(f, "%s%.1f,%.1f", k > 0 ? " " : "", LEFT + wide * (double)(step[k] - step[0]) / steps,
                top + HEIGHT - (value_of(&row[k], curve) - lo) * scale);
    fprintf(f, "\"/>\n");
}

int md_picture_write(const char *path, const struct md_summary *row, const long *step, int count)
{
    const int height = CURVES * (HEIGHT + TOP) + TOP;
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", WIDTH, height);
    fprintf(f,
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
    for (int curve = 0; curve < CURVES; curve++)
        draw_curve(f, curve, row, step, count);
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">step %ld</text>\n</svg>\n", WIDTH - RIGHT, height - 6,
            step[count - 1]);
    const int failed = ferror(f);
    return fclose(f) == 0 && !failed ? 0 : -1;
}
