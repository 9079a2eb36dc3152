/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the CUDA twins have in common: the stream, messages, and reductions that end in the same launch. */
#ifndef STARLOOP_BENCH_NATIVE_CUDA_CUH
#define STARLOOP_BENCH_NATIVE_CUDA_CUH

#include <cuda_runtime.h>

#include "native_cuda.h"

/** Of native_cuda_start(). */
extern int native_device;
extern cudaStream_t native_stream;
/** native_cuda_triad() on a stream. */
int native_triad_on(cudaStream_t stream, int64_t n, double s, const double *b, const double *c, double *a);
/** A sweep as native_cuda_jacobi_right() over some rows, on a stream: those from @p first on, which u and w begin with;
 *  the rows before and behind them are read. */
int native_jacobi_on(cudaStream_t stream, int64_t n, int64_t first, int64_t rows, const double *u, double *w);
/** @return the blocks of @p threads threads of a kernel that the device runs at a time, NATIVE_PARTS at most. The
 *  device is asked once for each kernel. */
unsigned native_resident_blocks(const void *kernel, unsigned threads);

/** @return 0, or -1 after saying what went wrong. */
int native_ok(cudaError_t error, const char *what);

/** The launch just made. */
static inline int native_launched(const char *what)
{
    return native_ok(cudaGetLastError(), what);
}

static inline unsigned native_blocks(int64_t n, int64_t each)
{
    return (unsigned)((n + each - 1) / each);
}

/** Most blocks of a launch that reduces. */
static constexpr unsigned NATIVE_PARTS = 4096;

/** A sum, as native_finish() wants its values: identity, joining, and the value of a lane @p by further up. */
struct native_sum {
    double sum;
    __device__ static native_sum identity()
    {
        return {0.0};
    }
    __device__ void join(const native_sum &other)
    {
        sum += other.sum;
    }
    __device__ native_sum down(int by) const
    {
        return {__shfl_down_sync(0xffffffffu, sum, by)};
    }
    __device__ static native_sum load(const native_sum *at)
    {
        return {__ldcg(&at->sum)};
    }
};

/** Joins the values of a block's THREADS threads; thread 0 gets the result. */
template <int THREADS, typename V> static __device__ __forceinline__ V native_block(V v, int thread)
{
    __shared__ V warp[THREADS / 32];
#pragma unroll
    for (int by = 16; by; by /= 2)
        v.join(v.down(by));
    if (thread % 32 == 0)
        warp[thread / 32] = v;
    __syncthreads();
    if (thread < 32) {
        v = thread < THREADS / 32 ? warp[thread] : V::identity();
#pragma unroll
        for (int by = THREADS / 64; by; by /= 2)
            v.join(v.down(by));
    }
    return v;
}

/** Joins the values of all threads of a launch: each block leaves its part, and the one that ends last joins these
 *  in their order. The result is in @p v where this returns true, which is one thread of the launch.
 *  @param part [blocks] device memory @param ticket 0 before and after the launch */
template <int THREADS, typename V>
static __device__ __forceinline__ bool native_finish(V &v, int thread, unsigned block, unsigned blocks, V *part,
                                                     unsigned *ticket)
{
    __shared__ bool last;
    v = native_block<THREADS>(v, thread);
    if (thread == 0) {
        part[block] = v;
        __threadfence();
        last = atomicInc(ticket, blocks - 1) == blocks - 1;
    }
    __syncthreads();
    if (!last)
        return false;
    __threadfence();
    v = V::identity();
    for (unsigned i = (unsigned)thread; i < blocks; i += THREADS)
        v.join(V::load(part + i));
    v = native_block<THREADS>(v, thread);
    return thread == 0;
}

#endif
