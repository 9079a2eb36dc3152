/* SPDX-License-Identifier: BSD-3-Clause */
/* Case heat: the time steps of examples/heat by conjugate gradients. The fields of a rank are set up by the serial twin
   of that example, over the rank's rows and those beside. What is checked: no heat leaves, so that its sum stays; and
   on demand each temperature against the serial twin's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../examples/heat/twin.h"
#include "heat.h"
#include "spread.h"

#define ROUNDING 1e-12 /* of sums and temperatures */

/* Reads the deck. With --weak the domain grows with the ranks, and so do its cells. */
static int read_problem(const struct scale_options *o, struct strip *s, struct heat *h)
{
    char error[512];
    if (!o->deck) {
        if (s->rank == 0)
            fprintf(stderr, "scale: heat: expected --deck=FILE, such as examples/heat/decks/crooked_pipe_512.in\n");
        return 2;
    }
    if (heat_deck_read(o->deck, &h->deck, NULL, error, sizeof error)) {
        if (s->rank == 0)
            fprintf(stderr, "scale: --deck: %s\n", error);
        return 2;
    }
    struct heat_deck *const d = &h->deck;
    d->solver = HEAT_CG;
    d->preconditioner = HEAT_NO_PRECONDITIONER;
    d->x_cells = o->size;
    d->y_cells = o->weak ? o->size * s->ranks : o->size;
    d->ymax = o->weak ? d->ymin + (d->ymax - d->ymin) * s->ranks : d->ymax;
    d->end_step = o->steps;
    heat_problem_set(&h->problem, d);
    if (h->problem.ny < s->ranks)
        return scale_refuse(s, "--size", "a row of cells for each rank", o->size);
    strip_cut(s, h->problem.ny);
    return 0;
}

static int make_fields(const struct strip *s, struct twin_heat *t)
{
    double **const fields[] = {&t->density, &t->energy, &t->u, &t->kx, &t->ky, &t->p, &t->r, &t->w};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        if (!(*fields[f] = strip_field(s, t->nx + 2)))
            return -1;
    return 0;
}

static void free_fields(const struct twin_heat *t)
{
    double *const fields[] = {t->density, t->energy, t->u, t->kx, t->ky, t->p, t->r, t->w};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        free(fields[f]);
}

/* Takes the fields from a problem of this rank's rows and one beside on either side, where there is one. */
static int set_fields(const struct strip *s, struct heat *h)
{
    const int low = s->neighbour[STRIP_LOW] != MPI_PROC_NULL, high = s->neighbour[STRIP_HIGH] != MPI_PROC_NULL;
    struct heat_problem part = h->problem;
    part.ny = s->rows + low + high;
    part.ymin += part.dy * (double)(s->first - 1 - low);
    struct heat_twin *twin = heat_twin_create(&part);
    if (!twin)
        return -1;
    const size_t pitch = (size_t)part.nx + 2, all = (size_t)(s->rows + 2) * pitch;
    double *const to[] = {h->own.density, h->own.u, h->own.kx, h->own.ky};
    static const enum heat_array from[] = {HEAT_DENSITY, HEAT_U, HEAT_KX, HEAT_KY};
    for (int f = 0; f < 4; f++)
        memcpy(to[f], heat_twin_field(twin, from[f]) + (low ? pitch : 0), all * sizeof(double));
    heat_twin_destroy(twin);
    return 0;
}

/* Runs a loop that reads rows of neighbours in a field. @return its sum over all ranks */
static double with_neighbours(struct strip *s, const struct twin_heat *t, double *field,
                              double (*loop)(const struct twin_rows *, const struct twin_heat *))
{
    strip_begin(s, field + 1, t->nx + 2, t->nx);
    double sum = loop(&s->inner, t);
    strip_end(s);
    sum += loop(&s->edges, t);
    return strip_sum(s, sum);
}

/* One time step: at least one iteration, as in examples/heat. @return whether it converged */
static int solve(struct strip *s, const struct heat_problem *p, const struct twin_heat *t)
{
    double rr = with_neighbours(s, t, t->u, twin_heat_residual);
    twin_heat_advance(t, 0.0, 0.0);
    for (long n = 1;; n++) {
        const double pw = with_neighbours(s, t, t->p, twin_heat_apply), alpha = pw > 0.0 ? rr / pw : 0.0;
        const double next = strip_sum(s, twin_heat_shorten(t, alpha));
        twin_heat_advance(t, alpha, rr > 0.0 ? next / rr : 0.0);
        rr = next;
        strip_count_pass(s);
        if (rr < p->eps || n == p->max_iters)
            break;
    }
    twin_heat_store(t);
    return rr < p->eps;
}

static double sum_up(struct strip *s, const struct twin_heat *t)
{
    double sum = 0.0;
    for (int64_t k = 1; k <= t->rows; k++) {
        double row = 0.0;
        for (int64_t j = 1; j <= t->nx; j++)
            row += t->u[k * (t->nx + 2) + j];
        sum += row;
    }
    return strip_sum(s, sum);
}

int heat_compare(struct scale_run *run, const struct heat *h, const double *u)
{
    const struct strip *const s = &run->strip;
    struct heat_twin *twin = heat_twin_create(&h->problem);
    if (!twin)
        return scale_no_memory(s);
    for (long k = 0; k < h->problem.steps; k++)
        heat_twin_step(twin);
    const int64_t nx = h->problem.nx, pitch = nx + 2;
    const double *const all = heat_twin_temperature(twin), *const want = all + s->first * pitch;
    double largest = 0.0;
    run->error = 0.0;
    for (int64_t k = 1; k <= h->problem.ny; k++)
        for (int64_t j = 1; j <= nx; j++)
            largest = fmax(largest, fabs(all[k * pitch + j]));
    for (int64_t k = 0; k < s->rows; k++)
        for (int64_t j = 1; j <= nx; j++) {
            const double off = fabs(u[k * pitch + j] - want[k * pitch + j]);
            if (!(off <= run->error)) /* what is no number is the largest, too */
                run->error = off;
        }

    run->allowed = 2.0 * (double)h->problem.steps * sqrt(h->problem.eps) + ROUNDING * largest;
    heat_twin_destroy(twin);
    return 0;
}

/* A solution of a step is off by its residual at most, for no eigenvalue of A is below 1, and A^-1 makes no error
   larger. |r| is below sqrt(eps); the sum of r over n cells below sqrt(n eps). */
void heat_judge(struct scale_run *run, const struct heat *h, double before, double after)
{
    const double steps = (double)h->problem.steps;
    run->error = fabs(after - before) / fabs(before);
    run->allowed = steps * sqrt(run->cells * h->problem.eps) / fabs(before) + ROUNDING;
    if (h->unfinished)
        run->error = HUGE_VAL;
}

int heat_compares(const struct scale_options *o, const struct scale_run *run)
{
    return o->check && run->error <= run->allowed;
}

static int run_steps(const struct scale_options *o, struct scale_run *run, struct heat *h)
{
    struct strip *const s = &run->strip;
    const double before = sum_up(s, &h->own);
    for (long k = 0; k < h->problem.steps; k++)
        h->unfinished += !solve(s, &h->problem, &h->own);
    strip_stop(s);
    heat_judge(run, h, before, sum_up(s, &h->own));
    return heat_compares(o, run) ? heat_compare(run, h, h->own.u + h->own.nx + 2) : 0;
}

static int run_plain(const struct scale_options *o, struct scale_run *run, struct heat *h)
{
    struct strip *const s = &run->strip;
    h->own.rows = s->rows;
    h->own.nx = h->problem.nx;
    const int made = make_fields(s, &h->own) == 0 && set_fields(s, h) == 0;
    const int result = made ? run_steps(o, run, h) : scale_no_memory(s);
    free_fields(&h->own);
    return result;
}

int scale_heat(const struct scale_options *o, struct scale_run *run)
{
    struct heat h = {.unfinished = 0};
    struct strip *const s = &run->strip;
    int result = read_problem(o, s, &h);
    if (result == 0) {
        run->row = h.problem.nx;
        run->cells = (double)h.problem.nx * (double)h.problem.ny;
        snprintf(run->problem, sizeof run->problem, "%ld x %ld cells", h.problem.ny, h.problem.nx);
        result = o->side == SCALE_STARLOOP ? spread_heat(o, run, &h) : run_plain(o, run, &h);
    }
    heat_deck_free(&h.deck);
    return result;
}
