/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The machine: what hwloc finds, which worker group gets which cores, and binding threads to them. */
#ifndef STARLOOP_LIB_MACHINE_MACHINE_H
#define STARLOOP_LIB_MACHINE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include <starloop/runtime.h>
#include <starloop/status.h>

/* ---- topology.c: what the machine is ------------------------------------------------------------------ */

/** One usable core. The first allowed processing unit (PU) of it is used, its hardware threads are not. */
typedef struct sl__core {
    unsigned pu;    /**< logical index of the PU in hwloc, which is what StarPU wants */
    unsigned pu_os; /**< index that the operating system gives it */
    unsigned other; /**< that of another allowed PU of the core; pu_os where there is none */
    int package;    /**< logical indices of the objects around it, 0 where the machine has none of the kind */
    int numa;
    int l3;
} sl__core;

/** A machine, reduced to what the plan needs and starloop-info shows. */
typedef struct sl__topology {
    int cores;      /**< usable cores, in hwloc's order: of the allowed set, or this process's share of them */
    sl__core *core; /**< [cores] */
    int gpus;       /**< GPU workers wanted */
    int *gpu_numa;  /**< [gpus] NUMA node near the GPU, as in sl__core.numa, -1 when unknown */
    int packages, numas, all_cores, all_pus; /**< of the whole machine */
    int allowed_pus, allowed_cores;          /**< of the allowed set */
    int bound;    /**< the allowed set lacks PUs that the system lets processes use: somebody has bound this one */
    int is_share; /**< the cores are what share.h has chosen of the allowed set */
    uint64_t l1, l2, l3; /**< bytes of one cache of each level, 0 when there is none */
    int l3s;             /**< level-3 caches */
    uint64_t memory;     /**< bytes */
    char model[128];     /**< of the processor, "" when unknown */
    char allowed[256];   /**< the allowed PUs by OS index, as a list: "0-3,8" */
} sl__topology;

/** Where a topology comes from; all zero means this machine and this process. */
typedef struct sl__topology_source {
    const char *synthetic; /**< hwloc's notation, "package:2 core:8 pu:2"; NULL for the real machine */
    const char *allowed;   /**< OS indices of the PUs that may be used, "0-3,8"; NULL for the process's own set */
    int gpus;              /**< GPU workers wanted */
    const int *gpu_numa;   /**< [gpus] NUMA node near each GPU, by OS index, -1 when unknown; NULL: all are unknown */
} sl__topology_source;

/* ---- plan.c: pure functions from a topology to groups and bindings ------------------------------------- */

/** The cores behind one StarPU CPU worker. */
typedef struct sl__group {
    int size;              /**< threads, one per core */
    int number;            /**< of the group, from 0 */
    int worker;            /**< its StarPU worker id, -1 before StarPU runs */
    const unsigned *pu_os; /**< [size] OS indices of the PUs */
    const unsigned *pu;    /**< [size] their logical indices */
    struct sl__crew *crew; /**< its threads, crew.h; NULL before StarPU runs */
} sl__group;

/** What a plan must respect. */
typedef struct sl__plan_limits {
    sl_worker_level level; /**< DEFAULT means machine */
    int cores;             /**< CPU loops use at most that many cores; 0 for all that they should */
    int beside;            /**< threads that run beside loops, and should have a core each: StarPU-MPI's */
    int cpu_workers;       /**< most CPU workers that StarPU can have (STARPU_MAXCPUS) */
    int workers;           /**< most workers of all kinds, the length of the binding array (STARPU_NMAXWORKERS) */
    int devices_first;     /**< StarPU 1.4 gives the first bindings to GPU workers, 1.3 to CPU workers */
    int device_type;       /**< StarPU's type of the GPU workers, where there are any */
} sl__plan_limits;

/** A plan. Every core of the topology within the limit is in exactly one group, or left to a GPU worker, or spared. */
typedef struct sl__plan {
    int groups;
    sl__group *group; /**< [groups] */
    int cores;        /**< in all groups together */
    int wanted;       /**< groups that the level has; more than groups when they were coarsened */
    int unequal;      /**< whether the groups differ in size */
    int gpus;
    unsigned *gpu_pu;    /**< [gpus] logical PU of each GPU worker */
    unsigned *gpu_pu_os; /**< [gpus] OS index of the same */
    int spared;          /**< cores that are left to threads beside loops: StarPU-MPI's, and those that feed GPUs */
    int gpu_shared;      /**< whether GPU workers share a core for want of cores */
    int bindings;        /**< length of bindid: limits.workers */
    unsigned *bindid;    /**< [bindings] logical PUs in StarPU's order; what follows the workers repeats them */
    unsigned *storage;   /**< the groups' arrays */
} sl__plan;

struct sl__share;

/* ---- bind.c: the machine in force ----------------------------------------------------------------------- */

/** Discovers the machine and makes the plan in force. Called by sl_init() before starpu_init().
 *  @param[in] share     who this process is; NULL: it is alone
 *  @param[in] gpus      GPU workers wanted
 *  @param[in] gpu_numa  [gpus] as in sl__topology_source */
sl_status sl__machine_init(const sl__plan_limits *limits, const struct sl__share *share, int gpus, const int *gpu_numa);

/** Learns the workers' ids, and compares StarPU's bindings with the plan: a difference is a warning.
 *  Called by sl_init() after starpu_init(). */
sl_status sl__machine_attach(void);

/** Forgets the plan in force. Called by sl_finalize() after starpu_shutdown(). */
void sl__machine_fini(void);

/** @return the topology and the plan in force, NULL before sl_init(). */
const sl__topology *sl__machine_topology(void);
const sl__plan *sl__machine_plan(void);

/** @return the number of worker groups; 0 before sl_init(). */
int sl__machine_groups(void);

/** @return group @p g, from 0; NULL when there is none. */
const sl__group *sl__machine_group(int g);

/** @return the group of the StarPU worker, NULL when it is no CPU worker. */
const sl__group *sl__machine_group_of_worker(int worker);

/** Binds the calling thread to the PU of thread number @p thread in the group (modulo its size). A few ns when it
 *  is bound there already. Threads that a StarPU worker starts inherit its one-PU mask: without this
 *  they would all share one core. */
void sl__machine_bind_thread(const sl__group *group, int thread);

/** Room for the mask of a thread. */
typedef struct sl__mask {
    uint64_t bits[128];
    int valid;
} sl__mask;

/** Keeps the calling thread's mask in @p saved, and widens it to the set that the process was started with, should
 *  OMP_PROC_BIND have narrowed it: StarPU's threads inherit it, and StarPU 1.4 takes it for the machine. */
void sl__machine_mask_widen(sl__mask *saved);

/** Keeps the calling thread's mask in @p saved, and narrows it to where a thread that it starts should run beside
 * loops: on cores that no worker uses; else on other hardware threads of this process's cores; else on all of these.
 * Says at level INFO where. The library must run.  @param[out] saved  for sl__machine_mask_restore() */
void sl__machine_mask_beside(sl__mask *saved);

/** Gives the calling thread its mask back. */
void sl__machine_mask_restore(const sl__mask *saved);

/** For tests: runs something in all threads of the group and reads from the system where its threads are bound.
 *  @param[out] pu_os  [size of the group] OS index of the PU, UINT32_MAX when it is not exactly one
 *  @return #SL_ERR_ARGUMENT for no such group. Blocking. */
sl_status sl__machine_readback(int g, unsigned *pu_os);

/** For tests: reads from the system where the GPU worker number @p i is bound.
 *  @param[out] pu_os  as above
 *  @return #SL_ERR_ARGUMENT for no such worker. Blocking. */
sl_status sl__machine_readback_gpu(int i, unsigned *pu_os);

#endif
