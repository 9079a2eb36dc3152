/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The machine and plan in force, and binding threads as the plan says. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_SET_S */
#endif
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/starpu.h"
#include "machine/crew.h"
#include "machine/memory_nodes.h"
#include "machine/share.h"
#include "machine/lend.h"
#include "machine/plan.h"
#include "machine/topology.h"

#define MASK_SIZE sizeof(((sl__mask *)NULL)->bits)
#define MASK_PUS (8 * (unsigned)MASK_SIZE)

static sl__topology topology;
static sl__plan plan;
static int in_force;
static enum starpu_worker_archtype device_type;
static unsigned round_now; /* tells the bindings of one sl_init() from those of the one before */
static sl__group *by_worker[STARPU_NMAXWORKERS];

static void say_what_was_planned(const sl__plan_limits *limits)
{
    const char *level = sl__plan_level_name(limits->level);

    if (plan.groups < plan.wanted)
        SL_LOG(SL_LOG_INFO,
               "sl_init: %d worker groups of level %s were joined to %d, the most that this StarPU "
               "allows",
               plan.wanted, level, plan.groups);
    if (plan.unequal)
        SL_LOG(SL_LOG_INFO,
               "sl_init: the %d worker groups differ in size: StarPU's performance models take them for "
               "equal",
               plan.groups);
    if (plan.spared)
        SL_LOG(SL_LOG_INFO,
               "sl_init: loops use %d cores, and %d more %s left to threads beside them, which feed GPUs, or send and "
               "receive; STARLOOP_CPU_CORES=%d uses all",
               plan.cores, plan.spared, plan.spared == 1 ? "is" : "are", plan.cores + plan.spared);
    if (plan.gpu_shared)
        SL_LOG(SL_LOG_WARN, "sl_init: %d core%s too few for %d GPU worker%s beside the CPU: cores are shared",
               topology.cores, topology.cores == 1 ? " is" : "s are", plan.gpus, plan.gpus == 1 ? "" : "s");
}

sl_status sl__machine_init(const sl__plan_limits *limits, const struct sl__share *share, int gpus, const int *gpu_numa)
{
    sl__topology_source source = {.gpus = gpus, .gpu_numa = gpu_numa};
    sl_status status;

    SL_TRY(sl__topology_read(&source, &topology));
    if (share)
        sl__share_apply(&topology, share);
    device_type = (enum starpu_worker_archtype)limits->device_type;
    status = sl__plan_make(&topology, limits, &plan);
    if (status != SL_SUCCESS) {
        sl__topology_free(&topology);
        return status;
    }
    round_now++;
    in_force = 1;
    say_what_was_planned(limits);
    return SL_SUCCESS;
}

static void compare(int worker, unsigned planned)
{
    int bound = starpu_worker_get_bindid(worker);

    if (bound != (int)planned)
        SL_LOG(SL_LOG_WARN,
               "sl_init: StarPU has bound worker %d to PU %d instead of PU %u: loops may be many times "
               "slower",
               worker, bound, planned);
}

void sl__machine_fini(void)
{
    in_force = 0;
    memset(by_worker, 0, sizeof by_worker);
    for (int g = 0; g < plan.groups; g++)
        sl__crew_free(plan.group[g].crew);
    sl__plan_free(&plan);
    sl__topology_free(&topology);
    sl__memory_nodes_fini();
}

const sl__topology *sl__machine_topology(void)
{
    return in_force ? &topology : NULL;
}

const sl__plan *sl__machine_plan(void)
{
    return in_force ? &plan : NULL;
}

int sl__machine_groups(void)
{
    return in_force ? plan.groups : 0;
}

const sl__group *sl__machine_group(int g)
{
    return in_force && g >= 0 && g < plan.groups ? &plan.group[g] : NULL;
}

const sl__group *sl__machine_group_of_worker(int worker)
{
    return worker >= 0 && worker < STARPU_NMAXWORKERS ? by_worker[worker] : NULL;
}

/* ---- threads, and the workers that have them ---- */

static void bind_to(unsigned pu_os)
{
    sl__mask mask = {0};

    if (pu_os >= MASK_PUS)
        return;
    CPU_SET_S(pu_os, MASK_SIZE, (cpu_set_t *)mask.bits);
    if (sched_setaffinity(0, MASK_SIZE, (cpu_set_t *)mask.bits) != 0)
        SL_LOG_ONCE(SL_LOG_WARN, "a thread cannot be bound to PU %u of the system (%s): loops may be many times slower",
                    pu_os, strerror(errno));
}

void sl__machine_bind_thread(const sl__group *group, int thread)
{
    static _Thread_local struct {
        const sl__group *group;
        int thread;
        unsigned round;
    } memo;

    if (memo.group == group && memo.thread == thread && memo.round == round_now)
        return;
    memo.group = group;
    memo.thread = thread;
    memo.round = round_now;
    if (group && group->size > 0 && thread >= 0)
        bind_to(group->pu_os[thread % group->size]);
}

static void bind_member(void *arg, int thread, int threads)
{
    (void)threads;
    sl__machine_bind_thread(arg, thread);
}

/* Run by each CPU worker: its threads are made now. Beside a GPU in use the first loop on 15 of them took 60 ms. */
static void prepare_worker(void *arg)
{
    const sl__group *group = sl__machine_group_of_worker(starpu_worker_get_id());
    (void)arg;
    if (group != NULL)
        sl__crew_run_each(group, group->size, bind_member, (void *)(uintptr_t)group);
}

sl_status sl__machine_attach(void)
{
    int workers[STARPU_NMAXWORKERS];
    int gpus = plan.gpus > 0 ? (int)starpu_worker_get_ids_by_type(device_type, workers, STARPU_NMAXWORKERS) : 0;

    for (int i = 0; i < gpus && i < plan.gpus; i++)
        compare(workers[i], plan.gpu_pu[i]);
    int n = (int)starpu_worker_get_ids_by_type(STARPU_CPU_WORKER, workers, STARPU_NMAXWORKERS);
    memset(by_worker, 0, sizeof by_worker);
    if (n != plan.groups || gpus != plan.gpus)
        return SL_FAIL(SL_ERR_STARPU, "sl_init: expected %d CPU workers and %d GPU workers, got %d and %d from StarPU",
                       plan.groups, plan.gpus, n, gpus);
    for (int g = 0; g < n; g++) {
        plan.group[g].worker = workers[g];
        by_worker[workers[g]] = &plan.group[g];
        compare(workers[g], plan.group[g].pu[0]);
        plan.group[g].crew = sl__crew_make(&plan.group[g]);
        if (plan.group[g].crew == NULL)
            return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected memory for the threads of worker group %d, got none", g);
    }
    starpu_execute_on_each_worker(prepare_worker, NULL, STARPU_CPU);
    return SL_SUCCESS;
}

void sl__machine_mask_widen(sl__mask *saved)
{
    sl__mask wide = {0};

    memset(saved, 0, sizeof *saved);
    saved->valid = sched_getaffinity(0, MASK_SIZE, (cpu_set_t *)saved->bits) == 0;
    if (!in_force || !saved->valid || CPU_COUNT_S(MASK_SIZE, (cpu_set_t *)saved->bits) >= topology.allowed_pus)
        return;
    for (int i = 0; i < topology.cores; i++)
        if (topology.core[i].pu_os < MASK_PUS)
            CPU_SET_S(topology.core[i].pu_os, MASK_SIZE, (cpu_set_t *)wide.bits);
    sched_setaffinity(0, MASK_SIZE, (cpu_set_t *)wide.bits);
}

void sl__machine_mask_beside(sl__mask *saved)
{
    unsigned *pu_os = malloc(2 * (size_t)topology.cores * sizeof *pu_os);
    sl__mask beside = {0};
    int n = 0;

    memset(saved, 0, sizeof *saved);
    saved->valid = pu_os != NULL && sched_getaffinity(0, MASK_SIZE, (cpu_set_t *)saved->bits) == 0;
    const int is_free = pu_os != NULL && sl__plan_beside(&topology, &plan, pu_os, &n);
    for (int i = 0; i < n; i++)
        if (pu_os[i] < MASK_PUS)
            CPU_SET_S(pu_os[i], MASK_SIZE, (cpu_set_t *)beside.bits);
    if (saved->valid && sched_setaffinity(0, MASK_SIZE, (cpu_set_t *)beside.bits) == 0)
        SL_LOG(SL_LOG_INFO, "sl_mpi_init: StarPU-MPI's thread has %d PU%s from PU %u of the system on, %s", n,
               n == 1 ? "" : "s", pu_os[0],
               is_free ? "which loops do not use" : "beside loops: STARLOOP_CPU_CORES leaves it a core");
    free(pu_os);
}

void sl__machine_mask_restore(const sl__mask *saved)
{
    if (saved->valid)
        sched_setaffinity(0, MASK_SIZE, (const cpu_set_t *)saved->bits);
}

/* ---- reading back ---- */

struct readback {
    const sl__group *group;
    unsigned *pu_os;
};

static unsigned bound_to(void)
{
    sl__mask mask = {0};

    if (sched_getaffinity(0, MASK_SIZE, (cpu_set_t *)mask.bits) < 0 ||
        CPU_COUNT_S(MASK_SIZE, (cpu_set_t *)mask.bits) != 1)
        return UINT32_MAX;
    for (unsigned i = 0; i < MASK_PUS; i++)
        if (CPU_ISSET_S(i, MASK_SIZE, (cpu_set_t *)mask.bits))
            return i;
    return UINT32_MAX;
}

static void read_member(void *arg, int thread, int threads)
{
    struct readback *r = arg;
    (void)threads;
    r->pu_os[thread] = bound_to();
}

static void read_group(void *arg)
{
    struct readback *r = arg;
    sl__crew_run_each(r->group, r->group->size, read_member, r);
}

sl_status sl__machine_readback(int g, unsigned *pu_os)
{
    struct readback r = {sl__machine_group(g), pu_os};
    unsigned worker;

    if (!r.group || r.group->worker < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl__machine_readback: group: expected 0 to %d, got %d",
                       sl__machine_groups() - 1, g);
    for (int i = 0; i < r.group->size; i++)
        pu_os[i] = UINT32_MAX;
    worker = (unsigned)r.group->worker;
    sl__lend_back();
    starpu_execute_on_specific_workers(read_group, &r, 1, &worker, "sl__machine_readback");
    return SL_SUCCESS;
}

static void read_thread(void *pu_os)
{
    *(unsigned *)pu_os = bound_to();
}

sl_status sl__machine_readback_gpu(int i, unsigned *pu_os)
{
    int id = i >= 0 && in_force && i < plan.gpus ? starpu_worker_get_by_type(device_type, i) : -1;
    unsigned worker = (unsigned)id;

    if (id < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl__machine_readback_gpu: GPU worker: expected 0 to %d, got %d",
                       in_force ? plan.gpus - 1 : -1, i);
    *pu_os = UINT32_MAX;
    starpu_execute_on_specific_workers(read_thread, pu_os, 1, &worker, "sl__machine_readback_gpu");
    return SL_SUCCESS;
}
