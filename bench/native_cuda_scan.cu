/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The scan, and copy_if, by CUB. */
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "native_cuda.cuh"

/* The memory that CUB wants is kept from call to call, as a careful programmer does. */
static void *room;
static size_t room_bytes;

static int make_room(size_t bytes)
{
    if (bytes <= room_bytes)
        return 0;
    cudaFree(room);
    room_bytes = 0;
    if (native_ok(cudaMalloc(&room, bytes), "scan: memory"))
        return -1;
    room_bytes = bytes;
    return 0;
}

int native_cuda_scan(int64_t n, const double *x, double *y)
{
    size_t bytes = 0;
    if (native_ok(cub::DeviceScan::ExclusiveSum(nullptr, bytes, x, y, n, native_stream), "scan") || make_room(bytes))
        return -1;
    return native_ok(cub::DeviceScan::ExclusiveSum(room, bytes, x, y, n, native_stream), "scan");
}

struct is_less {
    double limit;
    __device__ bool operator()(double v) const
    {
        return v < limit;
    }
};

int native_cuda_copy_if(int64_t n, double limit, const double *x, double *y, int64_t *count)
{
    const is_less less = {limit};
    size_t bytes = 0;
    if (native_ok(cub::DeviceSelect::If(nullptr, bytes, x, y, count, n, less, native_stream), "copy_if") ||
        make_room(bytes))
        return -1;
    return native_ok(cub::DeviceSelect::If(room, bytes, x, y, count, n, less, native_stream), "copy_if");
}
