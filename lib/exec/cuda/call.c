/* SPDX-License-Identifier: BSD-3-Clause */
/* Tasks whose kernel is a function of the host that launches on the device's stream: algorithms of CUB. */
#include "exec/cuda/cuda.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/results.h"

#include "exec/pack.h"

/* Whether a loop of the batch has failed that the call's input comes from. Kernels look on the device: what CUB
 * launches does not, so this waits for them. @param[out] failed  bits */
static gpu_error call_look(const sl__flight *flight, unsigned *failed)
{
    *failed = 0;
    if (flight->depends == 0)
        return GPU_SUCCESS;
    const gpu_error error =
        gpu_memcpy_async(failed, flight->failed, sizeof *failed, GPU_MEMCPY_DEVICE_TO_HOST, flight->device->stream);
    return error == GPU_SUCCESS ? gpu_stream_synchronize(flight->device->stream) : error;
}

static gpu_error call_in_room(sl__flight *flight, const unsigned char *packed)
{
    const sl__device_call call = (sl__device_call)(uintptr_t)flight->task->kernel->cuda->function[0];
    unsigned failed;
    size_t bytes = 0;
    gpu_error error = call_look(flight, &failed);
    if (error != GPU_SUCCESS || (failed & flight->depends) != 0)
        return error;
    error = (gpu_error)call(packed, flight->device->stream, NULL, &bytes);
    if (error == GPU_SUCCESS)
        error = sl__cuda_scratch(flight->device, bytes > 0 ? bytes : 1);
    if (error == GPU_SUCCESS)
        error = (gpu_error)call(packed, flight->device->stream, flight->device->scratch, &bytes);
    return error;
}

sl__failure *sl__cuda_call(sl__flight *flight, void *buffers[], unsigned char *packed)
{
    const sl__task *task = flight->task;
    gpu_stream stream = flight->device->stream;
    (void)sl__task_pack(task, buffers, packed);
    flight->timed = flight->timed && sl__cuda_event(&flight->begin) && sl__cuda_event(&flight->end) &&
                    sl__cuda_record(flight->begin, stream);
    const gpu_error error = call_in_room(flight, packed);
    flight->timed = flight->timed && sl__cuda_record(flight->end, stream);
    if (error == GPU_SUCCESS)
        return NULL;
    char who[SL__TASK_WHO];
    (void)gpu_get_last_error(); /* or the next call would report it again */
    return sl__failure_new(task->at, error == GPU_ERROR_MEMORY_ALLOCATION ? SL_ERR_MEMORY : SL_ERR_CUDA,
                           "%s on CUDA device %d: expected CUDA to launch it: %s", sl__task_who(task, who),
                           flight->device->number, gpu_get_error_string(error));
}
