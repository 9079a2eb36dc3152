/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The beginning and end of StarPU-MPI, on a communicator of its own. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/types.h>

#include "base/error.h"
#include "mpi/alive.h"
#include "mpi/starpu_mpi.h"
#include "runtime/part.h"

/* StarPU 1.3's starpu_mpi_shutdown() waits for all ranks of MPI_COMM_WORLD. */
#define NEEDS_ALL_RANKS (STARPU_MAJOR_VERSION == 1 && STARPU_MINOR_VERSION < 4)

static _Atomic int mpi_rank = -1, mpi_size = -1;
static MPI_Comm mpi_own; /* a copy of the program's communicator, whose messages and errors are our own */

/* ---- checks ---- */

static sl_status check_mpi(const char *function)
{
    int flag = 0;

    MPI_Initialized(&flag);
    if (!flag)
        return SL_FAIL(SL_ERR_STATE, "%s: expected a call after MPI_Init_thread(), got one before", function);
    MPI_Finalized(&flag);
    if (flag)
        return SL_FAIL(SL_ERR_STATE, "%s: expected a call before MPI_Finalize(), got one after", function);
    return SL_SUCCESS;
}

static sl_status check_comm(MPI_Comm comm)
{
    int is_inter = 0;

    if (comm == MPI_COMM_NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_mpi_init: comm: expected a communicator, got MPI_COMM_NULL");
    MPI_Comm_test_inter(comm, &is_inter);
    if (is_inter)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_mpi_init: comm: expected a communicator within one group, got an "
                                        "intercommunicator");
    return SL_SUCCESS;
}

static const char *level_name(int level)
{
    switch (level) {
    case MPI_THREAD_SINGLE: return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED: return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED: return "MPI_THREAD_SERIALIZED";
    default: return "another one";
    }
}

/* StarPU-MPI's thread calls MPI while this one does. */
static sl_status check_level(void)
{
    int level = MPI_THREAD_SINGLE;

    MPI_Query_thread(&level);
    if (level == MPI_THREAD_MULTIPLE)
        return SL_SUCCESS;
    return SL_FAIL(
        SL_ERR_STATE,
        "sl_mpi_init: expected an MPI that MPI_Init_thread() has given the level MPI_THREAD_MULTIPLE, got %s: "
        "StarPU-MPI sends and receives in a thread of its own",
        level_name(level));
}

static sl_status check_all_ranks(void)
{
    int size = 0, all = 0;

    MPI_Comm_size(mpi_own, &size);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (!NEEDS_ALL_RANKS || size == all)
        return SL_SUCCESS;
    return SL_FAIL(
        SL_ERR_UNSUPPORTED,
        "sl_mpi_init: comm: expected all %d ranks of MPI_COMM_WORLD, as StarPU 1.3 needs, got %d: StarPU 1.4 "
        "takes some of them",
        all, size);
}

/* ---- start ---- */

/* What MPI finds wrong with the program's communicator is returned, whatever it does with errors. */
static sl_status copy_comm(MPI_Comm comm)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;

    SL_TRY(sl__mpi_check("sl_mpi_init", "MPI_Comm_get_errhandler", MPI_Comm_get_errhandler(comm, &handler)));
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const int code = MPI_Comm_dup(comm, &mpi_own);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    SL_TRY(sl__mpi_check("sl_mpi_init", "MPI_Comm_dup", code));
    MPI_Comm_set_errhandler(mpi_own, MPI_ERRORS_RETURN);
    return SL_SUCCESS;
}

/* All ranks go on, or none: @p ready is this one's. */
static sl_status agree(sl_status ready)
{
    int mine[2] = {ready == SL_SUCCESS, 0}, least[2] = {0, 0};

    MPI_Comm_rank(mpi_own, &mine[1]);
    SL_TRY(sl__mpi_check("sl_mpi_init", "MPI_Allreduce", MPI_Allreduce(mine, least, 1, MPI_2INT, MPI_MINLOC, mpi_own)));
    if (least[0] || ready != SL_SUCCESS)
        return ready;
    return SL_FAIL(SL_ERR_MPI,
                   "sl_mpi_init: expected all ranks to start, got an error on rank %d, which it tells itself",
                   least[1]);
}

static const char gpu_direct[] = "STARPU_MPI_GPUDIRECT";

/* StarPU 1.4 has an MPI that knows CUDA send from a GPU's memory, and asks for this when it starts. But launches end
 * for StarPU before the GPU has run them (exec/cuda/early_completion.c): copies to main memory wait for that, MPI would
 * not.
 * @return the program's setting, to be freed; NULL: there was none */
static char *keep_from_gpus(void)
{
    const char *own = getenv(gpu_direct);
    char *kept = own != NULL ? strdup(own) : NULL;
    (void)setenv(gpu_direct, "0", 1);
    return kept;
}

static void restore_gpus(char *kept)
{
    if (kept != NULL)
        (void)setenv(gpu_direct, kept, 1);
    else
        unsetenv(gpu_direct);
    free(kept);
}

/* StarPU binds its thread to a core that it takes for free, unless it is told not to: the thread stays where it was
 * started, but for a user who says where. */
static void start_thread(void *result)
{
    char *const gpus = keep_from_gpus();
    const char *unbound = getenv("STARPU_MPI_NOBIND");
    const int set = unbound == NULL && getenv("STARPU_MPI_THREAD_CPUID") == NULL &&
                    getenv("STARPU_MPI_THREAD_COREID") == NULL && setenv("STARPU_MPI_NOBIND", "1", 1) == 0;

    *(int *)result = starpu_mpi_init_comm(NULL, NULL, 0, mpi_own);
    if (set)
        unsetenv("STARPU_MPI_NOBIND");
    restore_gpus(gpus);
}

static void start_signs(void *status)
{
    *(sl_status *)status = sl__mpi_alive_begin(mpi_own);
}

static void end_starpu_mpi(void)
{
#if NEEDS_ALL_RANKS
    starpu_mpi_shutdown();
#else
    starpu_mpi_shutdown_comm(mpi_own);
#endif
}

static sl_status start_ranks(sl_status ready)
{
    int result = 0, rank, size;
    sl_status signs = SL_SUCCESS;

    SL_TRY(agree(ready));
    sl__mpi_beside_loops(start_thread, &result);
    if (result != 0)
        return SL_FAIL(SL_ERR_STARPU, "sl_mpi_init: starpu_mpi_init_comm: code %d", result);
    sl__mpi_beside_loops(start_signs, &signs);
    signs = agree(signs);
    MPI_Comm_rank(mpi_own, &rank);
    MPI_Comm_size(mpi_own, &size);
    if (signs == SL_SUCCESS)
        signs = sl__mpi_ranks_begin(mpi_own, rank, size);
    sl__mpi_alive_go(signs == SL_SUCCESS);
    if (signs != SL_SUCCESS) {
        end_starpu_mpi();
        return signs;
    }
    atomic_store(&mpi_rank, rank);
    atomic_store(&mpi_size, size);
    return SL_SUCCESS;
}

static sl_status mpi_start(sl_status ready, void *comm)
{
    SL_TRY(check_mpi("sl_mpi_init"));
    SL_TRY(check_comm(*(MPI_Comm *)comm));
    SL_TRY(copy_comm(*(MPI_Comm *)comm));
    if (ready == SL_SUCCESS)
        ready = check_level();
    if (ready == SL_SUCCESS)
        ready = check_all_ranks();
    const sl_status status = start_ranks(ready);
    if (status != SL_SUCCESS)
        MPI_Comm_free(&mpi_own);
    return status;
}

/* sl_init() comes first, and must know. */
__attribute__((constructor)) static void mpi_linked(void)
{
    sl__mpi_linked();
}

sl_status sl_mpi_init(MPI_Comm comm)
{
    return sl__mpi_start(SL__ABI, mpi_start, &comm);
}

/* ---- end ---- */

/* What StarPU-MPI waits for without end, the thread of alive.c watches. */
static sl_status meet_all(void)
{
    MPI_Request request;
    SL_TRY(sl__mpi_check("sl_mpi_finalize", "MPI_Ibarrier", MPI_Ibarrier(mpi_own, &request)));
    return sl__mpi_complete("sl_mpi_finalize", "MPI_Ibarrier", &request);
}

static sl_status mpi_stop(void)
{
    SL_TRY(check_mpi("sl_mpi_finalize"));
    sl__mpi_alive_or_abort();
    starpu_mpi_wait_for_all(mpi_own);
    sl__mpi_ranks_end();
    const sl_status met = meet_all();
    if (met != SL_SUCCESS) {
        sl__mpi_alive_or_abort();
        return met;
    }
    end_starpu_mpi();
    sl__mpi_alive_end();
    atomic_store(&mpi_rank, -1);
    atomic_store(&mpi_size, -1);
    MPI_Comm_free(&mpi_own);
    return SL_SUCCESS;
}

sl_status sl_mpi_finalize(void)
{
    return sl__mpi_stop(mpi_stop);
}

/* ---- facts ---- */

int sl_mpi_rank(void)
{
    return atomic_load(&mpi_rank);
}

int sl_mpi_size(void)
{
    return atomic_load(&mpi_size);
}
