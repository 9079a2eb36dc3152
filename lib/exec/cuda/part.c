/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of a loop on a CUDA worker, with the edges that it reads and those that it leaves; and an edge by itself. */
#include <limits.h>
#include <stdlib.h>

#include "exec/cuda/backend.h"
#include "exec/cuda/early_completion.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/run.h"
#include "exec/cuda/state.h"
#include "task/edge_task.h"
#include "task/measured.h"
#include "task/split.h"
#include "task/split_part.h"

/* ---- a part of a loop ------------------------------------------------------------------------------------ */

/* A part between its launch and its end. */
typedef struct part_flight {
    sl__task task; /* that stands for it */
    sl__part *part;
    sl__flight *flight;
    sl__failure *copies; /* why its edges, or what it leaves, could not be saved; NULL */
} part_flight;

static void part_over(part_flight *p)
{
    sl__cuda_flight_give(p->flight);
    free(p);
}

static void part_passed(void *arg)
{
    part_flight *p = arg;
    sl__part *part = p->part;
    sl__failure *failure = sl__cuda_outcome(p->flight);
    if (failure == NULL)
        failure = p->copies;
    else
        sl__failure_release(p->copies);
    part_over(p);
    sl__part_end(part, failure, 1);
}

static gpu_error copy_edge(const sl__cuda_device *device, const sl__edge_copy *copy)
{
    return gpu_memcpy_async(copy->to, copy->from, copy->bytes, GPU_MEMCPY_DEVICE_TO_DEVICE, device->stream);
}

static sl__failure *edge_failure(gpu_error error, sl__at at, const char *label)
{
    if (error == GPU_SUCCESS)
        return NULL;
    (void)gpu_get_last_error();
    return sl__failure_new(at, SL_ERR_DEVICE, "task \"%s\": expected a copy of the edge of a part, got %s", label,
                           gpu_get_error_string(error));
}

/* Edges that the part has to itself from its neighbours, before its launch, or that it leaves for them, behind it. */
static sl__failure *copy_edges(sl__cuda_device *device, const sl__part *part, void *const buffers[],
                               void *const pointers[], int saves)
{
    const sl__task *task = part->call->task;
    gpu_error error = GPU_SUCCESS;
    sl__edge_copy copy;
    for (int u = 0; u < part->uses && error == GPU_SUCCESS; u++)
        if (sl__part_edge(part, u, buffers, pointers, saves, &copy))
            error = copy_edge(device, &copy);
    return edge_failure(error, task->at, task->label);
}

/* @return NULL with *failure set. */
static part_flight *launch_part(sl__part *part, void *buffers[], sl__failure **failure)
{
    struct sl__interface views[SL__TASK_VIEWS];
    void *pointers[SL__TASK_VIEWS];
    sl__cuda_device *device = sl__cuda_device_current(part->call->task->at, failure);
    part_flight *p = device ? aligned_alloc(64, (sizeof *p + 63) / 64 * 64) : NULL;
    if (p == NULL) {
        if (*failure == NULL)
            *failure = sl__failure_new(part->call->task->at, SL_ERR_MEMORY,
                                       "task \"%s\": expected memory for a part, got none", part->call->task->label);
        return NULL;
    }
    sl__part_stand_in(part, NULL, buffers, &p->task, views, pointers);
    for (int u = 0; u < part->uses && sl__watched(); u++)
        sl__trace_place((const void *)((const struct sl__interface *)buffers[u])->ptr,
                        p->task.view[part->use[u].slot].view->label);
    p->part = part;
    *failure = copy_edges(device, part, buffers, pointers, 0);
    p->flight = *failure == NULL ? sl__cuda_launch_alone(device, &p->task, pointers, failure) : NULL;
    if (p->flight == NULL) {
        free(p);
        return NULL;
    }
    p->copies = sl__cuda_joined_failure(&p->task, p->flight->joined_error);
    if (p->copies == NULL)
        p->copies = copy_edges(device, part, buffers, pointers, 1);
    return p;
}

static void part_mark(void *arg)
{
    sl__part_mark(((part_flight *)arg)->part, NULL);
}

static void part_passed_early(void *arg)
{
    part_flight *p = arg;
    sl__split_loop *call = p->part->call;
    (void)sl__cuda_outcome(p->flight); /* its time: it cannot have failed */
    part_over(p);
    sl__split_loop_leave(call, NULL, 0, NULL);
}

/* Results of reductions are for the host, which reads them when StarPU says that all parts have ended. */
static int part_leaves(part_flight *p)
{
    const sl__launched what = {.mark = part_mark,
                               .passed = part_passed_early,
                               .arg = p,
                               .seconds = sl__part_device_seconds(p->part),
                               .few = SL__LAUNCHED_PARTS};
    return p->copies == NULL && !sl__task_may_fail(&p->task) && !sl__kernel_reduces(p->task.state) &&
           !p->part->call->plan.joined && !sl__part_writes_whole(p->part) &&
           sl__early_completion_add(&p->flight->device, 1, &what);
}

static void run_part_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__failure *failure = sl__part_begin(arg);
    if (failure != NULL) {
        sl__part_end(arg, failure, 0);
        return;
    }
    part_flight *p = launch_part(arg, buffers, &failure);
    if (p == NULL) {
        sl__part_end(arg, failure, 1);
        return;
    }
    sl__cuda_device *device = p->flight->device;
    if (!part_leaves(p))
        sl__cuda_set_epilogue(&device, 1, part_passed, p);
    sl__early_completion_finish(device, INT_MAX);
}

void sl__cuda_part_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_part_run);
}

/* ---- an edge of a part, by itself ---------------------------------------------------------------------- */

static void edge_passed(void *arg)
{
    sl__edge_save_end(arg, NULL);
}

static void edge_mark(void *arg)
{
    sl__edge_save_mark(arg, NULL);
}

static void edge_passed_early(void *arg)
{
    sl__edge_save_leave(arg);
}

static void run_edge_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__failure *failure = NULL;
    const sl__edge_copy copy = sl__edge_save_copy(arg, buffers);
    const sl__edge_save *save = arg;
    sl__cuda_device *device = sl__cuda_device_current(save->at, &failure);
    if (failure == NULL)
        failure = edge_failure(copy_edge(device, &copy), save->at, save->grid->view->label);
    const sl__launched what = {.mark = edge_mark,
                               .passed = edge_passed_early,
                               .arg = arg,
                               .seconds = SL__DEVICE_LAUNCH,
                               .few = SL__LAUNCHED_PARTS};
    if (failure != NULL)
        sl__edge_save_end(arg, failure);
    else if (!sl__early_completion_add(&device, 1, &what))
        sl__cuda_set_epilogue(&device, 1, edge_passed, arg);
}

void sl__cuda_edge_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_edge_run);
}
