/* SPDX-License-Identifier: BSD-3-Clause */
/* Starloop's side of heat: the loops of examples/heat over distributed views, with a look at |r|^2 in each iteration.
 */
#include <string.h>

#include "../../examples/common/library.h"
#include "../../examples/common/ranks.h"
#include "../../examples/heat/kernels.h"
#include "loops_kernels.h"
#include "spread.h"

enum { DENSITY, ENERGY, U, KX, KY, P, R, W, FIELDS };

struct fields {
    sl_view *field[FIELDS]; /* [ny + 2, nx + 2] */
    sl_view *rr[2], *pw;    /* numbers; r.r of this iteration and of the one before in turns */
    sl_space cells;
};

static sl_status create_number(const char *label, sl_view **view)
{
    return sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), view);
}

/* Rows go to as many ranks as the blocks of the reductions leave rows for. */
static sl_status make_fields(struct scale_run *run, const struct heat_problem *p, struct fields *f)
{
    static const char *const label[FIELDS] = {"density", "energy", "u", "kx", "ky", "p", "r", "w"};
    sl_view *block = NULL;
    f->cells = SL_BOX(1, p->ny + 1, 1, p->nx + 1);
    for (int k = 0; k < FIELDS; k++)
        SL_TRY(ranks_view_create_auto(label[k], SL_EXTENTS(p->ny + 2, p->nx + 2), &f->field[k]));
    SL_TRY(create_number("rr", &f->rr[0]));
    SL_TRY(create_number("rr", &f->rr[1]));
    SL_TRY(create_number("pw", &f->pw));
    SL_TRY(ranks_block(f->field[ENERGY], &block)); /* which no loop reads */
    int has = block != NULL, all = 0;
    sl_view_destroy(&block);
    MPI_Allreduce(&has, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    run->cuts = all - 1;
    return SL_SUCCESS;
}

static sl_status set_up(const struct heat_problem *p, const struct fields *f)
{
    for (int i = 0; i < p->deck->state_count; i++)
        SL_TRY(sl_forall(heat_state, SL_BOX(0, p->ny + 2, 0, p->nx + 2), *p, p->deck->states[i], f->field[DENSITY],
                         f->field[U]));
    return sl_forall(heat_faces, SL_BOX(1, p->ny + 2, 1, p->nx + 2), *p, p->deck->reciprocal, f->field[DENSITY],
                     f->field[KX], f->field[KY]);
}

static sl_status look(sl_view *number, double *value)
{
    const double *const from = SL_HOST_READ(double, number);
    if (!from)
        return sl_last_status();
    *value = *from;
    return sl_host_end(number);
}

/* @param[in] old, rr  numbers */
static sl_status iterate(struct strip *s, const struct fields *f, sl_view *old, sl_view *rr)
{
    sl_view *const *const v = f->field;
    SL_TRY(sl_forall(heat_apply, f->cells, v[P], v[KX], v[KY], v[W], SL_INTO(f->pw)));
    SL_TRY(sl_forall(heat_residual, f->cells, 0.0, old, old, f->pw, v[W], v[R], SL_INTO(rr)));
    s->counts.exchanges++;
    s->counts.reductions += 2;
    return sl_forall(heat_advance, f->cells, 0.0, old, old, f->pw, rr, v[R], v[U], v[P]);
}

/* One time step: at least one iteration, as in examples/heat. @param[out] rr  |r|^2 at its end */
static sl_status solve(struct strip *s, const struct heat_problem *p, const struct fields *f, double *rr)
{
    sl_view *const *const v = f->field;
    SL_TRY(sl_forall(heat_start, f->cells, v[U], v[KX], v[KY], v[R], SL_INTO(f->rr[0])));
    s->counts.exchanges++;
    s->counts.reductions++;
    SL_TRY(sl_deep_copy(v[P], v[R]));
    for (long n = 1;; n++) {
        SL_TRY(iterate(s, f, f->rr[1 - n % 2], f->rr[n % 2]));
        SL_TRY(look(f->rr[n % 2], rr));
        SL_TRY(spread_count_pass(s));
        if (*rr < p->eps || n == p->max_iters)
            break;
    }
    return sl_forall(scale_energy, f->cells, v[U], v[DENSITY], v[ENERGY]);
}

static sl_status run_steps(struct scale_run *run, struct heat *h, struct fields *f)
{
    double before, after, rr = 0.0;
    SL_TRY(make_fields(run, &h->problem, f));
    SL_TRY(set_up(&h->problem, f));
    SL_TRY(sl_reduce(scale_total, f->cells, f->field[U], &before));
    for (long k = 0; k < h->problem.steps; k++) {
        SL_TRY(solve(&run->strip, &h->problem, f, &rr));
        h->unfinished += !(rr < h->problem.eps);
    }
    SL_TRY(spread_stop(&run->strip));
    SL_TRY(sl_reduce(scale_total, f->cells, f->field[U], &after));
    heat_judge(run, h, before, after);
    return SL_SUCCESS;
}

static int compare(struct scale_run *run, const struct heat *h, const struct fields *f)
{
    sl_view *block = NULL;
    const double *rows;
    if (spread_rows(&run->strip, f->field[U], &block, &rows) != SL_SUCCESS)
        return -1;
    const int result = heat_compare(run, h, rows);
    return spread_end_rows(&block) == SL_SUCCESS ? result : -1;
}

int spread_heat(const struct scale_options *o, struct scale_run *run, struct heat *h)
{
    struct fields f = {.pw = NULL};
    int result = library_told("scale", "heat", run_steps(run, h, &f)) == SL_SUCCESS ? 0 : -1;
    if (result == 0 && heat_compares(o, run))
        result = compare(run, h, &f);
    for (int k = 0; k < FIELDS; k++)
        sl_view_destroy(&f.field[k]);
    sl_view_destroy(&f.rr[0]);
    sl_view_destroy(&f.rr[1]);
    sl_view_destroy(&f.pw);
    return result;
}
