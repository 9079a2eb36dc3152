/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The scan by CUB. */
#include <cub/device/device_scan.cuh>

#include "native_cuda.cuh"

/* The memory that CUB wants is kept from call to call, as a careful programmer does. */
static void *room;
static size_t room_bytes;

int native_cuda_scan(int64_t n, const double *x, double *y)
{
    size_t bytes = 0;
    if (native_ok(cub::DeviceScan::ExclusiveSum(nullptr, bytes, x, y, n, native_stream), "scan"))
        return -1;
    if (bytes > room_bytes) {
        cudaFree(room);
        room_bytes = 0;
        if (native_ok(cudaMalloc(&room, bytes), "scan: memory"))
            return -1;
        room_bytes = bytes;
    }
    return native_ok(cub::DeviceScan::ExclusiveSum(room, bytes, x, y, n, native_stream), "scan");
}
