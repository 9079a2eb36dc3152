/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels.h"
#include "vertexsum.h"

static sl_status create(const struct mesh *m, struct renumbered *r)
{
    SL_TRY(sl_view_create("element", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(m->elements), &r->element));
    SL_TRY(sl_view_create("vertex", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(m->vertices), &r->vertex));
    SL_TRY(sl_view_create("new corner", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(m->elements, m->sides), &r->corner));
    SL_TRY(sl_view_create("new area", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->elements), &r->area));
    return sl_view_create("new sum", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->vertices), &r->sum);
}

sl_status renumber(const struct problem *p, struct renumbered *r)
{
    const struct mesh *m = &p->mesh;
    *r = (struct renumbered){.element = NULL};
    SL_TRY(create(m, r));
    SL_TRY(sl_renumber(p->corner, m->vertices, r->element, r->vertex));
    SL_TRY(sl_forall(vertexsum_move_corners, SL_RANGE(0, m->elements), p->corner, r->element, r->vertex, r->corner));
    SL_TRY(sl_forall(vertexsum_move, SL_RANGE(0, m->elements), r->element, p->area, r->area));
    SL_TRY(SL_VIEW_FILL(double, r->sum, 0));
    SL_TRY(sl_renumber_statistics(p->corner, m->vertices, &r->before));
    return sl_renumber_statistics(r->corner, m->vertices, &r->after);
}

void renumbered_free(struct renumbered *r)
{
    sl_view_destroy(&r->element);
    sl_view_destroy(&r->vertex);
    sl_view_destroy(&r->corner);
    sl_view_destroy(&r->area);
    sl_view_destroy(&r->sum);
}
