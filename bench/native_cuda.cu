/* SPDX-License-Identifier: BSD-3-Clause */
/* The device, the stream and the bandwidth of the CUDA twins. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "native_cuda.cuh"

enum { TRIES = 7, COPIES = 5, COPY_BLOCK = 256, KERNELS = 16 };

int native_device;
cudaStream_t native_stream;
static cudaDeviceProp properties;

int native_ok(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return 0;
    fprintf(stderr, "sl-bench: %s: CUDA: %s\n", what, cudaGetErrorString(error));
    return -1;
}

int native_cuda_start(int device)
{
    native_device = device;
    if (native_ok(cudaSetDevice(device), "cudaSetDevice") ||
        native_ok(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties") ||
        native_ok(cudaStreamCreateWithFlags(&native_stream, cudaStreamNonBlocking), "cudaStreamCreate"))
        return -1;
    return 0;
}

static void *upload_from, *upload_to;
static size_t upload_bytes;

static void forget_upload(void)
{
    if (upload_from != NULL)
        native_ok(cudaFreeHost(upload_from), "upload: cudaFreeHost");
    if (upload_to != NULL)
        native_ok(cudaFree(upload_to), "upload: cudaFree");
    upload_from = upload_to = NULL;
    upload_bytes = 0;
}

int native_cuda_upload(size_t bytes)
{
    if (bytes != upload_bytes) {
        forget_upload();
        if (native_ok(cudaHostAlloc(&upload_from, bytes, cudaHostAllocDefault), "upload: cudaHostAlloc") ||
            native_ok(cudaMalloc(&upload_to, bytes), "upload: cudaMalloc"))
            return -1;
        memset(upload_from, 1, bytes);
        upload_bytes = bytes;
    }
    return native_ok(cudaMemcpyAsync(upload_to, upload_from, bytes, cudaMemcpyHostToDevice, native_stream),
                     "upload: cudaMemcpyAsync");
}

void native_cuda_stop(void)
{
    forget_upload();
    if (native_stream)
        native_ok(cudaStreamDestroy(native_stream), "cudaStreamDestroy");
    native_stream = NULL;
}

const char *native_cuda_name(void)
{
    return properties.name;
}

int native_cuda_wait(void)
{
    return native_ok(cudaStreamSynchronize(native_stream), "cudaStreamSynchronize");
}

unsigned native_resident_blocks(const void *kernel, unsigned threads)
{
    static struct {
        const void *kernel;
        unsigned blocks;
    } known[KERNELS];
    int i = 0;
    while (i < KERNELS - 1 && known[i].kernel && known[i].kernel != kernel)
        i++;
    if (known[i].kernel != kernel) {
        int each = 1;
        if (native_ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, (int)threads, 0), "occupancy"))
            each = 1;
        const unsigned blocks = (unsigned)(each * properties.multiProcessorCount);
        known[i].kernel = kernel;
        known[i].blocks = blocks < NATIVE_PARTS ? blocks : NATIVE_PARTS;
    }
    return known[i].blocks;
}

static __global__ void __launch_bounds__(COPY_BLOCK)
    copy(int64_t n, const double2 *__restrict__ from, double2 *__restrict__ to)
{
    const int64_t i = (int64_t)blockIdx.x * COPY_BLOCK + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one copy, the fastest of several rounds; negative on failure. */
static double time_copies(int kernel, int64_t n, const double2 *from, double2 *to)
{
    double least = -1.0;
    for (int round = 0; round < TRIES; round++) {
        const double start = now();
        for (int i = 0; i < COPIES; i++) {
            if (kernel)
                copy<<<native_blocks(n, COPY_BLOCK), COPY_BLOCK, 0, native_stream>>>(n, from, to);
            else
                cudaMemcpyAsync(to, from, (size_t)n * sizeof *to, cudaMemcpyDeviceToDevice, native_stream);
        }
        if (native_launched("copy") || native_cuda_wait())
            return -1.0;
        const double seconds = (now() - start) / COPIES;
        least = least < 0.0 || seconds < least ? seconds : least;
    }
    return least;
}

double native_cuda_bandwidth(double bytes)
{
    const int64_t n = (int64_t)(bytes / 2.0 / sizeof(double2)) + 1;
    double2 *from = NULL, *to = NULL;
    double best = 0.0;
    if (native_ok(cudaMalloc(&from, (size_t)n * sizeof *from), "bandwidth: cudaMalloc") == 0 &&
        native_ok(cudaMalloc(&to, (size_t)n * sizeof *to), "bandwidth: cudaMalloc") == 0 &&
        native_ok(cudaMemsetAsync(from, 1, (size_t)n * sizeof *from, native_stream), "bandwidth: cudaMemset") == 0)
        for (int kernel = 0; kernel < 2; kernel++) {
            const double seconds = time_copies(kernel, n, from, to);
            if (seconds > 0.0 && 2.0 * (double)n * sizeof *from / seconds > best)
                best = 2.0 * (double)n * sizeof *from / seconds;
        }
    cudaFree(from);
    cudaFree(to);
    return best;
}
