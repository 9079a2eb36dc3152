/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank that is stopped is named by the waits of all others, and sl_mpi_finalize() ends the job, as it does where
 * ranks wait for each other; one that computes for longer than STARLOOP_MPI_TIMEOUT, and STARLOOP_STALL_SECONDS, is not
 * silent. SL_TEST_SILENT says which of these: the script of this name runs them. */
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include <starloop.h>
#include <starloop/mpi.h>

#include "ranks.h"
#include "silent_kernels.h"

enum { N = 640 };
#define SHORT 0.1 /* seconds */
#define LONG 4.5

typedef struct pair {
    sl_view *x, *y;
} pair;

static sl_status make_pair(pair *p)
{
    SL_TRY(sl_mpi_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), SL_BLOCKS(ranks_all), &p->x));
    SL_TRY(sl_mpi_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), SL_BLOCKS(ranks_all), &p->y));
    SL_TRY(sl_forall(silent_set, SL_RANGE(0, N), p->x));
    return sl_wait();
}

/* Rows are read of which each rank has some. */
static sl_status read_rows(const pair *p)
{
    SL_TRY(sl_forall(silent_set, SL_RANGE(0, N), p->x));
    SL_TRY(sl_forall(silent_sum, SL_RANGE(1, N - 1), p->x, p->y));
    return sl_wait();
}

/* What waits for all ranks, by its name. */
static sl_status meet(const char *how, const pair *p)
{
    return strcmp(how, "write") == 0          ? sl_mpi_write(p->x, "/dev/null/none")
           : strcmp(how, "redistribute") == 0 ? sl_mpi_redistribute(p->x, p->y)
                                              : read_rows(p);
}

/* Its group is told of by a line: the script lets it go on, or ends it. */
static void stop_here(void)
{
    printf("# stopped: %ld\n", (long)getpid());
    fflush(stdout);
    raise(SIGSTOP);
}

/* Rank 1 does not do what the others do: what they have met stands in lines, for no check could be gathered. */
static int with_silent(const char *how)
{
    pair p;
    if (make_pair(&p) != SL_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    const int otherwise = strcmp(how, "otherwise") == 0;
    if (ranks_me == 1 && strcmp(how, "ends") == 0)
        _exit(0);
    if (ranks_me == 1 && !otherwise)
        stop_here();
    if (strcmp(how, "finalize") != 0) {
        const sl_status status = otherwise && ranks_me == 1 ? sl_wait() : meet(how, &p);
        printf("# rank %d: %s: %s\n", ranks_me, sl_status_name(status), sl_last_error());
    }
    fflush(stdout);
    const sl_status status = sl_mpi_finalize();
    printf("# rank %d: sl_mpi_finalize has returned %s\n", ranks_me, sl_status_name(status));
    return 0;
}

static void compute_for(double seconds)
{
    const double begin = MPI_Wtime();
    volatile double x = 1.0;
    while (MPI_Wtime() - begin < seconds)
        for (int i = 0; i < N; i++)
            x = x * 1.0000001;
}

/* Rank 0 computes without a call, the others wait for it: at first for long. Twice, as ranks begin and end. */
static void with_busy(double seconds)
{
    for (int time = 0; time < 2; time++) {
        ok_all(time == 0 || sl_mpi_init(MPI_COMM_WORLD) == SL_SUCCESS, "ranks begin, time %d", time);
        if (ranks_me == 0)
            compute_for(time == 0 ? seconds : SHORT);
        ok_all(sl_mpi_finalize() == SL_SUCCESS, "a rank that computes for %.1f s is not silent, time %d",
               time == 0 ? seconds : SHORT, time);
    }
}

int main(int argc, char **argv)
{
    const char *how = getenv("SL_TEST_SILENT");
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    if (sl_init(NULL) != SL_SUCCESS || sl_mpi_init(MPI_COMM_WORLD) != SL_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (how != NULL && strcmp(how, "busy") != 0)
        return with_silent(how);
    with_busy(how != NULL ? LONG : SHORT);
    ok_all(sl_finalize() == SL_SUCCESS, "sl_finalize");
    return ranks_end();
}
