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
#include "call/inline.h"
#include "kernel/kinds.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/place.h"
#include "task/recording.h"

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

sl_status sl__region_check_recorded(const sl_region *region, const char *function)
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

sl_status sl__region_check(const sl_region *region, const char *function)
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
    region->call = SL__REGION_ALL;
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

/* What a thread that begins to record must not be in. */
static sl_status check_begin(const char *function)
{
    if (sl__runtime_in_task())
        return SL_FAIL(SL_ERR_CONTEXT, "%s: expected a call from outside of tasks, got one from inside", function);
    if (sl__in_region())
        return sl__region_fail(SL_FAIL(SL_ERR_STATE,
                                       "%s: expected that this thread records no region, but it does: sl_region_end() "
                                       "comes first",
                                       function),
                               NULL);
    return SL_SUCCESS;
}

/* With the lock held: whether this thread may record a region, or one call of it. */
static sl_status check_free(const sl_region *region, const int *call, const char *function)
{
    if (region->fresh != NULL)
        return SL_FAIL(SL_ERR_STATE,
                       "%s: region: expected one that no other thread records, but one does: sl_region_end() comes "
                       "first, in that thread",
                       function);
    if (call == NULL)
        return SL_SUCCESS;
    SL_TRY(sl__region_check_recorded(region, function));
    SL_TRY(sl__region_check_lost(region->recording, function));
    return *call >= 0 && *call < region->recording->calls
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_ARGUMENT, "%s: call: expected a loop or host task from 0 to %d, got %d", function,
                         region->recording->calls - 1, *call);
}

/* This thread records from now on. @param[in] call  what it records anew; NULL: all */
static sl_status record(sl_region *region, const int *call, sl__recording *r, const char *function)
{
    pthread_mutex_lock(&region->lock);
    const sl_status status = check_free(region, call, function);
    if (status == SL_SUCCESS) {
        region->fresh = r;
        region->call = call != NULL ? *call : SL__REGION_ALL;
    }
    pthread_mutex_unlock(&region->lock);
    if (status != SL_SUCCESS) {
        sl__recording_release(r);
        return status;
    }
    recorded = region;
    sl__region_round = region->round;
    return SL_SUCCESS;
}

sl_status sl_region_begin(sl_region **region)
{
    SL__CALL();
    SL_TRY(sl__runtime_check("sl_region_begin"));
    if (region == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_begin: region: expected where to put the region, got NULL");
    SL_TRY(check_begin("sl_region_begin"));
    if (*region != NULL)
        SL_TRY(sl__region_check(*region, "sl_region_begin"));
    sl__recording *r = sl__recording_new();
    sl_region *begun = r == NULL ? NULL : *region != NULL ? *region : new_region();
    if (begun == NULL) {
        sl__recording_release(r);
        return SL_FAIL(SL_ERR_MEMORY, "sl_region_begin: expected memory for a region, got none");
    }
    SL_TRY(record(begun, NULL, r, "sl_region_begin"));
    *region = begun;
    return SL_SUCCESS;
}

sl_status sl_region_set_call(sl_region *region, int call)
{
    SL__CALL();
    SL_TRY(sl__region_check(region, "sl_region_set_call"));
    SL_TRY(check_begin("sl_region_set_call"));
    sl__recording *r = sl__recording_new();
    if (r == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_region_set_call: expected memory for a recording, got none");
    return record(region, &call, r, "sl_region_set_call");
}

sl_status sl__region_check_not_recorded(const sl_region *region, const char *function)
{
    if (sl__in_region() && region == recorded)
        return SL_FAIL(SL_ERR_STATE, "%s: region: expected one that is recorded, but it is being recorded", function);
    return SL_SUCCESS;
}

int sl__region_sets_call(void)
{
    return sl__in_region() && recorded->call != SL__REGION_ALL;
}

sl_status sl__region_check_lost(const sl__recording *r, const char *function)
{
    if (r == NULL || r->lost.label[0] == '\0')
        return SL_SUCCESS;
    return SL_FAIL_OF(
        SL_ERR_DESTROYED, ((sl__made){r->lost.label, r->lost.made_at}),
        "%s: region: expected live views, but it uses wrapped view \"%s\", which was destroyed: its memory "
        "is the program's again. A region is recorded anew by sl_region_begin()",
        function, r->lost.label);
}

/* What has failed while a region, or a call of it, was recorded. */
static sl_status recorded_well(const sl_region *region)
{
    const sl__recording *r = region->fresh;
    if (r->failure.status != SL_SUCCESS)
        return SL_FAIL(r->failure.status,
                       "sl_region_end: region: expected that all calls between %s() and this "
                       "succeed, but one failed: %s",
                       region->call == SL__REGION_ALL ? "sl_region_begin" : "sl_region_set_call", r->failure.why);
    return sl__region_check_lost(r, "sl_region_end");
}

/* A call was recorded anew. @param[out] with  what the region is to be; taken out of it again after an error */
static sl_status record_end_call(const sl_region *region, sl__recording **with)
{
    SL_TRY(recorded_well(region));
    SL_TRY(sl__region_check_lost(region->recording, "sl_region_end"));
    if (region->fresh->calls != 1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_region_end: region: expected one loop or host task since sl_region_set_call(), got %d",
                       region->fresh->calls);
    return sl__recording_with(region->recording, region->call, region->fresh->call[0], with);
}

/* All was recorded. @param[out] with  as above */
static sl_status record_end_all(sl_region *region, sl__recording **with)
{
    sl_status status = recorded_well(region);
    if (status == SL_SUCCESS)
        status = sl__recording_cut(region->fresh);
    note_failure(&region->fresh->failure, status, NULL);
    region->failure = region->fresh->failure;
    *with = region->fresh;
    region->fresh = NULL;
    region->runs = 0;
    return status;
}

sl_status sl_region_end(sl_region *region)
{
    SL__CALL();
    SL_TRY(sl__region_check(region, "sl_region_end"));
    if (!sl__in_region() || region != recorded)
        return SL_FAIL(SL_ERR_STATE, "sl_region_end: region: expected the region that this thread records, got %s",
                       sl__in_region() ? "another one" : "one, but this thread records none");
    sl__region_round = 0;
    recorded = NULL;
    sl__recording *with = NULL, *old = NULL, *bad = NULL;
    pthread_mutex_lock(&region->lock);
    const int all = region->call == SL__REGION_ALL;
    sl_status status = all ? record_end_all(region, &with) : record_end_call(region, &with);
    if (all || status == SL_SUCCESS)
        old = region_take(&region->recording);
    if (status == SL_SUCCESS)
        region->recording = with;
    else
        bad = region_take(&with);
    sl__recording *fresh = region_take(&region->fresh);
    region->call = SL__REGION_ALL;
    pthread_mutex_unlock(&region->lock); /* another thread may destroy it now */
    drop(old);
    drop(bad);
    drop(fresh);
    sl__view_reap();
    return status;
}

sl_status sl_region_count(const sl_region *region, sl_region_counts *counts)
{
    SL__CALL();
    SL_TRY(sl__region_check(region, "sl_region_count"));
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
        counts->joined += atomic_load(&r->piece[t].graphs.joined);
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
