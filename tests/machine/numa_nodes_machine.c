/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "numa_nodes.h"

#include <sched.h>

#include "base/starpu.h"
#include "data/interface.h"
#include "data/view.h"
#include "machine/machine.h"
#include "task/batch.h"

static int side = ANYWHERE;
_Atomic int submitted;

/* StarPU's function, but a task that may run on any CPU goes to the worker of that side. */
int __real_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task)
{
    atomic_fetch_add(&submitted, 1);
    if (side != ANYWHERE && !task->execute_on_a_specific_worker) {
        task->execute_on_a_specific_worker = 1;
        task->workerid = (unsigned)sl__machine_group(side)->worker;
    }
    return __real_starpu_task_submit(task);
}

void go(int where)
{
    sl__batch_flush(); /* what was collected goes where it was meant for */
    side = where;
}

int make_up_machine(void)
{
    char text[200];
    int used = 0, cores, at = 0;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 0;
    cores = CPU_COUNT(&set) / 2 < 4 ? CPU_COUNT(&set) / 2 : 4;
    at = snprintf(text, sizeof text, "numa:2 core:%d pu:1(indexes=", cores);
    for (int cpu = 0; cpu < CPU_SETSIZE && used < 2 * cores; cpu++)
        if (CPU_ISSET(cpu, &set))
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%d", used++ > 0 ? "," : "", cpu);
    snprintf(text + at, sizeof text - (size_t)at, ")");
    setenv("HWLOC_SYNTHETIC", text, 1);
    setenv("HWLOC_COMPONENTS", "synthetic,stop", 1); /* sl_init() sets it else, and hwloc heeds that more */
    setenv("STARPU_USE_NUMA", "1", 1);
    setenv("STARLOOP_CPU_WORKERS", "numa", 1);
    setenv("STARLOOP_GPUS", "0", 1);
    return cores;
}

void keep_calibration_apart(void)
{
    const char *home = getenv("STARPU_HOME");
    char path[1024];
    if (home && snprintf(path, sizeof path, "%s/numa_nodes", home) < (int)sizeof path)
        setenv("STARPU_HOME", path, 1);
}

uintptr_t address_on(const sl_view *v, unsigned node)
{
    const struct sl__interface *itf = starpu_data_get_interface_on_node(v->handle, node);
    return itf->ptr;
}

int valid_on(const sl_view *v, int node)
{
    int allocated, valid, requested;
    starpu_data_query_status(v->handle, node, &allocated, &valid, &requested);
    return valid;
}

static int memory_node(int where)
{
    return (int)starpu_worker_get_memory_node((unsigned)sl__machine_group(where)->worker);
}

int have_two_nodes(void)
{
    static char why[160];
    const int nodes = (int)starpu_memory_nodes_get_count(), groups = sl__machine_groups();
    if (nodes == 2 && groups == 2 && memory_node(NEAR) == STARPU_MAIN_RAM && memory_node(FAR) == 1)
        return 1;
    snprintf(why, sizeof why, "this StarPU makes %d memory nodes and %d workers of two NUMA nodes (no hwloc in it?)",
             nodes, groups);
    skip(why, "views on two memory nodes");
    return 0;
}
