/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of CUDA's library that the copy methods, pinned memory and slabs call: they keep to what CUDA promises,
 * and put off asynchronous work for as long as they may. */
#include <pthread.h>

#include "cuda_copies.h"

#ifdef STARPU_USE_CUDA

#define MOST_WORK 65536

typedef struct fake_work {
    char *to;
    const char *from;
    size_t width, rows, to_step, from_step;
    cudaHostFn_t function; /* or else a copy */
    void *arg;
} fake_work;

static fake_work queue[MOST_WORK]; /* of all streams together */
static pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

struct fake_cuda fake = {.fail_copy = -1};

static void fake_run(void)
{
    for (int i = 0; i < fake.queued; i++) {
        const fake_work *w = &queue[i];
        if (w->function)
            w->function(w->arg);
        for (size_t r = 0; r < w->rows; r++)
            memcpy(w->to + r * w->to_step, w->from + r * w->from_step, w->width);
    }
    fake.queued = 0;
}

void fake_drain(void)
{
    pthread_mutex_lock(&fake_lock);
    fake_run();
    pthread_mutex_unlock(&fake_lock);
}

static cudaError_t fake_queue(fake_work work)
{
    if (!work.function) {
        fake.copies++;
        if (fake.fail_copy >= 0 && fake.fail_copy-- == 0)
            return cudaErrorInvalidValue;
    }
    if (fake.queued == MOST_WORK)
        fake_run();
    queue[fake.queued++] = work;
    return cudaSuccess;
}

static cudaError_t fake_add(fake_work work)
{
    pthread_mutex_lock(&fake_lock);
    cudaError_t error = fake_queue(work);
    pthread_mutex_unlock(&fake_lock);
    return error;
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind, (void)stream;
    return fake_add((fake_work){.to = dst, .from = src, .width = count, .rows = 1});
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind, (void)stream;
    if (width > dpitch || width > spitch || dpitch > INT32_MAX || spitch > INT32_MAX)
        return cudaErrorInvalidPitchValue;
    return fake_add(
        (fake_work){.to = dst, .from = src, .width = width, .rows = height, .to_step = dpitch, .from_step = spitch});
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream)
{
    (void)dst_device, (void)src_device;
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *arg)
{
    (void)stream;
    fake.host_functions++;
    return fake_add((fake_work){.function = function, .arg = arg});
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    void (*hook)(void) = fake.when_synchronized;
    fake.when_synchronized = NULL;
    fake.synchronized++;
    if (hook)
        hook();
    fake_drain();
    return fake.fail_synchronize ? cudaErrorUnknown : cudaSuccess;
}

cudaError_t cudaHostAlloc(void **data, size_t bytes, unsigned flags)
{
    (void)flags;
    *data = fake.refuse_allocation ? NULL : aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    fake.allocated += *data != NULL;
    return *data ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *data)
{
    free(data);
    fake.allocated--;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *data, size_t bytes, unsigned flags)
{
    (void)data, (void)flags;
    fake.registered++;
    fake.registered_bytes = bytes;
    return fake.refuse_registration ? cudaErrorHostMemoryAlreadyRegistered : cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *data)
{
    attributes->type = data == fake.known ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *data)
{
    (void)data;
    fake.unregistered++;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    (void)device;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

#endif
