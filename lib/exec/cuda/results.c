/* SPDX-License-Identifier: BSD-3-Clause */
/* Where what a launch reduces goes, and where its parts are kept meanwhile. */
#include "exec/cuda/results.h"

#include <string.h>

#include "data/interface.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/joined.h"
#include "exec/cuda/measured.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/reduce.h"
#include "task/split_part.h"

enum {
    ALIGN = 256,    /* of the copies of an array, bytes */
    PART_ALIGN = 16 /* of the results of a part of a loop */
};

gpu_error sl__cuda_scratch(sl__cuda_device *device, size_t bytes)
{
    const size_t spare = bytes / 4 < SL__SCRATCH_SPARE ? bytes / 4 : SL__SCRATCH_SPARE;
    if (bytes <= device->scratch_bytes)
        return GPU_SUCCESS;
    gpu_free(device->scratch); /* waits for the launches that use it */
    device->scratch = NULL;
    device->scratch_bytes = 0;
    gpu_error error = gpu_malloc(&device->scratch, bytes + spare);
    if (error == GPU_SUCCESS)
        device->scratch_bytes = bytes + spare;
    return error;
}

/* Results of a reduction by value, or elements of one into an array. */
static int is_reduced(int kind)
{
    return sl__is_result(kind) || sl__joins_of(kind) == SL__JOINS_RESULTS;
}

/* What an argument that is an array needs for copies of all lanes. @param[in] packed  the arguments */
/* Bytes of a partial result. */
static size_t reduction_room(const sl__arg_info *info)
{
    return info->size > sizeof(sl__value) ? info->size : sizeof(sl__value);
}

/* Links between the tiles of scans: nothing is there between launches. Graphs keep where they were, so those that have
 * become too few stay, too: together they are fewer than those that came after. */
static gpu_error grow_links(sl__cuda_device *device, sl_index count)
{
    struct sl__device_link *links = NULL;
    const size_t bytes = 2 * (size_t)count * sizeof *links;
    if (count <= device->links_count)
        return GPU_SUCCESS;
    if (device->links_used == SL__CUDA_LINKS)
        return GPU_ERROR_MEMORY_ALLOCATION;
    gpu_error error = gpu_malloc((void **)&links, bytes);
    if (error == GPU_SUCCESS)
        error = gpu_memset_async(links, 0, bytes, device->stream);
    if (error != GPU_SUCCESS) {
        gpu_free(links);
        return error;
    }
    device->links[device->links_used++] = links;
    device->links_count = 2 * count;
    return GPU_SUCCESS;
}

static gpu_error aim_scan(sl__cuda_device *device, const sl__task *task, sl__device_reduction *r)
{
    gpu_error error = grow_links(device, r->scan_.used_ > 0 ? r->scan_.used_ : 1);
    if (error == GPU_SUCCESS)
        r->scan_.links_ = device->links[device->links_used - 1];
    r->scan_.taken_ = device->ticket + 1;
    r->scan_.before_ = task->carried;
    r->scan_.behind_ = task->carries;
    return error;
}

/* Bytes of all partial results of an argument. */
static size_t partial_room(const sl__task *task, int i, void *buffers[], const sl__device_reduction *r)
{
    const sl__arg_info *info = &task->kernel->args[i];
    if (!is_reduced(info->kind))
        return 0;
    if (sl__joins_of(info->kind) != SL__JOINS_RESULTS)
        return (size_t)(r->groups_ + r->groups_ / 128 + 2) * reduction_room(info);
    struct sl__interface seen;
    const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &seen);
    const size_t bytes = (size_t)(r->groups_ * r->lanes_ * view->count) * info->size;
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* Where an array's results go the packed arguments say. */
static void aim_result(const sl__flight *flight, int i, void *buffers[], sl__device_reduction *r)
{
    const sl__task *task = flight->task;
    const sl__arg_info *info = &task->kernel->args[i];
    const sl__window *window = sl__window_at(task->windows, i);
    if (sl__joins_of(info->kind) == SL__JOINS_RESULTS)
        r->smallest_[i] = (uint64_t)(window != NULL ? window->first[0] : 0);
    else if (task->host[i] != NULL || task->whole != NULL)
        r->result_[i] = &flight->pinned->result[i];
    else
        r->result_[i] = sl__interface_element(buffers[task->slot[i]], task->into[i], info->size);
}

static void aim_operator(const sl__task *task, int i, sl__device_reduction *r)
{
    const sl__arg_info *info = &task->kernel->args[i];
    sl__value identity = info->reducer_ ? sl__reduce_identity(SL__MIN, info->reducer_->limits_)
                                        : sl__reduce_identity(info->op, info->type);
    memcpy(&r->identity_[i], identity.bytes, sizeof r->identity_[i]);
    if (info->reducer_) {
        identity = sl__reduce_identity(SL__MAX, info->reducer_->limits_);
        memcpy(&r->smallest_[i], identity.bytes, sizeof r->smallest_[i]);
    }
    if (task->policy->combine && task->host[i] == NULL) /* with host memory the host does it */
        r->combines_ |= 1u << i;
}

/* What a part of a loop reduces stays as the results of its CUDA blocks, which are joined when all parts have ended. */
static gpu_error aim_part(sl__flight *flight, const sl__launch *launch, sl__device_reduction *r)
{
    const sl__task *task = flight->task;
    size_t room = 0;
    r->ticket_ = NULL;
    const sl__split_loop *call = task->stands_for->call;
    for (int i = 0; i < task->kernel->nargs && call->joins; i++)
        if (is_reduced(task->kernel->args[i].kind))
            r->partial_[i] = (char *)call->results + call->results_at[i] +
                             (size_t)launch->part_results.first * task->kernel->args[i].size;
    if (call->joins)
        return GPU_SUCCESS;
    flight->part_results = launch->part_results;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (is_reduced(task->kernel->args[i].kind)) {
            flight->part_at[i] = room;
            room += ((size_t)r->groups_ * reduction_room(&task->kernel->args[i]) + PART_ALIGN - 1) / PART_ALIGN *
                    PART_ALIGN;
        }
    if (room > flight->part_bytes) {
        sl__cuda_pinned_free(flight->part);
        flight->part = sl__cuda_pinned(room);
        flight->part_bytes = flight->part != NULL ? room : 0;
    }
    if (room > 0 && flight->part == NULL)
        return GPU_ERROR_MEMORY_ALLOCATION;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (is_reduced(task->kernel->args[i].kind))
            r->partial_[i] = (char *)flight->part + flight->part_at[i];
    return GPU_SUCCESS;
}

gpu_error sl__cuda_aim_results(sl__flight *flight, void *buffers[], int scans, size_t before, sl__launch *launch)
{
    const sl__task *task = flight->task;
    sl__cuda_device *device = flight->device;
    sl__device_reduction *r = &launch->reduction;
    size_t room = before;
    for (int i = 0; i < task->kernel->nargs && !scans; i++)
        room += partial_room(task, i, buffers, r);
    gpu_error error = scans ? aim_scan(device, task, r) : sl__cuda_scratch(device, room);
    char *part = (char *)device->scratch + before;
    if (error != GPU_SUCCESS)
        return error;
    r->ticket_ = device->ticket;
    r->run_ = flight->run;
    r->number_ = task->publish - flight->word;
    r->advances_ = flight->advances;
    r->combines_ = 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__arg_info *info = &task->kernel->args[i];
        if (!is_reduced(info->kind))
            continue;
        aim_operator(task, i, r);
        r->partial_[i] = part;
        part += scans ? 0 : partial_room(task, i, buffers, r);
        if (!launch->part)
            aim_result(flight, i, buffers, r);
        r->mailbox_[i] =
            task->whole == NULL && task->publishes >> i & 1 ? task->view[task->slot[i]].view->mail.box : NULL;
    }
    if (!launch->part)
        return GPU_SUCCESS;
    r->ticket_ = NULL;
    return task->state->arrays > 0 ? sl__cuda_joined_aim(flight, r) : aim_part(flight, launch, r);
}

void sl__cuda_aim_join(sl__cuda_device *device, const sl__split_loop *call, void *targets[], sl__device_reduction *r)
{
    const sl__task *task = call->task;
    *r = (sl__device_reduction){.groups_ = call->blocks,
                                .grid_ = {1},
                                .turns_ = {1},
                                .rows_ = 1,
                                .columns_ = SL__DEVICE_LANES,
                                .lanes_ = SL__DEVICE_LANES,
                                .pair_ = 2,
                                .ticket_ = device->ticket,
                                .number_ = task->publish};
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (!is_reduced(task->kernel->args[i].kind))
            continue;
        aim_operator(task, i, r);
        r->partial_[i] = (char *)call->results + call->results_at[i];
        r->result_[i] = sl__split_loop_target(call, i, targets);
        r->mailbox_[i] = task->publishes >> i & 1 ? task->view[task->slot[i]].view->mail.box : NULL;
    }
}

/* That of the last part of a scan, which has come to what all have. */
static void store_scan(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    for (int i = 0; i < task->kernel->nargs && task->carries == NULL; i++)
        if (sl__is_result(task->kernel->args[i].kind))
            memcpy(task->partial[i], flight->pinned->result[i], task->kernel->args[i].size);
}

/* Those of a part of a loop, to where the results of all its blocks are. */
static void store_part(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    const sl__part_results *results = &flight->part_results;
    for (int i = 0; i < task->kernel->nargs && task->partial != NULL; i++) { /* a head leaves none */
        const size_t size = task->kernel->args[i].size;
        for (sl_index t = 0; t < results->times && is_reduced(task->kernel->args[i].kind); t++)
            memcpy((char *)task->partial[i] + (size_t)(results->first + t * results->step) * size,
                   (const char *)flight->part + flight->part_at[i] + (size_t)(t * results->count) * size,
                   (size_t)results->count * size);
    }
}

void sl__cuda_store_results(const sl__flight *flight)
{
    const sl__task *task = flight->task;
    if (task->whole != NULL && task->state->reductions > 0) {
        if (sl__form_of(task->kernel)->scans)
            store_scan(flight);
        else if (!task->stands_for->call->joins)
            store_part(flight);
        return;
    }
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__is_result(task->kernel->args[i].kind) && task->host[i] != NULL)
            sl__reduce_put(&task->kernel->args[i], flight->pinned->result[i], task->policy->combine, task->host[i]);
}
