/* SPDX-License-Identifier: BSD-3-Clause */
/* What a device's memory gives: a copy within it, timed by events. */
#include <cuda_runtime_api.h>

#include "base/starpu.h"
#include "exec/cuda/backend.h"

enum { TRIES = 5 };
#define MOST ((size_t)512 << 20) /* bytes of a buffer */
#define LEAST ((size_t)16 << 20)

/* Two buffers, as large as there is room for. @return bytes of one, 0: there is no room. */
static size_t take_buffers(void *buffer[2])
{
    for (size_t bytes = MOST; bytes >= LEAST; bytes /= 2) {
        buffer[0] = buffer[1] = NULL;
        if (cudaMalloc(&buffer[0], bytes) == cudaSuccess && cudaMalloc(&buffer[1], bytes) == cudaSuccess)
            return bytes;
        cudaFree(buffer[0]);
        (void)cudaGetLastError();
    }
    return 0;
}

/* Milliseconds of the fastest copy; 0 on failure. */
static float fastest(void *buffer[2], size_t bytes, cudaStream_t stream, cudaEvent_t begin, cudaEvent_t end)
{
    float best = 0, once;
    for (int i = 0; i <= TRIES; i++) { /* the first one warms up */
        if (cudaEventRecord(begin, stream) != cudaSuccess ||
            cudaMemcpyAsync(buffer[i % 2], buffer[(i + 1) % 2], bytes, cudaMemcpyDeviceToDevice, stream) !=
                cudaSuccess ||
            cudaEventRecord(end, stream) != cudaSuccess || cudaEventSynchronize(end) != cudaSuccess ||
            cudaEventElapsedTime(&once, begin, end) != cudaSuccess)
            return 0;
        if (i > 0 && once > 0 && (best == 0 || once < best))
            best = once;
    }
    return best;
}

static double measure(void)
{
    void *buffer[2];
    cudaStream_t stream = NULL;
    cudaEvent_t begin = NULL, end = NULL;
    size_t bytes = take_buffers(buffer);
    float best = 0;
    if (bytes == 0)
        return 0;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess)
        best = fastest(buffer, bytes, stream, begin, end);
    if (begin != NULL)
        cudaEventDestroy(begin);
    if (end != NULL)
        cudaEventDestroy(end);
    if (stream != NULL)
        cudaStreamDestroy(stream);
    cudaFree(buffer[0]);
    cudaFree(buffer[1]);
    (void)cudaGetLastError();
    return best > 0 ? 2e3 * (double)bytes / best : 0;
}

double sl__cuda_bandwidth(void)
{
    int workers[STARPU_NMAXWORKERS], before = 0, measured = 0;
    int n = sl__device_workers() > 0
                ? (int)starpu_worker_get_ids_by_type(STARPU_CUDA_WORKER, workers, STARPU_NMAXWORKERS)
                : 0;
    double all = 0;
    if (n <= 0 || cudaGetDevice(&before) != cudaSuccess)
        return 0;
    for (int i = 0; i < n; i++) {
        double one = cudaSetDevice(starpu_worker_get_devid(workers[i])) == cudaSuccess ? measure() : 0;
        all += one;
        measured += one > 0;
    }
    cudaSetDevice(before);
    return measured > 0 ? all / measured : 0;
}
