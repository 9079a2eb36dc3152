/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_task(): a host function as a task. */
#include <stdio.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/state.h"
#include "call/queue.h"
#include "call/region.h"
#include "call/submit.h"
#include "data/host.h"
#include "data/subview.h"
#include "kernel/policy.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/host_function.h"
#include "task/stuck.h"

static sl_status check_uses(const sl_use uses[], int count)
{
    if (count < 0 || count > SL__TASK_USES || (count > 0 && uses == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: uses: expected 0 to %d views, got %s%d", SL__TASK_USES,
                       uses == NULL ? "NULL and the number " : "", count);
    for (int i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "uses[%d]", i);
        SL_TRY(sl__view_check(uses[i].view, "sl_task", name));
        if (uses[i].access < SL_READ || uses[i].access > SL_RDWR)
            return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: %s: expected SL_READ, SL_WRITE or SL_RDWR, got %d", name,
                           uses[i].access);
        if (uses[i].access & SL_WRITE)
            SL_TRY(sl__view_check_writable(uses[i].view, "sl_task", name));
        for (int j = 0; j < i; j++)
            if (uses[j].view != uses[i].view && ((uses[i].access | uses[j].access) & SL_WRITE) &&
                sl__view_overlap(uses[j].view, uses[i].view))
                return SL_FAIL_OF_BOTH(SL_ERR_ALIAS, sl__view_made(uses[i].view), sl__view_made(uses[j].view),
                                       "sl_task: %s: expected memory of its own for \"%s\", "
                                       "got some of \"%s\"",
                                       name, uses[i].view->label, uses[j].view->label);
    }
    return SL_SUCCESS;
}

/* A GPU that can never hold the views at once would be asked for ever. */
static sl_status check_fit(const sl_use uses[], int count)
{
    size_t bytes[SL__TASK_USES];
    for (int i = 0; i < count; i++)
        bytes[i] = sl__view_root(uses[i].view)->span;
    if (sl__device_fits(bytes, count))
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_MEMORY,
                   "sl_task: uses: expected views that fit into a GPU's memory at once (%lld bytes), got more",
                   (long long)sl__device_room());
}

/* Whether a call is right: nothing is queued, nor recorded, before. */
static sl_status check_call(const sl_policy *policy, sl_task_function function, const sl_use uses[], int count)
{
    if (function == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_task: function: expected a function, got NULL");
    SL_TRY(sl__policy_check(policy, 0, "sl_task", "a host task"));
    SL_TRY(check_uses(uses, count));
    if (sl__backend_of(policy->where) != NULL)
        SL_TRY(check_fit(uses, count));
    if (!policy->synchronous)
        return SL_SUCCESS;
    SL_TRY(sl__runtime_check_blocking("sl_task"));
    for (int i = 0; i < count; i++) {
        SL_TRY(sl__view_check_host(uses[i].view, uses[i].access, "sl_task", NULL, "uses"));
        SL_TRY(sl__stuck_view(sl__view_root(uses[i].view), (int)uses[i].access, "sl_task"));
    }
    return SL_SUCCESS;
}

/* @return NULL without memory. */
static sl__task *host_task(const sl_policy *policy, sl_task_function function, void *arg, const sl_use uses[],
                           int count)
{
    sl__task *task = sl__task_take();
    if (task == NULL || (count > SL__TASK_VIEWS && !(task->many = calloc((size_t)count, sizeof *task->many)))) {
        if (task != NULL)
            sl__task_drop(task);
        return NULL;
    }
    sl__task_set_label(task, policy->label ? policy->label : "sl_task");
    task->policy = *policy;
    task->policy.label = NULL; /* the program's string may go */
    task->where = sl__backend_of(policy->where) != NULL ? SL__SIDE_DEVICE : SL__SIDE_CPU;
    task->function = function;
    task->footprint = sl__function_footprint(function);
    task->arg = arg;
    task->waited = policy->synchronous != 0;
    for (int i = 0; i < count; i++)
        sl__task_add_view(task, sl__view_root(uses[i].view), (int)uses[i].access,
                          sl__view_is_part(uses[i].view) ? SL__LEAVES_REST : SL__LEAVES_NOTHING);
    return task;
}

static sl_status submit_function(const sl_policy *policy, sl_task_function function, void *arg, const sl_use uses[],
                                 int count)
{
    static const sl_policy plain;
    if (policy == NULL)
        policy = &plain;
    SL_TRY(sl__runtime_check("sl_task"));
    SL_TRY(check_call(policy, function, uses, count));
    if (!sl__in_region()) {
        SL_TRY(sl__task_throttle("sl_task"));
        sl__awaited_called(NULL);
    }
    sl__task *task = host_task(policy, function, arg, uses, count);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_task: expected memory for a task, got none");
    return sl__in_region() ? sl__region_record(task, "sl_task")
                           : sl__task_submit(task, &sl__task_host_codelet, "sl_task");
}

sl_status sl_task_submit(const sl_policy *policy, sl_task_function function, void *arg, const sl_use uses[], int count)
{
    SL__CALL();
    return sl__submit_noted(submit_function(policy, function, arg, uses, count));
}
