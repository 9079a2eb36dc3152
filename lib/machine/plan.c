/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The binding plan: pure functions from a description of the cores to worker groups and binding ids.
 *
 *  1. One core for each GPU worker is set aside: in the NUMA node of its GPU when that is known, and otherwise
 *     from the level's object with the most cores left, which keeps the groups as equal as can be.
 *  2. Where that leaves many, one more is set aside for the threads of the program, which feed the GPUs, unless
 *     limits.cores says how many are wanted.
 *  3. The first limits.cores of the others are cut where the object of the level changes.
 *  4. While there are more pieces than StarPU can have workers, neighbours are joined, at the borders that leave
 *     the sizes closest to equal. No core is ever lost by that. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "machine/machine.h"
#include "machine/measured.h"
#include "machine/plan.h"

const char *sl__plan_level_name(sl_worker_level level)
{
    switch (level) {
    case SL_WORKERS_PACKAGE: return "package";
    case SL_WORKERS_NUMA: return "numa";
    case SL_WORKERS_L3: return "l3";
    case SL_WORKERS_CORE: return "core";
    case SL_WORKERS_DEFAULT:
    case SL_WORKERS_MACHINE: break;
    }
    return "machine";
}

/* The number of the level's object that core @p i is in. */
static int object_of(const sl__topology *t, sl_worker_level level, int i)
{
    switch (level) {
    case SL_WORKERS_PACKAGE: return t->core[i].package;
    case SL_WORKERS_NUMA: return t->core[i].numa;
    case SL_WORKERS_L3: return t->core[i].l3;
    case SL_WORKERS_CORE: return i;
    case SL_WORKERS_DEFAULT:
    case SL_WORKERS_MACHINE: break;
    }
    return 0;
}

/* ---- cores for GPU workers ---- */

/* Cores still free in the object of the level that core @p i is in. */
static int free_beside(const sl__topology *t, sl_worker_level level, const char *taken, int i)
{
    int object = object_of(t, level, i), n = 0;
    for (int j = 0; j < t->cores; j++)
        n += !taken[j] && object_of(t, level, j) == object;
    return n;
}

/* The last free core of the fullest object, among those of NUMA node @p numa (-1: of all). */
static int core_to_set_aside(const sl__topology *t, sl_worker_level level, const char *taken, int numa)
{
    int best = -1, most = 0;
    for (int i = t->cores - 1; i >= 0; i--) {
        if (taken[i] || (numa >= 0 && t->core[i].numa != numa))
            continue;
        int n = free_beside(t, level, taken, i);
        if (n > most) {
            most = n;
            best = i;
        }
    }
    return best;
}

/* Marks so many cores in @p taken, after those of GPU workers, as long as loops keep some. */
static void spare_some(const sl__topology *t, const sl__plan_limits *limits, int wanted, int kept, char *taken,
                       sl__plan *plan)
{
    for (int k = 0; k < wanted && limits->cores == 0 && t->cores - t->gpus - plan->spared - 1 >= kept; k++) {
        taken[core_to_set_aside(t, limits->level, taken, -1)] = 1;
        plan->spared++;
    }
}

/* For threads beside loops, and then for the program's threads, which feed GPUs. */
static void spare_cores(const sl__topology *t, const sl__plan_limits *limits, char *taken, sl__plan *plan)
{
    const int one_thread = t->core[0].other == t->core[0].pu_os;
    spare_some(t, limits, limits->beside, one_thread ? SL__CORES_BESIDE_MPI : SL__CORES_SPARED_FROM, taken, plan);
    spare_some(t, limits, t->gpus > 0, SL__CORES_SPARED_FROM, taken, plan);
}

/* Marks the cores of GPU workers in @p taken. One core at least stays for the CPU, if need be the only one. */
static void set_gpus_aside(const sl__topology *t, sl_worker_level level, char *taken, sl__plan *plan)
{
    int own = t->gpus < t->cores ? t->gpus : t->cores - 1;

    for (int g = 0; g < own; g++) {
        int i = core_to_set_aside(t, level, taken, t->gpu_numa[g]);
        if (i < 0) /* the GPU's own node is used up */
            i = core_to_set_aside(t, level, taken, -1);
        taken[i] = 1;
        plan->gpu_pu[g] = t->core[i].pu;
        plan->gpu_pu_os[g] = t->core[i].pu_os;
    }
    for (int g = own; g < t->gpus; g++) {
        plan->gpu_pu[g] = own > 0 ? plan->gpu_pu[g % own] : t->core[0].pu;
        plan->gpu_pu_os[g] = own > 0 ? plan->gpu_pu_os[g % own] : t->core[0].pu_os;
    }
    plan->gpus = t->gpus;
    plan->gpu_shared = own < t->gpus;
}

/* ---- groups ---- */

/* Of the borders in cut[from + 1 .. to], the one whose core count is nearest to @p target. */
static int nearest(const int *cut, int from, int to, double target)
{
    int best = from + 1;
    for (int b = from + 2; b <= to; b++) {
        double d = cut[b] - target, e = cut[best] - target;
        if ((d < 0 ? -d : d) < (e < 0 ? -e : e))
            best = b;
    }
    return best;
}

/* Keeps @p most of the @p pieces that cut[0 .. pieces] separates, by joining neighbours. @return how many stay. */
static int coarsen(int *cut, int pieces, int most)
{
    int total = cut[pieces], at = 0;

    if (pieces <= most)
        return pieces;
    for (int g = 1; g <= most; g++) {
        /* Every group after this one wants a piece, too. */
        at = g == most ? pieces : nearest(cut, at, pieces - (most - g), (double)total * g / most);
        cut[g] = cut[at];
    }
    return most;
}

/* Lists the PUs that groups use, and where the level's objects end. @return the number of pieces. */
static int list_pieces(const sl__topology *t, const sl__plan_limits *limits, const char *taken, sl__plan *plan,
                       int *cut)
{
    unsigned *pu = plan->storage, *pu_os = plan->storage + t->cores;
    int pieces = 0, object = -1;

    for (int i = 0; i < t->cores && (limits->cores <= 0 || plan->cores < limits->cores); i++) {
        if (taken[i])
            continue;
        if (pieces == 0 || object_of(t, limits->level, i) != object)
            cut[pieces++] = plan->cores;
        object = object_of(t, limits->level, i);
        pu[plan->cores] = t->core[i].pu;
        pu_os[plan->cores++] = t->core[i].pu_os;
    }
    cut[pieces] = plan->cores;
    return pieces;
}

static void make_groups(const sl__topology *t, sl__plan *plan, const int *cut)
{
    for (int g = 0; g < plan->groups; g++) {
        sl__group *group = &plan->group[g];
        group->size = cut[g + 1] - cut[g];
        group->number = g;
        group->worker = -1;
        group->pu = plan->storage + cut[g];
        group->pu_os = plan->storage + t->cores + cut[g];
        plan->unequal |= group->size != plan->group[0].size;
    }
}

/* ---- the array for StarPU ---- */

static void list_bindings(const sl__plan_limits *limits, sl__plan *plan)
{
    int used = 0;

    for (int pass = 0; pass < 2; pass++) {
        int device = (pass == 0) == (limits->devices_first != 0);
        for (int i = 0; i < (device ? plan->gpus : plan->groups); i++)
            plan->bindid[used++] = device ? plan->gpu_pu[i] : plan->group[i].pu[0];
    }
    /* StarPU reads the whole array: every entry must be a PU of ours, whatever it does with it. */
    plan->bindings = limits->workers;
    for (int i = used; i < limits->workers; i++)
        plan->bindid[i] = plan->bindid[i - used];
}

static sl_status plan_check(const sl__topology *t, const sl__plan_limits *limits)
{
    if (t->cores < 1 || t->gpus < 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_init: expected a machine of 1 core or more and 0 GPUs or more, got %d "
                       "and %d",
                       t->cores, t->gpus);
    if ((int)limits->level < SL_WORKERS_DEFAULT || limits->level > SL_WORKERS_CORE)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: cpu_workers: expected an sl_worker_level, got %d",
                       (int)limits->level);
    if (limits->cores < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: cpu_cores: expected 0 (all) or more, got %d", limits->cores);
    if (limits->cpu_workers < 1 || limits->workers - t->gpus < 1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_init: this StarPU allows %d workers, of which %d on CPUs: not enough for "
                       "%d GPUs and a CPU worker",
                       limits->workers, limits->cpu_workers, t->gpus);
    return SL_SUCCESS;
}

static sl_status plan_fill(const sl__topology *t, const sl__plan_limits *limits, sl__plan *plan, char *taken, int *cut)
{
    int most = limits->workers - t->gpus;

    if (most > limits->cpu_workers)
        most = limits->cpu_workers;
    set_gpus_aside(t, limits->level, taken, plan);
    spare_cores(t, limits, taken, plan);
    plan->wanted = list_pieces(t, limits, taken, plan, cut);
    plan->groups = coarsen(cut, plan->wanted, most);
    plan->group = plan->groups > 0 ? calloc((size_t)plan->groups, sizeof *plan->group) : NULL;
    if (!plan->group)
        return SL_ERR_MEMORY;
    make_groups(t, plan, cut);
    list_bindings(limits, plan);
    return SL_SUCCESS;
}

sl_status sl__plan_make(const sl__topology *topology, const sl__plan_limits *limits, sl__plan *plan)
{
    sl__plan p = {0};
    sl_status status;
    char *taken;
    int *cut;

    SL_TRY(plan_check(topology, limits));
    size_t cores = (size_t)topology->cores;
    taken = calloc(cores, 1);
    cut = calloc(cores + 1, sizeof *cut);
    p.storage = calloc(2 * cores, sizeof *p.storage);
    p.gpu_pu = calloc(2 * (size_t)topology->gpus + 1, sizeof *p.gpu_pu);
    p.gpu_pu_os = p.gpu_pu ? p.gpu_pu + topology->gpus : NULL;
    p.bindid = calloc((size_t)limits->workers, sizeof *p.bindid);
    status =
        taken && cut && p.storage && p.gpu_pu && p.bindid ? plan_fill(topology, limits, &p, taken, cut) : SL_ERR_MEMORY;
    free(taken);
    free(cut);
    if (status != SL_SUCCESS) {
        sl__plan_free(&p);
        return SL_FAIL(status, "sl_init: no memory for the binding plan of %d cores", topology->cores);
    }
    *plan = p;
    return SL_SUCCESS;
}

/* ---- beside the plan ---- */

static int plan_uses(const sl__plan *plan, unsigned pu_os)
{
    for (int g = 0; g < plan->groups; g++)
        for (int i = 0; i < plan->group[g].size; i++)
            if (plan->group[g].pu_os[i] == pu_os)
                return 1;
    for (int i = 0; i < plan->gpus; i++)
        if (plan->gpu_pu_os[i] == pu_os)
            return 1;
    return 0;
}

int sl__plan_beside(const sl__topology *topology, const sl__plan *plan, unsigned *pu_os, int *n)
{
    const sl__core *core = topology->core;

    *n = 0;
    for (int i = 0; i < topology->cores; i++) {
        if (plan_uses(plan, core[i].pu_os))
            continue;
        pu_os[(*n)++] = core[i].pu_os;
        if (core[i].other != core[i].pu_os)
            pu_os[(*n)++] = core[i].other;
    }
    if (*n > 0)
        return 1;
    for (int i = 0; i < topology->cores; i++)
        if (core[i].other != core[i].pu_os)
            pu_os[(*n)++] = core[i].other;
    if (*n > 0)
        return 0;
    for (int i = 0; i < topology->cores; i++)
        pu_os[(*n)++] = core[i].pu_os;
    return 0;
}

void sl__plan_free(sl__plan *plan)
{
    free(plan->group);
    free(plan->gpu_pu);
    free(plan->bindid);
    free(plan->storage);
    memset(plan, 0, sizeof *plan);
}
