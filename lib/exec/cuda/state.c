/* SPDX-License-Identifier: BSD-3-Clause */
/* What a device keeps from task to task. */
#include "exec/cuda/cuda.h"
#include "exec/cuda/early_completion.h"

#include <stdlib.h>
#include <string.h>

#include "exec/cuda/backend.h"
#include "exec/cuda/replicas.h"
#include "exec/cuda/joined.h"
#include "exec/cuda/state.h"
#include "machine/machine.h"

enum { ENOUGH_FOR_CLUSTERS = 2 * SL__DEVICE_CLUSTER }; /* multiprocessors */

static _Atomic(sl__cuda_device *) devices[STARPU_NMAXWORKERS];
static _Thread_local const sl__cuda_device *current_device;

static gpu_error read_limits(int number, sl__launch_limits *limits)
{
    gpu_error error = gpu_device_get_attribute(&limits->multiprocessors, GPU_DEV_ATTR_MULTI_PROCESSOR_COUNT, number);
    if (error == GPU_SUCCESS)
        error = gpu_device_get_attribute(&limits->threads_per_sm, GPU_DEV_ATTR_MAX_THREADS_PER_MULTI_PROCESSOR, number);
    if (error == GPU_SUCCESS)
        error = gpu_device_get_attribute(&limits->threads, GPU_DEV_ATTR_MAX_THREADS_PER_BLOCK, number);
    if (error == GPU_SUCCESS)
        error = gpu_device_get_attribute(&limits->clusters, GPU_DEV_ATTR_CLUSTER_LAUNCH, number);
    if (error == GPU_SUCCESS)
        error = gpu_device_get_attribute(&limits->shared, GPU_DEV_ATTR_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, number);
    if (limits->multiprocessors < ENOUGH_FOR_CLUSTERS) /* a slice of a device may have no room for a cluster */
        limits->clusters = 0;
    return error;
}

/* What small copies between devices need (small_copies.c), and copies beside launches (together.c): where there are
 * several. */
static gpu_error make_small(sl__cuda_device *device)
{
    gpu_error error = GPU_SUCCESS;
    if (sl__device_workers() < 2)
        return GPU_SUCCESS;
    if (device->arrived == NULL)
        error = gpu_event_create_with_flags(&device->arrived, GPU_EVENT_DISABLE_TIMING);
    if (error == GPU_SUCCESS && device->copied == NULL)
        error = gpu_event_create_with_flags(&device->copied, GPU_EVENT_DISABLE_TIMING);
    if (error == GPU_SUCCESS && device->small == NULL)
        error = gpu_stream_create_with_flags(&device->small, GPU_STREAM_NON_BLOCKING);
    return error;
}

static void free_small(sl__cuda_device *device)
{
    if (device->small != NULL)
        gpu_stream_destroy(device->small);
    if (device->arrived != NULL)
        gpu_event_destroy(device->arrived);
    if (device->copied != NULL)
        gpu_event_destroy(device->copied);
}

static gpu_error make_ready(sl__cuda_device *device, int number)
{
    gpu_error error = read_limits(number, &device->limits);
    if (error == GPU_SUCCESS && device->stream == NULL) /* not so where the rest has failed before */
        error = gpu_stream_create_with_flags(&device->stream, GPU_STREAM_NON_BLOCKING);
    if (error == GPU_SUCCESS && device->joined == NULL)
        error = gpu_event_create_with_flags(&device->joined, GPU_EVENT_DISABLE_TIMING);
    if (error == GPU_SUCCESS)
        error = make_small(device);
    if (error == GPU_SUCCESS && device->ticket == NULL)
        error = gpu_malloc((void **)&device->ticket, 2 * sizeof *device->ticket);
    if (error == GPU_SUCCESS)
        error = gpu_memset_async(device->ticket, 0, 2 * sizeof *device->ticket, device->stream);
    if (error == GPU_SUCCESS)
        device->number = number;
    return error;
}

static sl__cuda_device *new_device(int worker)
{
    sl__cuda_device *device = calloc(1, sizeof *device);
    const char *clean = getenv("STARPU_MINIMUM_CLEAN_BUFFERS"); /* as the user has set it, or it is 0 */
    if (device != NULL) {
        device->cleans = clean != NULL && atoi(clean) != 0;
        device->worker = worker;
        pthread_mutex_init(&device->launching, NULL);
        pthread_mutex_init(&device->lock, NULL);
        device->number = -1;
    }
    return device;
}

/* With the lock. */
static sl__cuda_device *made_ready(int worker, sl__at at, sl__failure **failure)
{
    const int number = starpu_worker_get_devid(worker);
    sl__cuda_device *device = devices[worker];
    if (device == NULL)
        devices[worker] = device = new_device(worker);
    if (device == NULL) {
        *failure = sl__failure_new(at, SL_ERR_MEMORY, "expected memory for a CUDA device's state, got none");
        return NULL;
    }
    gpu_error error = device->number < 0 ? make_ready(device, number) : GPU_SUCCESS;
    if (error == GPU_SUCCESS)
        return device;
    (void)gpu_get_last_error();
    *failure = sl__failure_new(at, SL_ERR_CUDA, "CUDA device %d: expected it to be ready, got %s", number,
                               gpu_get_error_string(error));
    return NULL;
}

sl__cuda_device *sl__cuda_device_ready(int worker, sl__at at, sl__failure **failure)
{
    static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
    sl__cuda_device *device = devices[worker];
    if (device != NULL && device->number >= 0)
        return device;
    pthread_mutex_lock(&making);
    device = made_ready(worker, at, failure);
    pthread_mutex_unlock(&making);
    return device;
}

sl__cuda_device *sl__cuda_device_current(sl__at at, sl__failure **failure)
{
    sl__cuda_device *device = sl__cuda_device_ready(starpu_worker_get_id(), at, failure);
    if (device != NULL)
        current_device = device;
    return device;
}

const sl__cuda_device *sl__cuda_device_of_thread(void)
{
    return current_device;
}

sl__cuda_device *sl__cuda_device_of_worker(int worker)
{
    return devices[worker];
}

int sl__cuda_enter(const sl__cuda_device *device)
{
    int before = device->number;
    if (gpu_get_device(&before) == GPU_SUCCESS && before != device->number)
        (void)gpu_set_device(device->number);
    return before;
}

void sl__cuda_leave(int before)
{
    int now = before;
    if (gpu_get_device(&now) == GPU_SUCCESS && now != before)
        (void)gpu_set_device(before);
}

void sl__cuda_join(sl__cuda_device *device)
{
    gpu_error error = gpu_event_record(device->joined, device->stream);
    if (error == GPU_SUCCESS)
        error = gpu_stream_wait_event(starpu_cuda_get_local_stream(), device->joined, 0);
    if (error != GPU_SUCCESS) /* the task must not end before its launches */
        (void)gpu_stream_synchronize(device->stream);
    (void)gpu_get_last_error();
}

void sl__cuda_flight_free(sl__flight *flight)
{
    if (flight->begin != NULL)
        gpu_event_destroy(flight->begin);
    if (flight->end != NULL)
        gpu_event_destroy(flight->end);
    gpu_free(flight->arguments);
    sl__cuda_pinned_free(flight->part);
    sl__cuda_joined_free(flight);
    sl__cuda_pinned_free(flight->pinned);
    free(flight);
}

void sl__cuda_devices_free(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        sl__cuda_device *device = devices[w];
        if (device == NULL)
            continue;
        if (device->number >= 0)
            gpu_set_device(device->number);
        (void)sl__cuda_spares_free(device);
        while (device->idle != NULL) {
            sl__flight *next = device->idle->next;
            sl__cuda_flight_free(device->idle);
            device->idle = next;
        }
        sl__early_completion_free(device);
        free_small(device);
        gpu_free(device->scratch);
        sl__cuda_replicas_free(device);
        gpu_free(device->ticket);
        for (int i = 0; i < device->links_used; i++)
            gpu_free(device->links[i]);
        device->links_used = 0;
        device->links_count = 0;
        gpu_free(device->failed);
        if (device->joined != NULL)
            gpu_event_destroy(device->joined);
        if (device->stream != NULL)
            gpu_stream_destroy(device->stream);
        pthread_mutex_destroy(&device->launching);
        pthread_mutex_destroy(&device->lock);
        free(device);
        devices[w] = NULL;
    }
    (void)gpu_get_last_error();
}

unsigned *sl__cuda_next_word(sl__cuda_device *device)
{
    const size_t bytes = SL__CUDA_BATCHES * sizeof *device->failed;
    unsigned at = device->batches % SL__CUDA_BATCHES;
    gpu_error error = device->failed == NULL ? gpu_malloc((void **)&device->failed, bytes) : GPU_SUCCESS;
    if (error == GPU_SUCCESS && at == 0) /* behind the launches that look at them */
        error = gpu_memset_async(device->failed, 0, bytes, device->stream);
    if (error != GPU_SUCCESS) { /* the next one tries again */
        (void)gpu_get_last_error();
        return NULL;
    }
    device->batches++;
    return &device->failed[at];
}

sl__flight *sl__cuda_flight_new(sl__cuda_device *device)
{
    sl__flight *flight = calloc(1, sizeof *flight);
    if (flight == NULL)
        return NULL;
    flight->device = device;
    flight->pinned = sl__cuda_pinned(sizeof *flight->pinned);
    if (flight->pinned == NULL) {
        free(flight);
        return NULL;
    }
    return flight;
}

int sl__cuda_flights_reserve(sl__cuda_device *device, int count)
{
    pthread_mutex_lock(&device->lock);
    for (const sl__flight *flight = device->idle; flight != NULL && count > 0; flight = flight->next)
        count--;
    pthread_mutex_unlock(&device->lock);
    for (; count > 0; count--) {
        sl__flight *flight = sl__cuda_flight_new(device);
        if (flight == NULL)
            return 0;
        pthread_mutex_lock(&device->lock);
        flight->next = device->idle;
        device->idle = flight;
        pthread_mutex_unlock(&device->lock);
    }
    return 1;
}

sl__flight *sl__cuda_flight_take(sl__cuda_device *device, sl__task *task)
{
    pthread_mutex_lock(&device->lock);
    sl__flight *flight = device->idle;
    if (flight != NULL)
        device->idle = flight->next;
    pthread_mutex_unlock(&device->lock);
    if (flight == NULL && (flight = sl__cuda_flight_new(device)) == NULL)
        return NULL;
    flight->failed = NULL;
    flight->depends = flight->bit = 0;
    sl__cuda_flight_enter(flight, task);
    return flight;
}

void sl__cuda_flight_enter(sl__flight *flight, sl__task *task)
{
    sl__cuda_device *device = flight->device;
    flight->task = task;
    flight->timed = 0;
    flight->pinned->fault.kind_ = flight->pinned->fault.taken_ = 0;
    pthread_mutex_lock(&device->lock);
    flight->flies = 1;
    flight->next = NULL;
    if (device->last != NULL)
        device->last->next = flight;
    else
        device->first = flight;
    device->last = flight;
    pthread_mutex_unlock(&device->lock);
}

int sl__cuda_flight_flies(sl__flight *flight)
{
    pthread_mutex_lock(&flight->device->lock);
    int flies = flight->flies;
    pthread_mutex_unlock(&flight->device->lock);
    return flies;
}

void sl__cuda_flight_give(sl__flight *flight)
{
    sl__cuda_device *device = flight->device;
    if (sl__tools_on())
        sl__trace_tool_end(flight->task);
    pthread_mutex_lock(&device->lock);
    sl__flight **at = &device->first, *before = NULL;
    while (*at != NULL && *at != flight) { /* mostly the first one */
        before = *at;
        at = &before->next;
    }
    *at = flight->next;
    if (device->last == flight)
        device->last = before;
    flight->flies = 0;
    if (!flight->of_graph) {
        flight->next = device->idle;
        device->idle = flight;
    }
    pthread_mutex_unlock(&device->lock);
}
