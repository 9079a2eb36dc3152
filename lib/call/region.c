/* SPDX-License-Identifier: BSD-3-Clause */
/* A region keeps loops as tasks that were never queued. A run makes queued ones of them, as a batch that is complete,
 * or that may be collected with others on CPUs: so waiting, failures and names are those of other loops. Host functions
 * stand between such batches: a task each. */
#include "call/queue.h"
#include "call/region.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/object.h"
#include "base/position.h"
#include "base/slots.h"
#include "base/state.h"
#include "base/types.h"
#include "data/reaper.h"
#include "data/split.h"
#include "data/subview.h"
#include "backend/backend.h"
#include "call/check.h"
#include "call/inline.h"
#include "kernel/kinds.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/place.h"
#include "task/recording.h"

struct sl_region {
    sl__object object;
    pthread_mutex_t lock; /* after that of all regions, before that of batches */
    unsigned round;       /* of sl_init() */
    int64_t runs;
    sl__recording *recording;
    sl__recording *fresh;             /* which is being recorded; NULL: none */
    sl__record_failure failure;       /* why there is no recording */
    struct sl_region *next, **before; /* in the list of all */
    void *next_free;                  /* of the slots */
};

static void fresh_region(void *slot)
{
    pthread_mutex_init(&((sl_region *)slot)->lock, NULL);
}

static sl__slots region_slots = SL__SLOTS(sl_region, next_free, fresh_region);

static pthread_mutex_t regions_lock = PTHREAD_MUTEX_INITIALIZER;
static sl_region *regions;
static _Thread_local sl_region *recorded; /* by this thread */

sl_status sl__region_record(sl__task *task, const char *function)
{
    task->at = sl__at_keep(task->at);
    pthread_mutex_lock(&recorded->lock);
    sl_status status = sl__recording_add(recorded->fresh, task, function);
    pthread_mutex_unlock(&recorded->lock);
    sl__task_drop(task);
    return status;
}

/* Remembers the first thing that has failed, in the words of the error that this thread has just met. */
static void note_failure(sl__record_failure *failure, sl_status status, const char *kernel)
{
    if (status == SL_SUCCESS || failure->status != SL_SUCCESS)
        return;
    failure->status = status;
    const char *why = sl_last_error();
    const int named = kernel == NULL || strstr(why, kernel) != NULL;
    snprintf(failure->why, sizeof failure->why, "%s%s%s%s", why, named ? "" : " (kernel ", named ? "" : kernel,
             named ? "" : ")");
}

void sl__region_failed(sl_status status, const char *kernel)
{
    if (sl__in_region())
        note_failure(&recorded->fresh->failure, status, kernel);
}

/* With the lock held. @return why nothing of a region can run. */
static sl_status check_recorded(const sl_region *region, const char *function)
{
    if (region->recording != NULL)
        return SL_SUCCESS;
    if (region->failure.status != SL_SUCCESS)
        return SL_FAIL(region->failure.status,
                       "%s: region: expected one whose recording has succeeded, got one that was spoilt by: %s",
                       function, region->failure.why);
    return SL_FAIL(SL_ERR_STATE, "%s: region: expected one that is recorded, got one before its first sl_region_end()",
                   function);
}

/* Takes a recording out of a region, whose lock is held. */
static sl__recording *region_take(sl__recording **from)
{
    sl__recording *r = *from;
    *from = NULL;
    if (r != NULL)
        (void)sl__recording_unwrap(r, NULL);
    return r;
}

/* Drops what was taken. Without the lock: the log's handler, which is the program's, may be told of a view. */
static void drop(sl__recording *r)
{
    if (r == NULL)
        return;
    sl__recording_leave(r);
    sl__recording_release(r);
}

static void lose(sl__recording *r, const sl_view *view)
{
    if (r == NULL || !sl__recording_unwrap(r, view))
        return;
    snprintf(r->lost.label, sizeof r->lost.label, "%s", view->label);
    r->lost.made_at = view->made_at;
}

void sl__regions_lose(const sl_view *view)
{
    pthread_mutex_lock(&regions_lock);
    for (sl_region *r = regions; r != NULL; r = r->next) {
        pthread_mutex_lock(&r->lock);
        lose(r->recording, view);
        lose(r->fresh, view);
        pthread_mutex_unlock(&r->lock);
    }
    pthread_mutex_unlock(&regions_lock);
}

/* ---- the public functions ------------------------------------------------------------------------------ */

static sl_status region_check(const sl_region *region, const char *function)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__state_check_outside(function));
    SL_TRY(sl__object_check((const sl__object *)region, SL__MAGIC_REGION, function, "region", "a region"));
    return sl__runtime_check_round(region->round, function, "region");
}

static sl_region *new_region(void)
{
    sl_region *region = sl__slots_take(&region_slots);
    if (region == NULL)
        return NULL;
    region->runs = 0;
    region->recording = region->fresh = NULL;
    region->failure.status = SL_SUCCESS;
    region->round = sl__runtime_round();
    sl__object_init(&region->object, SL__MAGIC_REGION);
    pthread_mutex_lock(&regions_lock);
    region->next = regions;
    region->before = &regions;
    if (regions != NULL)
        regions->before = &region->next;
    regions = region;
    pthread_mutex_unlock(&regions_lock);
    return region;
}

sl_status sl_region_begin(sl_region **region)
{
    SL__CALL();
    SL_TRY(sl__runtime_check("sl_region_begin"));
    if (region == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_begin: region: expected where to put the region, got NULL");
    if (sl__runtime_in_task())
        return SL_FAIL(SL_ERR_CONTEXT, "sl_region_begin: expected a call from outside of tasks, got one from inside");
    if (sl__in_region())
        return sl__region_fail(SL_FAIL(SL_ERR_STATE, "sl_region_begin: expected that this thread records no region, "
                                                     "but it does: sl_region_end() comes first"),
                               NULL);
    if (*region != NULL)
        SL_TRY(region_check(*region, "sl_region_begin"));
    sl__recording *r = sl__recording_new();
    sl_region *begun = r == NULL ? NULL : *region != NULL ? *region : new_region();
    if (begun == NULL) {
        sl__recording_release(r);
        return SL_FAIL(SL_ERR_MEMORY, "sl_region_begin: expected memory for a region, got none");
    }
    pthread_mutex_lock(&begun->lock);
    const int taken = begun->fresh != NULL;
    if (!taken)
        begun->fresh = r;
    pthread_mutex_unlock(&begun->lock);
    if (taken) {
        sl__recording_release(r);
        return SL_FAIL(SL_ERR_STATE, "sl_region_begin: region: expected one that no other thread records, but one "
                                     "does: sl_region_end() comes first, in that thread");
    }
    *region = recorded = begun;
    sl__region_round = begun->round;
    return SL_SUCCESS;
}

/* Whether a wrapped view is gone whose memory is the program's again. */
static sl_status check_lost(const sl__recording *r, const char *function)
{
    if (r == NULL || r->lost.label[0] == '\0')
        return SL_SUCCESS;
    return SL_FAIL_OF(
        SL_ERR_DESTROYED, ((sl__made){r->lost.label, r->lost.made_at}),
        "%s: region: expected live views, but it uses wrapped view \"%s\", which was destroyed: its memory "
        "is the program's again. A region is recorded anew by sl_region_begin()",
        function, r->lost.label);
}

/* What has failed while a region was recorded. */
static sl_status recorded_well(const sl__recording *r)
{
    if (r->failure.status != SL_SUCCESS)
        return SL_FAIL(r->failure.status,
                       "sl_region_end: region: expected that all calls between sl_region_begin() and this "
                       "succeed, but one failed: %s",
                       r->failure.why);
    return check_lost(r, "sl_region_end");
}

sl_status sl_region_end(sl_region *region)
{
    SL__CALL();
    SL_TRY(region_check(region, "sl_region_end"));
    if (!sl__in_region() || region != recorded)
        return SL_FAIL(SL_ERR_STATE, "sl_region_end: region: expected the region that this thread records, got %s",
                       sl__in_region() ? "another one" : "one, but this thread records none");
    sl__region_round = 0;
    recorded = NULL;
    pthread_mutex_lock(&region->lock);
    sl_status status = recorded_well(region->fresh);
    if (status == SL_SUCCESS)
        status = sl__recording_cut(region->fresh);
    note_failure(&region->fresh->failure, status, NULL);
    region->failure = region->fresh->failure;
    sl__recording *old = region_take(&region->recording), *bad = status ? region_take(&region->fresh) : NULL;
    region->recording = region->fresh;
    region->fresh = NULL;
    region->runs = 0;
    pthread_mutex_unlock(&region->lock); /* another thread may destroy it now */
    drop(old);
    drop(bad);
    sl__view_reap();
    return status;
}

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
 * @param[out] group  as of sl__inline_route() */
static sl__reason piece_route(const sl__recording *r, const sl__piece *piece, int where, const sl__group **group)
{
    sl_view *view[SL__BATCH_VIEWS];
    sl__reason reason = SL__BECAUSE_SHORT;
    *group = NULL;
    for (int i = piece->first; i < piece->first + piece->count && sl__route_in_caller(reason); i++) {
        const sl__task *call = r->call[i];
        const int waits = piece->count == 1 && i == r->calls - 1 ? sl__awaited_how(call->state) : SL__WAITS_NOT;
        reason = sl__inline_route(call->state, &call->policy, sl__task_points(call), where, waits, group);
    }
    if (!sl__route_in_caller(reason))
        return piece->count == 1 ? reason : SL__BECAUSE_PIECE;
    for (int v = 0; v < piece->views; v++)
        view[v] = piece->view[v].view;
    if (sl__inline_idle(view, piece->views, reason != SL__BECAUSE_SHORT))
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
    if (r->call[piece->first]->kernel == NULL)
        return queue_function(r->call[piece->first]);
    if (piece->where == SL__SIDE_BOTH && atomic_load_explicit(&piece->graphs.timed, memory_order_relaxed))
        sl__device_graphs_look(&piece->graphs);
    int where =
        sl__place_piece(r->call + piece->first, piece->count, piece->view, piece->views, piece->where, &piece->place);
    const sl__group *group;
    const sl__reason reason = piece_route(r, piece, where, &group);
    if (sl__route_in_caller(reason))
        return region_run_in_caller(r, piece, where, reason, group);
    if (sl__fused_queue(&piece->fusing, r->call + piece->first, piece->count, where))
        return SL_SUCCESS;
    if (!sl__split_active)
        return queue(r, piece, where, reason);
    sl_view *views[SL__BATCH_VIEWS];
    sl__held held;
    for (int v = 0; v < piece->views; v++)
        views[v] = piece->view[v].view;
    sl__splits_hold(&held, views, piece->views); /* what is split is put together first */
    sl_status status = sl__splits_join(&held, "sl_region_run");
    if (status == SL_SUCCESS)
        status = queue(r, piece, where, reason);
    sl__splits_release(&held);
    return status;
}

sl_status sl_region_run(sl_region *region)
{
    SL__CALL();
    SL_TRY(region_check(region, "sl_region_run"));
    if (sl__in_region())
        return sl__region_fail(
            SL_FAIL(SL_ERR_STATE, "sl_region_run: expected that this thread records no region, but it does"), NULL);
    SL_TRY(sl__task_throttle("sl_region_run"));
    pthread_mutex_lock(&region->lock);
    sl_status status = check_recorded(region, "sl_region_run");
    sl__recording *r = region->recording;
    if (status == SL_SUCCESS)
        status = check_lost(r, "sl_region_run");
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

/* Whether a scalar may have a value as it might in a call: the length of an array of results is the extent of that. */
static sl_status check_value(const sl__task *call, int i, const void *value)
{
    const sl__kernel_state *state = call->state;
    const char *name = call->kernel->args[i].name, *kernel = call->kernel->name;
    const int64_t number = sl__type_integer(state->parameter[i].info->type, value);
    const int64_t now = sl__type_integer(state->parameter[i].info->type, call->scalars + state->parameter[i].scalar);
    if ((atomic_load_explicit(&state->sizes, memory_order_relaxed) >> i & 1) && number < 1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_region_set: value: expected 1 or more for %s of nest %s, a size of tiles, got %" PRId64,
                       name, kernel, number);
    for (int a = 0; a < call->kernel->nargs && number != now; a++)
        if (state->parameter[a].length == i)
            return SL_FAIL(SL_ERR_EXTENT,
                           "sl_region_set: value: expected %" PRId64 " for %s of kernel %s, the extent of argument %s, "
                           "got %" PRId64,
                           now, name, kernel, call->kernel->args[a].name, number);
    return SL_SUCCESS;
}

static sl_status set_scalar(sl__task *call, int number, const char *name, const void *value, size_t size)
{
    if (call->kernel == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: call: expected a loop, got %d, which is host task \"%s\"",
                       number, call->label);
    for (int i = 0; i < call->kernel->nargs; i++) {
        const sl__parameter *p = &call->state->parameter[i];
        if (!sl__is_value(p->info->kind) || strcmp(p->info->name, name) != 0)
            continue;
        if (p->info->size != size)
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "sl_region_set: size: expected %zu bytes for scalar %s of kernel %s (%s), "
                           "got %zu",
                           p->info->size, name, call->kernel->name, p->info->type_name, size);
        SL_TRY(check_value(call, i, value));
        SL_TRY(sl__check_scratch_set(call, i, value, &call->policy.scratch_bytes));
        memcpy(call->scalars + p->scalar, value, size);
        return SL_SUCCESS;
    }
    return SL_FAIL(SL_ERR_ARGUMENT,
                   "sl_region_set: argument: expected the name of a scalar of kernel %s, which is "
                   "call %d, got \"%s\"",
                   call->kernel->name, number, name);
}

sl_status sl_region_set(sl_region *region, int call, const char *argument, const void *value, size_t size)
{
    SL__CALL();
    SL_TRY(region_check(region, "sl_region_set"));
    if (argument == NULL || value == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: %s: expected a %s, got NULL", argument ? "value" : "argument",
                       argument ? "pointer to the value" : "name");
    if (sl__in_region() && region == recorded)
        return SL_FAIL(SL_ERR_STATE, "sl_region_set: region: expected one that is recorded, but it is being recorded");
    pthread_mutex_lock(&region->lock);
    sl__recording *r = region->recording;
    int calls = r ? r->calls : 0;
    sl_status status = check_recorded(region, "sl_region_set");
    if (status == SL_SUCCESS)
        status =
            call < 0 || call >= calls
                ? SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: call: expected a loop from 0 to %d, got %d", calls - 1, call)
                : set_scalar(r->call[call], call, argument, value, size);
    if (r != NULL && status == SL_SUCCESS)
        sl__recording_changed(r);
    pthread_mutex_unlock(&region->lock);
    return status;
}

/* Whether one view can stand in a region where another one does. */
static sl_status check_exchange(const char *function, const sl_view *view, const sl_view *with)
{
    const char *const names[] = {"view", "with"};
    const sl_view *const both[] = {view, with};
    for (int k = 0; k < 2; k++) {
        SL_TRY(sl__view_check(both[k], function, names[k]));
        SL_TRY(sl__view_check_writable(both[k], function, names[k]));
        SL_TRY(sl__subview_refuse(both[k], function));
    }
    SL_TRY(sl__view_check_same_layout(function, "with", view, with));
    for (int d = 0; d < view->rank; d++)
        if (view->s[d] != with->s[d] || view->indices.first[d] != with->indices.first[d])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(view), sl__view_made(with),
                                   "%s: with: expected stride %" PRId64 " and first index %" PRId64 " in dimension %d, "
                                   "as \"%s\" has, got %" PRId64 " and %" PRId64 " of \"%s\"",
                                   function, view->s[d], view->indices.first[d], d, view->label, with->s[d],
                                   with->indices.first[d], with->label);
    return SL_SUCCESS;
}

sl_status sl_region_set_view(sl_region *region, sl_view *view, sl_view *with)
{
    SL__CALL();
    static const char function[] = "sl_region_set_view";
    SL_TRY(region_check(region, function));
    SL_TRY(check_exchange(function, view, with));
    if (sl__in_region() && region == recorded)
        return SL_FAIL(SL_ERR_STATE, "%s: region: expected one that is recorded, but it is being recorded", function);
    pthread_mutex_lock(&region->lock);
    sl__recording *r = region->recording;
    sl_status status = check_recorded(region, function);
    if (status == SL_SUCCESS)
        status = check_lost(r, function);
    if (status == SL_SUCCESS)
        status = sl__recording_exchange(r, view, with, function);
    pthread_mutex_unlock(&region->lock);
    return status;
}

sl_status sl_region_count(const sl_region *region, sl_region_counts *counts)
{
    SL__CALL();
    SL_TRY(region_check(region, "sl_region_count"));
    if (counts == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_count: counts: expected where to put the counts, got NULL");
    sl_region *locked = (sl_region *)(uintptr_t)region;
    pthread_mutex_lock(&locked->lock);
    const sl__recording *r = region->recording;
    *counts = (sl_region_counts){.runs = region->runs};
    if (r != NULL) {
        counts->calls = r->calls;
        counts->tasks = r->pieces;
    }
    for (int t = 0; t < counts->tasks; t++) {
        counts->captures += atomic_load(&r->piece[t].graphs.captures);
        counts->reused += atomic_load(&r->piece[t].graphs.reused);
        counts->replays += atomic_load(&r->piece[t].graphs.replays);
        counts->updates += atomic_load(&r->piece[t].graphs.updates);
        counts->laned += atomic_load(&r->piece[t].graphs.laned);
    }
    pthread_mutex_unlock(&locked->lock);
    return SL_SUCCESS;
}

/* Takes all out of a region. */
static void empty(sl_region *region)
{
    pthread_mutex_lock(&region->lock);
    sl__recording *old = region_take(&region->recording), *fresh = region_take(&region->fresh);
    pthread_mutex_unlock(&region->lock);
    drop(old);
    drop(fresh);
}

static int is_recorded_elsewhere(sl_region *region)
{
    if (!sl__object_live(&region->object, SL__MAGIC_REGION) || (sl__in_region() && region == recorded))
        return 0;
    pthread_mutex_lock(&region->lock);
    const int is_recorded = region->fresh != NULL;
    pthread_mutex_unlock(&region->lock);
    return is_recorded;
}

void sl_region_destroy(sl_region **region)
{
    SL__CALL();
    if (region == NULL || *region == NULL || sl__state_check_outside("sl_region_destroy") != SL_SUCCESS)
        return;
    if (sl__state_get() == SL__STATE_ENDING && sl__runtime_check("sl_region_destroy") != SL_SUCCESS)
        return; /* another thread empties it just now */
    sl_region *r = *region;
    if (is_recorded_elsewhere(r)) {
        (void)SL_FAIL(SL_ERR_STATE, "sl_region_destroy: region: expected one that no other thread records, but one "
                                    "does: sl_region_end() comes first, in that thread");
        return;
    }
    *region = NULL;
    if (sl__object_kill(&r->object, SL__MAGIC_REGION, "sl_region_destroy", "region", "a region") != SL_SUCCESS)
        return;
    if (sl__in_region() && r == recorded) { /* given up while it was recorded */
        sl__region_round = 0;
        recorded = NULL;
    }
    empty(r);
    pthread_mutex_lock(&regions_lock);
    *r->before = r->next;
    if (r->next != NULL)
        r->next->before = r->before;
    pthread_mutex_unlock(&regions_lock);
    sl__slots_give(&region_slots, r);
    if (sl_is_initialized())
        sl__view_reap();
}

void sl__regions_fini(void)
{
    pthread_mutex_lock(&regions_lock);
    for (sl_region *r = regions; r != NULL; r = r->next)
        empty(r);
    pthread_mutex_unlock(&regions_lock);
}
