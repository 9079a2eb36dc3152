/* SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/command_line.h"
#include "exact.h"

static const char *const way_names[WAYS] = {[SL_SCATTER_AUTO] = "auto",
                                            [SL_SCATTER_ATOMIC] = "atomics",
                                            [SL_SCATTER_DUPLICATE] = "copies",
                                            [SL_SCATTER_COLOR] = "colours"};

static const char help[] =
    " [options]\n"
    "Heat conduction in a cube of hexahedra: finite elements, a sparse matrix, conjugate gradients.\n"
    "\n"
    "  --nx N, --ny N, --nz N  elements along each axis (24; --ny and --nz: as many as --nx)\n"
    "  --iterations N          of conjugate gradients, at most (200)\n"
    "  --tolerance X           they end when |b - Ax| is so much of what it was (1e-10)\n"
    "  --assembly WAY          atomics, copies, colours, auto (as the library chooses), or all, one after another "
    "(auto)\n"
    "  --check                 compares the solution with that of plain C with OpenMP\n"
    "  --plain                 plain C with OpenMP alone, for its times\n"
    "  --picture FILE.svg      draws the temperature in the plane y = 1/2\n"
    "  --help                  this text\n";

/* ---- options ------------------------------------------------------------------------------------------------- */

/* @return -1 after a message */
static double read_tolerance(const char *program, const char *text)
{
    char *end;
    const double got = strtod(text, &end);
    if (end != text && !*end && got >= 0 && got < 1)
        return got;
    fprintf(stderr, "%s: --tolerance: expected a number from 0 to less than 1, got \"%s\"\n", program, text);
    return -1;
}

int read_options(int argc, char **argv, const char *program, struct options *o)
{
    enum { MOST = 1000 };
    const char *tolerance = "1e-10";
    int way = SL_SCATTER_AUTO;
    const struct setting table[] = {setting_whole("nx", &o->nx, 1, MOST),
                                    setting_whole("ny", &o->ny, 1, MOST),
                                    setting_whole("nz", &o->nz, 1, MOST),
                                    setting_whole("iterations", &o->iterations, 0, 1000000),
                                    setting_text("tolerance", &tolerance),
                                    setting_choice("assembly", &way, "auto, atomics, copies, colours or all"),
                                    setting_flag("check", &o->check, 1),
                                    setting_flag("plain", &o->plain, 1),
                                    setting_text("picture", &o->picture),
                                    {0}};
    *o = (struct options){.program = program, .nx = 24, .iterations = 200};
    const int result = read_command_line(argc, argv, program, help, table, NULL);
    if (result < 0 && (o->tolerance = read_tolerance(program, tolerance)) < 0)
        return EXIT_USAGE;
    o->ways = way < WAYS ? 1 << way : (1 << WAYS) - 1;
    o->ny = o->ny > 0 ? o->ny : o->nx;
    o->nz = o->nz > 0 ? o->nz : o->nx;
    return result;
}

/* ---- phases -------------------------------------------------------------------------------------------------- */

/* What was queued ends here. @return seconds since *from, which becomes now */
static sl_status end_phase(double *from, double *seconds)
{
    SL_TRY(sl_wait());
    const double now = seconds_now();
    *seconds = now - *from;
    *from = now;
    return SL_SUCCESS;
}

/* The values of a matrix, and how far those of another way are from them. */
static sl_status compare_values(struct system *s, double **kept, double *apart)
{
    const double *value = SL_HOST_READ(double, s->value);
    if (value == NULL)
        return sl_last_status();
    if (*kept == NULL && (*kept = malloc((size_t)s->entries * sizeof **kept)) != NULL)
        memcpy(*kept, value, (size_t)s->entries * sizeof **kept);
    for (int64_t k = 0; *kept != NULL && k < s->entries; k++)
        *apart = fmax(*apart, fabs(value[k] - (*kept)[k]));
    return sl_host_end(s->value);
}

static sl_status assemble_each(const struct options *o, struct system *s, double *clock, struct outcome *outcome)
{
    const int several = (o->ways & (o->ways - 1)) != 0;
    double *kept = NULL;
    sl_status status = SL_SUCCESS;
    for (int way = 0; way < WAYS && status == SL_SUCCESS; way++) {
        if (!(o->ways >> way & 1))
            continue;
        double *const times[] = {&outcome->times.first[way], &outcome->times.assembly[way]};
        for (int k = 0; k < 2 && status == SL_SUCCESS; k++) {
            status = system_assemble(s, (sl_scatter)way);
            if (status == SL_SUCCESS)
                status = end_phase(clock, times[k]);
        }
        if (status == SL_SUCCESS && several)
            status = compare_values(s, &kept, &outcome->apart);
        *clock = seconds_now();
    }
    free(kept);
    return status;
}

/* Near the hot face the series converges slowly; near its edges, where the temperature jumps, elements err. */
static int in_the_middle(double at)
{
    return at >= 0.25 && at <= 0.75;
}

static sl_status measure_error(const struct box *b, sl_view *x, double *error)
{
    const double *u = SL_HOST_READ(double, x);
    if (u == NULL)
        return sl_last_status();
    for (int64_t p = box_row(b, 0); p < box_row(b, 1); p++) {
        const double i = (double)(p % (b->nx + 1)) / (double)b->nx,
                     j = (double)(p / (b->nx + 1) % (b->ny + 1)) / (double)b->ny,
                     k = (double)(p / box_plane(b) + b->kept[0]) / (double)b->nz;
        if (in_the_middle(i) && in_the_middle(j) && in_the_middle(k)) {
            const double d = fabs(u[p] - minife_exact(i, j, k));
            *error = d > *error || isnan(d) ? d : *error;
        }
    }
    return sl_host_end(x);
}

static sl_status run_system(const struct options *o, struct system *s, const struct box *box,
                            const struct neighbours *others, struct outcome *outcome, sl_view **x)
{
    struct times *t = &outcome->times;
    double clock = seconds_now();
    SL_TRY(system_mesh(box, s));
    SL_TRY(end_phase(&clock, &t->mesh));
    SL_TRY(system_structure(s));
    SL_TRY(end_phase(&clock, &t->structure));
    outcome->entries = s->entries;
    SL_TRY(assemble_each(o, s, &clock, outcome));
    SL_TRY(system_dirichlet(s));
    SL_TRY(end_phase(&clock, &t->dirichlet));
    SL_TRY(solve(s, o->iterations, o->tolerance, others, x, &outcome->solve));
    SL_TRY(end_phase(&clock, &t->cg));
    return measure_error(box, *x, &outcome->error);
}

sl_status run_phases(const struct options *o, const struct box *box, const struct neighbours *others,
                     struct outcome *outcome, sl_view **x)
{
    struct system s;
    memset(outcome, 0, sizeof *outcome);
    const sl_status status = run_system(o, &s, box, others, outcome, x);
    system_destroy(&s);
    return status;
}

/* The error of trilinear elements is of second order in their sides; the factor was found with 8 to 64 elements. */
static double allowed_error(const struct options *o)
{
    const double n = (double)(o->nx < o->ny ? o->nx < o->nz ? o->nx : o->nz : o->ny < o->nz ? o->ny : o->nz);
    return 0.65 / (n * n);
}

/* ---- what is printed ----------------------------------------------------------------------------------------- */

static void print_row(const char *name, double seconds)
{
    printf("%-20s %10.6f\n", name, seconds);
}

void print_times(const struct options *o, const struct times *t)
{
    printf("%-20s %10s\n", "phase", "s");
    print_row("mesh", t->mesh);
    print_row("structure", t->structure);
    for (int way = 0; way < WAYS; way++)
        if (o->ways >> way & 1) {
            char name[40];
            snprintf(name, sizeof name, "assembly, %s", way_names[way]);
            print_row(name, t->assembly[way]);
        }
    print_row("Dirichlet rows", t->dirichlet);
    print_row("conjugate gradients", t->cg);
    if (o->ways >> SL_SCATTER_COLOR & 1)
        printf("with making colours, assembly takes %.6f s\n", t->first[SL_SCATTER_COLOR]);
}

int print_outcome(const struct options *o, const struct outcome *outcome)
{
    const struct solve *s = &outcome->solve;
    const double rows = (double)(o->nx + 1) * (double)(o->ny + 1) * (double)(o->nz + 1), allowed = allowed_error(o);
    const double flops = (double)s->iterations * (2 * (double)outcome->entries + 10 * rows);
    const int converged = s->last <= o->tolerance * s->first;
    const int right = isfinite(s->last) && (!converged || outcome->error <= allowed) && outcome->apart <= 1e-12;
    printf("%ld x %ld x %ld elements, %.0f rows, %lld entries\n", o->nx, o->ny, o->nz, rows,
           (long long)outcome->entries);
    printf("%ld iterations, |b - Ax| from %.6e to %.6e, %.0f Mflop/s\n", s->iterations, s->first, s->last,
           outcome->times.cg > 0 ? 1e-6 * flops / outcome->times.cg : 0);
    if (o->ways & (o->ways - 1))
        printf("ways of assembly differ by %.1e\n", outcome->apart);
    if (converged)
        printf("largest error in the middle: %.3e, allowed %.3e, %s\n", outcome->error, allowed,
               right ? "right" : "wrong");
    else
        printf("not converged\n");
    return right;
}
