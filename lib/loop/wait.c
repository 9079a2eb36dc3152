/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "core/error.h"
#include "core/failure.h"
#include "core/object.h"
#include "core/parts.h"
#include "core/progress.h"
#include "core/runtime.h"
#include "device/cpu/cpu.h"
#include "device/device.h"
#include "loop/batch.h"
#include "loop/inline.h"
#include "loop/split.h"
#include "loop/region.h"
#include "place/place.h"

struct sl_event {
    _Atomic uint32_t magic;
    unsigned round; /* of sl_init(): an event of an earlier one is done */
    sl__epoch *epoch;
};

static int epoch_is_done(void *arg)
{
    sl__epoch *epoch = arg;
    return atomic_load_explicit(&epoch->over, memory_order_acquire);
}

sl_status sl_wait(void)
{
    SL_TRY(sl__runtime_check_blocking("sl_wait"));
    sl__batch_looked();
    if (sl__progress_pending() > 0) {
        sl__batch_flush();
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

static sl_status check(const sl_event *event, const char *function)
{
    SL_TRY(sl__runtime_check(function));
    if (event == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: event: expected an event, got NULL", function);
    if (atomic_load(&event->magic) != SL__MAGIC_EVENT)
        return SL_FAIL(SL_ERR_DESTROYED, "%s: event: expected an event, got something that is none", function);
    return SL_SUCCESS;
}

sl_status sl_event_record(sl_event **event)
{
    SL_TRY(sl__runtime_check("sl_event_record"));
    if (event == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_event_record: event: expected room for an event, got NULL");
    sl_event *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL || (fresh->epoch = sl__epoch_close()) == NULL) {
        free(fresh);
        return SL_FAIL(SL_ERR_MEMORY, "sl_event_record: expected memory for an event, got none");
    }
    fresh->round = sl__runtime_round();
    atomic_store(&fresh->magic, SL__MAGIC_EVENT);
    *event = fresh;
    return SL_SUCCESS;
}

int sl_event_test(sl_event *event)
{
    if (check(event, "sl_event_test") != SL_SUCCESS)
        return -1;
    sl__progress_poll();
    return event->round != sl__runtime_round() || epoch_is_done(event->epoch);
}

sl_status sl_event_wait(sl_event *event)
{
    SL_TRY(sl__runtime_check_blocking("sl_event_wait"));
    SL_TRY(check(event, "sl_event_wait"));
    sl__batch_looked();
    if (event->round == sl__runtime_round() && !epoch_is_done(event->epoch)) {
        sl__batch_flush();
        SL_TRY(sl__progress_wait(epoch_is_done, event->epoch, "sl_event_wait", "an event"));
    }
    sl__view_reap();
    return sl__failure_take_before(event->epoch->end);
}

void sl_event_destroy(sl_event **event)
{
    if (event == NULL || *event == NULL || atomic_load(&(*event)->magic) != SL__MAGIC_EVENT)
        return;
    atomic_store(&(*event)->magic, 0);
    sl__epoch_release((*event)->epoch);
    free(*event);
    *event = NULL;
}

sl_status sl__loop_init(void)
{
    sl__cpu_init();
    SL_TRY(sl__device_init());
    sl__batch_init();
    sl__inline_init();
    sl__place_begin();
    sl__split_loops_init();
    sl__progress_set_poll(sl__device_workers() > 0 ? sl__device_poll : NULL);
    return sl__task_init();
}

void sl__loop_fini(void)
{
    sl__regions_fini();
    starpu_task_wait_for_all(); /* our tasks have run; StarPU may not have finished with the last of them */
    sl__progress_drain();       /* another thread may be ending what nobody waits for any more */
    sl__progress_set_poll(NULL);
    sl__split_loops_fini();
    sl__task_fini();
    sl__batch_fini();
    sl__device_fini();
    sl__cpu_fini();
}
