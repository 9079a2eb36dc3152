/* SPDX-License-Identifier: BSD-3-Clause */
/* A program on ranks of MPI. */
#include <stdio.h>

#include <starloop.h>
#include <starloop/mpi.h>

static sl_status run(void)
{
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_mpi_init(MPI_COMM_WORLD));
    printf("rank %d of %d\n", sl_mpi_rank(), sl_mpi_size());
    SL_TRY(sl_mpi_finalize());
    return sl_finalize();
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    const sl_status status = run();
    MPI_Finalize();
    return status != SL_SUCCESS;
}
