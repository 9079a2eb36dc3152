/* SPDX-License-Identifier: BSD-3-Clause */
/* What a device keeps from task to task, when CUDA has no memory at first: without a device, with functions in place of
 * CUDA's and StarPU's that fail as they are told to. */
#include "config.h"
#include "base/failure.h"
#include "base/starpu.h"
#include "backend/backend.h"
#include "tap.h"

#if defined STARPU_USE_CUDA && defined HAVE_CUDA

#include "exec/cuda/cuda.h"
#include "exec/cuda/state.h"

static int fail_malloc, fail_memset; /* so many calls fail */
static int mallocs, frees, memsets, errors;

cudaError_t cudaMalloc(void **data, size_t bytes)
{
    if (fail_malloc > 0 && fail_malloc--)
        return cudaErrorMemoryAllocation;
    mallocs++;
    *data = malloc(bytes);
    memset(*data, 0xff, bytes); /* as found */
    return cudaSuccess;
}

cudaError_t cudaFree(void *data)
{
    frees += data != NULL;
    free(data);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *data, int value, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    if (fail_memset > 0 && fail_memset--)
        return cudaErrorUnknown;
    memsets++;
    memset(data, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which, int device)
{
    (void)which, (void)device;
    *value = 1;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    (void)device;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    errors++;
    return cudaSuccess;
}

/* A stream and an event are made once, too. */
static int made, ended;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    (void)flags;
    made++;
    *stream = (cudaStream_t)(void *)&made;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    ended += stream != NULL;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    (void)flags;
    made++;
    *event = (cudaEvent_t)(void *)&made;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    ended += event != NULL;
    return cudaSuccess;
}

int starpu_worker_get_id(void)
{
    return 0;
}

int starpu_worker_get_devid(int id)
{
    (void)id;
    return 0;
}

/* Takes so many words, sets a bit in each as a launch that fails does. @return how many were not 0. */
static int take_words(sl__cuda_device *device, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        unsigned *word = sl__cuda_next_word(device);
        wrong += word == NULL || *word != 0;
        if (word != NULL)
            *word |= 2;
    }
    return wrong;
}

static void test_words(int malloc_failures, int memset_failures)
{
    sl__cuda_device device = {.number = 0};
    fail_malloc = malloc_failures;
    fail_memset = memset_failures;
    errors = 0;
    for (int i = 0; i < malloc_failures + memset_failures; i++)
        ok(sl__cuda_next_word(&device) == NULL, "no word, try %d", i);
    is_int(errors, malloc_failures + memset_failures, "CUDA's last error is cleared");
    is_int(take_words(&device, 3 * SL__CUDA_BATCHES + 5), 0,
           "after %d failures to get memory and %d to clear it every batch's word is 0", malloc_failures,
           memset_failures);
    cudaFree(device.failed);
}

/* The device is made ready by its worker's first task; where that fails, by its next one. */
static void test_ready(void)
{
    sl__failure *failure = NULL;
    mallocs = frees = 0;
    fail_memset = 3;
    for (int i = 0; i < 3; i++) {
        failure = NULL;
        ok(sl__cuda_device_current((sl__at){0}, &failure) == NULL && failure != NULL, "the device is not ready, try %d",
           i);
        sl__failure_release(failure);
    }
    sl__cuda_device *device = sl__cuda_device_current((sl__at){0}, &failure);
    ok(device != NULL && device->number == 0 && *device->ticket == 0, "and then it is");
    is_int(mallocs, 1, "memory was taken once");
    is_int(made, 2, "a stream and an event were made once");
    sl__cuda_devices_free();
    is_int(frees, 1, "and is given back");
    is_int(ended, 2, "and so are they");
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    test_ready();
    test_words(0, 0);
    test_words(1, 0);
    test_words(3, 0);
    test_words(0, 2);
    test_words(2, 1);
    return done_testing();
}

#else

int main(void)
{
    skip(sl__device_built() ? "this StarPU has no CUDA" : "this build has no CUDA", "the state of a device");
    return done_testing();
}

#endif
