/* SPDX-License-Identifier: BSD-3-Clause */
/* mpi_minimd: examples/minimd with the atoms among ranks of MPI. README.md says how and what. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/command_line.h"
#include "ranks.h"

enum { MOST_CELLS = 500, MOST_STEPS = 1000000 };

struct options {
    struct md_problem problem;
    long steps, every;
    int rank, ranks;
};

static const char help[] = " [options], started by mpirun -np RANKS\n"
                           "A Lennard-Jones crystal melts, in slabs that are divided among ranks of MPI.\n"
                           "\n"
                           "  --size N        N^3 cells of 4 atoms each (20), two layers or more for each rank\n"
                           "  --steps N       steps of time (100)\n"
                           "  --every N       tell the state every N steps (100)\n"
                           "  --full, --half  a pair is in the lists of both of its atoms, or of one (full)\n"
                           "  --help          this text\n";

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
    const struct setting table[] = {setting_whole("size", &o->problem.cells, 2, MOST_CELLS),
                                    setting_whole("steps", &o->steps, 0, MOST_STEPS),
                                    setting_whole("every", &o->every, 1, MOST_STEPS),
                                    setting_flag("full", &o->problem.half, 0),
                                    setting_flag("half", &o->problem.half, 1),
                                    {0}};
    o->problem.cells = 20;
    o->steps = o->every = 100;
    const int result = read_command_line(argc, argv, "mpi_minimd", help, table, NULL);
    if (result >= 0 || o->problem.cells >= 2 * o->ranks)
        return result;
    fprintf(stderr, "mpi_minimd: --size: expected 2 layers of cells for each of %d ranks, got %ld in all\n", o->ranks,
            o->problem.cells);
    return EXIT_USAGE;
}

static sl_status print_state(const struct options *o, struct md_melt *melt, long step)
{
    struct md_summary s;
    SL_TRY(md_melt_measure(melt, &s));
    if (o->rank == 0)
        printf("%6ld %12.7f %12.7f  %12.7f %12.7f  %8.1e %8.1e %8.1e\n", step, s.temperature, s.pair, s.total,
               s.pressure, s.momentum[0], s.momentum[1], s.momentum[2]);
    return SL_SUCCESS;
}

static sl_status solve(const struct options *o, struct md_melt *melt)
{
    double seconds = 0.0;
    const double n = 4.0 * (double)o->problem.cells * (double)o->problem.cells * (double)o->problem.cells;
    if (o->rank == 0)
        printf("  step  temperature  pair energy  total energy     pressure  momentum\n");
    SL_TRY(print_state(o, melt, 0));
    for (long done = 0, next; done < o->steps; done += next) {
        next = o->every < o->steps - done ? o->every : o->steps - done;
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        SL_TRY(md_melt_run(melt, next));
        MPI_Barrier(MPI_COMM_WORLD);
        seconds += MPI_Wtime() - start;
        SL_TRY(print_state(o, melt, done + next));
    }
    const struct md_counts counts = md_melt_counts(melt);
    if (o->rank == 0 && o->steps > 0)
        printf("%d ranks: %.4f neighbours an atom, %.6f s, %.2f million steps of an atom in a second\n", o->ranks,
               counts.neighbours, seconds, 1e-6 * n * (double)o->steps / seconds);
    return SL_SUCCESS;
}

/* @return the exit status of this rank. One that fails says so to the others, which would wait for it. */
static int run(const struct options *o)
{
    struct md_ranks *ranks = NULL;
    struct md_melt *melt = NULL;
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS)
        status = md_ranks_create(&o->problem, SL_LAYOUT_AUTO, &ranks, &melt);
    if (status == SL_SUCCESS)
        status = solve(o, melt);
    if (status != SL_SUCCESS) {
        fprintf(stderr, "mpi_minimd: %s\n", sl_last_error());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    md_melt_destroy(&melt);
    md_ranks_destroy(&ranks);
    return sl_finalize() == SL_SUCCESS && status == SL_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct options o = {.rank = 0};
    int level;
    /* Other threads than this one run the loops; none of them calls MPI. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &o.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &o.ranks);
    int result = read_options(argc, argv, &o);
    if (result < 0 && level < MPI_THREAD_FUNNELED) {
        fprintf(stderr, "mpi_minimd: expected an MPI for programs with threads (MPI_THREAD_FUNNELED)\n");
        result = EXIT_FAILURE;
    } else if (result < 0) {
        result = run(&o);
    }
    MPI_Finalize();
    return result;
}
