/* SPDX-License-Identifier: BSD-3-Clause */
/* The scalars of conjugate gradients stay in the graph: rr = r.r and pw = p.w of each iteration go to views of
   rank 0, from which the bodies take alpha and beta. The host therefore need not wait in every iteration: it queues
   as many as the step before took, looks at rr of one behind which others are queued already, and those that turn out
   to be too many change nothing (kernels.c: heat_alpha). Iteration count and answer are those of a test in every
   iteration. Four iterations at a time, or one, are a region: recorded once, they run as one task. */
#include "solver.h"

#include <math.h>
#include <stdlib.h>

#include "kernels.h"

#define AHEAD 1      /* iterations queued behind the one that the host waits for */
#define STRIDE_MAX 8 /* most iterations from one look to the next */
#define BLOCK 4      /* iterations of a long region */
#define BLOCKS 4
#define RING (BLOCKS * BLOCK)

/* No queued iteration overwrites a scalar that may be looked at: up to 2 BLOCK - 1 are queued behind the one that the
   host looks at, and it may go back by STRIDE_MAX. */
_Static_assert(RING >= STRIDE_MAX + 2 * BLOCK && AHEAD <= BLOCK, "the ring is too short");

enum { DENSITY, ENERGY, U, P, R, W, KX, KY, FIELDS };

struct heat_solver {
    struct heat_problem problem;
    sl_view *field[FIELDS]; /* [ny + 2, nx + 2] */
    sl_view *rr[RING];      /* rank 0: iteration i writes number i % RING */
    sl_view *pw[RING];
    sl_region *first;         /* iteration 1 */
    sl_region *one[RING];     /* number n: an iteration i > 1 with i % RING == n */
    sl_region *block[BLOCKS]; /* number b: the iterations i with (i - 2) / BLOCK % BLOCKS == b */
    long likely;              /* iterations that a step may take: as many as the step before; 0: not known */
};

static sl_status create_views(struct heat_solver *s)
{
    static const char *const label[FIELDS] = {"density", "energy", "u", "p", "r", "w", "kx", "ky"};
    for (int f = 0; f < FIELDS; f++)
        SL_TRY(sl_view_create(label[f], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(s->problem.ny + 2, s->problem.nx + 2),
                              &s->field[f]));
    for (int i = 0; i < RING; i++) {
        SL_TRY(sl_view_create("rr", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->rr[i]));
        SL_TRY(sl_view_create("pw", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->pw[i]));
    }
    return SL_SUCCESS;
}

static sl_status apply_state(struct heat_solver *s, const struct heat_state *state, sl_space cells)
{
    const struct heat_problem *p = &s->problem;
    sl_view *density = s->field[DENSITY], *energy = s->field[ENERGY];
    if (state->geometry == HEAT_CIRCLE)
        return sl_forall(heat_circle, cells, state->density, state->energy, p->xmin, p->dx, p->ymin, p->dy, state->xmin,
                         state->ymin, state->radius, density, energy);
    double xmin, xmax, ymin, ymax;
    heat_problem_rectangle(p, state, &xmin, &xmax, &ymin, &ymax);
    if (state->geometry == HEAT_POINT) {
        /* The cell that holds the point: its lower edges at or below it, its upper ones above it. */
        xmax = xmin = nextafter(xmin, HUGE_VAL);
        ymax = ymin = nextafter(ymin, HUGE_VAL);
    }
    return sl_forall(heat_rectangle, cells, state->density, state->energy, p->xmin, p->dx, p->ymin, p->dy, xmin, xmax,
                     ymin, ymax, density, energy);
}

static sl_status set_up(struct heat_solver *s)
{
    const struct heat_problem *p = &s->problem;
    const struct heat_deck *deck = p->deck;
    sl_space cells = SL_BOX(1, p->ny + 1, 1, p->nx + 1), all = SL_BOX(0, p->ny + 2, 0, p->nx + 2);
    SL_TRY(sl_forall(heat_fill, all, deck->states[0].density, deck->states[0].energy, s->field[DENSITY],
                     s->field[ENERGY]));
    for (int i = 1; i < deck->state_count; i++)
        SL_TRY(apply_state(s, &deck->states[i], cells));
    SL_TRY(sl_forall(heat_temperature, all, s->field[DENSITY], s->field[ENERGY], s->field[U]));
    SL_TRY(sl_forall(heat_faces_x, SL_BOX(1, p->ny + 1, 1, p->nx + 2), p->rx, p->nx, deck->reciprocal,
                     s->field[DENSITY], s->field[KX]));
    return sl_forall(heat_faces_y, SL_BOX(1, p->ny + 2, 1, p->nx + 1), p->ry, p->ny, deck->reciprocal,
                     s->field[DENSITY], s->field[KY]);
}

/* Records iteration i, from 1: three loops. */
static sl_status record_iteration(struct heat_solver *s, long i)
{
    sl_space cells = SL_BOX(1, s->problem.ny + 1, 1, s->problem.nx + 1);
    sl_view *rr_old = s->rr[(i - 1) % RING], *rr = s->rr[i % RING], *pw = s->pw[i % RING];
    sl_view *u = s->field[U], *p = s->field[P], *r = s->field[R], *w = s->field[W];
    /* As in TeaLeaf, the first iteration is made however small r is. */
    double stop = i == 1 ? 0.0 : s->problem.eps;
    SL_TRY(sl_forall(heat_apply, cells, p, s->field[KX], s->field[KY], w, SL_INTO(pw)));
    SL_TRY(sl_forall(heat_residual, cells, stop, rr_old, pw, w, r, SL_INTO(rr)));
    return sl_forall(heat_advance, cells, stop, rr_old, pw, rr, r, u, p);
}

static sl_status record(struct heat_solver *s, long first, long count, sl_region **region)
{
    SL_TRY(sl_region_begin(region));
    sl_status status = SL_SUCCESS;
    for (long i = first; i < first + count && status == SL_SUCCESS; i++)
        status = record_iteration(s, i);
    sl_status ended = sl_region_end(*region);
    return status != SL_SUCCESS ? status : ended;
}

static sl_status record_regions(struct heat_solver *s)
{
    SL_TRY(record(s, 1, 1, &s->first));
    for (long n = 0; n < RING; n++)
        SL_TRY(record(s, RING + n, 1, &s->one[n]));
    for (long b = 0; b < BLOCKS; b++)
        SL_TRY(record(s, RING + b * BLOCK + 2, BLOCK, &s->block[b]));
    return SL_SUCCESS;
}

sl_status heat_solver_create(const struct heat_problem *problem, struct heat_solver **solver)
{
    struct heat_solver *s = calloc(1, sizeof *s);
    if (!s)
        return SL_ERR_MEMORY;
    s->problem = *problem;
    sl_status status = create_views(s);
    if (status == SL_SUCCESS)
        status = set_up(s);
    if (status == SL_SUCCESS)
        status = record_regions(s);
    if (status == SL_SUCCESS)
        *solver = s;
    else
        heat_solver_destroy(&s);
    return status;
}

/* Queues what comes after the iterations that are queued: a block, or one where a block may be too much. */
static sl_status queue_more(struct heat_solver *s, long *queued)
{
    const long end = *queued + BLOCK, enough = s->likely + AHEAD;
    const int fits = *queued > 0 && (*queued - 1) % BLOCK == 0 && end <= s->problem.max_iters;
    const int whole = fits && (end <= enough || *queued >= enough + BLOCK);
    sl_region *region = s->one[(*queued + 1) % RING];
    if (whole)
        region = s->block[(*queued - 1) / BLOCK % BLOCKS];
    else if (*queued == 0)
        region = s->first;
    SL_TRY(sl_region_run(region));
    *queued += whole ? BLOCK : 1;
    return SL_SUCCESS;
}

/* Waits for |r|^2 of one iteration, and for nothing that is queued after it. */
static sl_status look(struct heat_solver *s, long iteration, double *residual)
{
    sl_view *view = s->rr[iteration % RING];
    const double *rr = SL_HOST_READ(double, view);
    if (!rr)
        return sl_last_status();
    *residual = *rr;
    return sl_host_end(view);
}

/* How many iterations to the next look: to where the step is likely to end; from there on half of those that the fall
   of |r|^2 since the last look, `stride` iterations ago, lets expect, so that few are made in vain. */
static long next_stride(const struct heat_solver *s, long at, double before, double now, long stride)
{
    double left = (double)(s->likely - at);
    if (at >= s->likely) {
        double fall = log(before / now) / (double)stride;
        left = fall > 0.0 ? log(now / s->problem.eps) / fall / 2.0 : 1.0;
    }
    return left < 1.0 ? 1 : left < STRIDE_MAX ? (long)left : STRIDE_MAX;
}

/* Queues iterations until some stand behind the one that the host looks at next: more of them where more are likely. */
static sl_status queue_behind(struct heat_solver *s, long next, long *queued)
{
    const long more = s->likely + AHEAD - next; /* that are likely behind it */
    const long ahead = more < AHEAD ? AHEAD : more < BLOCK ? more : BLOCK;
    while (*queued < next + ahead && *queued < s->problem.max_iters)
        SL_TRY(queue_more(s, queued));
    return SL_SUCCESS;
}

/* Queues iterations and looks at some, until one is below eps or none may follow. The scalars of the last STRIDE_MAX
   iterations before *at are still there. */
static sl_status iterate(struct heat_solver *s, heat_progress progress, void *arg, long *at, double *residual)
{
    const struct heat_problem *p = &s->problem;
    long queued = 0, stride = 1;
    double before = NAN, now = NAN;
    for (*at = 0;;) {
        stride = next_stride(s, *at, before, now, stride);
        if (stride > p->max_iters - *at)
            stride = p->max_iters - *at;
        *at += stride;
        before = now;
        SL_TRY(queue_behind(s, *at, &queued));
        SL_TRY(look(s, *at, &now));
        *residual = now;
        if (progress)
            progress(arg, *at, now);
        if (!isfinite(now))
            return SL_ERR_TASK;
        if (now < p->eps || *at == p->max_iters)
            return SL_SUCCESS;
    }
}

sl_status heat_solver_step(struct heat_solver *s, heat_progress progress, void *arg, struct heat_solve *solve)
{
    sl_space cells = SL_BOX(1, s->problem.ny + 1, 1, s->problem.nx + 1);
    struct heat_solve result = {0};
    SL_TRY(sl_forall(heat_start, cells, s->field[U], s->field[KX], s->field[KY], s->field[R], s->field[P],
                     SL_INTO(s->rr[0])));
    SL_TRY(iterate(s, progress, arg, &result.iterations, &result.residual));
    SL_TRY(sl_forall(heat_store_energy, cells, s->field[DENSITY], s->field[U], s->field[ENERGY]));
    result.converged = result.residual < s->problem.eps;
    /* |r|^2 stays what it is once it is below eps: go back to the iteration that brought it there. */
    long earliest = result.iterations > STRIDE_MAX ? result.iterations - STRIDE_MAX : 0;
    for (long i = result.iterations - 1; result.converged && i > earliest; i--) {
        double residual = 0.0;
        SL_TRY(look(s, i, &residual));
        if (!(residual < s->problem.eps))
            break;
        result.iterations = i;
    }
    s->likely = result.iterations;
    *solve = result;
    return SL_SUCCESS;
}

sl_status heat_solver_summary(struct heat_solver *s, struct heat_summary *summary)
{
    const struct heat_problem *p = &s->problem;
    struct heat_summary sums = {0};
    SL_TRY(sl_reduce(heat_sums, SL_BOX(1, p->ny + 1, 1, p->nx + 1), p->dx * p->dy, s->field[DENSITY], s->field[ENERGY],
                     s->field[U], &sums.volume, &sums.mass, &sums.energy, &sums.u));
    sums.density = sums.mass / sums.volume;
    *summary = sums;
    return SL_SUCCESS;
}

sl_view *heat_solver_temperature(struct heat_solver *s)
{
    return s->field[U];
}

void heat_solver_destroy(struct heat_solver **solver)
{
    struct heat_solver *s = *solver;
    if (!s)
        return;
    sl_region_destroy(&s->first);
    for (int n = 0; n < RING; n++)
        sl_region_destroy(&s->one[n]);
    for (int b = 0; b < BLOCKS; b++)
        sl_region_destroy(&s->block[b]);
    for (int f = 0; f < FIELDS; f++)
        sl_view_destroy(&s->field[f]);
    for (int i = 0; i < RING; i++) {
        sl_view_destroy(&s->rr[i]);
        sl_view_destroy(&s->pw[i]);
    }
    free(s);
    *solver = NULL;
}
