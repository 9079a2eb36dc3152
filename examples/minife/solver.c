/* SPDX-License-Identifier: BSD-3-Clause */
/* The scalars of conjugate gradients stay in views of rank 0: the host queues some iterations, looks at |r|^2 of the
 * last one, and need not wait in between. Without other processes these iterations are a region: recorded once, they
 * run as one task, and on a GPU as one graph. */
#include "solver.h"

#include <math.h>

#include "kernels.h"

enum { BLOCK = 10 /* iterations from one look to the next */ };

struct cg {
    const struct neighbours *others;
    struct system *system;
    sl_space rows;
    sl_view *x, *r, *d, *w;
    sl_view *rr[BLOCK], *dw; /* iteration i, from 0, reads rr[i % BLOCK] and writes the next one */
    sl_region *block;
    double stop; /* |r|^2 that is small enough */
};

static sl_status solver_views(struct cg *c)
{
    sl_view **vectors[] = {&c->x, &c->r, &c->d, &c->w};
    static const char *const label[] = {"x", "r", "d", "w"};
    for (int v = 0; v < 4; v++)
        SL_TRY(
            sl_view_create(label[v], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(box_points(&c->system->box)), vectors[v]));
    for (int i = 0; i < BLOCK; i++)
        SL_TRY(sl_view_create("rr", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &c->rr[i]));
    return sl_view_create("dw", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &c->dw);
}

static sl_status sum_up(struct cg *c, sl_view *scalar)
{
    return c->others != NULL ? c->others->sum(c->others->data, scalar) : SL_SUCCESS;
}

static sl_status iterate(struct cg *c, long i)
{
    struct system *s = c->system;
    sl_view *old = c->rr[i % BLOCK], *now = c->rr[(i + 1) % BLOCK];
    if (c->others != NULL)
        SL_TRY(c->others->borders(c->others->data, c->d));
    SL_TRY(sl_forall(minife_product, c->rows, s->begin, s->column, s->value, c->d, c->w, SL_INTO(c->dw)));
    SL_TRY(sum_up(c, c->dw));
    SL_TRY(sl_forall(minife_step, c->rows, c->stop, old, c->dw, c->d, c->w, c->x, c->r, SL_INTO(now)));
    SL_TRY(sum_up(c, now));
    return sl_forall(minife_direction, c->rows, old, now, c->r, c->d);
}

static sl_status record_block(struct cg *c)
{
    sl_status status = sl_region_begin(&c->block);
    if (status != SL_SUCCESS)
        return status;
    for (long i = 0; i < BLOCK && status == SL_SUCCESS; i++)
        status = iterate(c, i);
    const sl_status ended = sl_region_end(c->block);
    return status != SL_SUCCESS ? status : ended;
}

/* Goes back to the iteration, of those after `made`, that brought |r|^2 down to `stop`: later ones changed nothing. */
static sl_status first_below(struct cg *c, long made, struct solve *result)
{
    double rr = INFINITY;
    while (made < result->iterations && rr > c->stop) {
        made++;
        SL_TRY(SL_GET(double, c->rr[made % BLOCK], &rr));
    }
    result->iterations = made;
    return SL_SUCCESS;
}

static sl_status solver_run(struct cg *c, long iterations, double tolerance, struct solve *result)
{
    double rr = 0;
    SL_TRY(sl_forall(minife_start, c->rows, c->system->b, c->x, c->r, c->d, SL_INTO(c->rr[0])));
    SL_TRY(sum_up(c, c->rr[0]));
    SL_TRY(SL_GET(double, c->rr[0], &rr));
    *result = (struct solve){.iterations = 0, .first = sqrt(rr), .last = sqrt(rr)};
    c->stop = tolerance * tolerance * rr;
    if (c->others == NULL && iterations >= BLOCK)
        SL_TRY(record_block(c));
    while (result->iterations < iterations && rr > c->stop) {
        const long made = result->iterations, left = iterations - made, count = left < BLOCK ? left : BLOCK;
        if (c->block != NULL && count == BLOCK)
            SL_TRY(sl_region_run(c->block));
        else
            for (long i = made; i < made + count; i++)
                SL_TRY(iterate(c, i));
        result->iterations += count;
        SL_TRY(SL_GET(double, c->rr[result->iterations % BLOCK], &rr));
        result->last = sqrt(rr);
        if (!isfinite(rr))
            return SL_SUCCESS;
        if (rr <= c->stop)
            SL_TRY(first_below(c, made, result));
    }
    return SL_SUCCESS;
}

sl_status solve(struct system *s, long iterations, double tolerance, const struct neighbours *others, sl_view **x,
                struct solve *result)
{
    struct cg c = {.others = others, .system = s, .rows = SL_RANGE(box_row(&s->box, 0), box_row(&s->box, 1))};
    sl_status status = solver_views(&c);
    if (status == SL_SUCCESS)
        status = solver_run(&c, iterations, tolerance, result);
    sl_region_destroy(&c.block);
    sl_view_destroy(&c.r);
    sl_view_destroy(&c.d);
    sl_view_destroy(&c.w);
    for (int i = 0; i < BLOCK; i++)
        sl_view_destroy(&c.rr[i]);
    sl_view_destroy(&c.dw);
    *x = c.x;
    return status;
}
