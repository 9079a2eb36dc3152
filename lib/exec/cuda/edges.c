/* SPDX-License-Identifier: BSD-3-Clause */
/* What goes from device to device without a host between the kernel that made it and the one that needs it. StarPU
 * takes parts for ended when they are launched (early_completion.c), and a part's task copies the edges that it reads
 * itself, from where they lie. Each device has two events for that:
 *  - saved, behind the last copy out of a part on its stream of launches: who reads edges of other devices waits for
 * it;
 *  - loaded, behind the last copy beside a part: who saves edges waits for it, for they may be read still.
 * Other small views (results of reductions) StarPU moves. Their copies are enqueued on a stream of the device that gets
 * them, for all launches on both devices to wait for: behind the last one is the event
 *  - arrived.
 * An event is recorded before StarPU releases what waits for it, and whoever waits takes the last record, so nobody
 * waits for what comes later. StarPU orders the tasks that use an edge, and whoever frees or reuses memory waits for
 * all (sl__cuda_settle()). */
#include "exec/cuda/edges.h"
#include "exec/cuda/early_completion.h"

#include "base/starpu.h"
#include "base/wait.h"
#include "data/starpu.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/state.h"
#include "machine/machine.h"

static _Atomic int leaving; /* small copies that are being enqueued */

gpu_error sl__cuda_edges_make(sl__cuda_device *device)
{
    gpu_event *events[] = {&device->arrived, &device->loaded, &device->saved};
    gpu_error error = GPU_SUCCESS;
    if (sl__device_workers() < 2)
        return GPU_SUCCESS;
    for (int e = 0; e < 3 && error == GPU_SUCCESS; e++)
        if (*events[e] == NULL)
            error = gpu_event_create_with_flags(events[e], GPU_EVENT_DISABLE_TIMING);
    if (error == GPU_SUCCESS && device->edges == NULL)
        error = gpu_stream_create_with_flags(&device->edges, GPU_STREAM_NON_BLOCKING);
    return error;
}

void sl__cuda_edges_free(sl__cuda_device *device)
{
    gpu_event events[] = {device->arrived, device->loaded, device->saved};
    if (device->edges != NULL)
        gpu_stream_destroy(device->edges);
    for (int e = 0; e < 3; e++)
        if (events[e] != NULL)
            gpu_event_destroy(events[e]);
}

/* The device of a number, if it has run a task and has what edges need. */
static sl__cuda_device *with_edges(int number)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL && device->number == number)
            return device->edges != NULL ? device : NULL;
    }
    return NULL;
}

/* What arrives at a device. */
static gpu_error await_arrivals(const sl__cuda_device *device, gpu_stream stream)
{
    return atomic_load(&device->arriving) ? gpu_stream_wait_event(stream, device->arrived, 0) : GPU_SUCCESS;
}

/* At all devices. */
static gpu_error await_all_arrivals(gpu_stream stream)
{
    gpu_error error = GPU_SUCCESS;
    for (int w = 0; w < STARPU_NMAXWORKERS && error == GPU_SUCCESS; w++) {
        const sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL)
            error = await_arrivals(device, stream);
    }
    return error;
}

gpu_error sl__cuda_edges_begin(sl__cuda_device *device, int saves)
{
    gpu_error error = GPU_SUCCESS;
    for (int w = 0; w < STARPU_NMAXWORKERS && device->edges != NULL && error == GPU_SUCCESS; w++) {
        const sl__cuda_device *other = sl__cuda_device_of_worker(w);
        if (other != NULL && other != device && other->edges != NULL)
            error = gpu_stream_wait_event(device->stream, saves ? other->loaded : other->saved, 0);
    }
    return error;
}

gpu_error sl__cuda_edges_end(sl__cuda_device *device, int saves)
{
    if (device->edges == NULL)
        return GPU_SUCCESS;
    return gpu_event_record(saves ? device->saved : device->loaded, device->stream);
}

/* What is launched on both is ahead of it. */
int sl__cuda_small_leaves(int from_device, int to_device, gpu_stream *stream)
{
    const sl__cuda_device *from = with_edges(from_device), *to = with_edges(to_device);
    if (from == NULL || to == NULL || from == to)
        return 0;
    atomic_fetch_add(&leaving, 1); /* before the look: sl_view_starpu_handle() exposes a view first and looks then */
    if (sl__data_exposed() > 0) {
        atomic_fetch_sub(&leaving, 1);
        return 0;
    }
    sl__early_completion_order(from_device, to->edges);
    sl__early_completion_order(to_device, to->edges);
    *stream = to->edges;
    if (await_all_arrivals(to->edges) == GPU_SUCCESS)
        return 1;
    atomic_fetch_sub(&leaving, 1);
    return 0;
}

gpu_error sl__cuda_small_left(int from_device, int to_device)
{
    sl__cuda_device *from = with_edges(from_device), *to = with_edges(to_device);
    gpu_error error = gpu_event_record(to->arrived, to->edges);
    if (error == GPU_SUCCESS) {
        atomic_store(&to->arriving, 1);
        error = gpu_stream_wait_event(from->stream, to->arrived, 0);
    }
    if (error == GPU_SUCCESS)
        error = gpu_stream_wait_event(to->stream, to->arrived, 0);
    atomic_fetch_sub(&leaving, 1);
    return error;
}

void sl__cuda_edges_order(int number, int edge, gpu_stream stream)
{
    const sl__cuda_device *device = with_edges(number);
    if (device == NULL)
        return;
    (void)await_all_arrivals(stream);
    if (!edge)
        return;
    (void)gpu_stream_wait_event(stream, device->saved, 0);
    (void)gpu_stream_wait_event(stream, device->loaded, 0);
}

void sl__cuda_edges_settle(void)
{
    for (sl__wait wait = {0}; atomic_load(&leaving) > 0;)
        sl__wait_again(&wait);
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        const sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL && device->edges != NULL && atomic_load(&device->arriving))
            (void)gpu_stream_synchronize(device->edges);
    }
}
