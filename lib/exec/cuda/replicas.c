/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cuda/replicas.h"

enum { SMALLEST = 256 /* bytes of a replica's memory */ };

sl__cuda_replica *sl__cuda_replica_of(sl__cuda_device *device, const sl_view *view)
{
    sl__cuda_replica *oldest = device->replica;
    for (sl__cuda_replica *r = device->replica; r < device->replica + SL__CUDA_REPLICAS; r++) {
        oldest = r->used < oldest->used ? r : oldest;
        if (r->view != view)
            continue;
        r->used = ++device->replicas_used;
        return r;
    }
    oldest->view = view;
    oldest->version = 0;
    oldest->used = ++device->replicas_used;
    return oldest;
}

int sl__cuda_replica_is_current(const sl__cuda_replica *replica, const sl_view *view)
{
    return replica->version != 0 && replica->version == sl__view_version(view);
}

gpu_error sl__cuda_replica_reserve(sl__cuda_replica *replica, size_t bytes)
{
    if (bytes <= replica->bytes)
        return GPU_SUCCESS;
    bytes = bytes < SMALLEST ? SMALLEST : bytes;
    gpu_free(replica->data); /* waits for the launches that use it */
    replica->data = NULL;
    replica->bytes = 0;
    const gpu_error error = gpu_malloc(&replica->data, bytes);
    if (error == GPU_SUCCESS)
        replica->bytes = bytes;
    return error;
}

void sl__cuda_replicas_free(sl__cuda_device *device)
{
    for (int r = 0; r < SL__CUDA_REPLICAS; r++)
        gpu_free(device->replica[r].data);
}
