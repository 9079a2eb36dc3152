/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of regions: a piece as one task, in the calling thread, or, where its views are in parts, loop by loop. */
#include "call/by_block.h"
#include "call/queue.h"
#include "call/region.h"
#include "call/split.h"

#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "base/position.h"
#include "base/state.h"
#include "data/split.h"
#include "backend/backend.h"
#include "call/inline.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/place.h"
#include "task/recording.h"

/* A task to be queued, from one that is kept, in a run that stands at run_at. @return NULL without memory. */
static sl__task *copy_call(const sl__task *call, const char *run_at, int where, sl__reason reason)
{
    sl__task *task = sl__task_take();
    if (task == NULL)
        return NULL;
    sl__task_copy_call(task, call);
    task->at.run = run_at;
    task->placed = 1; /* with the whole piece: that a loop is on CPUs then need not be what the program asks for */
    (void)sl__windows_retain(task->windows);
    task->where = where;
    task->reason = (unsigned char)reason;
    if (!sl__task_make_room(task, call->state->scalars)) {
        sl__task_drop(task);
        return NULL;
    }
    memcpy(task->scalars, call->scalars, call->state->scalars);
    return task;
}

/* Where a piece goes, as its loops would if they were called now: to the calling thread if all of them do. That the
 * program waits is asked of a loop by itself; of several each is to be short.
 * @param[out] group  as of sl__inline_route()  @param[out] seconds  that all take there, if they are short */
static sl__reason piece_route(const sl__recording *r, const sl__piece *piece, int where, const sl__group **group,
                              double *seconds)
{
    sl_view *view[SL__BATCH_VIEWS];
    sl__reason reason = SL__BECAUSE_SHORT;
    double one;
    *group = NULL;
    *seconds = 0;
    for (int i = piece->first; i < piece->first + piece->count && sl__route_in_caller(reason); i++) {
        const sl__task *call = r->call[i];
        const int waits = piece->count == 1 && i == r->calls - 1 ? sl__awaited_how(call->state) : SL__WAITS_NOT;
        reason = sl__inline_route(call->state, call->policy, sl__task_points(call), where, waits, group, &one);
        *seconds += one;
    }
    if (!sl__route_in_caller(reason))
        return piece->count == 1 ? reason : SL__BECAUSE_PIECE;
    int split = 0; /* one is or was: what is to be in parts has no caller */
    for (int v = 0; v < piece->views; v++) {
        view[v] = piece->view[v].view;
        split |= sl__split_active && sl__splits_of(view[v]) != NULL;
    }
    if (!split && sl__inline_idle(view, piece->views, reason != SL__BECAUSE_SHORT))
        return reason;
    sl__inline_leave(*group);
    return SL__BECAUSE_IN_USE;
}

/* Runs a piece in the calling thread. A loop whose views another thread has got hold of meanwhile, or that are in
 * parts, is queued. */
static sl_status region_run_in_caller(const sl__recording *r, const sl__piece *piece, int where, sl__reason reason,
                                      const sl__group *group)
{
    sl_status status = SL_SUCCESS;
    for (int i = piece->first; i < piece->first + piece->count && status == SL_SUCCESS; i++) {
        const sl__task *call = r->call[i];
        sl__task task;
        sl__task_reset(&task);
        sl__task_copy_call(&task, call);
        task.at.run = sl__position; /* it has ended before the call has */
        task.placed = 1;
        task.where = where;
        task.reason = (unsigned char)reason;
        memcpy(task.scalars, call->scalars, call->state->scalars); /* SL__BECAUSE_SCALARS: there is room */
        if (sl__inline_run(&task, group, "sl_region_run", &status))
            continue;
        sl__task *queued = copy_call(call, sl__position, where, SL__BECAUSE_IN_USE);
        status = queued != NULL ? sl__task_submit(queued, &queued->state->codelet, "sl_region_run")
                                : SL_FAIL(SL_ERR_MEMORY, "sl_region_run: expected memory for a loop, got none");
    }
    sl__inline_leave(group);
    return status;
}

/* Queues a piece. */
static sl_status queue(sl__recording *r, sl__piece *piece, int where, sl__reason reason)
{
    const char *const run_at = sl__position_keep(sl__position);
    sl__task *task[SL__BATCH_TASKS];
    int n = 0;
    while (n < piece->count && (task[n] = copy_call(r->call[piece->first + n], run_at, where, reason)) != NULL)
        n++;
    const sl__batch_run run = {.count = piece->count, .recording = r, .graphs = &piece->graphs};
    const int device = (where & SL__SIDE_DEVICE) != 0;
    atomic_fetch_add(&r->references, device);
    if (n == piece->count && sl__batch_add_all(task, &run, "sl_region_run"))
        return SL_SUCCESS;
    sl__batch *batch = n == piece->count ? sl__batch_open(where) : NULL;
    if (batch != NULL) {
        sl__batch_send_all(batch, task, &run, "sl_region_run");
        return SL_SUCCESS;
    }
    atomic_fetch_sub(&r->references, device);
    while (n > 0)
        sl__task_drop(task[--n]);
    return SL_FAIL(SL_ERR_MEMORY, "sl_region_run: expected memory for %d loops, got none", piece->count);
}

static void hold_piece(const sl__piece *piece, sl__held *held)
{
    sl_view *views[SL__BATCH_VIEWS];
    for (int v = 0; v < piece->views; v++)
        views[v] = piece->view[v].view;
    sl__splits_hold(held, views, piece->views);
}

/* Whether the loops of a piece run in parts: all that use views in parts, and one at least. Else these would be put
 * together again and again. */
static int in_parts(const sl__recording *r, const sl__piece *piece)
{
    sl__held held;
    hold_piece(piece, &held);
    const int parts = sl__split_all(r->call + piece->first, piece->count);
    sl__splits_release(&held);
    return parts;
}

/* Queues a piece loop by loop, as if the loops were called now. */
static sl_status queue_loops(const sl__recording *r, const sl__piece *piece)
{
    const char *const run_at = sl__position_keep(sl__position);
    sl_status status = SL_SUCCESS;
    for (int i = piece->first; i < piece->first + piece->count && status == SL_SUCCESS; i++) {
        sl__task *task = copy_call(r->call[i], run_at, r->call[i]->where, SL__BECAUSE_SPLIT);
        if (task == NULL)
            return SL_FAIL(SL_ERR_MEMORY, "sl_region_run: expected memory for a loop, got none");
        task->placed = 0;
        if (!sl__by_block_task(task, "sl_region_run", &status))
            status = sl__task_submit(task, &task->state->codelet, "sl_region_run");
    }
    return status;
}

/* Runs a host function in the calling thread, if it is to, as sl_task() does. @return 0 when it did not run. */
static int region_function_in_caller(const sl__task *call, sl_status *status)
{
    sl__task task;
    sl__task_reset(&task);
    sl__task_copy_call(&task, call);
    task.many = call->many;
    task.at.run = sl__position;
    if (!sl__task_make_room(&task, call->copied))
        return 0;
    memcpy(task.scalars, call->scalars, call->copied);
    const int ran = sl__inline_run_function(&task, "sl_region_run", status);
    sl__task_free_room(&task);
    return ran;
}

/* Queues a host function, as sl_task() does. */
static sl_status queue_function(const sl__task *call)
{
    sl__task *task = sl__task_take();
    if (task == NULL || !sl__task_make_room(task, call->copied) || !sl__recording_uses(task, call)) {
        if (task != NULL)
            sl__task_drop(task);
        return SL_FAIL(SL_ERR_MEMORY, "sl_region_run: expected memory for a host task, got none");
    }
    sl__task_copy_call(task, call);
    memcpy(task->scalars, call->scalars, call->copied);
    task->at.run = sl__position;
    return sl__task_submit(task, &sl__task_host_codelet, "sl_region_run");
}

/* Runs a piece: in the calling thread, or in the place that is best for all of it. */
static sl_status run(sl__recording *r, sl__piece *piece)
{
    const sl__task *first = r->call[piece->first];
    if (first->kernel == NULL) {
        sl_status status;
        const int ran = first->policy->where == SL_CALLER && region_function_in_caller(first, &status);
        return ran ? status : queue_function(first);
    }
    if (sl__split_active && in_parts(r, piece))
        return queue_loops(r, piece);
    if (piece->where == SL__SIDE_BOTH && atomic_load_explicit(&piece->graphs.timed, memory_order_relaxed))
        sl__device_graphs_look(&piece->graphs);
    int where =
        sl__place_piece(r->call + piece->first, piece->count, piece->view, piece->views, piece->where, &piece->place);
    const sl__group *group;
    double seconds;
    const sl__reason reason = piece_route(r, piece, where, &group, &seconds);
    if (sl__route_in_caller(reason)) {
        sl_status status;
        const int ran =
            sl__inline_run_several(&piece->fusing, r->call + piece->first, piece->count, where, seconds, &status);
        return ran ? status : region_run_in_caller(r, piece, where, reason, group);
    }
    if (sl__fused_queue(&piece->fusing, r->call + piece->first, piece->count, where))
        return SL_SUCCESS;
    if (!sl__split_active)
        return queue(r, piece, where, reason);
    sl__held held;
    hold_piece(piece, &held); /* what is split is put together first */
    sl_status status = sl__splits_join(&held, "sl_region_run");
    if (status == SL_SUCCESS)
        status = queue(r, piece, where, reason);
    sl__splits_release(&held);
    return status;
}

sl_status sl_region_run(sl_region *region)
{
    SL__CALL();
    SL_TRY(sl__region_check(region, "sl_region_run"));
    if (sl__in_region())
        return sl__region_fail(
            SL_FAIL(SL_ERR_STATE, "sl_region_run: expected that this thread records no region, but it does"), NULL);
    SL_TRY(sl__task_throttle("sl_region_run"));
    pthread_mutex_lock(&region->lock);
    sl_status status = sl__region_check_recorded(region, "sl_region_run");
    sl__recording *r = region->recording;
    if (status == SL_SUCCESS)
        status = sl__region_check_lost(r, "sl_region_run");
    if (r != NULL && status == SL_SUCCESS)
        region->runs++;
    const sl__kernel_state *last = r != NULL && r->calls > 0 ? r->call[r->calls - 1]->state : NULL;
    sl__awaited_called(last);
    for (int t = 0; r != NULL && t < r->pieces && status == SL_SUCCESS; t++)
        status = run(r, &r->piece[t]);
    pthread_mutex_unlock(&region->lock);
    sl__awaited_returns(last);
    return status;
}
