/* SPDX-License-Identifier: BSD-3-Clause */
/* StarPU-MPI begins and ends where it should, its thread has what is said of it, and what is wrong is refused with a
 * sentence on every rank. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <starloop/loop.h>
#include <starloop/mpi.h>
#include <starloop/region.h>
#include <starloop/starpu.h>
#include <starloop/view.h>

#include "ranks.h"

/* ---- before MPI, which gathers no checks yet ---- */

static char early_off[512], early_on[512];

/* @return whether a forked child is refused */
static int child_is_refused(void)
{
    int status = 1;
    const pid_t child = fork();

    if (child == 0)
        _exit(sl_mpi_init(MPI_COMM_WORLD) != SL_ERR_FORKED || sl_mpi_finalize() != SL_ERR_FORKED);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static int before_mpi(void)
{
    int right = sl_mpi_rank() == -1 && sl_mpi_size() == -1;

    right = right && sl_mpi_init(MPI_COMM_WORLD) == SL_ERR_STATE;
    snprintf(early_off, sizeof early_off, "%s", sl_last_error());
    right = right && sl_init(NULL) == SL_SUCCESS && sl_mpi_init(MPI_COMM_WORLD) == SL_ERR_STATE;
    snprintf(early_on, sizeof early_on, "%s", sl_last_error());
    return right && child_is_refused();
}

/* ---- the thread of StarPU-MPI ---- */

/* @return the number of threads with its name; of the last one the id */
static int mpi_threads(pid_t *id)
{
    DIR *tasks = opendir("/proc/self/task");
    int n = 0;

    for (struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", d->d_name);
        FILE *file = fopen(path, "r");
        if (file != NULL && fgets(name, sizeof name, file) != NULL && strcmp(name, "MPI\n") == 0) {
            *id = (pid_t)atol(d->d_name);
            n++;
        }
        if (file != NULL)
            fclose(file);
    }
    if (tasks != NULL)
        closedir(tasks);
    return n;
}

static unsigned long long blocked_signals(pid_t id)
{
    char path[64], line[256];
    unsigned long long mask = 0;

    snprintf(path, sizeof path, "/proc/self/task/%ld/status", (long)id);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        (void)sscanf(line, "SigBlk: %llx", &mask);
    if (file != NULL)
        fclose(file);
    return mask;
}

/* @return the PUs that may run both it and this process's loops; -1: none may run it */
static int shared_pus(pid_t id)
{
    cpu_set_t its, loops, both;
    int workers[STARPU_NMAXWORKERS];
    const int n = (int)starpu_worker_get_ids_by_type(STARPU_CPU_WORKER, workers, STARPU_NMAXWORKERS);

    CPU_ZERO(&loops);
    for (int i = 0; i < n; i++) /* one core each: STARLOOP_CPU_CORES is 1 where it counts */
        CPU_SET((size_t)starpu_worker_get_bindid(workers[i]), &loops);
    if (sched_getaffinity(id, sizeof its, &its) != 0 || CPU_COUNT(&its) == 0)
        return -1;
    CPU_AND(&both, &its, &loops);
    return CPU_COUNT(&both);
}

static void test_thread(void)
{
    pid_t id = 0;
    const unsigned long long term = 1ull << (SIGTERM - 1), fault = 1ull << (SIGSEGV - 1);

    ok_all(mpi_threads(&id) == 1, "StarPU-MPI has a thread");
    ok_all((blocked_signals(id) & term) && !(blocked_signals(id) & fault), "which has no signals of the program's");
    ok_all(!(blocked_signals(getpid()) & term), "as this one has");
    ok_all(getenv("STARPU_MPI_NOBIND") == NULL, "the environment is as before");
    const char *alone = getenv("SL_TEST_CORES_LEFT"); /* start.sh has left a core of each rank */
    if (alone != NULL)
        ok_all(shared_pus(id) == 0, "it has a core that loops do not use");
    else
        ok_all(shared_pus(id) >= 0, "it has a core");
}

/* ---- what is refused ---- */

static int start_in_task(void *status)
{
    *(sl_status *)status = sl_mpi_init(MPI_COMM_WORLD);
    return 0;
}

static int finalize_in_task(void *status)
{
    *(sl_status *)status = sl_mpi_finalize();
    return 0;
}

static void test_context(const char *name, sl_task_function function)
{
    sl_status inside = SL_SUCCESS;
    sl_region *region = NULL;

    ok_all(sl_task(function, &inside) == SL_SUCCESS && sl_wait() == SL_SUCCESS && inside == SL_ERR_CONTEXT,
           "%s inside a task is refused", name);
    ok_all(sl_region_begin(&region) == SL_SUCCESS, "a region begins");
    (void)function(&inside);
    ok_all(inside == SL_ERR_CONTEXT, "%s between sl_region_begin() and sl_region_end() is refused", name);
    like_all(sl_last_error(), ": expected a call outside of a region", "with a sentence");
    ok_all(sl_region_end(region) == SL_SUCCESS, "the region ends");
    sl_region_destroy(&region);
}

static void test_communicators(void)
{
    char where[32];
    snprintf(where, sizeof where, "start.c:%d)", __LINE__ + 1);
    ok_all(sl_mpi_init(MPI_COMM_NULL) == SL_ERR_ARGUMENT, "no communicator is refused");
    like_all(sl_last_error(), "sl_mpi_init: comm: expected a communicator, got MPI_COMM_NULL (called at ",
             "with a sentence");
    like_all(sl_last_error(), where, "that says where");
    if (ranks_all < 2) {
        skip_all("one rank", "an intercommunicator is refused");
        return;
    }
    MPI_Comm half, between;
    MPI_Comm_split(MPI_COMM_WORLD, ranks_me == 0, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, ranks_me == 0 ? 1 : 0, 0, &between);
    ok_all(sl_mpi_init(between) == SL_ERR_ARGUMENT, "an intercommunicator is refused");
    like_all(sl_last_error(), "sl_mpi_init: comm: expected a communicator within one group, got an intercommunicator",
             "with a sentence");
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

/* The last rank has no memory for a thread. */
static void test_one_refuses(void)
{
    const int is_last = ranks_me == ranks_all - 1;
    struct rlimit before, none;

#ifdef __SANITIZE_ADDRESS__
    skip_all("the address sanitizer needs memory itself", "one rank cannot start a thread");
    return;
#endif
    getrlimit(RLIMIT_AS, &before);
    none = before;
    none.rlim_cur = 1 << 20;
    if (is_last)
        setrlimit(RLIMIT_AS, &none);
    const sl_status status = sl_mpi_init(MPI_COMM_WORLD);
    setrlimit(RLIMIT_AS, &before);
    char want[128];
    snprintf(want, sizeof want, "sl_mpi_init: expected all ranks to start, got an error on rank %d", ranks_all - 1);
    ok_all(status == (is_last ? SL_ERR_SYSTEM : SL_ERR_MPI), "where one rank cannot start a thread none starts");
    like_all(sl_last_error(), is_last ? "(see ulimit" : want, "and each says why");
    ok_all(sl_mpi_size() == -1, "none has begun");
}

/* ---- rounds ---- */

static int fails(void *arg)
{
    (void)arg;
    return 3;
}

static void test_running(void)
{
    MPI_Errhandler handler;
    sl_view *x = NULL;
    int sum = 0;

    ok_all(sl_mpi_init(MPI_COMM_WORLD) == SL_ERR_STATE, "a second start is refused");
    like_all(sl_last_error(), "sl_mpi_init: expected one call before sl_mpi_finalize(), got another one",
             "with a sentence");
    ok_all(sl_finalize() == SL_ERR_STATE, "sl_finalize() before sl_mpi_finalize() is refused");
    like_all(sl_last_error(), "sl_finalize: expected a call after sl_mpi_finalize(), got one before",
             "with a sentence");
    ok_all(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1000), &x) == SL_SUCCESS &&
               SL_VIEW_FILL(double, x, 1.5 + ranks_me) == SL_SUCCESS,
           "loops go on");
    const double *p = SL_HOST_READ(double, x);
    ok_all(p != NULL && p[0] == 1.5 + ranks_me && p[999] == 1.5 + ranks_me, "with their results");
    sl_host_end(x);
    sl_view_destroy(&x);
    MPI_Allreduce(&ranks_me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    ok_all(sum == ranks_all * (ranks_all - 1) / 2, "so do messages of the program");
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    ok_all(handler == MPI_ERRORS_ARE_FATAL, "its communicator treats errors as before");
    MPI_Errhandler_free(&handler);
    ok_all(sl_pause() == SL_SUCCESS && sl_mpi_finalize() == SL_ERR_STATE, "an end while it is paused is refused");
    like_all(sl_last_error(), "sl_mpi_finalize: expected a call after sl_resume(), got one after sl_pause()",
             "with a sentence");
    ok_all(sl_resume() == SL_SUCCESS, "sl_resume");
}

static void test_rounds(void)
{
    MPI_Comm turned;
    pid_t id;

    ok_all(sl_mpi_init(MPI_COMM_WORLD) == SL_SUCCESS, "sl_mpi_init");
    ok_all(sl_mpi_rank() == ranks_me && sl_mpi_size() == ranks_all, "a rank knows which it is");
    test_thread();
    test_running();
    test_context("sl_mpi_finalize()", finalize_in_task);
    ok_all(sl_mpi_finalize() == SL_SUCCESS, "sl_mpi_finalize");
    ok_all(sl_mpi_rank() == -1 && sl_mpi_size() == -1 && mpi_threads(&id) == 0, "nothing is left of it");
    ok_all(sl_mpi_finalize() == SL_ERR_STATE, "a second end is refused");
    like_all(sl_last_error(), "sl_mpi_finalize: expected a call after sl_mpi_init(), got one before",
             "with a sentence");
    MPI_Comm_split(MPI_COMM_WORLD, 0, -ranks_me, &turned);
    ok_all(sl_mpi_init(turned) == SL_SUCCESS && sl_mpi_rank() == ranks_all - 1 - ranks_me,
           "it begins again, with ranks in another order");
    MPI_Comm_free(&turned); /* it has a copy */
    ok_all(sl_task(fails, NULL) == SL_SUCCESS && sl_mpi_finalize() == SL_ERR_TASK,
           "the end tells of a task that has failed");
    ok_all(sl_mpi_rank() == -1 && mpi_threads(&id) == 0, "and is one");
}

static void test_some_ranks(void)
{
    MPI_Comm half;
    int size;

    MPI_Comm_split(MPI_COMM_WORLD, ranks_me % 2, 0, &half);
    MPI_Comm_size(half, &size);
    if (ranks_all < 2) {
        skip_all("one rank", "some of the ranks");
    } else if (STARPU_MINOR_VERSION >= 4) {
        ok_all(sl_mpi_init(half) == SL_SUCCESS && sl_mpi_size() == size, "each half of the ranks starts by itself");
        ok_all(sl_mpi_rank() == ranks_me / 2, "and counts its own");
        ok_all(sl_mpi_finalize() == SL_SUCCESS, "and ends");
    } else {
        char want[160];
        snprintf(want, sizeof want,
                 "sl_mpi_init: comm: expected all %d ranks of MPI_COMM_WORLD, as StarPU 1.3 needs, "
                 "got %d",
                 ranks_all, size);
        ok_all(sl_mpi_init(half) == SL_ERR_UNSUPPORTED, "some of the ranks are refused by StarPU 1.3");
        like_all(sl_last_error(), want, "with a sentence");
    }
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    const int early = before_mpi();
    ok_all(ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE) == MPI_THREAD_MULTIPLE, "MPI is for several threads");
    ok_all(early, "calls before MPI_Init_thread() or sl_init(), and in a forked child, are refused");
    like_all(early_off, "sl_mpi_init: expected a call between sl_init() and sl_finalize()", "before sl_init()");
    like_all(early_on, "sl_mpi_init: expected a call after MPI_Init_thread(), got one before",
             "and before MPI_Init_thread()");
    test_context("sl_mpi_init()", start_in_task);
    test_communicators();
    test_one_refuses();
    test_rounds();
    test_some_ranks();
    ok_all(sl_finalize() == SL_SUCCESS, "sl_finalize");
    ok_all(sl_mpi_finalize() == SL_ERR_STATE, "an end after sl_finalize() is refused");
    ok_all(sl_init(NULL) == SL_SUCCESS, "sl_init");
    const int failed = ranks_end();
    const int late = sl_mpi_init(MPI_COMM_WORLD) == SL_ERR_STATE &&
                     strstr(sl_last_error(), "sl_mpi_init: expected a call before MPI_Finalize(), got one after");
    return sl_finalize() != SL_SUCCESS || failed || !late;
}
