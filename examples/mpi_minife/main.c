/* SPDX-License-Identifier: BSD-3-Clause */
/* mpi_minife: minife with the planes of points among ranks of MPI. README.md says how and what. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/command_line.h"
#include "../minife/check.h"
#include "ranks.h"

/* What all ranks together have: the longest times, the largest errors. */
static void join_outcomes(struct outcome *o)
{
    struct times t = o->times;
    const double own[2] = {o->error, o->apart};
    double all[2];
    const int64_t entries = o->entries;
    MPI_Allreduce(&t, &o->times, (int)(sizeof t / sizeof(double)), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&entries, &o->entries, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    o->error = all[0];
    o->apart = all[1];
}

/* @return the exit status of rank 0 */
static int report(const struct options *o, const struct box *part, int rank, int ranks, const struct outcome *outcome,
                  const double *x)
{
    const struct box whole = box_part(o->nx, o->ny, o->nz, 0, 1);
    double *all = rank == 0 ? malloc((size_t)box_points(&whole) * sizeof *all) : NULL;
    int result = EXIT_SUCCESS, memory = rank > 0 || all != NULL;
    MPI_Bcast(&memory, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (memory)
        ranks_gather(part, rank, ranks, x, all);
    if (rank == 0)
        result = all != NULL ? report_run(o, &whole, outcome, all) : EXIT_FAILURE;
    free(all);
    return result;
}

static sl_status run(const struct options *o, int rank, int ranks, int *result)
{
    const struct box box = box_part(o->nx, o->ny, o->nz, rank, ranks);
    struct ranks *others = NULL;
    struct outcome outcome;
    sl_view *x = NULL;
    sl_status status = ranks_create(&box, rank, ranks, &others);
    const struct neighbours functions = ranks_functions(others);
    if (status == SL_SUCCESS)
        status = run_phases(o, &box, ranks > 1 ? &functions : NULL, &outcome, &x);
    const double *values = status == SL_SUCCESS ? SL_HOST_READ(double, x) : NULL;
    if (values != NULL) {
        join_outcomes(&outcome);
        *result = report(o, &box, rank, ranks, &outcome, values);
        status = sl_host_end(x);
    } else if (status == SL_SUCCESS) {
        status = sl_last_status();
    }
    ranks_destroy(&others);
    sl_view_destroy(&x);
    return status;
}

/* @return the exit status of this rank. One that fails says so to the others, which would wait for it. */
static int run_rank(const struct options *o, int rank, int ranks)
{
    int result = EXIT_SUCCESS;
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS) {
        status = run(o, rank, ranks, &result);
        if (status != SL_SUCCESS)
            fprintf(stderr, "mpi_minife: rank %d: %s\n", rank, sl_last_error());
        const sl_status ended = sl_finalize();
        status = status != SL_SUCCESS ? status : ended;
    } else {
        fprintf(stderr, "mpi_minife: rank %d: %s\n", rank, sl_last_error());
    }
    if (status != SL_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return result;
}

int main(int argc, char **argv)
{
    struct options o;
    int level, rank, ranks;
    /* Other threads than this one run the loops; none of them calls MPI. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int result = read_options(argc, argv, "mpi_minife", &o);
    if (result < 0 && level < MPI_THREAD_FUNNELED) {
        fprintf(stderr, "mpi_minife: expected an MPI for programs with threads (MPI_THREAD_FUNNELED)\n");
        result = EXIT_FAILURE;
    } else if (result < 0 && o.nz + 1 < ranks) {
        fprintf(stderr, "mpi_minife: --nz: expected a plane of points for each of %d ranks, got %ld\n", ranks,
                o.nz + 1);
        result = EXIT_USAGE;
    } else if (result < 0 && o.plain) {
        const struct box whole = box_part(o.nx, o.ny, o.nz, 0, 1);
        result = rank == 0 ? run_plain(&o, &whole) : EXIT_SUCCESS;
    } else if (result < 0) {
        result = run_rank(&o, rank, ranks);
    }
    MPI_Finalize();
    return result;
}
