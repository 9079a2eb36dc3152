/* SPDX-License-Identifier: BSD-3-Clause */
#include "water.h"

#include "kernels.h"

const char *const way_names[WAYS] = {"scatter", "colours", "gather"};

/* The basin's arrays are views where they are. */
static sl_status wrap_basin(struct water *w)
{
    const struct basin *b = w->basin;
    SL_TRY(sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(b->cells), b->x, &w->x));
    SL_TRY(sl_view_wrap("area", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(b->cells), b->area, &w->area));
    SL_TRY(sl_view_wrap("edges", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(b->cells, 3), b->cell_edges, &w->edges));
    SL_TRY(sl_view_wrap("cells", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(b->edges, 2), b->edge_cells, &w->cells));
    return sl_view_wrap("edge", SL_TYPE(struct edge), SL_LAYOUT_RIGHT, SL_EXTENTS(b->edges), b->edge, &w->edge);
}

/* What flows into the cells of one state. */
static sl_status flow(struct water *w, sl_view *state)
{
    const sl_space edges = SL_RANGE(0, w->basin->edges);
    if (w->way == BY_SCATTER)
        return sl_forall(shallow_scatter, edges, w->cells, w->edge, state, w->rate);
    if (w->way == BY_COLORS)
        return sl_forall(shallow_color, SL_INDEX_SET(w->colors), w->cells, w->edge, state, w->rate);
    return sl_forall(shallow_gather, SL_RANGE(0, w->basin->cells), w->edges, w->cells, w->edge, state, w->rate);
}

/* Two stages, by Heun: the mean of the old state and of that after two steps. */
static sl_status step(struct water *w)
{
    const sl_space cells = SL_RANGE(0, w->basin->cells);
    SL_TRY(flow(w, w->u));
    SL_TRY(sl_forall(shallow_first, cells, w->basin->dt, w->area, w->u, w->rate, w->v));
    SL_TRY(flow(w, w->v));
    return sl_forall(shallow_second, cells, w->basin->dt, w->area, w->v, w->rate, w->u);
}

sl_status water_fill(const struct basin *basin, enum way way, struct water *w)
{
    sl_view **states[] = {NULL, NULL, NULL};
    static const char *const label[] = {"u", "v", "rate"};
    *w = (struct water){.basin = basin, .way = way};
    states[0] = &w->u, states[1] = &w->v, states[2] = &w->rate;
    SL_TRY(wrap_basin(w));
    for (int s = 0; s < 3; s++)
        SL_TRY(sl_view_create(label[s], SL_TYPE(struct state), SL_LAYOUT_RIGHT, SL_EXTENTS(basin->cells), states[s]));
    if (way == BY_COLORS)
        SL_TRY(sl_color(w->cells, basin->cells, &w->colors));
    SL_TRY(sl_forall(shallow_fill, SL_RANGE(0, basin->cells), DAM, HIGH, LOW, w->x, w->u, w->rate));
    SL_TRY(sl_region_begin(&w->step));
    const sl_status status = step(w), ended = sl_region_end(w->step);
    return status != SL_SUCCESS ? status : ended;
}

sl_status water_run(struct water *w, long steps)
{
    for (long s = 0; s < steps; s++)
        SL_TRY(sl_region_run(w->step));
    return SL_SUCCESS;
}

sl_status water_volume(struct water *w, double *volume)
{
    return sl_reduce(shallow_volume, SL_RANGE(0, w->basin->cells), w->area, w->u, volume);
}

void water_free(struct water *w)
{
    sl_view **views[] = {&w->x, &w->area, &w->edges, &w->cells, &w->edge, &w->u, &w->v, &w->rate};
    sl_region_destroy(&w->step);
    sl_index_set_destroy(&w->colors);
    for (size_t v = 0; v < sizeof views / sizeof *views; v++)
        sl_view_destroy(views[v]);
}
