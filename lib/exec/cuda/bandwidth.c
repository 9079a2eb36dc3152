/* SPDX-License-Identifier: BSD-3-Clause */
/* What a device's memory gives: a copy within it, timed by events. */
#include "base/starpu.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/gpu_api.h"
#include "exec/cuda/measured.h"

/* Two buffers, as large as there is room for. @return bytes of one, 0: there is no room. */
static size_t take_buffers(void *buffer[2])
{
    for (size_t bytes = SL__BANDWIDTH_BUFFER_MOST; bytes >= SL__BANDWIDTH_BUFFER_LEAST; bytes /= 2) {
        buffer[0] = buffer[1] = NULL;
        if (gpu_malloc(&buffer[0], bytes) == GPU_SUCCESS && gpu_malloc(&buffer[1], bytes) == GPU_SUCCESS)
            return bytes;
        gpu_free(buffer[0]);
        (void)gpu_get_last_error();
    }
    return 0;
}

/* Milliseconds of the fastest copy; 0 on failure. */
static float fastest(void *buffer[2], size_t bytes, gpu_stream stream, gpu_event begin, gpu_event end)
{
    float best = 0, once;
    for (int i = 0; i <= SL__BANDWIDTH_COPIES; i++) { /* the first one warms up */
        if (gpu_event_record(begin, stream) != GPU_SUCCESS ||
            gpu_memcpy_async(buffer[i % 2], buffer[(i + 1) % 2], bytes, GPU_MEMCPY_DEVICE_TO_DEVICE, stream) !=
                GPU_SUCCESS ||
            gpu_event_record(end, stream) != GPU_SUCCESS || gpu_event_synchronize(end) != GPU_SUCCESS ||
            gpu_event_elapsed_time(&once, begin, end) != GPU_SUCCESS)
            return 0;
        if (i > 0 && once > 0 && (best == 0 || once < best))
            best = once;
    }
    return best;
}

static double measure(void)
{
    void *buffer[2];
    gpu_stream stream = NULL;
    gpu_event begin = NULL, end = NULL;
    size_t bytes = take_buffers(buffer);
    float best = 0;
    if (bytes == 0)
        return 0;
    if (gpu_stream_create_with_flags(&stream, GPU_STREAM_NON_BLOCKING) == GPU_SUCCESS &&
        gpu_event_create(&begin) == GPU_SUCCESS && gpu_event_create(&end) == GPU_SUCCESS)
        best = fastest(buffer, bytes, stream, begin, end);
    if (begin != NULL)
        gpu_event_destroy(begin);
    if (end != NULL)
        gpu_event_destroy(end);
    if (stream != NULL)
        gpu_stream_destroy(stream);
    gpu_free(buffer[0]);
    gpu_free(buffer[1]);
    (void)gpu_get_last_error();
    return best > 0 ? 2e3 * (double)bytes / best : 0;
}

double sl__cuda_bandwidth(void)
{
    int workers[STARPU_NMAXWORKERS], before = 0, measured = 0;
    int n = sl__device_workers() > 0
                ? (int)starpu_worker_get_ids_by_type(STARPU_CUDA_WORKER, workers, STARPU_NMAXWORKERS)
                : 0;
    double all = 0;
    if (n <= 0 || gpu_get_device(&before) != GPU_SUCCESS)
        return 0;
    for (int i = 0; i < n; i++) {
        double one = gpu_set_device(starpu_worker_get_devid(workers[i])) == GPU_SUCCESS ? measure() : 0;
        all += one;
        measured += one > 0;
    }
    gpu_set_device(before);
    return measured > 0 ? all / measured : 0;
}
