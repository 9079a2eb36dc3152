/* SPDX-License-Identifier: BSD-3-Clause */
/* heat: solves the implicit heat-conduction problem of a TeaLeaf input deck. README.md says how and what. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/command_line.h"
#include "../common/library.h"
#include "../common/picture.h"
#include "../common/progress.h"
#include "../common/ranks.h"
#include "../common/seconds.h"
#include "solver.h"
#include "twin.h"

enum { EXIT_UNCONVERGED = 3, MOST = 1000000000, MOST_GPUS = 64 };

struct options {
    const char *deck;
    const char *picture; /* NULL: none */
    long cells;          /* 0: as the deck says */
    long steps;          /* -1: as the deck says */
    long gpus;           /* 0: as the variables say */
    int quiet, twin, mpi;
    int form; /* an enum heat_form */
};

struct run {
    const struct options *o;
    struct heat_problem problem;
    struct heat_solver *solver; /* who solves: one of the two */
    struct heat_twin *twin;
    long step;                    /* from 1 */
    long iterations, unconverged; /* of all steps; steps that did not converge */
};

static const char help[] =
    " [options] DECK\n"
    "Solves the implicit heat-conduction problem of a TeaLeaf input deck, by the deck's solver.\n"
    "\n"
    "  --picture FILE  write the final temperature as a PNG picture\n"
    "  --cells N       N x N cells instead of x_cells and y_cells of the deck\n"
    "  --steps N       at most N time steps, instead of end_step of the deck\n"
    "  --form FORM     an iteration of CG as loops (three, the default), as teams, or as one nest, to compare\n"
    "  --gpus N        on so many GPUs, a part of the rows on each; with --mpi on so many of each rank\n"
    "  --mpi           by the ranks of mpirun, which starts the program: a part of the rows on each\n"
    "  --twin          by the plain C and OpenMP of twin.c, without Starloop, to compare with\n"
    "  --quiet         no line for each step, only the summary\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 success, 1 failure, 2 bad command line, 3 some step did not converge within max_iters.\n"
    "Cores, worker groups and log are chosen by STARLOOP_ variables: starloop-info lists them.\n";

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
    *o = (struct options){.steps = -1};
    const struct setting table[] = {setting_text("picture", &o->picture),
                                    setting_whole("cells", &o->cells, 1, MOST),
                                    setting_whole("steps", &o->steps, 0, MOST),
                                    setting_whole("gpus", &o->gpus, 1, MOST_GPUS),
                                    setting_choice("form", &o->form, "loops, teams or nest"),
                                    setting_flag("mpi", &o->mpi, 1),
                                    setting_flag("twin", &o->twin, 1),
                                    setting_flag("quiet", &o->quiet, 1),
                                    {0}};
    return read_command_line(argc, argv, "heat", help, table, &o->deck);
}

static void show_progress(void *arg, long iterations, double residual)
{
    const struct run *r = arg;
    progress_show("step %ld of %ld: %ld iterations, |r|^2 = %.1e, to reach %.1e", r->step, r->problem.steps, iterations,
                  residual, r->problem.eps);
}

static sl_status create(struct run *r)
{
    if (r->o->mpi)
        return heat_solver_create_on_ranks(&r->problem, ranks_view_create_auto, &r->solver);
    if (!r->o->twin)
        return heat_solver_create(&r->problem, &r->solver);
    r->twin = heat_twin_create(&r->problem);
    return r->twin ? SL_SUCCESS : SL_ERR_MEMORY;
}

static sl_status step(struct run *r, int shown, struct heat_solve *solve)
{
    if (r->solver)
        return heat_solver_step(r->solver, shown ? show_progress : NULL, r, solve);
    *solve = heat_twin_step(r->twin);
    return isfinite(solve->residual) ? SL_SUCCESS : SL_ERR_TASK;
}

static sl_status run_steps(struct run *r)
{
    const int quiet = r->o->quiet, shown = !quiet && ranks_first() && progress_possible();
    for (r->step = 1; r->step <= r->problem.steps; r->step++) {
        struct heat_solve solve;
        const sl_status status = step(r, shown, &solve);
        if (shown)
            progress_clear();
        if (status != SL_SUCCESS) {
            fprintf(stderr, "heat: step %ld: %s\n", r->step, sl_status_message(status));
            return status;
        }
        if (!quiet)
            printf("step %4ld  time %-10.6g  %5ld iterations  |r|^2 = %.3e\n", r->step,
                   (double)r->step * r->problem.deck->initial_timestep, solve.iterations, solve.residual);
        fflush(stdout);
        if (!solve.converged && ranks_first())
            fprintf(stderr, "heat: step %ld: not converged: |r|^2 = %.3e after %ld iterations, expected below %g\n",
                    r->step, solve.residual, solve.iterations, r->problem.eps);
        r->unconverged += !solve.converged;
        r->iterations += solve.iterations;
    }
    return SL_SUCCESS;
}

static sl_status summary(struct run *r, struct heat_summary *sum)
{
    if (r->solver)
        SL_TRY(library_told("heat", "summary", heat_solver_summary(r->solver, sum)));
    else
        *sum = heat_twin_summary(r->twin);
    if (isfinite(sum->volume + sum->mass + sum->density + sum->energy + sum->u))
        return SL_SUCCESS;
    fprintf(stderr,
            "heat: summary: expected finite sums, got volume %g, mass %g, energy %g and U %g: densities or energies "
            "of the deck overflow\n",
            sum->volume, sum->mass, sum->energy, sum->u);
    return SL_ERR_TASK;
}

static void print(const struct run *r, const struct heat_summary *sum, double seconds)
{
    printf("volume = %.10g\nmass = %.10g\ndensity = %.10g\nenergy = %.10g\nU = %.16e\n", sum->volume, sum->mass,
           sum->density, sum->energy, sum->u);
    printf("iterations = %ld\nwall time = %.4f s ", r->iterations, seconds);
    if (r->twin)
        printf("by the twin\n");
    else if (r->o->mpi)
        printf("on %d rank%s%s\n", ranks_count(), ranks_count() == 1 ? "" : "s", r->o->gpus > 0 ? " with GPUs" : "");
    else
        printf("on %d core%s\n", sl_cpu_cores(), sl_cpu_cores() == 1 ? "" : "s");
}

/* What is distributed goes to the first rank. @param[out] whole  there: the temperature, to be ended by the caller */
static sl_status gather(sl_view *u, sl_view **whole)
{
    if (ranks_first())
        SL_TRY(sl_view_create("whole", SL_DOUBLE, SL_LAYOUT_RIGHT,
                              SL_EXTENTS(sl_view_extent(u, 0), sl_view_extent(u, 1)), whole));
    return ranks_gather(u, *whole);
}

/* @param[in] u  [ny + 2, nx + 2] NULL: the twin has it */
static int write_picture(struct run *r, sl_view *u, const char *path)
{
    char error[512];
    const double *value = r->twin ? heat_twin_temperature(r->twin) : NULL;
    if (u && (value = SL_HOST_READ(double, u)) == NULL)
        return -1;
    const long nx = r->problem.nx, ny = r->problem.ny, pitch = u ? sl_view_stride(u, 0) : nx + 2;
    const struct picture_field field = {.value = value + pitch + 1, .nx = nx, .ny = ny, .pitch = pitch};
    const int result = picture_write(&field, "temperature u", path, error, sizeof error);
    if (result)
        fprintf(stderr, "heat: --picture: %s\n", error);
    else
        printf("picture = %s\n", path);
    return !u || sl_host_end(u) == SL_SUCCESS ? result : -1;
}

static int write_result(struct run *r)
{
    sl_view *u = r->solver ? heat_solver_temperature(r->solver) : NULL, *whole = NULL;
    if (!r->o->mpi)
        return write_picture(r, u, r->o->picture);
    int result = library_told("heat", "--picture", gather(u, &whole)) == SL_SUCCESS ? 0 : -1;
    if (whole && result == 0)
        result = write_picture(r, whole, r->o->picture);
    sl_view_destroy(&whole);
    return result;
}

/* Everything between sl_init() and sl_finalize(), which the twin has not. @return the exit status */
static int solve(struct run *r)
{
    struct heat_summary sum;
    const double start = seconds_now();
    int result = EXIT_FAILURE;
    if (library_told("heat", "set-up", create(r)) == SL_SUCCESS && run_steps(r) == SL_SUCCESS &&
        summary(r, &sum) == SL_SUCCESS) {
        print(r, &sum, seconds_now() - start);
        result = r->unconverged ? EXIT_UNCONVERGED : EXIT_SUCCESS;
        if (r->o->picture && write_result(r))
            result = EXIT_FAILURE;
    }
    heat_solver_destroy(&r->solver);
    heat_twin_destroy(r->twin);
    return result;
}

/* @return 0; or the exit status for options that do not fit */
static int refuse(const struct options *o, const struct heat_deck *deck)
{
    char error[512];
    if (o->picture && picture_try(o->picture, error, sizeof error)) {
        fprintf(stderr, "heat: --picture: %s\n", error);
        return EXIT_FAILURE;
    }
    if (o->form != HEAT_LOOPS && (deck->solver != HEAT_CG || deck->preconditioner != HEAT_NO_PRECONDITIONER)) {
        fprintf(stderr, "heat: --form: teams and nest are for decks with use_cg and no preconditioner\n");
        return EXIT_USAGE;
    }
    if (o->mpi && (o->twin || o->form != HEAT_LOOPS || deck->preconditioner == HEAT_JAC_BLOCK)) {
        fprintf(stderr, "heat: --mpi: expected no --twin or --form, and no preconditioner jac_block\n");
        return EXIT_USAGE;
    }
    return 0;
}

static sl_status start(const struct options *o)
{
    if (o->gpus > 0)
        setenv("STARLOOP_WHERE", "cuda", 0); /* all loops, if the user says nothing else */
    const sl_config config = {.gpus = (int)o->gpus};
    return o->mpi ? ranks_start("heat", &config) : o->twin ? SL_SUCCESS : library_start("heat", &config);
}

static sl_status end(const struct options *o, int result)
{
    if (o->mpi)
        return ranks_end(result == EXIT_FAILURE);
    return o->twin ? SL_SUCCESS : sl_finalize();
}

/* @return the exit status */
static int run(const struct options *o, struct heat_deck *deck)
{
    struct run r = {.o = o};
    const int refused = refuse(o, deck);
    if (refused)
        return refused;
    if (o->cells > 0)
        deck->x_cells = deck->y_cells = o->cells;
    if (o->steps >= 0)
        deck->end_step = o->steps;
    heat_problem_set(&r.problem, deck);
    r.problem.form = (enum heat_form)o->form;
    r.problem.parts = (int)o->gpus;
    if (start(o) != SL_SUCCESS)
        return EXIT_FAILURE;
    if (!o->quiet)
        printf("%s: %ld x %ld cells, %ld step%s of %g\n", o->deck, r.problem.nx, r.problem.ny, r.problem.steps,
               r.problem.steps == 1 ? "" : "s", deck->initial_timestep);
    const int result = solve(&r);
    return end(o, result) == SL_SUCCESS ? result : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct options o;
    struct heat_deck deck;
    char error[512];
    int result = read_options(argc, argv, &o);
    if (result >= 0)
        return result;
    if (heat_deck_read(o.deck, &deck, stderr, error, sizeof error)) {
        fprintf(stderr, "heat: %s\n", error);
        return EXIT_FAILURE;
    }
    result = run(&o, &deck);
    heat_deck_free(&deck);
    return end_output("heat", result);
}
