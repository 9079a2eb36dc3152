/* SPDX-License-Identifier: BSD-3-Clause */
/* What goes from device to device without a host between the kernel that made it and the one that needs it. StarPU
 * takes parts for ended when they are launched (early_completion.c), and a part's task copies the edges that it reads
 * itself, from where they lie. Behind each copy out of a part, and behind each one beside a part out of the memory of
 * another device, is an event on the stream of launches; the edge knows which (sl__edge_mark). Who reads an edge waits
 * for the copy into it, and who saves it anew for the last one out of it. A device has some events for that, in turns:
 * who comes so late that his has been used again waits for a later copy. Other small views (results of reductions)
 * StarPU moves. Their copies are enqueued on a stream of the device that gets them, for all launches on both devices to
 * wait for: behind the last one is the event
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
    gpu_error error = GPU_SUCCESS;
    if (sl__device_workers() < 2)
        return GPU_SUCCESS;
    if (device->arrived == NULL)
        error = gpu_event_create_with_flags(&device->arrived, GPU_EVENT_DISABLE_TIMING);
    if (error == GPU_SUCCESS && device->edges == NULL)
        error = gpu_stream_create_with_flags(&device->edges, GPU_STREAM_NON_BLOCKING);
    return error;
}

void sl__cuda_edges_free(sl__cuda_device *device)
{
    if (device->edges != NULL)
        gpu_stream_destroy(device->edges);
    if (device->arrived != NULL)
        gpu_event_destroy(device->arrived);
    for (int e = 0; e < SL__CUDA_EDGES; e++) {
        if (device->saved[e] != NULL)
            gpu_event_destroy(device->saved[e]);
        if (device->loaded[e] != NULL)
            gpu_event_destroy(device->loaded[e]);
    }
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

gpu_error sl__cuda_edges_await(const sl__cuda_device *device, const sl__edge_mark *mark, int loads)
{
    const sl__cuda_device *other = mark->number > 0 ? sl__cuda_device_of_worker(mark->worker) : NULL;
    if (other == NULL || other == device)
        return GPU_SUCCESS;
    const gpu_event *ring = loads ? other->loaded : other->saved;
    return gpu_stream_wait_event(device->stream, ring[mark->number % SL__CUDA_EDGES], 0);
}

gpu_error sl__cuda_edges_mark(sl__cuda_device *device, int saves, sl__edge_mark *mark)
{
    const uint64_t number = (saves ? device->saves : device->loads) + 1;
    gpu_event *event = &(saves ? device->saved : device->loaded)[number % SL__CUDA_EDGES];
    gpu_error error = *event == NULL ? gpu_event_create_with_flags(event, GPU_EVENT_DISABLE_TIMING) : GPU_SUCCESS;
    if (error == GPU_SUCCESS)
        error = gpu_event_record(*event, device->stream);
    if (error != GPU_SUCCESS)
        return error;
    if (saves)
        device->saves = number;
    else
        device->loads = number;
    *mark = (sl__edge_mark){device->worker, number};
    return GPU_SUCCESS;
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

void sl__cuda_small_order(gpu_stream stream)
{
    if (sl__device_workers() > 1)
        (void)await_all_arrivals(stream);
}

void sl__cuda_edges_order(int number, gpu_stream stream)
{
    const sl__cuda_device *device = with_edges(number);
    if (device == NULL)
        return;
    if (device->saves > 0)
        (void)gpu_stream_wait_event(stream, device->saved[device->saves % SL__CUDA_EDGES], 0);
    if (device->loads > 0)
        (void)gpu_stream_wait_event(stream, device->loaded[device->loads % SL__CUDA_EDGES], 0);
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
