/* SPDX-License-Identifier: BSD-3-Clause */
/* Small copies from device to device, as of results of reductions, without a host between the kernel that made what is
 * copied and the one that needs it. They are enqueued on a stream of the device that gets them, for all launches on
 * both devices to wait for: behind the last one is the event
 *  - arrived.
 * It is recorded before StarPU releases what waits for it, and whoever waits takes the last record, so nobody waits for
 * what comes later. Whoever frees or reuses memory waits for all (sl__cuda_settle()). */
#include "exec/cuda/small_copies.h"
#include "exec/cuda/early_completion.h"

#include "base/starpu.h"
#include "base/wait.h"
#include "data/starpu.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/state.h"
#include "machine/machine.h"

static _Atomic int leaving; /* small copies that are being enqueued */

/* The device of a number, if it has run a task and has what small copies need. */
static sl__cuda_device *with_small(int number)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL && device->number == number)
            return device->small != NULL ? device : NULL;
    }
    return NULL;
}

/* What arrives at a device. */
static gpu_error await_arrivals(const sl__cuda_device *device, gpu_stream stream)
{
    return atomic_load(&device->arriving) ? gpu_stream_wait_event(stream, device->arrived, 0) : GPU_SUCCESS;
}

/* At all devices. */
static gpu_error await_all_arrivals(gpu_stream stream)
{
    gpu_error error = GPU_SUCCESS;
    for (int w = 0; w < STARPU_NMAXWORKERS && error == GPU_SUCCESS; w++) {
        const sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL)
            error = await_arrivals(device, stream);
    }
    return error;
}

/* What is launched on both is ahead of it. */
int sl__cuda_small_leaves(int from_device, int to_device, gpu_stream *stream)
{
    const sl__cuda_device *from = with_small(from_device), *to = with_small(to_device);
    if (from == NULL || to == NULL || from == to)
        return 0;
    atomic_fetch_add(&leaving, 1); /* before the look: sl_view_starpu_handle() exposes a view first and looks then */
    if (sl__data_exposed() > 0) {
        atomic_fetch_sub(&leaving, 1);
        return 0;
    }
    sl__early_completion_order(from_device, to->small);
    sl__early_completion_order(to_device, to->small);
    *stream = to->small;
    if (await_all_arrivals(to->small) == GPU_SUCCESS)
        return 1;
    atomic_fetch_sub(&leaving, 1);
    return 0;
}

gpu_error sl__cuda_small_left(int from_device, int to_device)
{
    sl__cuda_device *from = with_small(from_device), *to = with_small(to_device);
    gpu_error error = gpu_event_record(to->arrived, to->small);
    if (error == GPU_SUCCESS) {
        atomic_store(&to->arriving, 1);
        error = gpu_stream_wait_event(from->stream, to->arrived, 0);
    }
    if (error == GPU_SUCCESS)
        error = gpu_stream_wait_event(to->stream, to->arrived, 0);
    atomic_fetch_sub(&leaving, 1);
    return error;
}

void sl__cuda_small_order(gpu_stream stream)
{
    if (sl__device_workers() > 1)
        (void)await_all_arrivals(stream);
}

/* Behind launches on all devices, too. */
void sl__cuda_settle(void)
{
    sl__early_completion_settle();
    for (sl__wait wait = {0}; atomic_load(&leaving) > 0;)
        sl__wait_again(&wait);
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        const sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL && device->small != NULL && atomic_load(&device->arriving))
            (void)gpu_stream_synchronize(device->small);
    }
}
