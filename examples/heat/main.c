/* SPDX-License-Identifier: BSD-3-Clause */
/* heat: solves the implicit heat-conduction problem of a TeaLeaf input deck. README.md says how and what. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../common/picture.h"
#include "../common/seconds.h"
#include "solver.h"
#include "twin.h"

enum { EXIT_USAGE = 2, EXIT_UNCONVERGED = 3 };

struct options {
    const char *deck;
    const char *picture; /* NULL: none */
    long cells;          /* 0: as the deck says */
    long steps;          /* -1: as the deck says */
    int quiet, twin;
    enum heat_form form;
};

/* Who solves: one of the two. */
struct sides {
    struct heat_solver *solver;
    struct heat_twin *twin;
};

/* What the progress line tells. */
struct progress {
    int shown; /* standard error is a terminal */
    long step, steps;
    double eps;
};

static const char help[] =
    "Usage: heat [options] DECK\n"
    "Solves the implicit heat-conduction problem of a TeaLeaf input deck, by the deck's solver.\n"
    "\n"
    "  --picture FILE  write the final temperature as a PNG picture\n"
    "  --cells N       N x N cells instead of x_cells and y_cells of the deck\n"
    "  --steps N       at most N time steps, instead of end_step of the deck\n"
    "  --form FORM     an iteration of CG as loops (three, the default), as teams, or as one nest, to compare\n"
    "  --twin          by the plain C and OpenMP of twin.c, without Starloop, to compare with\n"
    "  --quiet         no line for each step, only the summary\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 success, 1 failure, 2 bad command line, 3 some step did not converge within max_iters.\n"
    "Cores, worker groups and log are chosen by STARLOOP_ variables: starloop-info lists them.\n";

static int read_count(const char *option, const char *text, long least, long *value)
{
    char *end;
    errno = 0;
    long got = strtol(text, &end, 10);
    if (end == text || *end || errno || got < least || got > 1000000000) {
        fprintf(stderr, "heat: --%s: expected a whole number from %ld, got \"%s\"\n", option, least, text);
        return -1;
    }
    *value = got;
    return 0;
}

static int read_form(const char *text, enum heat_form *form)
{
    static const char *const name[] = {"loops", "teams", "nest"};
    for (int f = HEAT_LOOPS; f <= HEAT_NEST; f++)
        if (strcmp(text, name[f]) == 0) {
            *form = (enum heat_form)f;
            return 0;
        }
    fprintf(stderr, "heat: --form: expected loops, teams or nest, got \"%s\"\n", text);
    return -1;
}

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
    static const struct option table[] = {
        {"picture", required_argument, NULL, 'p'}, {"cells", required_argument, NULL, 'c'},
        {"steps", required_argument, NULL, 's'},   {"quiet", no_argument, NULL, 'q'},
        {"twin", no_argument, NULL, 't'},          {"form", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    *o = (struct options){.steps = -1};
    for (int c; (c = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (c == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (c == '?') {
            fprintf(stderr, "heat: --help lists the options\n");
            return EXIT_USAGE;
        }
        if (c == 'c' && read_count("cells", optarg, 1, &o->cells))
            return EXIT_USAGE;
        if (c == 's' && read_count("steps", optarg, 0, &o->steps))
            return EXIT_USAGE;
        if (c == 'f' && read_form(optarg, &o->form))
            return EXIT_USAGE;
        if (c == 'p')
            o->picture = optarg;
        o->quiet |= c == 'q';
        o->twin |= c == 't';
    }
    if (argc - optind != 1) {
        fprintf(stderr, "heat: expected one deck, got %d; --help says more\n", argc - optind);
        return EXIT_USAGE;
    }
    o->deck = argv[optind];
    if (o->picture && !picture_possible()) {
        fprintf(stderr, "heat: --picture: this program was built without libpng\n");
        return EXIT_FAILURE;
    }
    return -1;
}

/* A line as wide as the terminal would wrap, and could then not be replaced: what does not fit is left out. */
static void show_progress(void *arg, long iterations, double residual)
{
    const struct progress *p = arg;
    struct winsize size;
    char line[160], *comma;
    if (!p->shown)
        return;
    snprintf(line, sizeof line, "step %ld of %ld: %ld iterations, |r|^2 = %.1e, to reach %.1e", p->step, p->steps,
             iterations, residual, p->eps);
    size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    while (strlen(line) >= columns && (comma = strrchr(line, ',')))
        *comma = 0;
    fprintf(stderr, "\r%.*s\033[K", (int)columns - 1, line);
}

static void clear_progress(const struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}

/* Not in a pipe either, whose reader may write to the same terminal. */
static int can_show_progress(void)
{
    const char *terminal = getenv("TERM");
    struct stat output;
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           !S_ISFIFO(output.st_mode);
}

static sl_status create(const struct heat_problem *problem, const struct options *o, struct sides *sides)
{
    if (!o->twin)
        return heat_solver_create(problem, &sides->solver);
    sides->twin = heat_twin_create(problem);
    return sides->twin ? SL_SUCCESS : SL_ERR_MEMORY;
}

static sl_status step(struct sides *sides, struct progress *p, struct heat_solve *solve)
{
    if (sides->solver)
        return heat_solver_step(sides->solver, show_progress, p, solve);
    *solve = heat_twin_step(sides->twin);
    return isfinite(solve->residual) ? SL_SUCCESS : SL_ERR_TASK;
}

static sl_status summary(struct sides *sides, struct heat_summary *sum)
{
    if (sides->solver)
        return heat_solver_summary(sides->solver, sum);
    *sum = heat_twin_summary(sides->twin);
    return SL_SUCCESS;
}

static sl_status run_steps(struct sides *sides, const struct heat_problem *problem, const struct options *o,
                           long *iterations, long *unconverged)
{
    struct progress p = {.shown = can_show_progress() && !o->quiet, .steps = problem->steps, .eps = problem->eps};
    for (p.step = 1; p.step <= problem->steps; p.step++) {
        struct heat_solve solve;
        sl_status status = step(sides, &p, &solve);
        clear_progress(&p);
        if (status != SL_SUCCESS) {
            fprintf(stderr, "heat: step %ld: %s\n", p.step, sl_status_message(status));
            return status;
        }
        if (!o->quiet)
            printf("step %4ld  time %-10.6g  %5ld iterations  |r|^2 = %.3e\n", p.step,
                   (double)p.step * problem->deck->initial_timestep, solve.iterations, solve.residual);
        fflush(stdout);
        if (!solve.converged) {
            fprintf(stderr, "heat: step %ld: not converged: |r|^2 = %.3e after %ld iterations, expected below %g\n",
                    p.step, solve.residual, solve.iterations, problem->eps);
            ++*unconverged;
        }
        *iterations += solve.iterations;
    }
    return SL_SUCCESS;
}

static int write_picture(struct sides *sides, const struct heat_problem *problem, const char *path)
{
    char error[512];
    sl_view *u = sides->solver ? heat_solver_temperature(sides->solver) : NULL;
    const double *value = sides->twin ? heat_twin_temperature(sides->twin) : NULL;
    if (u && (value = SL_HOST_READ(double, u)) == NULL)
        return -1;
    long pitch = u ? sl_view_stride(u, 0) : problem->nx + 2;
    const struct picture_field field = {
        .value = value + pitch + 1, .nx = problem->nx, .ny = problem->ny, .pitch = pitch};
    int result = picture_write(&field, "temperature u", path, error, sizeof error);
    if (result)
        fprintf(stderr, "heat: --picture: %s\n", error);
    else
        printf("picture = %s\n", path);
    return !u || sl_host_end(u) == SL_SUCCESS ? result : -1;
}

/* Everything between sl_init() and sl_finalize(), which the twin has not. @return the exit status */
static int solve(const struct heat_problem *problem, const struct options *o)
{
    struct sides sides = {NULL, NULL};
    struct heat_summary sum;
    long iterations = 0, unconverged = 0;
    double start = seconds_now();
    sl_status status = create(problem, o, &sides);
    if (status != SL_SUCCESS)
        fprintf(stderr, "heat: set-up: %s\n", sl_status_message(status));
    if (status == SL_SUCCESS)
        status = run_steps(&sides, problem, o, &iterations, &unconverged);
    if (status == SL_SUCCESS && (status = summary(&sides, &sum)) != SL_SUCCESS)
        fprintf(stderr, "heat: summary: %s\n", sl_status_message(status));
    if (status == SL_SUCCESS && !isfinite(sum.volume + sum.mass + sum.density + sum.energy + sum.u)) {
        fprintf(stderr,
                "heat: summary: expected finite sums, got volume %g, mass %g, energy %g and U %g: densities or "
                "energies of the deck overflow\n",
                sum.volume, sum.mass, sum.energy, sum.u);
        status = SL_ERR_TASK;
    }
    double seconds = seconds_now() - start;
    int result = status == SL_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
    if (status == SL_SUCCESS) {
        printf("volume = %.10g\nmass = %.10g\ndensity = %.10g\nenergy = %.10g\nU = %.16e\n", sum.volume, sum.mass,
               sum.density, sum.energy, sum.u);
        printf("iterations = %ld\nwall time = %.4f s ", iterations, seconds);
        if (o->twin)
            printf("by the twin\n");
        else
            printf("on %d core%s\n", sl_cpu_cores(), sl_cpu_cores() == 1 ? "" : "s");
        if (o->picture && write_picture(&sides, problem, o->picture))
            result = EXIT_FAILURE;
    }
    heat_solver_destroy(&sides.solver);
    heat_twin_destroy(sides.twin);
    return result == EXIT_SUCCESS && unconverged ? EXIT_UNCONVERGED : result;
}

int main(int argc, char **argv)
{
    struct options o;
    struct heat_deck deck;
    struct heat_problem problem;
    char error[512];
    int result = read_options(argc, argv, &o);
    if (result >= 0)
        return result;
    if (heat_deck_read(o.deck, &deck, stderr, error, sizeof error)) {
        fprintf(stderr, "heat: %s\n", error);
        return EXIT_FAILURE;
    }
    if (o.picture && picture_try(o.picture, error, sizeof error)) {
        fprintf(stderr, "heat: --picture: %s\n", error);
        heat_deck_free(&deck);
        return EXIT_FAILURE;
    }
    if (o.form != HEAT_LOOPS && (deck.solver != HEAT_CG || deck.preconditioner != HEAT_NO_PRECONDITIONER)) {
        fprintf(stderr, "heat: --form: teams and nest are for decks with use_cg and no preconditioner\n");
        heat_deck_free(&deck);
        return EXIT_USAGE;
    }
    if (o.cells > 0)
        deck.x_cells = deck.y_cells = o.cells;
    if (o.steps >= 0)
        deck.end_step = o.steps;
    heat_problem_set(&problem, &deck);
    problem.form = o.form;
    if (!o.quiet)
        printf("%s: %ld x %ld cells, %ld step%s of %g\n", o.deck, problem.nx, problem.ny, problem.steps,
               problem.steps == 1 ? "" : "s", deck.initial_timestep);
    sl_status status = o.twin ? SL_SUCCESS : sl_init(NULL);
    if (status == SL_SUCCESS) {
        result = solve(&problem, &o);
        if (!o.twin && sl_finalize() != SL_SUCCESS)
            result = EXIT_FAILURE;
    } else {
        fprintf(stderr, "heat: the library does not start: %s\n", sl_status_message(status));
        result = EXIT_FAILURE;
    }
    heat_deck_free(&deck);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "heat: standard output: %s\n", strerror(errno));
        result = EXIT_FAILURE;
    }
    return result;
}
