/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cuda/joined.h"

#include <string.h>

#include "data/interface.h"
#include "exec/cuda/backend.h"
#include "kernel/kinds.h"
#include "task/split_joined.h"

enum { JOINED_ALIGN = 256 }; /* of what is left of an argument, bytes */

/* What the flight's task leaves: SL__JOINED_*. */
static int joined_of(const sl__flight *flight)
{
    const sl__part *part = flight->task->stands_for;
    return part != NULL ? part->call->plan.joined : SL__JOINED_NOTHING;
}

/* Whether a part leaves something of an argument. */
static int is_left_of(const sl__flight *flight, int i)
{
    return sl__joins_of(flight->task->kernel->args[i].kind) != SL__JOINS_NOTHING;
}

/* Bytes of one copy. */
static size_t left_bytes(const sl__task *task, int i)
{
    return (size_t)task->view[task->slot[i]].view->count * task->kernel->args[i].size;
}

/* Pinned memory for so many copies, and where in it those of each argument begin; of one copy on the device, too. */
static gpu_error reserve_copies(sl__flight *flight, sl_index copies)
{
    const int arrays = joined_of(flight) == SL__JOINED_ARRAYS;
    size_t room = 0;
    for (int i = 0; i < flight->task->kernel->nargs; i++) {
        flight->joined_at[i] = room;
        if (is_left_of(flight, i))
            room += ((size_t)copies * left_bytes(flight->task, i) + JOINED_ALIGN - 1) / JOINED_ALIGN * JOINED_ALIGN;
    }
    if (room <= flight->joined_bytes && (arrays || flight->joined_device != NULL || room == 0))
        return GPU_SUCCESS;
    sl__cuda_joined_free(flight);
    flight->joined = sl__cuda_pinned(room);
    gpu_error error = flight->joined != NULL ? GPU_SUCCESS : GPU_ERROR_MEMORY_ALLOCATION;
    if (error == GPU_SUCCESS && !arrays)
        error = gpu_malloc(&flight->joined_device, room);
    if (error == GPU_SUCCESS)
        flight->joined_bytes = room;
    else
        sl__cuda_joined_free(flight);
    return error;
}

gpu_error sl__cuda_joined_begin(sl__flight *flight, void *const buffers[])
{
    const sl__task *task = flight->task;
    if (joined_of(flight) != SL__JOINED_COPIES)
        return GPU_SUCCESS;
    gpu_error error = reserve_copies(flight, 1);
    for (int i = 0; i < task->kernel->nargs && error == GPU_SUCCESS; i++) {
        if (!is_left_of(flight, i))
            continue;
        char *const copy = (char *)flight->joined + flight->joined_at[i];
        char *const there = (char *)flight->joined_device + flight->joined_at[i];
        sl__split_joined_fill(task, i, copy);
        error = gpu_memcpy_async(there, copy, left_bytes(task, i), GPU_MEMCPY_HOST_TO_DEVICE, flight->device->stream);
        ((struct sl__interface *)buffers[task->slot[i]])->ptr = (uintptr_t)there;
        flight->joined_from[i] = there;
    }
    flight->joined_blocks = flight->joined_lanes = 1;
    return error;
}

gpu_error sl__cuda_joined_aim(sl__flight *flight, const sl__device_reduction *r)
{
    memcpy(flight->joined_from, r->partial_, sizeof flight->joined_from);
    flight->joined_blocks = r->groups_;
    flight->joined_lanes = r->lanes_;
    return reserve_copies(flight, r->groups_);
}

gpu_error sl__cuda_joined_fetch(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    gpu_error error = GPU_SUCCESS;
    if (joined_of(flight) == SL__JOINED_NOTHING)
        return GPU_SUCCESS;
    for (int i = 0; i < task->kernel->nargs && error == GPU_SUCCESS; i++)
        if (is_left_of(flight, i) && left_bytes(task, i) > 0)
            error = gpu_memcpy2d_async((char *)flight->joined + flight->joined_at[i], left_bytes(task, i),
                                       flight->joined_from[i], (size_t)flight->joined_lanes * left_bytes(task, i),
                                       left_bytes(task, i), (size_t)flight->joined_blocks, GPU_MEMCPY_DEVICE_TO_HOST,
                                       flight->device->stream);
    return error;
}

void sl__cuda_joined_store(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    if (joined_of(flight) == SL__JOINED_NOTHING)
        return;
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (!is_left_of(flight, i))
            continue;
        const char *from = (const char *)flight->joined + flight->joined_at[i];
        char *to = sl__split_joined_copy(task->stands_for, i);
        for (sl_index b = 0; b < flight->joined_blocks; b++)
            memcpy(to + (size_t)b * sl__split_joined_bytes(task, i), from + (size_t)b * left_bytes(task, i),
                   left_bytes(task, i));
    }
}

void sl__cuda_joined_free(sl__flight *flight)
{
    sl__cuda_pinned_free(flight->joined);
    gpu_free(flight->joined_device);
    flight->joined = flight->joined_device = NULL;
    flight->joined_bytes = 0;
}
