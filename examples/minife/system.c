/* SPDX-License-Identifier: BSD-3-Clause */
#include "system.h"

#include "kernels.h"

/* Loops write all of it before any reads it: no zeros first. */
static sl_status create(const char *label, sl_type type, sl_layout layout, sl_extents extents, sl_view **view)
{
    return sl_view_create_with(label, type, layout, extents, SL_VIEW_UNINITIALIZED, view);
}

sl_status system_mesh(const struct box *box, struct system *s)
{
    const int64_t points = box_points(box), elements = box_elements(box);
    *s = (struct system){.box = *box};
    SL_TRY(create("place", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(points, 3), &s->place));
    SL_TRY(create("fixed", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(points), &s->fixed));
    SL_TRY(create("corner", SL_INT32, SL_LAYOUT_AUTO, SL_EXTENTS(elements, CORNERS), &s->corner));
    SL_TRY(sl_forall(minife_points, SL_RANGE(0, points), *box, s->place, s->fixed));
    return sl_forall(minife_corners, SL_RANGE(0, elements), *box, s->corner);
}

sl_status system_structure(struct system *s)
{
    const int64_t points = box_points(&s->box);
    SL_TRY(create("begin", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(points + 1), &s->begin));
    SL_TRY(sl_forall(minife_count, SL_RANGE(0, points), s->box, s->begin));
    SL_TRY(SL_PUT_AT(int64_t, s->begin, 0, points));
    SL_TRY(sl_scan_exclusive(SL_SUM, 0, NULL, s->begin, s->begin));
    SL_TRY(SL_GET_AT(int64_t, s->begin, &s->entries, points));
    SL_TRY(create("column", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->entries), &s->column));
    SL_TRY(create("value", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(s->entries), &s->value));
    SL_TRY(create("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(points), &s->b));
    return sl_forall(minife_columns, SL_RANGE(0, points), s->box, s->begin, s->column);
}

sl_status system_assemble(struct system *s, sl_scatter way)
{
    SL_TRY(SL_VIEW_FILL(double, s->value, 0));
    SL_TRY(SL_VIEW_FILL(double, s->b, 0));
    return sl_forall_with(SL_POLICY(.scatter = way), minife_assemble, SL_RANGE(0, box_elements(&s->box)), s->corner,
                          s->place, s->begin, s->column, s->value, s->b);
}

sl_status system_dirichlet(struct system *s)
{
    const sl_space rows = SL_RANGE(box_row(&s->box, 0), box_row(&s->box, 1));
    return sl_forall(minife_dirichlet, rows, s->fixed, s->begin, s->column, s->value, s->b);
}

void system_destroy(struct system *s)
{
    sl_view **views[] = {&s->place, &s->fixed, &s->corner, &s->begin, &s->column, &s->value, &s->b};
    for (size_t v = 0; v < sizeof views / sizeof *views; v++)
        sl_view_destroy(views[v]);
}
