/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of a loop on a CUDA worker, with the edges that it reads and those that it leaves; and an edge by itself. */
#include <limits.h>
#include <stdlib.h>

#include "exec/cuda/backend.h"
#include "exec/cuda/clock.h"
#include "exec/cuda/early_completion.h"
#include "exec/cuda/edges.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/results.h"
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

void sl__cuda_part_over(void *flight)
{
    part_flight *p = flight;
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
    if (!part->call->joins)
        sl__cuda_part_over(p);
    sl__part_end(part, failure, 1);
}

static gpu_error copy_edge(const sl__cuda_device *device, const sl__edge_copy *copy)
{
    return gpu_memcpy_async(copy->to, copy->from, copy->bytes, GPU_MEMCPY_DEVICE_TO_DEVICE, device->stream);
}

/* The same of one that lies on a memory node. */
static gpu_error fetch_edge(const sl__cuda_device *device, const sl__edge_copy *copy, int node)
{
    const int number = node < 0 ? device->number : starpu_memory_node_get_devid((unsigned)node);
    if (number == device->number)
        return copy_edge(device, copy);
    struct sl__cuda_copy *watched =
        sl__watched() ? sl__cuda_copy_begin(SL__WAY_ACROSS, copy->from, copy->bytes, device->stream) : NULL;
    const gpu_error error =
        gpu_memcpy_peer_async(copy->to, device->number, copy->from, number, copy->bytes, device->stream);
    sl__cuda_copy_end(watched, device->stream);
    return error;
}

static sl__failure *edge_failure(gpu_error error, sl__at at, const char *label)
{
    if (error == GPU_SUCCESS)
        return NULL;
    (void)gpu_get_last_error();
    return sl__failure_new(at, SL_ERR_DEVICE, "task \"%s\": expected a copy of the edge of a part, got %s", label,
                           gpu_get_error_string(error));
}

static sl__stretch *edge_of(const sl__part *part, int u)
{
    const sl__part_use *use = &part->use[u];
    return &part->call->plan.view[use->slot].grid->part[use->part].stretch[use->stretch];
}

/* Notes a copy of each edge that the part has saved, or loaded from another device. */
static gpu_error mark_edges(sl__cuda_device *device, const sl__part *part, int saves)
{
    sl__edge_mark mark;
    const gpu_error error = sl__cuda_edges_mark(device, saves, &mark);
    for (int u = 0; u < part->uses && error == GPU_SUCCESS; u++) {
        const sl__part_use *use = &part->use[u];
        if (use->stretch != SL__STRETCH_PART && saves && use->writes)
            edge_of(part, u)->saved = mark;
        else if (use->stretch != SL__STRETCH_PART && !saves && use->node >= 0)
            edge_of(part, u)->loaded = mark;
    }
    return error;
}

/* Edges that the part has to itself from its neighbours, before its launch, or that it leaves for them, behind it. Who
 * loads one waits for who has loaded it before, too, so that the last mark says of both. */
static sl__failure *copy_edges(sl__cuda_device *device, const sl__part *part, void *const buffers[],
                               void *const pointers[], int saves)
{
    const sl__task *task = part->call->task;
    gpu_error error = GPU_SUCCESS;
    sl__edge_copy copy;
    int marks = 0;
    for (int u = 0; u < part->uses && error == GPU_SUCCESS; u++) {
        if (!sl__part_edge(part, u, buffers, pointers, saves, &copy))
            continue;
        error = sl__cuda_edges_await(device, &edge_of(part, u)->loaded, 1);
        if (error == GPU_SUCCESS && !saves)
            error = sl__cuda_edges_await(device, &edge_of(part, u)->saved, 0);
        if (error == GPU_SUCCESS)
            error = fetch_edge(device, &copy, part->use[u].node);
        marks += saves || part->use[u].node >= 0;
    }
    if (marks > 0 && error == GPU_SUCCESS)
        error = mark_edges(device, part, saves);
    return edge_failure(error, task->at, task->label);
}

/* The device that joins results waits for it. */
static void mark_behind(sl__flight *flight)
{
    gpu_stream stream = flight->device->stream;
    if ((flight->behind == NULL &&
         gpu_event_create_with_flags(&flight->behind, GPU_EVENT_DISABLE_TIMING) != GPU_SUCCESS) ||
        gpu_event_record(flight->behind, stream) != GPU_SUCCESS)
        (void)gpu_stream_synchronize(stream);
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
    sl__part_stand_in(part, buffers, &p->task, views, pointers);
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
    if (part->call->joins) {
        part->flight = p;
        mark_behind(p->flight);
    }
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
    if (!call->joins)
        sl__cuda_part_over(p);
    sl__split_loop_leave(call, NULL, 0, NULL);
}

/* Where no device joins results of reductions they are for the host, which reads them when StarPU says that all parts
 * have ended. */
static int part_leaves(part_flight *p)
{
    const sl__launched what = {.mark = part_mark,
                               .passed = part_passed_early,
                               .arg = p,
                               .seconds = sl__part_device_seconds(p->part),
                               .few = SL__LAUNCHED_PARTS};
    return p->copies == NULL && !sl__task_may_fail(&p->task) &&
           (!sl__kernel_reduces(p->task.state) || p->part->call->joins) && !p->part->call->plan.joined &&
           !sl__part_writes_whole(p->part) && sl__early_completion_add(p->flight->device, &what);
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
        sl__cuda_set_epilogue(device, part_passed, p);
    sl__early_completion_finish(device, INT_MAX);
}

void sl__cuda_part_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_part_run);
}

/* ---- the results of all parts -------------------------------------------------------------------------- */

/* Two CUDA blocks, as one would be a cluster by itself. */
static gpu_error launch_join(sl__cuda_device *device, const sl__split_loop *call, void *targets[])
{
    const sl_kernel *kernel = call->task->kernel;
    sl__device_box box = {0};
    sl__device_reduction r;
    gpu_error error = GPU_SUCCESS;
    for (int p = 0; p < call->started && error == GPU_SUCCESS; p++) {
        const sl__flight *flight = ((const part_flight *)call->part[p].flight)->flight;
        if (flight->device != device)
            error = gpu_stream_wait_event(device->stream, flight->behind, 0);
    }
    sl__cuda_aim_join(device, call, targets, &r);
    if (error == GPU_SUCCESS)
        error = sl__cuda_launch_join(device, kernel, &box, &r);
    return error;
}

/* @return NULL: it is launched. */
static sl__failure *join_parts(sl__cuda_device *device, const sl__split_loop *call, void *targets[])
{
    pthread_mutex_lock(&device->launching);
    const gpu_error error = launch_join(device, call, targets);
    pthread_mutex_unlock(&device->launching);
    if (error == GPU_SUCCESS)
        return NULL;
    (void)gpu_get_last_error();
    return sl__failure_new(call->task->at, SL_ERR_DEVICE, "task \"%s\": expected CUDA to join its results, got %s",
                           call->task->label, gpu_get_error_string(error));
}

static void join_mark(void *arg)
{
    sl__split_loop *call = arg;
    sl__split_loop_mark(call);
    call->stored = 1;
}

static void join_passed(void *arg)
{
    sl__split_loop_leave(arg, NULL, 0, NULL);
}

static void run_combine_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__split_loop *call = arg;
    int own;
    void *targets[SL__TASK_VIEWS];
    sl__combine_begin(call, buffers, targets);
    sl__failure *failure = sl__split_loop_failure(call, &own);
    sl__cuda_device *device = failure == NULL ? sl__cuda_device_current(call->task->at, &failure) : NULL;
    if (device != NULL) {
        own = 1;
        failure = join_parts(device, call, targets);
    }
    const sl__launched what = {
        .mark = join_mark, .passed = join_passed, .arg = call, .seconds = SL__DEVICE_LAUNCH, .few = SL__LAUNCHED_PARTS};
    if (failure != NULL)
        sl__split_loop_leave(call, failure, own, NULL);
    else if (!sl__early_completion_add(device, &what))
        sl__cuda_set_epilogue(device, join_passed, call);
}

void sl__cuda_combine_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_combine_run);
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

static gpu_error save_edge(sl__cuda_device *device, const sl__edge_save *save, const sl__edge_copy *copy)
{
    sl__stretch *edge = &save->grid->part[save->part].stretch[save->stretch];
    gpu_error error = sl__cuda_edges_await(device, &edge->loaded, 1);
    if (error == GPU_SUCCESS)
        error = copy_edge(device, copy);
    return error == GPU_SUCCESS ? sl__cuda_edges_mark(device, 1, &edge->saved) : error;
}

static void run_edge_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__failure *failure = NULL;
    const sl__edge_copy copy = sl__edge_save_copy(arg, buffers);
    const sl__edge_save *save = arg;
    sl__cuda_device *device = sl__cuda_device_current(save->at, &failure);
    if (failure == NULL)
        failure = edge_failure(save_edge(device, save, &copy), save->at, save->grid->view->label);
    const sl__launched what = {.mark = edge_mark,
                               .passed = edge_passed_early,
                               .arg = arg,
                               .seconds = SL__DEVICE_LAUNCH,
                               .few = SL__LAUNCHED_PARTS};
    if (failure != NULL)
        sl__edge_save_end(arg, failure);
    else if (!sl__early_completion_add(device, &what))
        sl__cuda_set_epilogue(device, edge_passed, arg);
}

void sl__cuda_edge_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_edge_run);
}
