/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views are destroyed while a message of theirs is under way on one rank and over, or not begun, on
 * another: all ranks agree then on whether a wait is a call of all of them. */
#include <starloop.h>
#include <starloop/mpi.h>

#include "ranks.h"

enum { ROWS = 4, COLUMNS = 16384 /* so that MPI sends no row before it is received */, ROUNDS = 20 };

SL_KERNEL_DECLARE(destroyed_below, (i, j), in(double, 2, x, halo(1, 0)), out(double, 2, y, own));

static sl_status make(const char *label, sl_view **view)
{
    return sl_mpi_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS * ranks_all, COLUMNS),
                              SL_BLOCKS(ranks_all), view);
}

/* The last rank alone runs a loop, which reads a row of the rank before: that one has sent nothing yet, and destroys
   the views, when the last rank calls the loop. */
static sl_status wait_early(void)
{
    const int last = ranks_all - 1;
    const sl_space rows = SL_BOX(ROWS * last + (last == 0), ROWS * ranks_all - 1, 0, COLUMNS);
    char word = 0;
    sl_view *x = NULL, *y = NULL;
    SL_TRY(make("x", &x));
    SL_TRY(make("y", &y));
    SL_TRY(sl_wait());
    if (last > 0 && ranks_me == last)
        MPI_Recv(&word, 1, MPI_CHAR, last - 1, 0, ranks_comm, MPI_STATUS_IGNORE);
    const sl_status status = sl_forall(destroyed_below, rows, x, y);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    if (last > 0 && ranks_me == last - 1)
        MPI_Send(&word, 1, MPI_CHAR, last, 0, ranks_comm);
    SL_TRY(status);
    SL_TRY(sl_wait());
    SL_TRY(make("next", &x)); /* a call of all */
    sl_view_destroy(&x);
    return sl_wait();
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    ok_all(sl_init(NULL) == SL_SUCCESS && sl_mpi_init(MPI_COMM_WORLD) == SL_SUCCESS, "the ranks start");
    sl_status status = SL_SUCCESS;
    for (int round = 0; round < ROUNDS && status == SL_SUCCESS; round++)
        status = wait_early();
    if (!ok_all(status == SL_SUCCESS, "all waits end where views are destroyed before their messages are over"))
        diag("%s", sl_last_error());
    ok_all(sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the ranks end");
    return ranks_end();
}
