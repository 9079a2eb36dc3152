/* SPDX-License-Identifier: BSD-3-Clause */
/* minimd: a Lennard-Jones crystal melts. README.md says how and what. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/command_line.h"
#include "melt.h"
#include "twin.h"

enum { MOST_CELLS = 500, MOST_STEPS = 1000000 };

struct options {
    struct md_problem problem;
    long steps, every;
    int layout; /* in the order of the help */
    int phases, twin;
};

/* The state at steps 0, every, 2 every, ... and at the last one. */
struct record {
    int count;
    long *step;
    struct md_summary *row;
    struct md_counts counts;
};

static const char help[] =
    " [options]\n"
    "A Lennard-Jones crystal melts: molecular dynamics with neighbour lists, in reduced units.\n"
    "\n"
    "  --size N          N^3 cells of 4 atoms each (20)\n"
    "  --steps N         steps of time (100)\n"
    "  --every N         tell the state every N steps (100)\n"
    "  --full, --half    a pair is in the lists of both of its atoms, or of one (full)\n"
    "  --layout LAYOUT   of positions, forces and lists: right, left, or auto, left on a GPU only (right)\n"
    "  --phases          tell the time of each phase; for that the end of each is waited for\n"
    "  --twin            run the same in plain C with OpenMP, too; compare states and times\n"
    "  --help            this text\n"
    "\n"
    "Exit status: 0 success, 1 failure, or states that differ from the twin's, 2 bad command line.\n";

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
    *o = (struct options){.problem = {.cells = 20}, .steps = 100, .every = 100};
    const struct setting table[] = {setting_whole("size", &o->problem.cells, 2, MOST_CELLS),
                                    setting_whole("steps", &o->steps, 0, MOST_STEPS),
                                    setting_whole("every", &o->every, 1, MOST_STEPS),
                                    setting_flag("full", &o->problem.half, 0),
                                    setting_flag("half", &o->problem.half, 1),
                                    setting_choice("layout", &o->layout, "right, left or auto"),
                                    setting_flag("phases", &o->phases, 1),
                                    setting_flag("twin", &o->twin, 1),
                                    {0}};
    return read_command_line(argc, argv, "minimd", help, table, NULL);
}

/* Room for all states of a run. */
static int create_record(const struct options *o, struct record *r)
{
    const size_t room = (size_t)(o->steps / o->every + 2);
    r->step = calloc(room, sizeof *r->step);
    r->row = calloc(room, sizeof *r->row);
    return r->step && r->row ? 0 : -1;
}

static void destroy_record(struct record *r)
{
    free(r->step);
    free(r->row);
}

/* How many steps until the state is told again. */
static long next_steps(const struct options *o, long done)
{
    return o->every < o->steps - done ? o->every : o->steps - done;
}

/* --- the two runs ----------------------------------------------------------------------------------------------- */

static sl_status run_steps(const struct options *o, struct md_melt *melt, struct record *r)
{
    SL_TRY(md_melt_measure(melt, &r->row[r->count++]));
    for (long done = 0, next; done < o->steps; done += next) {
        next = next_steps(o, done);
        SL_TRY(md_melt_run(melt, next));
        r->step[r->count] = done + next;
        SL_TRY(md_melt_measure(melt, &r->row[r->count++]));
    }
    r->counts = md_melt_counts(melt);
    return SL_SUCCESS;
}

static sl_status run(const struct options *o, struct record *r)
{
    struct md_melt *melt = NULL;
    static const sl_layout layouts[] = {SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT, SL_LAYOUT_AUTO};
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS) {
        status = md_melt_create(&o->problem, layouts[o->layout], o->phases, &melt);
        if (status == SL_SUCCESS)
            status = run_steps(o, melt, r);
        md_melt_destroy(&melt);
        const sl_status ended = sl_finalize();
        status = status != SL_SUCCESS ? status : ended;
    }
    if (status != SL_SUCCESS)
        fprintf(stderr, "minimd: %s\n", sl_last_error());
    return status;
}

static int run_twin(const struct options *o, struct record *r)
{
    struct md_twin *twin = md_twin_create(&o->problem);
    int failed = !twin;
    if (twin)
        r->row[r->count++] = md_twin_measure(twin);
    for (long done = 0, next; !failed && done < o->steps; done += next) {
        next = next_steps(o, done);
        failed = md_twin_run(twin, next);
        r->step[r->count] = done + next;
        r->row[r->count++] = md_twin_measure(twin);
    }
    if (twin)
        r->counts = md_twin_counts(twin);
    md_twin_destroy(twin);
    return failed ? -1 : 0;
}

/* --- what is told ----------------------------------------------------------------------------------------------- */

static void print_states(const struct record *r)
{
    double momentum = 0.0;
    printf("  step  temperature  pair energy  total energy     pressure\n");
    for (int k = 0; k < r->count; k++) {
        const struct md_summary *s = &r->row[k];
        printf("%6ld %12.7f %12.7f  %12.7f %12.7f\n", r->step[k], s->temperature, s->pair, s->total, s->pressure);
        for (int d = 0; d < 3; d++)
            momentum = fmax(momentum, fabs(s->momentum[d]));
    }
    printf("momentum: at most %.1e in each direction\n", momentum);
}

static void print_times(const char *who, const struct options *o, const struct record *r, int phases)
{
    const double n = 4.0 * pow((double)o->problem.cells, 3), *s = r->counts.seconds;
    printf("%s: %.4f neighbours an atom, lists made %ld times, %.6f s", who, r->counts.neighbours, r->counts.builds,
           r->counts.all_seconds);
    if (r->counts.all_seconds > 0.0)
        printf(", %.2f million steps of an atom in a second", 1e-6 * n * (double)o->steps / r->counts.all_seconds);
    printf("\n");
    if (phases)
        printf("%s: forces %.6f s, ghosts %.6f s, lists %.6f s, moves and order %.6f s\n", who, s[MD_FORCES],
               s[MD_GHOSTS], s[MD_LISTS], s[MD_MOVES]);
}

/* The largest difference of a temperature, an energy or a pressure. */
static double compare(const struct record *a, const struct record *b)
{
    double worst = a->count == b->count ? 0.0 : HUGE_VAL;
    for (int k = 0; k < a->count && k < b->count; k++) {
        const struct md_summary *x = &a->row[k], *y = &b->row[k];
        const double d[] = {x->temperature - y->temperature, x->pair - y->pair, x->total - y->total,
                            x->pressure - y->pressure};
        for (int q = 0; q < 4; q++)
            worst = fabs(d[q]) <= worst ? worst : fabs(d[q]); /* so a NaN stays */
    }
    return worst;
}

/* Rounding grows in time as atoms collide: the bound is for some hundreds of steps. @return 0, or -1 on failure */
static int race_twin(const struct options *o, const struct record *ours)
{
    struct record twin = {0};
    int result = create_record(o, &twin);
    if (result == 0)
        result = run_twin(o, &twin);
    if (result) {
        fprintf(stderr, "minimd: --twin: no memory for its atoms\n");
    } else {
        const double worst = compare(ours, &twin);
        print_times("twin", o, &twin, 1);
        printf("states differ from the twin's by at most %.1e, time over the twin's: %.2f\n", worst,
               twin.counts.all_seconds > 0.0 ? ours->counts.all_seconds / twin.counts.all_seconds : 1.0);
        if (!(worst < 1e-6)) {
            fprintf(stderr, "minimd: --twin: expected states that differ by less than 1e-6, got %.1e\n", worst);
            result = -1;
        }
    }
    destroy_record(&twin);
    return result;
}

static int tell(const struct options *o, const struct record *r)
{
    static const char *const layouts[] = {"right", "left", "auto"};
    printf("%ld atoms, %s lists, layout %s\n", 4 * o->problem.cells * o->problem.cells * o->problem.cells,
           o->problem.half ? "half" : "full", layouts[o->layout]);
    print_states(r);
    print_times("minimd", o, r, o->phases);
    fflush(stdout);
    return o->twin && race_twin(o, r) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct options o;
    struct record r = {0};
    int result = read_options(argc, argv, &o);
    if (result >= 0)
        return result;
    if (create_record(&o, &r)) {
        fprintf(stderr, "minimd: no memory for the states of %ld steps\n", o.steps);
        result = EXIT_FAILURE;
    } else {
        result = run(&o, &r) == SL_SUCCESS ? tell(&o, &r) : EXIT_FAILURE;
    }
    destroy_record(&r);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "minimd: standard output: %s\n", strerror(errno));
        result = EXIT_FAILURE;
    }
    return result;
}
