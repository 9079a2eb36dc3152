/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The sorts by CUB, between two buffers: the copy of the keys, and one that is kept. */
#include <cub/device/device_radix_sort.cuh>

#include "native_cuda.cuh"

namespace {

/* Memory that is kept from call to call, as a careful programmer does. */
struct kept {
    void *memory;
    size_t bytes;
};
kept other_keys, other_values, room;

/* @return 0 when there are so many bytes. */
int keep(kept &k, size_t bytes)
{
    if (bytes <= k.bytes)
        return 0;
    cudaFree(k.memory);
    k.memory = nullptr;
    k.bytes = 0;
    if (native_ok(cudaMalloc(&k.memory, bytes), "sort: memory"))
        return -1;
    k.bytes = bytes;
    return 0;
}

__global__ void begin_pairs(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        keys[i] = x[i];
        values[i] = (uint32_t)i;
    }
}

int copy_back(uint32_t *to, const uint32_t *from, int64_t n)
{
    if (from == to)
        return 0;
    return native_ok(cudaMemcpyAsync(to, from, (size_t)n * sizeof *to, cudaMemcpyDeviceToDevice, native_stream),
                     "sort");
}

} // namespace

int native_cuda_sort(int64_t n, const uint32_t *x, uint32_t *y)
{
    const size_t size = (size_t)n * sizeof *y;
    const int count = (int)n; /* CUB then counts with 32 bits, too */
    size_t bytes = 0;
    if (keep(other_keys, size))
        return -1;
    cub::DoubleBuffer<uint32_t> keys(y, (uint32_t *)other_keys.memory);
    if (native_ok(cudaMemcpyAsync(y, x, size, cudaMemcpyDeviceToDevice, native_stream), "sort") ||
        native_ok(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, count, 0, 32, native_stream), "sort") ||
        keep(room, bytes) ||
        native_ok(cub::DeviceRadixSort::SortKeys(room.memory, bytes, keys, count, 0, 32, native_stream), "sort"))
        return -1;
    return copy_back(y, keys.Current(), n);
}

int native_cuda_sort_pairs(int64_t n, const uint32_t *x, uint32_t *y, uint32_t *v)
{
    const size_t size = (size_t)n * sizeof *y;
    const int count = (int)n;
    size_t bytes = 0;
    if (keep(other_keys, size) || keep(other_values, size))
        return -1;
    cub::DoubleBuffer<uint32_t> keys(y, (uint32_t *)other_keys.memory), values(v, (uint32_t *)other_values.memory);
    begin_pairs<<<native_blocks(n, 256), 256, 0, native_stream>>>(n, x, y, v);
    if (native_launched("sort_pairs") ||
        native_ok(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, count, 0, 32, native_stream),
                  "sort_pairs") ||
        keep(room, bytes) ||
        native_ok(cub::DeviceRadixSort::SortPairs(room.memory, bytes, keys, values, count, 0, 32, native_stream),
                  "sort_pairs"))
        return -1;
    return copy_back(y, keys.Current(), n) || copy_back(v, values.Current(), n) ? -1 : 0;
}
