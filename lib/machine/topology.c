/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reading a machine with hwloc: the real one within the process's cpuset, or a synthetic one. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_ALLOC */
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwloc.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include "base/error.h"
#include "machine/machine.h"
#include "machine/topology.h"

/* The number of the object of this type around @p object, 0 where the machine has none of the kind. */
static int ancestor(hwloc_topology_t hw, hwloc_obj_type_t type, hwloc_obj_t object)
{
    hwloc_obj_t found = hwloc_get_ancestor_obj_by_type(hw, type, object);
    return found ? (int)found->logical_index : 0;
}

static int numa_of(hwloc_topology_t hw, hwloc_obj_t pu)
{
    /* A core may be near several nodes (fast and plain memory): the first in hwloc's order stands for it. */
    int nodes = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE);
    for (int n = 0; n < nodes; n++) {
        hwloc_obj_t node = hwloc_get_obj_by_type(hw, HWLOC_OBJ_NUMANODE, (unsigned)n);
        if (hwloc_bitmap_isset(node->cpuset, pu->os_index))
            return n;
    }
    return 0;
}

static uint64_t cache_bytes(hwloc_topology_t hw, hwloc_obj_type_t type)
{
    hwloc_obj_t cache = hwloc_get_obj_by_type(hw, type, 0);
    return cache ? cache->attr->cache.size : 0;
}

static void describe(hwloc_topology_t hw, hwloc_const_bitmap_t allowed, sl__topology *t)
{
    hwloc_obj_t root = hwloc_get_root_obj(hw), package = hwloc_get_obj_by_type(hw, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

    if (!model)
        model = hwloc_obj_get_info_by_name(root, "CPUModel");
    snprintf(t->model, sizeof t->model, "%s", model ? model : "");
    t->packages = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PACKAGE);
    t->numas = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE);
    t->all_pus = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PU);
    t->all_cores = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_CORE);
    if (t->all_cores <= 0)
        t->all_cores = t->all_pus;
    t->l3s = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_L3CACHE);
    t->l1 = cache_bytes(hw, HWLOC_OBJ_L1CACHE);
    t->l2 = cache_bytes(hw, HWLOC_OBJ_L2CACHE);
    t->l3 = cache_bytes(hw, HWLOC_OBJ_L3CACHE);
    t->memory = root->total_memory;
    /* hwloc leaves out what cgroups forbid, but does not look at the mask of the process. */
    t->bound = !hwloc_bitmap_isincluded(hwloc_topology_get_topology_cpuset(hw), allowed);
    hwloc_bitmap_list_snprintf(t->allowed, sizeof t->allowed, allowed);
}

/* Lists the first allowed PU of every core, in hwloc's order. */
static sl_status list_cores(hwloc_topology_t hw, hwloc_const_bitmap_t allowed, sl__topology *t)
{
    int pus = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PU);
    hwloc_obj_t last = NULL;

    t->core = calloc(pus > 0 ? (size_t)pus : 1, sizeof *t->core);
    if (!t->core)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: no memory for a machine of %d PUs", pus);
    for (int i = 0; i < pus; i++) {
        hwloc_obj_t pu = hwloc_get_obj_by_type(hw, HWLOC_OBJ_PU, (unsigned)i);
        hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(hw, HWLOC_OBJ_CORE, pu);
        if (!hwloc_bitmap_isset(allowed, pu->os_index))
            continue;
        t->allowed_pus++;
        if (core && core == last) { /* one more hardware thread of a core that is listed */
            t->core[t->cores - 1].other = pu->os_index;
            continue;
        }
        last = core;
        sl__core *entry = &t->core[t->cores++];
        entry->pu = pu->logical_index;
        entry->pu_os = entry->other = pu->os_index;
        entry->package = ancestor(hw, HWLOC_OBJ_PACKAGE, pu);
        entry->numa = numa_of(hw, pu);
        /* Without a shared level-3 cache the package is the next thing that cores share. */
        entry->l3 = t->l3s > 0 ? ancestor(hw, HWLOC_OBJ_L3CACHE, pu) : entry->package;
    }
    t->allowed_cores = t->cores;
    if (t->cores == 0)
        return SL_FAIL(SL_ERR_SYSTEM, "sl_init: none of the machine's %d PUs is in the allowed set \"%s\"", pus,
                       t->allowed);
    return SL_SUCCESS;
}

/* The node that stands for the system's node @p os_index among cores, as numa_of() says it: a GPU may be near one of
 * memory alone. -1 where no core is. */
static int node_of_gpu(hwloc_topology_t hw, int os_index)
{
    hwloc_obj_t near = os_index < 0 ? NULL : hwloc_get_numanode_obj_by_os_index(hw, (unsigned)os_index);
    int nodes = near ? hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE) : 0;

    for (int n = 0; n < nodes; n++)
        if (hwloc_bitmap_intersects(hwloc_get_obj_by_type(hw, HWLOC_OBJ_NUMANODE, (unsigned)n)->cpuset, near->cpuset))
            return n;
    return -1;
}

static sl_status list_gpus(hwloc_topology_t hw, const sl__topology_source *source, sl__topology *t)
{
    if (source->gpus < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: GPUs: expected 0 or more, got %d", source->gpus);
    t->gpus = source->gpus;
    t->gpu_numa = calloc((size_t)t->gpus + 1, sizeof *t->gpu_numa);
    if (!t->gpu_numa)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: no memory for %d GPUs", t->gpus);
    for (int g = 0; g < t->gpus; g++)
        t->gpu_numa[g] = source->gpu_numa ? node_of_gpu(hw, source->gpu_numa[g]) : -1;
    return SL_SUCCESS;
}

/* With OMP_PROC_BIND, OpenMP narrows the first thread to one of its places when the program is loaded; the places
 * together are what the process had. */
static void add_openmp_places(hwloc_bitmap_t set)
{
    int places = omp_get_proc_bind() == omp_proc_bind_false ? 0 : omp_get_num_places();

    for (int p = 0; p < places; p++) {
        int n = omp_get_place_num_procs(p), *ids = n > 0 ? malloc((size_t)n * sizeof *ids) : NULL;
        if (!ids)
            continue;
        omp_get_place_proc_ids(p, ids);
        for (int i = 0; i < n; i++)
            hwloc_bitmap_set(set, (unsigned)ids[i]);
        free(ids);
    }
}

/* The PUs that this process may use, from the system rather than hwloc: taskset and cgroups both show there. */
static int own_cpuset(hwloc_bitmap_t set)
{
    int most = 1024;
    cpu_set_t *mask;

    for (;; most *= 2) { /* the system refuses a mask shorter than its own */
        size_t size = CPU_ALLOC_SIZE(most);
        mask = CPU_ALLOC(most);
        if (!mask)
            return 0;
        if (sched_getaffinity(0, size, mask) == 0) {
            for (int i = 0; i < most; i++)
                if (CPU_ISSET_S(i, size, mask))
                    hwloc_bitmap_set(set, (unsigned)i);
            CPU_FREE(mask);
            break;
        }
        CPU_FREE(mask);
        if (errno != EINVAL || most > (1 << 20))
            return 0;
    }
    add_openmp_places(set);
    return 1;
}

static sl_status topology_load(const sl__topology_source *source, hwloc_topology_t hw, hwloc_bitmap_t allowed)
{
    if (source->synthetic && hwloc_topology_set_synthetic(hw, source->synthetic) != 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: \"%s\" describes no synthetic machine", source->synthetic);
    if (hwloc_topology_load(hw) != 0)
        return SL_FAIL(SL_ERR_SYSTEM, "sl_init: hwloc cannot read the machine: %s", strerror(errno));
    if (source->allowed) {
        if (hwloc_bitmap_list_sscanf(allowed, source->allowed) != 0)
            return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: allowed PUs: expected a list as 0-3,8, got \"%s\"",
                           source->allowed);
    } else if (source->synthetic) {
        hwloc_bitmap_copy(allowed, hwloc_topology_get_topology_cpuset(hw));
    } else if (!own_cpuset(allowed)) {
        return SL_FAIL(SL_ERR_SYSTEM, "sl_init: sched_getaffinity: %s", strerror(errno));
    }
    return SL_SUCCESS;
}

sl_status sl__topology_read(const sl__topology_source *source, sl__topology *topology)
{
    static const sl__topology_source own = {0};
    sl__topology t = {0};
    hwloc_topology_t hw;
    hwloc_bitmap_t allowed = hwloc_bitmap_alloc();
    sl_status status = SL_SUCCESS;

    if (!source)
        source = &own;
    if (!allowed || hwloc_topology_init(&hw) != 0) {
        hwloc_bitmap_free(allowed);
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: no memory for hwloc");
    }
    status = topology_load(source, hw, allowed);
    if (status == SL_SUCCESS) {
        describe(hw, allowed, &t);
        status = list_cores(hw, allowed, &t);
    }
    if (status == SL_SUCCESS)
        status = list_gpus(hw, source, &t);
    if (status == SL_SUCCESS)
        *topology = t;
    else
        sl__topology_free(&t);
    hwloc_topology_destroy(hw);
    hwloc_bitmap_free(allowed);
    return status;
}

void sl__topology_free(sl__topology *topology)
{
    free(topology->core);
    free(topology->gpu_numa);
    memset(topology, 0, sizeof *topology);
}
