/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the threads really are: read back from the system, for every level, under a restricted set of PUs, with
 *  OMP_PROC_BIND, and against variables that would spoil the plan. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_SET */
#endif
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <starloop/runtime.h>

#include "base/starpu.h"
#include "backend/backend.h"
#include "runtime/backends.h"
#include "machine/machine.h"
#include "machine/plan.h"
#include "machine/topology.h"
#include <tap.h>

#define MOST 1024

/* Each CUDA worker's thread must be on the PU of the plan, which no group uses unless the cores are too few. */
static int read_back_gpus(const cpu_set_t *allowed, char used[])
{
    const sl__plan *plan = sl__machine_plan();
    unsigned pu;

    for (int i = 0; i < plan->gpus; i++) {
        if (sl__machine_readback_gpu(i, &pu) != SL_SUCCESS || pu >= CPU_SETSIZE || pu != plan->gpu_pu_os[i] ||
            !CPU_ISSET(pu, allowed) || (used[pu]++ && !plan->gpu_shared)) {
            diag("CUDA worker %d is on PU %u, planned %u", i, pu, plan->gpu_pu_os[i]);
            return 0;
        }
    }
    return plan->gpus == sl_gpus();
}

/* Each group's threads must be on the PUs of the plan, every PU allowed, and no two threads on one.
 * @return the number of threads, -1 when something is wrong. */
static int read_back(const cpu_set_t *allowed)
{
    static unsigned pu[MOST];
    char used[CPU_SETSIZE] = {0};
    int total = 0;

    for (int g = 0; g < sl__machine_groups(); g++) {
        const sl__group *group = sl__machine_group(g);
        if (group->size > MOST || sl__machine_readback(g, pu) != SL_SUCCESS)
            return -1;
        for (int i = 0; i < group->size; i++) {
            if (pu[i] >= CPU_SETSIZE || pu[i] != group->pu_os[i] || !CPU_ISSET(pu[i], allowed) || used[pu[i]]++) {
                diag("group %d thread %d is on PU %u, planned %u", g, i, pu[i], group->pu_os[i]);
                return -1;
            }
        }
        if (sl__machine_group_of_worker(group->worker) != group ||
            starpu_worker_get_bindid(group->worker) != (int)group->pu[0] ||
            starpu_worker_get_type(group->worker) != STARPU_CPU_WORKER) {
            diag("group %d is not behind worker %d", g, group->worker);
            return -1;
        }
        total += group->size;
    }
    return read_back_gpus(allowed, used) ? total : -1;
}

/* One start in this process: 0 when @p cores threads (0: as many as planned) are where they should be, and there are as
 * many CUDA workers as GPUs. */
static int start_and_read(const sl_config *config, int cores, const cpu_set_t *allowed)
{
    cpu_set_t before, after;
    int total, round_two;

    sched_getaffinity(0, sizeof before, &before);
    if (sl_init(config) != SL_SUCCESS) {
        diag("%s", sl_last_error());
        return 1;
    }
    sched_getaffinity(0, sizeof after, &after);
    total = read_back(allowed);
    round_two = read_back(allowed);
    int bad = total < 1 || total != sl_cpu_cores() || round_two != total || (cores > 0 && total != cores);
    if (sl_gpus() != sl__device_count()) {
        diag("there are %d GPUs and %d CUDA workers", sl__device_count(), sl_gpus());
        bad = 1;
    }
    if (!CPU_EQUAL(&before, &after)) {
        diag("sl_init has changed the set of PUs of its caller");
        bad = 1;
    }
    return (sl_finalize() != SL_SUCCESS) | bad;
}

/* Runs this program again as "binding CORES LIST", within @p set, with @p variable set. @return its exit status. */
static int run_again(const cpu_set_t *set, const char *variable, const char *value, int cores)
{
    char number[16], list[CPU_SETSIZE + 1];
    int status = -1;
    pid_t child;

    snprintf(number, sizeof number, "%d", cores);
    for (int i = 0; i < CPU_SETSIZE; i++)
        list[i] = CPU_ISSET(i, set) ? '1' : '0';
    list[CPU_SETSIZE] = '\0';
    child = fork();
    if (child == 0) {
        sched_setaffinity(0, sizeof *set, set);
        if (variable)
            setenv(variable, value, 1);
        setenv("STARLOOP_LOG", "error", 1);
        execl("/proc/self/exe", "binding", number, list, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static int child_main(char **argv)
{
    cpu_set_t allowed;

    CPU_ZERO(&allowed);
    for (int i = 0; i < CPU_SETSIZE && argv[2][i]; i++)
        if (argv[2][i] == '1')
            CPU_SET(i, &allowed);
    return start_and_read(NULL, atoi(argv[1]), &allowed);
}

/* The cores that the CUDA workers leave: all but one for each, but one at least. Of nine or more the program has
 * one. */
static int cores_of_machine(void)
{
    sl__topology t;
    int n = 0, gpus = sl__device_count();
    if (sl__topology_read(NULL, &t) == SL_SUCCESS) {
        n = t.cores > gpus ? t.cores - gpus : 1;
        sl__topology_free(&t);
    }
    return gpus > 0 && n > 8 ? n - 1 : n;
}

static void restricted(const cpu_set_t *all, int cores)
{
    cpu_set_t one, odd;
    int seen = 0, odds = 0;

    CPU_ZERO(&one);
    CPU_ZERO(&odd);
    for (int i = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET(i, all))
            continue;
        CPU_ZERO(&one);
        CPU_SET(i, &one);
        if (seen++ % 2) {
            CPU_SET(i, &odd);
            odds++;
        }
    }
    is_int(run_again(&one, NULL, NULL, 1), 0, "under taskset with the last PU alone, one thread is bound to it");
    if (odds > 1)
        is_int(run_again(&odd, NULL, NULL, 0), 0, "under taskset with every second PU, threads are on those");
    else
        skip("fewer than four PUs", "under taskset with every second PU, threads are on those");
    is_int(run_again(all, "OMP_PROC_BIND", "true", cores), 0, "with OMP_PROC_BIND=true all cores are used");
    is_int(run_again(all, "OMP_PROC_BIND", "spread", cores), 0, "and with OMP_PROC_BIND=spread");
    is_int(run_again(all, "OMP_NUM_THREADS", "1", cores), 0, "OMP_NUM_THREADS=1 changes nothing");
    is_int(run_again(all, "OMP_DYNAMIC", "true", cores), 0, "nor does OMP_DYNAMIC=true");
    is_int(run_again(all, "STARPU_WORKERS_CPUID", "1 1 1", cores), 0, "STARPU_WORKERS_CPUID does not spoil the plan");
    is_int(run_again(all, "STARPU_WORKERS_COREID", "0", cores), 0, "nor does STARPU_WORKERS_COREID");
    is_int(run_again(all, "STARPU_NCPU", "7", cores), 0, "nor STARPU_NCPU");
    is_int(run_again(all, "STARPU_NCPUS", "1", cores), 0, "nor STARPU_NCPUS");
    is_int(run_again(all, "STARPU_MAIN_THREAD_BIND", "1", cores), 0, "nor STARPU_MAIN_THREAD_BIND");
    is_int(run_again(all, "STARPU_RESERVE_NCPU", "1", cores), 0, "nor STARPU_RESERVE_NCPU");
    is_int(run_again(all, "STARPU_WORKERS_NOBIND", "1", cores), 0, "nor STARPU_WORKERS_NOBIND");
    is_int(run_again(all, "STARPU_NCUDA", "0", cores), 0, "nor STARPU_NCUDA");
    is_int(run_again(all, "STARPU_WORKERS_CUDAID", "0 0 0", cores), 0, "nor STARPU_WORKERS_CUDAID");
    is_int(run_again(all, "STARPU_NWORKER_PER_CUDA", "3", cores), 0, "nor STARPU_NWORKER_PER_CUDA");
    is_int(run_again(all, "STARPU_CUDA_THREAD_PER_WORKER", "1", cores), 0, "nor STARPU_CUDA_THREAD_PER_WORKER");
    is_int(run_again(all, "STARPU_CUDA_THREAD_PER_DEV", "0", cores), 0, "nor STARPU_CUDA_THREAD_PER_DEV");
    is_int(run_again(all, "STARLOOP_CPU_CORES", "1", 1), 0, "STARLOOP_CPU_CORES=1 uses one core");
    setenv("STARLOOP_CPU_WORKERS", "core", 1); /* where workers would take each other's cores */
    is_int(run_again(all, "STARPU_MPI_THREAD_CPUID", "0", cores), 0, "STARPU_MPI_THREAD_CPUID shifts no workers");
    is_int(run_again(all, "STARPU_MPI_THREAD_COREID", "0", cores), 0, "nor does STARPU_MPI_THREAD_COREID");
    unsetenv("STARLOOP_CPU_WORKERS");
}

int main(int argc, char **argv)
{
    static const sl_worker_level levels[] = {SL_WORKERS_MACHINE, SL_WORKERS_PACKAGE, SL_WORKERS_NUMA, SL_WORKERS_L3,
                                             SL_WORKERS_CORE};
    cpu_set_t all;
    int cores;

    sl__backends_fill();
    if (argc == 3)
        return child_main(argv);
    unsetenv("STARLOOP_CPU_CORES");
    unsetenv("STARLOOP_CPU_WORKERS");
    sched_getaffinity(0, sizeof all, &all);
    unsetenv("STARLOOP_GPUS");
    cores = cores_of_machine();
    diag("%d cores for loops, %d GPUs", cores, sl__device_count());
    restricted(&all, cores);
    for (int l = 0; l < 5; l++) {
        sl_config config = {.cpu_workers = levels[l]};
        ok(start_and_read(&config, cores, &all) == 0, "level %s: every thread is where the plan says, on all %d cores",
           sl__plan_level_name(levels[l]), cores);
    }
    sl_config one = {.cpu_cores = 1};
    ok(start_and_read(&one, 1, &all) == 0, "cpu_cores = 1 uses one");
    return done_testing();
}
