/* SPDX-License-Identifier: BSD-3-Clause */
/* Starloop's side of stencil3d and jacobi2d: the loop over all inner points, between two distributed views. */
#include <string.h>

#include "../../examples/common/library.h"
#include "../../examples/common/ranks.h"
#include "../../examples/stencil3d/stencil3d_kernels.h"
#include "loops_kernels.h"
#include "spread.h"

struct views {
    sl_view *u[2];
    sl_view *sines[3];
};

static int is_flat(const struct sweeps *w)
{
    return w->n[2] == 1;
}

static sl_status make_sines(const struct sweeps *w, struct views *v)
{
    for (int d = 0; d < (is_flat(w) ? 2 : 3); d++) {
        SL_TRY(sl_view_create("sines", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(w->n[d]), &v->sines[d]));
        double *const to = SL_HOST_WRITE(double, v->sines[d]);
        if (!to)
            return sl_last_status();
        memcpy(to, w->wave.along[d], (size_t)w->n[d] * sizeof *to);
        SL_TRY(sl_host_end(v->sines[d]));
    }
    return SL_SUCCESS;
}

/* The second view keeps the zeros of its edges. */
static sl_status make_views(const struct sweeps *w, struct views *v)
{
    const int64_t *const n = w->n;
    const sl_extents extents = is_flat(w) ? SL_EXTENTS(n[0], n[1]) : SL_EXTENTS(n[0], n[1], n[2]);
    SL_TRY(make_sines(w, v));
    SL_TRY(ranks_view_create("u", extents, &v->u[0]));
    SL_TRY(ranks_view_create("next", extents, &v->u[1]));
    if (is_flat(w))
        return sl_forall(scale_wave2d, SL_BOX(0, n[0], 0, n[1]), v->sines[0], v->sines[1], v->u[0]);
    return sl_forall(scale_wave3d, SL_BOX(0, n[0], 0, n[1], 0, n[2]), v->sines[0], v->sines[1], v->sines[2], v->u[0]);
}

static sl_status step(const struct sweeps *w, sl_view *u, sl_view *next)
{
    const int64_t *const n = w->n;
    if (is_flat(w))
        return sl_forall(scale_jacobi, SL_BOX(1, n[0] - 1, 1, n[1] - 1), u, next);
    return sl_forall(stencil3d_step, SL_BOX(1, n[0] - 1, 1, n[1] - 1, 1, n[2] - 1), u, next);
}

static sl_status run_steps(const struct scale_options *o, struct strip *s, const struct sweeps *w, struct views *v)
{
    SL_TRY(library_told("scale", "set-up", make_views(w, v)));
    for (long k = 0; k < o->steps; k++) {
        SL_TRY(library_told("scale", "a step", step(w, v->u[k % 2], v->u[1 - k % 2])));
        s->counts.exchanges++;
        SL_TRY(spread_count_pass(s));
    }
    return spread_stop(s);
}

static sl_status run(const struct scale_options *o, struct scale_run *r, const struct sweeps *w, struct views *v)
{
    sl_view *block = NULL;
    const double *rows;
    SL_TRY(run_steps(o, &r->strip, w, v));
    SL_TRY(spread_rows(&r->strip, v->u[o->steps % 2], &block, &rows));
    sweeps_judge(o, r, w, rows);
    return spread_end_rows(&block);
}

int spread_sweeps(const struct scale_options *o, struct scale_run *r, const struct sweeps *w)
{
    struct views v = {0};
    const sl_status status = run(o, r, w, &v);
    for (int k = 0; k < 2; k++)
        sl_view_destroy(&v.u[k]);
    for (int d = 0; d < 3; d++)
        sl_view_destroy(&v.sines[d]);
    return status == SL_SUCCESS ? 0 : -1;
}
