/* SPDX-License-Identifier: BSD-3-Clause */
/* Conjugate gradients keep their scalars in the graph: rr = r.r, rz = r.z and pw = p.w of each iteration go to views of
   rank 0, from which the bodies take alpha and beta. The host therefore need not wait in every iteration: it queues
   as many as the step before took, looks at rr of one behind which others are queued already, and those that turn out
   to be too many change nothing (kernels.c: heat_alpha). Iteration count and answer are those of a test in every
   iteration. Four iterations at a time, or one, are a region: recorded once, they run as one task.
   PPCG is the same with another z: a polynomial of the matrix times r. Jacobi and Chebyshev have no scalars to wait
   for; the host sets the coefficients of their one region before each run. */
#include "solver.h"

#include <math.h>
#include <stdlib.h>

#include "kernels.h"
#include "spectrum.h"

#define AHEAD 1      /* iterations queued behind the one that the host waits for */
#define STRIDE_MAX 8 /* most iterations from one look to the next */
#define BLOCK 4      /* iterations of a long region */
#define BLOCKS 4
#define RING (BLOCKS * BLOCK)
#define GROWS 100.0 /* |r|^2 of Chebyshev over its least one: the spectrum is wrong */
#define LOOK 10     /* iterations of Jacobi and Chebyshev from one look to the next, as in TeaLeaf */

/* No queued iteration overwrites a scalar that may be looked at: up to 2 BLOCK - 1 are queued behind the one that the
   host looks at, and it may go back by STRIDE_MAX. */
_Static_assert(RING >= STRIDE_MAX + 2 * BLOCK && AHEAD <= BLOCK, "the ring is too short");

enum { DENSITY, U, P, R, W, KX, KY, Z, S, D, Y, FIELDS }; /* from Z on not for all solvers */

struct heat_solver {
    struct heat_problem problem;
    struct heat_chebyshev chebyshev;         /* known once CG has made its first iterations */
    heat_field_maker *maker;                 /* of distributed fields; NULL: they are not */
    int polynomial;                          /* 1: z is PPCG's */
    sl_view *field[FIELDS];                  /* [ny + 2, nx + 2], with rows behind that fill the last block */
    sl_view *rr[RING], *rz[RING], *pw[RING]; /* rank 0: iteration i writes number i % RING */
    sl_region *first;                        /* iteration 1 */
    sl_region *one[RING];                    /* number n: an iteration i > 1 with i % RING == n */
    sl_region *block[BLOCKS];                /* number b: the iterations i with (i - 2) / BLOCK % BLOCKS == b */
    sl_region *sweep;                        /* an iteration of Jacobi or Chebyshev; NULL for others */
    long likely;            /* iterations that a step may take: as many as the step before; 0: not known */
    heat_progress progress; /* of this step */
    void *arg;
};

static sl_space cells_of(const struct heat_solver *s)
{
    return SL_BOX(1, s->problem.ny + 1, 1, s->problem.nx + 1);
}

static long blocks_of(const struct heat_solver *s)
{
    return (s->problem.ny + HEAT_BLOCK_ROWS - 1) / HEAT_BLOCK_ROWS;
}

/* The fields at the start, ghost cells included. */
static sl_status set_up(struct heat_solver *s)
{
    const struct heat_problem *p = &s->problem;
    for (int i = 0; i < p->deck->state_count; i++)
        SL_TRY(sl_forall(heat_state, SL_BOX(0, p->ny + 2, 0, p->nx + 2), *p, p->deck->states[i], s->field[DENSITY],
                         s->field[U]));
    return sl_forall(heat_faces, SL_BOX(1, p->ny + 2, 1, p->nx + 2), *p, p->deck->reciprocal, s->field[DENSITY],
                     s->field[KX], s->field[KY]);
}

static sl_status create_field(const struct heat_solver *s, const char *label, sl_extents extents, sl_view **field)
{
    if (s->maker)
        return s->maker(label, extents, field);
    SL_TRY(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, extents, field));
    return s->problem.parts > 1 ? sl_view_split(*field, SL_SPLIT(s->problem.parts)) : SL_SUCCESS;
}

static sl_status create_fields(struct heat_solver *s)
{
    static const char *const label[FIELDS] = {"density", "u", "p", "r", "w", "kx", "ky", "z", "s", "d", "y"};
    const long rows = blocks_of(s) * HEAT_BLOCK_ROWS + 2, columns = s->problem.nx + 2;
    const int ppcg = s->problem.deck->solver == HEAT_PPCG, some = s->problem.preconditioner != HEAT_NO_PRECONDITIONER;
    const int needed = ppcg && some ? FIELDS : ppcg ? Y : some ? S : Z;
    for (int f = 0; f < needed; f++)
        SL_TRY(create_field(s, label[f], SL_EXTENTS(rows, columns), &s->field[f]));
    for (int i = 0; i < RING; i++) {
        SL_TRY(sl_view_create("rr", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->rr[i]));
        SL_TRY(sl_view_create("rz", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->rz[i]));
        SL_TRY(sl_view_create("pw", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->pw[i]));
    }
    return set_up(s);
}

/* *z = M^-1 from, which goes to `to`; without a preconditioner it is `from` itself. */
static sl_status precondition(struct heat_solver *s, sl_view *from, sl_view *to, sl_view **z)
{
    *z = s->problem.preconditioner == HEAT_NO_PRECONDITIONER ? from : to;
    if (s->problem.preconditioner == HEAT_JAC_DIAG)
        return sl_forall(heat_diagonal, cells_of(s), from, s->field[KX], s->field[KY], to);
    if (s->problem.preconditioner == HEAT_JAC_BLOCK)
        return sl_forall(heat_block, SL_BOX(0, blocks_of(s), 1, s->problem.nx + 1), from, s->field[KX], s->field[KY],
                         to);
    return SL_SUCCESS;
}

/* One step of Jacobi or Chebyshev towards A u = what r is the residual of; the last one leaves r as it was. */
static sl_status record_sweep(struct heat_solver *s, double a, double b, sl_view *r, sl_view *to, sl_view *p,
                              sl_view *u, int last)
{
    sl_view *z;
    SL_TRY(precondition(s, r, to, &z));
    SL_TRY(sl_forall(heat_extend, cells_of(s), a, b, z, p, u));
    return last ? SL_SUCCESS : sl_forall(heat_subtract, cells_of(s), p, s->field[KX], s->field[KY], r);
}

/* PPCG's z: so many steps of Chebyshev's iteration towards A z = r, from 0. */
static sl_status record_polynomial(struct heat_solver *s)
{
    struct heat_chebyshev c = s->chebyshev;
    const long steps = s->problem.deck->inner_steps;
    SL_TRY(sl_forall(heat_polynomial, cells_of(s), s->field[R], s->field[S], s->field[Z]));
    for (long i = 0; i <= steps; i++) {
        double a, b;
        heat_chebyshev_next(&c, &a, &b);
        SL_TRY(record_sweep(s, a, b, s->field[S], s->field[Y], s->field[D], s->field[Z], i == steps));
    }
    return SL_SUCCESS;
}

/* r.z of each iteration: rr where z is r. */
static sl_view **products(struct heat_solver *s)
{
    return s->polynomial || s->problem.preconditioner != HEAT_NO_PRECONDITIONER ? s->rz : s->rr;
}

/* z of iteration i, and r.z. */
static sl_status record_z(struct heat_solver *s, long i, sl_view **z)
{
    *z = s->field[Z];
    SL_TRY(s->polynomial ? record_polynomial(s) : precondition(s, s->field[R], s->field[Z], z));
    return *z == s->field[R] ? SL_SUCCESS : sl_forall(heat_dot, cells_of(s), s->field[R], *z, SL_INTO(s->rz[i % RING]));
}

/* Records iteration i, from 1: three loops, and those that make z. */
static sl_status record_iteration(struct heat_solver *s, long i)
{
    sl_space cells = cells_of(s);
    sl_view *rr_old = s->rr[(i - 1) % RING], *rr = s->rr[i % RING], *pw = s->pw[i % RING];
    sl_view *rz_old = products(s)[(i - 1) % RING], *rz = products(s)[i % RING];
    sl_view *u = s->field[U], *p = s->field[P], *r = s->field[R], *w = s->field[W], *z;
    /* As in TeaLeaf, the first iteration is made however small r is. */
    double stop = i == 1 ? 0.0 : s->problem.eps;
    if (s->problem.form == HEAT_NEST)
        return sl_nest(heat_fused, cells, stop, rr_old, s->field[KX], s->field[KY], w, r, u, p, rr);
    if (s->problem.form == HEAT_TEAMS) {
        const int64_t nx = s->problem.nx;
        const sl_policy rows = SL_POLICY(.league = s->problem.ny, .team = 8, .vector = 32);
        SL_TRY(sl_launch(rows, heat_apply_team, nx, p, s->field[KX], s->field[KY], w, SL_INTO(pw)));
        SL_TRY(sl_launch(rows, heat_residual_team, nx, stop, rr_old, pw, w, r, SL_INTO(rr)));
        return sl_launch(rows, heat_advance_team, nx, stop, rr_old, pw, rr, r, u, p);
    }
    SL_TRY(sl_forall(heat_apply, cells, p, s->field[KX], s->field[KY], w, SL_INTO(pw)));
    SL_TRY(sl_forall(heat_residual, cells, stop, rr_old, rz_old, pw, w, r, SL_INTO(rr)));
    SL_TRY(record_z(s, i, &z));
    return sl_forall(heat_advance, cells, stop, rr_old, rz_old, pw, rz, z, u, p);
}

/* Records some iterations of CG or PPCG, or, where count is 0, one of Jacobi or Chebyshev. */
static sl_status record(struct heat_solver *s, long first, long count, sl_region **region)
{
    SL_TRY(sl_region_begin(region));
    sl_status status = SL_SUCCESS;
    if (count == 0)
        status = record_sweep(s, 0.0, 1.0, s->field[R], s->field[Z], s->field[P], s->field[U], 0);
    for (long i = first; i < first + count && status == SL_SUCCESS; i++)
        status = record_iteration(s, i);
    sl_status ended = sl_region_end(*region);
    return status != SL_SUCCESS ? status : ended;
}

/* Records the iterations of CG, or of PPCG once the spectrum is known. */
static sl_status record_iterations(struct heat_solver *s)
{
    SL_TRY(record(s, 1, 1, &s->first));
    for (long n = 0; n < RING; n++)
        SL_TRY(record(s, RING + n, 1, &s->one[n]));
    for (long b = 0; b < BLOCKS; b++)
        SL_TRY(record(s, RING + b * BLOCK + 2, BLOCK, &s->block[b]));
    return SL_SUCCESS;
}

static sl_status create(const struct heat_problem *problem, heat_field_maker *maker, struct heat_solver **solver)
{
    const struct heat_deck *deck = problem->deck;
    if (maker && (problem->form != HEAT_LOOPS || problem->preconditioner == HEAT_JAC_BLOCK))
        return SL_ERR_UNSUPPORTED;
    if (problem->form != HEAT_LOOPS && (deck->solver != HEAT_CG || deck->preconditioner != HEAT_NO_PRECONDITIONER))
        return SL_ERR_UNSUPPORTED;
    struct heat_solver *s = calloc(1, sizeof *s);
    if (!s)
        return SL_ERR_MEMORY;
    s->problem = *problem;
    s->maker = maker;
    sl_status status = create_fields(s);
    if (status == SL_SUCCESS && (deck->solver == HEAT_JACOBI || deck->solver == HEAT_CHEBYSHEV))
        status = record(s, 0, 0, &s->sweep);
    if (status == SL_SUCCESS && deck->solver != HEAT_JACOBI)
        status = record_iterations(s);
    if (status == SL_SUCCESS)
        *solver = s;
    else
        heat_solver_destroy(&s);
    return status;
}

sl_status heat_solver_create(const struct heat_problem *problem, struct heat_solver **solver)
{
    return create(problem, NULL, solver);
}

sl_status heat_solver_create_on_ranks(const struct heat_problem *problem, heat_field_maker *maker,
                                      struct heat_solver **solver)
{
    return create(problem, maker, solver);
}

/* Queues iteration i alone. */
static sl_status queue_one(struct heat_solver *s, long i)
{
    return sl_region_run(i == 1 ? s->first : s->one[i % RING]);
}

/* Queues iterations until some stand behind number `next`, at which the host looks: more of them where more are likely.
   A block at a time, or one where a block may be too much. */
static sl_status queue(struct heat_solver *s, long most, long next, long *queued)
{
    const long enough = s->likely + AHEAD, more = enough - next;
    const long ahead = more < AHEAD ? AHEAD : more < BLOCK ? more : BLOCK;
    while (*queued < next + ahead && *queued < most) {
        const long n = *queued, end = n + BLOCK;
        const int fits = n > 0 && (n - 1) % BLOCK == 0 && end <= most;
        const int whole = fits && (end <= enough || n >= enough + BLOCK);
        SL_TRY(whole ? sl_region_run(s->block[(n - 1) / BLOCK % BLOCKS]) : queue_one(s, n + 1));
        *queued += whole ? BLOCK : 1;
    }
    return SL_SUCCESS;
}

/* Waits for a scalar, and for nothing that is queued after it. */
static sl_status look(sl_view *view, double *value)
{
    const double *p = SL_HOST_READ(double, view);
    if (!p)
        return sl_last_status();
    *value = *p;
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

/* Looks at |r|^2 of a solve, tells of it, and whether it is one still. */
static sl_status look_at(const struct heat_solver *s, sl_view *rr, struct heat_solve *solve)
{
    SL_TRY(look(rr, &solve->residual));
    if (s->progress)
        s->progress(s->arg, solve->iterations, solve->residual);
    return isfinite(solve->residual) ? SL_SUCCESS : SL_ERR_TASK;
}

static int goes_on(const struct heat_solver *s, const struct heat_solve *solve)
{
    return solve->residual >= s->problem.eps && solve->iterations < s->problem.max_iters;
}

/* Makes p = z, of which an iteration of CG or PPCG begins; rr[0] is |r|^2. */
static sl_status begin(struct heat_solver *s)
{
    sl_view *z;
    SL_TRY(record_z(s, 0, &z));
    return sl_deep_copy(s->field[P], z);
}

static sl_status norm(struct heat_solver *s)
{
    return sl_forall(heat_dot, cells_of(s), s->field[R], s->field[R], SL_INTO(s->rr[0]));
}

/* CG or PPCG. Queues iterations and looks at some, until one is below eps or none may follow. The scalars of the last
   STRIDE_MAX iterations are still there. */
static sl_status iterate(struct heat_solver *s, struct heat_solve *solve)
{
    const long made = solve->iterations, most = s->problem.max_iters - made;
    long queued = 0, stride = 1, at = 0;
    double before = NAN, now = NAN;
    do {
        stride = next_stride(s, at, before, now, stride);
        stride = stride < most - at ? stride : most - at;
        at += stride;
        before = now;
        SL_TRY(queue(s, most, at, &queued));
        solve->iterations = made + at;
        SL_TRY(look_at(s, s->rr[at % RING], solve));
        now = solve->residual;
    } while (goes_on(s, solve));
    /* |r|^2 stays what it is once it is below eps: go back to the iteration that brought it there. */
    long earliest = at > STRIDE_MAX ? at - STRIDE_MAX : 0;
    for (long i = at - 1; now < s->problem.eps && i > earliest; i--) {
        SL_TRY(look(s->rr[i % RING], &now));
        at = now < s->problem.eps ? i : at;
    }
    solve->iterations = made + at;
    s->likely = at;
    return SL_SUCCESS;
}

/* Iterations of CG, one at a time, until they tell the spectrum well enough, or have solved the problem. */
static sl_status find_spectrum(struct heat_solver *s, struct heat_solve *solve)
{
    const struct heat_deck *deck = s->problem.deck;
    double alpha[HEAT_MAX_PRESTEPS], beta[HEAT_MAX_PRESTEPS], rz_old, rz, pw;
    long n = 0;
    SL_TRY(begin(s));
    SL_TRY(look(products(s)[0], &rz_old));
    do {
        SL_TRY(queue_one(s, n + 1));
        solve->iterations++;
        n++;
        SL_TRY(look_at(s, s->rr[n % RING], solve));
        SL_TRY(look(products(s)[n % RING], &rz));
        SL_TRY(look(s->pw[n % RING], &pw));
        if (n <= HEAT_MAX_PRESTEPS) {
            alpha[n - 1] = rz_old / pw;
            beta[n - 1] = rz / rz_old;
        }
        rz_old = rz;
        if (!goes_on(s, solve))
            return SL_SUCCESS;
    } while (n < deck->presteps || (deck->errswitch && solve->residual > deck->epslim) ||
             heat_spectrum(alpha, beta, n, &s->chebyshev));
    s->polynomial = deck->solver == HEAT_PPCG;
    return s->polynomial ? record_iterations(s) : SL_SUCCESS;
}

/* Queues an iteration of Jacobi or Chebyshev, likewise. */
static sl_status queue_sweep(struct heat_solver *s, double a, double b)
{
    const int extend = s->problem.preconditioner != HEAT_NO_PRECONDITIONER; /* number of that loop in the region */
    if (s->problem.parts > 1)
        return record_sweep(s, a, b, s->field[R], s->field[Z], s->field[P], s->field[U], 0);
    SL_TRY(SL_REGION_SET(s->sweep, extend, double, a, a));
    SL_TRY(SL_REGION_SET(s->sweep, extend, double, b, b));
    return sl_region_run(s->sweep);
}

/* Jacobi or Chebyshev, at least one iteration. Where Chebyshev's |r|^2 grows, CG has missed the largest eigenvalues,
   and the spectrum is forgotten: they are what r has most of then, so that CG finds them next time. */
static sl_status sweep(struct heat_solver *s, struct heat_solve *solve)
{
    struct heat_chebyshev c = s->chebyshev;
    double least = HUGE_VAL;
    do {
        do {
            double a = 0.0, b = 1.0; /* of Jacobi */
            if (c.theta > 0.0)
                heat_chebyshev_next(&c, &a, &b);
            SL_TRY(queue_sweep(s, a, b));
        } while (++solve->iterations % LOOK != 0 && solve->iterations < s->problem.max_iters);
        SL_TRY(norm(s));
        SL_TRY(look_at(s, s->rr[0], solve));
        if (solve->residual > GROWS * least)
            s->chebyshev.theta = 0.0;
        least = fmin(least, solve->residual);
    } while (goes_on(s, solve) && s->chebyshev.theta == c.theta);
    return SL_SUCCESS;
}

sl_status heat_solver_step(struct heat_solver *s, heat_progress progress, void *arg, struct heat_solve *solve)
{
    const int method = s->problem.deck->solver, polynomial = method == HEAT_CHEBYSHEV || method == HEAT_PPCG;
    struct heat_solve now = {.residual = HUGE_VAL};
    s->progress = progress;
    s->arg = arg;
    SL_TRY(sl_forall(heat_start, cells_of(s), s->field[U], s->field[KX], s->field[KY], s->field[R], SL_INTO(s->rr[0])));
    while (goes_on(s, &now)) {
        if (polynomial && s->chebyshev.theta == 0.0) {
            SL_TRY(find_spectrum(s, &now));
            SL_TRY(norm(s));
        } else if (method == HEAT_JACOBI || method == HEAT_CHEBYSHEV) {
            SL_TRY(sweep(s, &now));
        } else {
            SL_TRY(begin(s));
            SL_TRY(iterate(s, &now));
        }
    }
    now.converged = now.residual < s->problem.eps;
    *solve = now;
    return SL_SUCCESS;
}

sl_status heat_solver_summary(struct heat_solver *s, struct heat_summary *summary)
{
    const struct heat_problem *p = &s->problem;
    struct heat_summary sums = {0};
    SL_TRY(sl_reduce(heat_sums, cells_of(s), p->dx * p->dy, s->field[DENSITY], s->field[U], &sums.volume, &sums.mass,
                     &sums.energy, &sums.u));
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
    sl_region_destroy(&s->sweep);
    for (int b = 0; b < BLOCKS; b++)
        sl_region_destroy(&s->block[b]);
    for (int f = 0; f < FIELDS; f++)
        sl_view_destroy(&s->field[f]);
    for (int i = 0; i < RING; i++) {
        sl_region_destroy(&s->one[i]);
        sl_view_destroy(&s->rr[i]);
        sl_view_destroy(&s->rz[i]);
        sl_view_destroy(&s->pw[i]);
    }
    free(s);
    *solver = NULL;
}
