/* SPDX-License-Identifier: BSD-3-Clause */
/* mpi_heat: heat conduction with the rows of the field among ranks of MPI. README.md says how and what. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/command_line.h"
#include "strip.h"
#include "twin.h"

enum { MOST = INT_MAX - 2 };

static const char help[] = " [options], started by mpirun -np RANKS\n"
                           "Heat conduction on a field whose rows are divided among ranks of MPI.\n"
                           "\n"
                           "  --rows N, --columns N  size of the field (512 x 512)\n"
                           "  --steps N              steps of time (100)\n"
                           "  --output FILE          writes the final temperatures, row by row, as doubles\n"
                           "  --serial               plain C, one thread, without Starloop and MPI: rank 0 only\n"
                           "  --help                 this text\n";

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct mpi_heat_options *o)
{
    *o = (struct mpi_heat_options){.rows = 512, .columns = 512, .steps = 100};
    const struct setting table[] = {
        setting_whole("rows", &o->rows, 1, MOST),   setting_whole("columns", &o->columns, 1, MOST),
        setting_whole("steps", &o->steps, 0, MOST), setting_text("output", &o->output),
        setting_flag("serial", &o->serial, 1),      {0}};
    return read_command_line(argc, argv, "mpi_heat", help, table, NULL);
}

static sl_status solve(const struct mpi_heat_options *o, struct mpi_heat_summary *sum)
{
    struct strip *strip = NULL;
    sl_status status = strip_create(o, &strip);
    for (long s = 0; s < o->steps && status == SL_SUCCESS; s++)
        status = strip_step(strip);
    if (status == SL_SUCCESS)
        status = strip_summary(strip, sum);
    if (status == SL_SUCCESS && o->output)
        status = strip_write(strip, o->output);
    strip_destroy(&strip);
    return status;
}

/* @return the exit status of this rank. One that fails says so to the others, which would wait for it. */
static int run_rank(const struct mpi_heat_options *o, struct mpi_heat_summary *sum)
{
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS) {
        status = solve(o, sum);
        const sl_status ended = sl_finalize();
        status = status != SL_SUCCESS ? status : ended;
    }
    if (status == SL_SUCCESS)
        return EXIT_SUCCESS;
    fprintf(stderr, "mpi_heat: %s\n", sl_status_message(status));
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct mpi_heat_options o;
    struct mpi_heat_summary sum;
    int level, rank, ranks;
    /* Other threads than this one run the loops; none of them calls MPI. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int result = read_options(argc, argv, &o);
    if (result < 0 && level < MPI_THREAD_FUNNELED) {
        fprintf(stderr, "mpi_heat: expected an MPI for programs with threads (MPI_THREAD_FUNNELED)\n");
        result = EXIT_FAILURE;
    } else if (result < 0 && o.rows < ranks) {
        fprintf(stderr, "mpi_heat: --rows: expected a row for each of %d ranks, got %ld\n", ranks, o.rows);
        result = EXIT_USAGE;
    } else if (result < 0) {
        if (!o.serial)
            result = run_rank(&o, &sum);
        else
            result = rank == 0 && mpi_heat_serial(&o, &sum) ? EXIT_FAILURE : EXIT_SUCCESS;
        if (rank == 0 && result == EXIT_SUCCESS)
            printf("%ld x %ld cells, %ld steps\nchange = %.17g\nheat = %.17g\n", o.rows, o.columns, o.steps, sum.change,
                   sum.heat);
    }
    MPI_Finalize();
    return result;
}
