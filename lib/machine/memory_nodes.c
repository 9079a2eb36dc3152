/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/memory_nodes.h"

#include <pthread.h>
#include <string.h>

#include "machine/machine.h"

/* The machine as hwloc has it, read when the first view asks for a place: most programs never do. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static hwloc_topology_t machine;
static int known;

static hwloc_obj_t numa_node(hwloc_topology_t hw, int n)
{
    return hwloc_get_obj_by_type(hw, HWLOC_OBJ_NUMANODE, (unsigned)n);
}

static int is_called(hwloc_obj_t node, const char *const names[], int count)
{
    for (int i = 0; node->subtype != NULL && i < count; i++)
        if (strcmp(node->subtype, names[i]) == 0)
            return 1;
    return 0;
}

static int is_of_gpu(hwloc_obj_t node)
{
    static const char *const names[] = {"GPUMemory"};
    return is_called(node, names, 1);
}

/* Bytes that the node's own cores get, in hwloc's unit; 0: hwloc does not know. */
static hwloc_uint64_t bandwidth_of(hwloc_topology_t hw, hwloc_obj_t node)
{
#if HWLOC_API_VERSION >= 0x00020300
    hwloc_uint64_t value = 0;
    struct hwloc_location from = {.type = HWLOC_LOCATION_TYPE_CPUSET, .location.cpuset = node->cpuset};
    if (hwloc_memattr_get_value(hw, HWLOC_MEMATTR_ID_BANDWIDTH, node, &from, 0, &value) == 0)
        return value;
#else
    (void)hw;
    (void)node;
#endif
    return 0;
}

int sl__topology_fast_nodes(hwloc_topology_t hw, hwloc_bitmap_t nodes)
{
    static const char *const names[] = {"MCDRAM", "HBM"};
    const int count = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE);
    hwloc_uint64_t least = 0, most = 0;
    hwloc_bitmap_zero(nodes);
    for (int n = 0; n < count; n++) {
        const hwloc_uint64_t value = is_of_gpu(numa_node(hw, n)) ? 0 : bandwidth_of(hw, numa_node(hw, n));
        least = value > 0 && (least == 0 || value < least) ? value : least;
        most = value > most ? value : most;
    }
    const int differ = 2 * most >= 3 * least && most > 0;
    for (int n = 0; n < count; n++) {
        hwloc_obj_t node = numa_node(hw, n);
        if (!is_of_gpu(node) && (is_called(node, names, 2) || (differ && 10 * bandwidth_of(hw, node) >= 9 * most)))
            hwloc_bitmap_set(nodes, node->os_index);
    }
    return hwloc_bitmap_weight(nodes);
}

int sl__memory_nodes(void)
{
    const sl__topology *topology = sl__machine_topology();
    return topology != NULL ? topology->numas : 0;
}

/* Reads the machine. With the lock. @return 0 when that is not possible */
static int read_machine(void)
{
    if (known)
        return 1;
    if (hwloc_topology_init(&machine) != 0)
        return 0;
    known = hwloc_topology_load(machine) == 0;
    if (!known)
        hwloc_topology_destroy(machine);
    return known;
}

/* The nodes that are meant. @return 0: there are none */
static int find_nodes(int node, hwloc_bitmap_t nodes)
{
    if (node == SL__MEMORY_FAST)
        return sl__topology_fast_nodes(machine, nodes) > 0;
    hwloc_obj_t one = node >= 0 ? numa_node(machine, node) : NULL;
    if (one != NULL)
        hwloc_bitmap_only(nodes, one->os_index);
    return one != NULL;
}

sl__memory_placed sl__memory_bind(void *at, size_t bytes, int node)
{
    sl__memory_placed placed = SL__MEMORY_REFUSED;
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    pthread_mutex_lock(&lock);
    if (nodes != NULL && read_machine()) {
        if (!find_nodes(node, nodes))
            placed = SL__MEMORY_NO_SUCH;
        else if (hwloc_set_area_membind(machine, at, bytes, nodes, HWLOC_MEMBIND_BIND, HWLOC_MEMBIND_BYNODESET) == 0)
            placed = SL__MEMORY_PLACED;
    }
    pthread_mutex_unlock(&lock);
    hwloc_bitmap_free(nodes);
    return placed;
}

void sl__memory_nodes_fini(void)
{
    pthread_mutex_lock(&lock);
    if (known)
        hwloc_topology_destroy(machine);
    known = 0;
    pthread_mutex_unlock(&lock);
}
