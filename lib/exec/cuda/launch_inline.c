/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches that the calling thread launches itself, without StarPU: where the only device has all of their views, and
 * nobody else uses them but launches before, they would wait for nothing but the way by StarPU's queues, which takes 15
 * to 25 microseconds. What they write has no other copy, so StarPU need not know of it; what follows is ordered as
 * behind any batch that is completed early (early_completion.c). */
#include "exec/cuda/cuda.h"
#include "exec/cuda/early_completion.h"

#include "base/env.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/hold.h"
#include "data/starpu.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/state.h"
#include "task/spans.h"

static int may_run(sl__cuda_device *device, const sl__batch *batch)
{
    double seconds;
    if (device == NULL || device->number < 0 || device->cleans || batch->may_fail || sl__watched() ||
        sl__data_exposed() > 0 || sl__runtime_paused() || sl__runtime_in_task() || !sl__env_int(SL__ENV_INLINE))
        return 0;
    return sl__early_completion_count(device, &seconds) < SL__LAUNCH_INLINE_BATCHES &&
           seconds + batch->seconds <= SL__LAUNCH_INLINE_SECONDS;
}

static void launch_inline_let_go(const sl__batch *batch, int count)
{
    for (int v = 0; v < count; v++)
        sl__view_let_go(batch->view[v].view, batch->view[v].access & SL_WRITE);
}

/* Each view was counted once for the batch, and once for each loop that uses it. */
static int launch_inline_hold(const sl__batch *batch)
{
    int64_t own[SL__BATCH_VIEWS];
    for (int v = 0; v < batch->views; v++)
        own[v] = 1;
    for (int i = 0; i < batch->count; i++)
        for (int v = 0; v < batch->task[i]->views; v++)
            own[batch->place[i][v]]++;
    for (int v = 0; v < batch->views; v++) {
        const sl__task_view *use = &batch->view[v];
        if (!sl__view_is_poisoned(use->view) && sl__view_hold_beside(use->view, use->access & SL_WRITE, own[v]))
            continue;
        launch_inline_let_go(batch, v);
        if (v > 0)
            sl__progress_passed(); /* somebody may have found them held */
        return 0;
    }
    return 1;
}

/* ---- StarPU --------------------------------------------------------------------------------------------------- */

static void inline_release(sl_view *const view[], int count)
{
    for (int v = 0; v < count; v++)
        starpu_data_release_on_node(view[v]->handle, STARPU_ACQUIRE_NO_NODE_LOCK_ALL);
}

static int is_there(const sl_view *view, int node)
{
    int valid;
    starpu_data_query_status2(view->handle, node, NULL, &valid, NULL, NULL);
    return valid;
}

/* What is used must be there, and what is written nowhere else, nor on its way, so that StarPU need not hear of it. */
static int launch_inline_resides(const sl__task_view *use, int node)
{
    const int nodes = use->access & SL_WRITE ? (int)starpu_memory_nodes_get_count() : 0;
    int loading, requested;
    for (int n = 0; n < nodes; n++) { /* a copy that arrives is first valid, and then not on its way any more */
        if (n == node)
            continue;
        starpu_data_query_status2(use->view->handle, n, NULL, NULL, &loading, &requested);
        atomic_thread_fence(memory_order_seq_cst);
        if (loading || requested || is_there(use->view, n))
            return 0;
    }
    return is_there(use->view, node);
}

/* Locks the copies of all views where they are, without asking for any: a request would be the worker's, who may be
 * waiting for the lock of batches. For that they are locked as for reading; the holds keep all others away. */
static int acquire(const sl__batch *batch, sl_view *const view[], int node, void *buffers[])
{
    for (int v = 0; v < batch->views; v++) {
        const sl__task_view *use = &batch->view[v];
        if (!launch_inline_resides(use, node) ||
            starpu_data_acquire_on_node_try(view[v]->handle, STARPU_ACQUIRE_NO_NODE_LOCK_ALL, STARPU_R) != 0) {
            inline_release(view, v);
            return 0;
        }
        if (!launch_inline_resides(use, node)) { /* it was evicted in between */
            inline_release(view, v + 1);
            return 0;
        }
        buffers[v] = starpu_data_get_interface_on_node(view[v]->handle, (unsigned)node);
    }
    return 1;
}

/* ---- launching ------------------------------------------------------------------------------------------------ */

/* In the device's context. A call does not fail for want of memory for a record: the worker may have some later.
 * @return as sl__cuda_runs_inline() */
static int inline_launch(sl__cuda_device *device, sl__batch *batch, void *buffers[])
{
    int result = SL__INLINE_NOT;
    pthread_mutex_lock(&device->launching);
    if (sl__cuda_flights_reserve(device, batch->count)) {
        for (int i = 0; i < batch->count && sl__watched(); i++)
            sl__profile_routed(batch->task[i], SL__BECAUSE_FREE);
        result = sl__cuda_batch_launch(device, batch, buffers, NULL) && sl__cuda_batch_leaves(device, batch)
                     ? SL__INLINE_LAUNCHED
                     : SL__INLINE_ENDED;
    }
    if (result == SL__INLINE_ENDED)
        (void)gpu_stream_synchronize(device->stream);
    pthread_mutex_unlock(&device->launching);
    if (result == SL__INLINE_ENDED)
        sl__cuda_batch_end_tasks(batch); /* while nobody else can use what it has poisoned */
    return result;
}

static int launch_there(sl__cuda_device *device, sl__batch *batch, void *buffers[])
{
    const int before = sl__cuda_enter(device);
    const int result = inline_launch(device, batch, buffers);
    sl__cuda_leave(before);
    return result;
}

int sl__cuda_runs_inline(sl__batch *batch)
{
    const int worker = sl__device_only_worker();
    sl__cuda_device *device = worker >= 0 ? sl__cuda_device_of_worker(worker) : NULL;
    void *buffers[SL__BATCH_VIEWS];
    int result = SL__INLINE_NOT;
    if (!may_run(device, batch) || !launch_inline_hold(batch))
        return SL__INLINE_NOT;
    const int node = (int)starpu_worker_get_memory_node((unsigned)worker), views = batch->views;
    sl_view *view[SL__BATCH_VIEWS];
    int writes[SL__BATCH_VIEWS];
    for (int v = 0; v < views; v++) { /* the batch may be gone then */
        view[v] = batch->view[v].view;
        writes[v] = batch->view[v].access & SL_WRITE;
    }
    if (acquire(batch, view, node, buffers)) {
        result = launch_there(device, batch, buffers);
        inline_release(view, views);
    }
    for (int v = 0; v < views; v++)
        sl__view_let_go(view[v], writes[v]);
    sl__progress_passed();
    return result;
}
