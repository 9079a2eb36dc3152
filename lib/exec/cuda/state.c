/* SPDX-License-Identifier: BSD-3-Clause */
/* What a device keeps from task to task. */
#include "exec/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

#include "exec/cuda/backend.h"

enum { ENOUGH_FOR_CLUSTERS = 2 * SL__DEVICE_CLUSTER }; /* multiprocessors */

static _Atomic(sl__cuda_device *) devices[STARPU_NMAXWORKERS];
static _Thread_local const sl__cuda_device *here;

static cudaError_t read_limits(int number, sl__launch_limits *limits)
{
    cudaError_t error = cudaDeviceGetAttribute(&limits->multiprocessors, cudaDevAttrMultiProcessorCount, number);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&limits->threads_per_sm, cudaDevAttrMaxThreadsPerMultiProcessor, number);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&limits->threads, cudaDevAttrMaxThreadsPerBlock, number);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&limits->clusters, cudaDevAttrClusterLaunch, number);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&limits->shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, number);
    if (limits->multiprocessors < ENOUGH_FOR_CLUSTERS) /* a slice of a device may have no room for a cluster */
        limits->clusters = 0;
    return error;
}

static cudaError_t make_ready(sl__cuda_device *device, int number)
{
    cudaError_t error = read_limits(number, &device->limits);
    if (error == cudaSuccess && device->stream == NULL) /* not so where the rest has failed before */
        error = cudaStreamCreateWithFlags(&device->stream, cudaStreamNonBlocking);
    if (error == cudaSuccess && device->joined == NULL)
        error = cudaEventCreateWithFlags(&device->joined, cudaEventDisableTiming);
    if (error == cudaSuccess && device->ticket == NULL)
        error = cudaMalloc((void **)&device->ticket, 2 * sizeof *device->ticket);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(device->ticket, 0, 2 * sizeof *device->ticket, device->stream);
    if (error == cudaSuccess)
        device->number = number;
    return error;
}

static sl__cuda_device *new_device(int worker)
{
    sl__cuda_device *device = calloc(1, sizeof *device);
    const char *clean = getenv("STARPU_MINIMUM_CLEAN_BUFFERS"); /* as the user has set it, or it is 0 */
    if (device != NULL) {
        device->tidied = clean != NULL && atoi(clean) != 0;
        device->worker = worker;
        pthread_mutex_init(&device->launching, NULL);
        pthread_mutex_init(&device->lock, NULL);
        device->number = -1;
    }
    return device;
}

sl__cuda_device *sl__cuda_device_here(const char *at, sl__failure **failure)
{
    int worker = starpu_worker_get_id();
    sl__cuda_device *device = devices[worker];
    if (device == NULL)
        devices[worker] = device = new_device(worker);
    if (device == NULL) {
        *failure = sl__failure_new(at, SL_ERR_MEMORY, "expected memory for a CUDA device's state, got none");
        return NULL;
    }
    here = device;
    if (device->number >= 0)
        return device;
    cudaError_t error = make_ready(device, starpu_worker_get_devid(worker));
    if (error == cudaSuccess)
        return device;
    (void)cudaGetLastError();
    *failure = sl__failure_new(at, SL_ERR_CUDA, "CUDA device %d: expected it to be ready, got %s",
                               starpu_worker_get_devid(worker), cudaGetErrorString(error));
    return NULL;
}

const sl__cuda_device *sl__cuda_device_of_thread(void)
{
    return here;
}

sl__cuda_device *sl__cuda_device_of_worker(int worker)
{
    return devices[worker];
}

void sl__cuda_join(sl__cuda_device *device)
{
    cudaError_t error = cudaEventRecord(device->joined, device->stream);
    if (error == cudaSuccess)
        error = cudaStreamWaitEvent(starpu_cuda_get_local_stream(), device->joined, 0);
    if (error != cudaSuccess) /* the task must not end before its launches */
        (void)cudaStreamSynchronize(device->stream);
    (void)cudaGetLastError();
}

void sl__cuda_flight_free(sl__flight *flight)
{
    if (flight->begin != NULL)
        cudaEventDestroy(flight->begin);
    if (flight->end != NULL)
        cudaEventDestroy(flight->end);
    cudaFree(flight->arguments);
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
            cudaSetDevice(device->number);
        (void)sl__cuda_spares_free(device);
        while (device->idle != NULL) {
            sl__flight *next = device->idle->next;
            sl__cuda_flight_free(device->idle);
            device->idle = next;
        }
        sl__cuda_early_free(device);
        cudaFree(device->scratch);
        cudaFree(device->ticket);
        for (int i = 0; i < device->links_kept; i++)
            cudaFree(device->links[i]);
        device->links_kept = 0;
        device->links_count = 0;
        cudaFree(device->failed);
        if (device->joined != NULL)
            cudaEventDestroy(device->joined);
        if (device->stream != NULL)
            cudaStreamDestroy(device->stream);
        pthread_mutex_destroy(&device->launching);
        pthread_mutex_destroy(&device->lock);
        free(device);
        devices[w] = NULL;
    }
    (void)cudaGetLastError();
}

unsigned *sl__cuda_next_word(sl__cuda_device *device)
{
    const size_t bytes = SL__CUDA_BATCHES * sizeof *device->failed;
    unsigned at = device->batches % SL__CUDA_BATCHES;
    cudaError_t error = device->failed == NULL ? cudaMalloc((void **)&device->failed, bytes) : cudaSuccess;
    if (error == cudaSuccess && at == 0) /* behind the launches that look at them */
        error = cudaMemsetAsync(device->failed, 0, bytes, device->stream);
    if (error != cudaSuccess) { /* the next one tries again */
        (void)cudaGetLastError();
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
        sl__trace_told(flight->task);
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
    if (!flight->kept) {
        flight->next = device->idle;
        device->idle = flight;
    }
    pthread_mutex_unlock(&device->lock);
}
