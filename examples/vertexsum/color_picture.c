/* SPDX-License-Identifier: BSD-3-Clause */
/* A polygon for each element, filled with one of a dozen colours. */
#include <stdio.h>

#include "kernels.h"
#include "vertexsum.h"

enum { SIZE = 640 /* of the picture, in pixels */, MARGIN = 10 };

/* Where the mesh is. */
struct frame {
    double x, y, scale, height;
};

static struct frame frame_of(const struct mesh *m)
{
    double lo[2] = {m->x[0], m->y[0]}, hi[2] = {m->x[0], m->y[0]};
    for (int64_t v = 1; v < m->vertices; v++) {
        const double at[2] = {m->x[v], m->y[v]};
        for (int d = 0; d < 2; d++) {
            lo[d] = at[d] < lo[d] ? at[d] : lo[d];
            hi[d] = at[d] > hi[d] ? at[d] : hi[d];
        }
    }
    const double wide = hi[0] - lo[0], high = hi[1] - lo[1], longest = wide > high ? wide : high;
    const double scale = (SIZE - 2 * MARGIN) / longest;
    return (struct frame){.x = lo[0], .y = lo[1], .scale = scale, .height = high * scale};
}

static void draw_element(FILE *f, const struct frame *frame, const struct mesh *m, int64_t e, int color)
{
    static const char *const paint[] = {"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377",
                                        "#bbbbbb", "#ee7733", "#004488", "#997700", "#44bb99", "#ffaabb"};
    fprintf(f, "<polygon fill=\"%s\" points=\"", paint[color % (int)(sizeof paint / sizeof paint[0])]);
    for (int k = 0; k < m->sides; k++) {
        const int32_t v = m->corner[m->sides * e + k];
        fprintf(f, "%s%.1f,%.1f", k > 0 ? " " : "", MARGIN + (m->x[v] - frame->x) * frame->scale,
                MARGIN + frame->height - (m->y[v] - frame->y) * frame->scale);
    }
    fprintf(f, "\"/>\n");
}

static int draw(const char *path, const struct mesh *m, const int32_t color[])
{
    const struct frame frame = frame_of(m);
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" stroke=\"#222222\">\n", SIZE,
            frame.height + 2 * MARGIN);
    for (int64_t e = 0; e < m->elements; e++)
        draw_element(f, &frame, m, e, color[e]);
    fprintf(f, "</svg>\n");
    const int failed = ferror(f);
    return fclose(f) == 0 && !failed ? 0 : -1;
}

/* A loop over each colour tells its elements which one that is. */
static sl_status paint(const sl_index_set *colors, sl_view *color)
{
    for (int c = 0; c < sl_index_set_segments(colors); c++)
        SL_TRY(sl_forall(vertexsum_paint, sl_index_set_segment(colors, c), c, color));
    return SL_SUCCESS;
}

sl_status draw_colors(struct problem *p, const sl_index_set *colors)
{
    sl_view *color = NULL;
    SL_TRY(sl_view_create("color", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(p->mesh.elements), &color));
    sl_status status = SL_VIEW_FILL(int32_t, color, 0);
    if (status == SL_SUCCESS)
        status = paint(colors, color);
    const int32_t *c = status == SL_SUCCESS ? SL_HOST_READ(int32_t, color) : NULL;
    if (c) {
        if (draw(p->picture, &p->mesh, c) != 0) {
            perror(p->picture);
            p->wrong = 1;
        }
        sl_host_end(color);
    } else if (status == SL_SUCCESS)
        status = sl_last_status();
    sl_view_destroy(&color);
    return status;
}
