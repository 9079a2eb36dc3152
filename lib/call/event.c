/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/failure.h"
#include "base/object.h"
#include "base/progress.h"
#include "base/slots.h"
#include "base/state.h"
#include "call/spread.h"
#include "data/reaper.h"
#include "task/batch.h"
#include "task/epoch.h"
#include "task/stuck.h"

struct sl_event {
    sl__object object;
    unsigned round; /* of sl_init(): an event of an earlier one is done */
    sl__epoch *epoch;
    void *next; /* of the slots */
};

static sl__slots events = SL__SLOTS(sl_event, next, NULL);

static int epoch_is_done(void *arg)
{
    sl__epoch *epoch = arg;
    return atomic_load_explicit(&epoch->over, memory_order_acquire);
}

/* On this rank. */
static sl_status wait_here(void)
{
    sl__batch_host_synced();
    if (sl__progress_pending() > 0) {
        sl__batch_flush();
        SL_TRY(sl__stuck_check(&(sl__awaited){.function = "sl_wait"}));
        sl__epoch *epoch = sl__epoch_close();
        if (epoch == NULL)
            return SL_FAIL(SL_ERR_MEMORY, "sl_wait: expected memory for a mark in the queue, got none");
        sl_status status = sl__progress_wait(epoch_is_done, epoch, "sl_wait", "all tasks");
        sl__epoch_release(epoch);
        SL_TRY(status);
    }
    sl__view_reap(); /* regions may have run meanwhile that use such a view, and let go of it only now */
    SL_TRY(sl__view_wait_released("sl_wait"));
    sl__view_reap();
    return sl__failure_take();
}

sl_status sl_wait(void)
{
    SL__CALL();
    SL_TRY(sl__runtime_check_blocking("sl_wait"));
    return sl__spread_waited("sl_wait", wait_here());
}

static sl_status event_check(const sl_event *event, const char *function)
{
    SL_TRY(sl__runtime_check(function));
    return sl__object_check((const sl__object *)event, SL__MAGIC_EVENT, function, "event", "an event");
}

sl_status sl_event_record(sl_event **event)
{
    SL__CALL();
    SL_TRY(sl__runtime_check("sl_event_record"));
    if (event == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_event_record: event: expected room for an event, got NULL");
    sl_event *fresh = sl__slots_take(&events);
    if (fresh == NULL || (fresh->epoch = sl__epoch_close()) == NULL) {
        if (fresh != NULL)
            sl__slots_give(&events, fresh);
        return SL_FAIL(SL_ERR_MEMORY, "sl_event_record: expected memory for an event, got none");
    }
    fresh->round = sl__runtime_round();
    sl__object_init(&fresh->object, SL__MAGIC_EVENT);
    *event = fresh;
    return SL_SUCCESS;
}

int sl_event_test(sl_event *event)
{
    SL__CALL();
    if (event_check(event, "sl_event_test") != SL_SUCCESS)
        return -1;
    sl__progress_poll();
    return event->round != sl__runtime_round() || epoch_is_done(event->epoch);
}

sl_status sl_event_wait(sl_event *event)
{
    SL__CALL();
    SL_TRY(sl__runtime_check_blocking("sl_event_wait"));
    SL_TRY(event_check(event, "sl_event_wait"));
    sl__batch_host_synced();
    if (event->round == sl__runtime_round() && !epoch_is_done(event->epoch)) {
        sl__batch_flush();
        SL_TRY(sl__stuck_check(&(sl__awaited){.function = "sl_event_wait", .before = event->epoch->end}));
        SL_TRY(sl__progress_wait(epoch_is_done, event->epoch, "sl_event_wait", "an event"));
    }
    sl__view_reap();
    return sl__failure_take_before(event->epoch->end);
}

void sl_event_destroy(sl_event **event)
{
    if (event == NULL || *event == NULL)
        return;
    sl_event *e = *event;
    *event = NULL;
    if (sl__object_kill(&e->object, SL__MAGIC_EVENT, "sl_event_destroy", "event", "an event") != SL_SUCCESS)
        return;
    sl__epoch_release(e->epoch);
    sl__slots_give(&events, e);
}
