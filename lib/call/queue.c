/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/queue.h"

#include "backend/backend.h"
#include "base/env.h"
#include "base/position.h"
#include "base/progress.h"
#include "base/state.h"
#include "call/inline.h"
#include "call/measured.h"
#include "call/split.h"
#include "task/place.h"
#include "task/batch.h"
#include "task/epoch.h"
#include "task/stuck.h"

static int below_limit(void *arg)
{
    return sl__progress_pending() < *(const int64_t *)arg;
}

/* To look at the count of finished tasks costs a cache miss here and one in the worker, so a thread does it for one
 * task in many: for a limit of some thousands that is close enough. */
sl_status sl__task_throttle(const char *function)
{
    int64_t limit = sl__env_int(SL__ENV_MAX_QUEUED);
    if (sl__in_task || (limit >= 32 * SL__TASKS_A_LOOK && !sl__progress_submitted_many(SL__TASKS_A_LOOK)) ||
        sl__progress_pending() < limit)
        return SL_SUCCESS;
    if (sl__runtime_in_task()) /* a codelet of the program's own, too */
        return SL_SUCCESS;
    sl__progress_poll(); /* some may have ended, and nobody has noticed */
    if (sl__progress_pending() < limit)
        return SL_SUCCESS;
    int64_t low = limit - limit / 8;
    sl__batch_flush();
    SL_TRY(sl__stuck_check(&(sl__awaited){.function = function, .room = low > 0 ? low : 1}));
    return sl__progress_wait(below_limit, &low, function, "room in the queue");
}

static int task_is_done(void *arg)
{
    sl__task *task = arg;
    return atomic_load_explicit(&task->done, memory_order_acquire);
}

/* Waits for a task of one's own. After a stall the task is given up, unless it has begun to run meanwhile: when its
 * turn comes it computes nothing and poisons what it would have written. */
static sl_status wait_for(sl__task *task, const char *function)
{
    sl_status status;
    while ((status = sl__progress_wait(task_is_done, task, function, task->label)) != SL_SUCCESS) {
        int queued = SL__TASK_QUEUED;
        if (atomic_compare_exchange_strong(&task->phase, &queued, SL__TASK_ABANDONED))
            return status;
    }
    if (task->failure != NULL)
        status = sl__failure_raise(task->failure);
    sl__failure_release(task->failure);
    sl__task_drop(task);
    return status;
}

sl_status sl__task_hand_over(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    if (sl__device_workers() > 0)
        sl__place(task);
    if (sl__batch_takes(task))
        return sl__batch_add(task, function);
    return sl__task_to_starpu(task, codelet, function);
}

sl_status sl__task_submit(sl__task *task, struct starpu_codelet *codelet, const char *function)
{
    task->at = sl__at_keep(task->at);
    int waited = task->waited; /* the task may be gone when this is asked */
    if (sl__in_task && sl__inline_puts_off(task))
        return SL_SUCCESS;
    if (waited)
        sl__batch_host_synced();
    sl__spread_rest rest = {0};
    sl_status status = sl__split_active ? sl__split_submit(task, codelet, function, &rest)
                                        : sl__task_hand_over(task, codelet, function);
    if (status == SL_SUCCESS && (waited || rest.results != NULL) && !rest.nothing_here)
        status = wait_for(task, function);
    if (rest.agrees)
        status = sl__spread_agree(function, status, NULL, 0);
    return rest.results != NULL ? sl__results_join(rest.results, function, status) : status;
}
