/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Runs device code on the host, without nvcc and a GPU: what its words mean there, and a walk through a grid,
 *  one CUDA block after another, whose threads are threads. For C++, before starloop/kernel.h; functions of warps are
 *  declared only. */
#ifndef STARLOOP_TESTS_DEVICE_WALK_H
#define STARLOOP_TESTS_DEVICE_WALK_H

/* Of device code: parameters that one architecture has no use for. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include <pthread.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#define __CUDACC__ 1
#define __global__ __attribute__((__unused__))
#define __device__
#define __host__
#define __shared__
#define __forceinline__ inline
#define __align__(BYTES_) __attribute__((__aligned__(BYTES_)))
#define __launch_bounds__(...)

struct walk_place {
    unsigned x, y, z;
};
static thread_local walk_place threadIdx;
static walk_place blockIdx, blockDim, gridDim;
static pthread_barrier_t walk_barrier;

static inline void __syncthreads()
{
    pthread_barrier_wait(&walk_barrier);
}
template <typename T> T __shfl_sync(unsigned mask, T value, int lane, int width = 32);
template <typename T> T __shfl_up_sync(unsigned mask, T value, int lanes, int width = 32);
template <typename T> T __shfl_down_sync(unsigned mask, T value, int lanes, int width = 32);
static inline void __syncwarp(unsigned mask = ~0U)
{
    (void)mask;
}
static inline void __threadfence()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
template <typename T> T atomicAdd(T *to, T value)
{
    return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

/** Runs a __global__ function, which @p call calls, once for each thread of a grid. */
static inline void walk_grid(walk_place grid, walk_place block, const std::function<void()> &call)
{
    const unsigned count = block.x * block.y * block.z;
    gridDim = grid;
    blockDim = block;
    pthread_barrier_init(&walk_barrier, nullptr, count);
    for (unsigned b = 0; b < grid.x * grid.y * grid.z; b++) {
        std::vector<std::thread> threads;
        blockIdx = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
        for (unsigned t = 0; t < count; t++)
            threads.emplace_back([&call, block, t] {
                threadIdx = {t % block.x, t / block.x % block.y, t / block.x / block.y};
                call();
            });
        for (std::thread &thread : threads)
            thread.join();
    }
    pthread_barrier_destroy(&walk_barrier);
}

#endif
