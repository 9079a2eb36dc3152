/* SPDX-License-Identifier: BSD-3-Clause */
/* What loops in parts on several devices reduce into views. Each part's CUDA blocks leave their results in memory of
 * the first device. That one joins them behind all of them, and each other one for itself, if it can: then it has the
 * result for the next loop. */
#include "exec/cuda/together.h"

#include <string.h>

#include "exec/cuda/backend.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/replicas.h"
#include "exec/cuda/results.h"
#include "task/split_part.h"

enum { AT_ONCE = SL__DEVICE_SEGMENT * SL__DEVICE_FEWEST /* results that are joined without memory between */ };

int sl__cuda_all_launched(const sl__cuda_together *l)
{
    for (int p = 0; p < l->call->started; p++)
        if (!sl__cuda_part_of(&l->call->part[p])->launched)
            return 0;
    return 1;
}

gpu_error sl__cuda_together_reserve(sl__cuda_together *l)
{
    sl__split_loop *call = l->call;
    if (!call->joins || call->results_room >= call->results_bytes)
        return GPU_SUCCESS;
    (void)gpu_set_device(l->device[l->first]->number);
    sl__cuda_results_free(call->results);
    call->results = NULL;
    call->results_room = 0;
    const gpu_error error = gpu_malloc(&call->results, call->results_bytes);
    if (error == GPU_SUCCESS)
        call->results_room = call->results_bytes;
    return error;
}

/* Whether each device joins the results for itself, which takes less than to wait for a copy: where joining writes
 * nothing but the result (starloop/kernel/form_reduce_device.h), which is all of its view. */
static int each_joins(const sl__cuda_together *l)
{
    const sl__split_loop *call = l->call;
    for (int s = 0; s < call->task->views; s++)
        if (call->plan.view[s].target && call->task->view[s].view->count > 1)
            return 0;
    return call->blocks <= AT_ONCE && !call->task->policy->combine;
}

/* Two CUDA blocks, as one would be a cluster by itself. Behind the buffers of parts come those of the targets. */
static gpu_error launch_join(sl__cuda_together *l, int d)
{
    const sl__split_loop *call = l->call;
    sl__cuda_device *device = l->device[d];
    sl__device_box box = {0};
    sl__device_reduction r;
    void *targets[SL__TASK_VIEWS] = {NULL};
    gpu_error error = GPU_SUCCESS;
    int b = call->buffers;
    (void)gpu_set_device(device->number);
    for (int s = call->task->views - 1; s >= 0; s--) {
        if (!call->plan.view[s].target)
            continue;
        targets[s] = l->buffers[--b];
        if (d == l->first)
            continue;
        struct sl__interface *there = &sl__cuda_part_of(&call->part[0])->piece[0].views[s]; /* no part uses it */
        *there = *(const struct sl__interface *)targets[s];
        sl__cuda_replica *own = sl__cuda_replica_of(device, call->task->view[s].view);
        own->version = 0;
        if (error == GPU_SUCCESS)
            error = sl__cuda_replica_reserve(own, there->span);
        there->ptr = (uintptr_t)own->data;
        targets[s] = there;
    }
    if (error != GPU_SUCCESS)
        return error;
    sl__cuda_aim_join(device, call, targets, &r);
    if (d != l->first)
        memset(r.mailbox_, 0, sizeof r.mailbox_);
    return sl__cuda_launch_join(device, call->task->kernel, &box, &r);
}

void sl__cuda_together_join(sl__cuda_together *l)
{
    sl__split_loop *call = l->call;
    uint64_t others[SL__PORTIONS_MOST] = {0};
    sl__cuda_part *f = sl__cuda_part_of(&call->part[0]);
    if (!sl__cuda_all_launched(l))
        return;
    f->failure = sl__split_loop_failure(call, &f->own);
    if (f->failure != NULL)
        return;
    const uint64_t all = (UINT64_C(1) << (l->devices - 1) << 1) - 1;
    l->replicates = l->devices > 1 && each_joins(l);
    for (int d = 0; d < l->devices; d++)
        others[d] = d == l->first || l->replicates ? all & ~(UINT64_C(1) << d) : 0;
    sl__cuda_together_wait(l, others, 0);
    for (int d = 0; d < l->devices; d++)
        if (d == l->first || l->replicates)
            sl__cuda_together_note(l, launch_join(l, d));
    f->failure = l->error != GPU_SUCCESS ? sl__cuda_together_failure(call, l->error) : NULL;
    f->own = 1;
}

int sl__cuda_together_results(const sl__split_loop *call, sl_view *view[])
{
    int n = 0;
    for (int s = 0; s < call->task->views; s++)
        if (call->plan.view[s].target)
            view[n++] = call->task->view[s].view;
    return n;
}

void sl__cuda_together_know(const sl__cuda_together *l, sl_view *const view[], int views)
{
    for (int d = 0; d < l->devices; d++)
        for (int v = 0; v < views && d != l->first; v++) {
            sl__cuda_replica *replica = sl__cuda_replica_of(l->device[d], view[v]);
            replica->version = sl__view_version(view[v]);
        }
}

void sl__cuda_results_free(void *data)
{
    gpu_free(data);
    (void)gpu_get_last_error();
}
