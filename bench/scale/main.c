/* SPDX-License-Identifier: BSD-3-Clause */
/* scale: problems whose rows are cut among ranks, by plain MPI and OpenMP or by Starloop, weak and strong.
   bench/README.md says what is printed. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../examples/common/command_line.h"
#include "spread.h"

enum { MOST = 100000, MOST_POINTS = 4000 /* a side in three dimensions */, MOST_STEPS = 1000000000 };

static const struct {
    const char *name, *pass;
    scale_case *run;
    long size, most, steps;
} cases[] = {{"stencil3d", "step", scale_stencil3d, 256, MOST_POINTS, 100},
             {"jacobi2d", "step", scale_jacobi2d, 4096, MOST, 100},
             {"heat", "iteration", scale_heat, 512, MOST, 20}};

static const char help[] =
    " [options], started by mpirun -np RANKS\n"
    "Problems whose rows are cut among ranks, by plain MPI and OpenMP or by Starloop: time, and what is sent.\n"
    "\n"
    "  --case stencil3d|jacobi2d|heat\n"
    "                    a stencil of 7 points, one of 5, or TeaLeaf's problem by conjugate gradients (stencil3d)\n"
    "  --side plain|starloop\n"
    "                    by MPI and OpenMP as one writes them by hand, or by distributed views (plain)\n"
    "  --strong          --size is that of all ranks together; so if nothing is said\n"
    "  --weak            it is that of each rank: dimension 0 grows with them\n"
    "  --size N          points or cells along a side (256, 4096, 512)\n"
    "  --steps N         steps of time (100, 100, 20)\n"
    "  --deck FILE       of heat: TeaLeaf's input, in which --size and --steps take the place of what it says\n"
    "  --check           of heat: each rank computes the whole by the serial twin, too, and compares\n"
    "  --csv             a header line and a row\n"
    "  --help            this text\n"
    "\n"
    "Exit status: 0 success, 1 failure or a wrong result, 2 bad command line.\n";

int scale_refuse(const struct strip *s, const char *option, const char *expected, long got)
{
    if (s->rank == 0)
        fprintf(stderr, "scale: %s: expected %s, of which there are %d, got %ld\n", option, expected, s->ranks, got);
    return EXIT_USAGE;
}

int scale_no_memory(const struct strip *s)
{
    fprintf(stderr, "scale: rank %d has no memory for its rows\n", s->rank);
    return -1;
}

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct scale_options *o)
{
    *o = (struct scale_options){0};
    const struct setting table[] = {setting_choice("case", &o->which, "stencil3d, jacobi2d or heat"),
                                    setting_choice("side", &o->side, "plain or starloop"),
                                    setting_flag("weak", &o->weak, 1),
                                    setting_flag("strong", &o->weak, 0),
                                    setting_whole("size", &o->size, 1, MOST),
                                    setting_whole("steps", &o->steps, 1, MOST_STEPS),
                                    setting_text("deck", &o->deck),
                                    setting_flag("check", &o->check, 1),
                                    setting_flag("csv", &o->csv, 1),
                                    {0}};
    const int result = read_command_line(argc, argv, "scale", help, table, NULL);
    if (result >= 0)
        return result;
    o->size = o->size ? o->size : cases[o->which].size;
    o->steps = o->steps ? o->steps : cases[o->which].steps;
    if (o->size <= cases[o->which].most)
        return -1;
    fprintf(stderr, "scale: --size: expected at most %ld for %s, got %ld\n", cases[o->which].most, cases[o->which].name,
            o->size);
    return EXIT_USAGE;
}

/* What is printed of all ranks, a pass. */
struct totals {
    double seconds, bytes, messages, most_messages, reductions;
    double over_surface; /* bytes over those of the rows beside each cut; 0: nothing is cut */
    double in_mpi;       /* share of the time that the rank with the most of it is in MPI, or in StarPU-MPI's thread */
    double error;
};

static double reduce(double value, MPI_Op op)
{
    double all;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return all;
}

static struct totals add_up(const struct scale_run *run)
{
    const struct strip_counts *c = &run->strip.timed;
    const double passes = (double)c->passes, exchanges = (double)c->exchanges;
    const double surface = 2.0 * run->cuts * (double)run->row * (double)sizeof(double);
    struct totals t = {.seconds = reduce(c->seconds, MPI_MAX) / passes,
                       .bytes = reduce(c->bytes, MPI_SUM) / passes,
                       .messages = reduce((double)c->messages, MPI_SUM) / passes,
                       .most_messages = reduce((double)c->messages, MPI_MAX) / passes,
                       .reductions = (double)c->reductions / passes,
                       .in_mpi = reduce(c->in_mpi / c->seconds, MPI_MAX),
                       .error = reduce(isnan(run->error) ? HUGE_VAL : run->error, MPI_MAX)};
    t.over_surface = surface > 0.0 ? t.bytes * passes / (surface * exchanges) : 0.0;
    return t;
}

static const char *const sides[] = {"plain", "starloop"};

static int threads_of(const struct scale_options *o)
{
    return o->side == SCALE_STARLOOP ? sl_cpu_cores() : omp_get_max_threads();
}

static void print_row(const struct scale_options *o, const struct scale_run *run, const struct totals *t)
{
    printf("case,form,ranks,threads,size,cells,passes,seconds_a_pass,bytes_a_pass,messages_a_pass,reductions_a_pass,"
           "bytes_over_surface,mpi_share,error,side\n%s,%s,%d,%d,%ld,%.0f,%ld,%.6g,%.6g,%.6g,%.6g,%.4f,%.4f,%.2g,%s\n",
           cases[o->which].name, o->weak ? "weak" : "strong", run->strip.ranks, threads_of(o), o->size, run->cells,
           run->strip.timed.passes, t->seconds, t->bytes, t->messages, t->reductions, t->over_surface, t->in_mpi,
           t->error, sides[o->side]);
}

static void print_text(const struct scale_options *o, const struct scale_run *run, const struct totals *t, int right)
{
    const char *const pass = cases[o->which].pass;
    const int ranks = run->strip.ranks, threads = threads_of(o);
    printf("%s, %s: %s, %d rank%s of %d thread%s, %s\n", cases[o->which].name, o->weak ? "weak" : "strong",
           run->problem, ranks, ranks == 1 ? "" : "s", threads, threads == 1 ? "" : "s", sides[o->side]);
    printf("timed: %ld %ss, all but the first one\n", run->strip.timed.passes, pass);
    printf("seconds: %.4g for each %s, %.4g million cells a second\n", t->seconds, pass,
           1e-6 * run->cells / t->seconds);
    printf("bytes sent: %.6g for each %s", t->bytes, pass);
    if (t->over_surface > 0.0)
        printf(", %.4f of the halo surface", t->over_surface);
    printf("\nmessages: %.4g for each %s, at most %.4g of a rank\n", t->messages, pass, t->most_messages);
    printf("reductions over all ranks: %.4g for each %s\n", t->reductions, pass);
    if (o->side == SCALE_PLAIN)
        printf("in MPI: %.1f %% of the time of the rank's own thread, at most\n", 100.0 * t->in_mpi);
    else if (isnan(t->in_mpi))
        printf("in the thread of StarPU-MPI: not known here\n");
    else
        printf("in the thread of StarPU-MPI: %.1f %% of the time of a core, at most\n", 100.0 * t->in_mpi);
    printf("largest error: %.2g of %.2g, %s\n", t->error, run->allowed, right ? "right" : "wrong");
}

/* @return the exit status. A rank that fails ends the others, which would wait for it. */
static int run_case(const struct scale_options *o)
{
    struct scale_run run = {0};
    MPI_Comm_rank(MPI_COMM_WORLD, &run.strip.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.strip.ranks);
    run.cuts = run.strip.ranks - 1;
    const int result = cases[o->which].run(o, &run);
    if (result < 0)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    if (result != 0)
        return result;
    if (run.strip.timed.passes == 0) {
        if (run.strip.rank == 0)
            fprintf(stderr, "scale: --steps: expected a second %s to time: the first one warms up\n",
                    cases[o->which].pass);
        return EXIT_USAGE;
    }
    const struct totals t = add_up(&run);
    const int right = t.error <= run.allowed;
    if (run.strip.rank == 0 && o->csv)
        print_row(o, &run, &t);
    else if (run.strip.rank == 0)
        print_text(o, &run, &t, right);
    if (run.strip.rank == 0 && !right)
        fprintf(stderr, "scale: %s: error %.3g, expected at most %.3g\n", cases[o->which].name, t.error, run.allowed);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_starloop(const struct scale_options *o)
{
    if (spread_start() != SL_SUCCESS)
        return EXIT_FAILURE;
    const int result = run_case(o);
    return spread_end(0) == SL_SUCCESS ? result : EXIT_FAILURE;
}

/* Other threads than this one run the loops, too. None of them calls MPI on the plain side; on Starloop's a thread of
   StarPU-MPI does, beside this one. */
static int run(const struct scale_options *o, int level)
{
    const int needed = o->side == SCALE_STARLOOP ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
    if (level >= needed)
        return o->side == SCALE_STARLOOP ? run_starloop(o) : run_case(o);
    fprintf(stderr, "scale: expected an MPI for programs with threads (%s)\n",
            o->side == SCALE_STARLOOP ? "MPI_THREAD_MULTIPLE" : "MPI_THREAD_FUNNELED");
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct scale_options o;
    int level, rank;
    int result = read_options(argc, argv, &o);
    if (result >= 0)
        return end_output("scale", result);
    MPI_Init_thread(&argc, &argv, o.side == SCALE_STARLOOP ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    result = run(&o, level);
    if (rank == 0 && end_output("scale", EXIT_SUCCESS) != EXIT_SUCCESS)
        result = EXIT_FAILURE;
    MPI_Finalize();
    return result;
}
