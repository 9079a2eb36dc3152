/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of a graph that share a launch (exec/graph_order.h): the kernel's function for any space finds the box and the
 * arguments of each loop in device memory, by its block's number along z. */
#include "exec/cuda/graph.h"

#include <stdlib.h>
#include <string.h>

static size_t slot_bytes(const sl__task *task)
{
    return SL__DEVICE_BOX_BYTES + (task->kernel->args_size + 63) / 64 * 64;
}

int sl__graph_is_joint(const sl__graph *g, int first)
{
    return first + 1 < g->count && g->order.first[first] == first && g->order.first[first + 1] == first;
}

static int is_one_of_several(const sl__graph *g, int i)
{
    return g->order.first[i] != i || sl__graph_is_joint(g, i);
}

int sl__graph_joined_new(sl__graph *g, sl__task *const task[])
{
    size_t bytes = 0;
    for (int i = 0; i < g->count; i++) {
        g->node[i].slot = bytes;
        bytes += is_one_of_several(g, i) ? slot_bytes(task[i]) : 0;
    }
    if (bytes == 0)
        return 1;
    g->copy = calloc(1, bytes);
    return g->copy != NULL && gpu_malloc((void **)&g->loops, bytes) == GPU_SUCCESS;
}

static sl_index blocks_along(const sl__launch *launch, int axis, unsigned threads)
{
    return (launch->box.count_[axis] + threads - 1) / threads;
}

/* The launch of loops first to end - 1: blocks like those of the largest loop, as many as any of them takes. */
static int lay_out(sl__graph *g, int first, int end, size_t bytes)
{
    sl__launch *joint = &g->node[first].joint;
    unsigned grid[3] = {1, 1, 1};
    sl_index most = -1;
    for (int i = first; i < end; i++) {
        const sl__launch *one = &g->node[i].launch;
        const sl_index points = one->box.count_[0] * one->box.count_[1] * one->box.count_[2];
        if (memcmp(one->box.axis_, g->node[first].launch.box.axis_, sizeof one->box.axis_) != 0)
            return 0;
        if (points > most) {
            memcpy(joint->block, one->block, sizeof joint->block);
            most = points;
        }
    }
    for (int i = first; i < end; i++)
        for (int a = 0; a < 3; a++) {
            const sl_index blocks = blocks_along(&g->node[i].launch, a, joint->block[a]);
            grid[a] = blocks > grid[a] ? (unsigned)blocks : grid[a];
        }
    joint->box = g->node[first].launch.box;
    joint->box.loops_ = (const char *)g->loops + g->node[first].slot;
    joint->box.loop_bytes_ = bytes;
    joint->box.loop_grid_ = grid[2];
    joint->function = SL__DEVICE_WIDE;
    joint->shared = 0;
    joint->cluster = 1;
    memcpy(joint->grid, grid, sizeof grid);
    joint->grid[2] *= (unsigned)(end - first);
    return joint->grid[2] <= UINT16_MAX;
}

int sl__graph_join(sl__graph *g, sl__cuda_device *device, sl__task *const task[], int first)
{
    const size_t bytes = slot_bytes(task[first]);
    int end = first;
    for (; end < g->count && g->order.first[end] == first; end++) {
        unsigned char *slot = g->copy + g->node[end].slot;
        memcpy(slot, &g->node[end].launch.box, sizeof g->node[end].launch.box);
        memcpy(slot + SL__DEVICE_BOX_BYTES, g->node[end].packed, task[end]->kernel->args_size);
    }
    return lay_out(g, first, end, bytes) &&
           gpu_memcpy_async(g->loops + g->node[first].slot, g->copy + g->node[first].slot,
                            bytes * (size_t)(end - first), GPU_MEMCPY_HOST_TO_DEVICE, device->stream) == GPU_SUCCESS;
}
