/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_task() and sl_task_copy(): a host function as a task. */
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/state.h"
#include "call/inline.h"
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

typedef struct host_call {
    const char *name; /* of what was called */
    const sl_policy *policy;
    sl_task_function function;
    const void *arg;
    size_t copied; /* bytes of the argument that the task has a copy of; 0: it is handed on */
    const sl_use *uses;
    int count;
} host_call;

/* "uses[7]" of number 7, which is below 100. */
static void name_use(char text[9], int number)
{
    memcpy(text, "uses[", 5);
    text += 5;
    if (number >= 10)
        *text++ = (char)('0' + number / 10);
    *text++ = (char)('0' + number % 10);
    memcpy(text, "]", 2);
}

static sl_status check_uses(const char *name, const sl_use uses[], int count)
{
    if (count < 0 || count > SL__TASK_USES || (count > 0 && uses == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: uses: expected 0 to %d views, got %s%d", name, SL__TASK_USES,
                       uses == NULL ? "NULL and the number " : "", count);
    for (int i = 0; i < count; i++) {
        char use[9];
        name_use(use, i); /* by snprintf() it took a fifth of a short task's time */
        SL_TRY(sl__view_check(uses[i].view, name, use));
        if (uses[i].access < SL_READ || uses[i].access > SL_RDWR)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected SL_READ, SL_WRITE or SL_RDWR, got %d", name, use,
                           uses[i].access);
        if (uses[i].access & SL_WRITE)
            SL_TRY(sl__view_check_writable(uses[i].view, name, use));
        for (int j = 0; j < i; j++)
            if (uses[j].view != uses[i].view && ((uses[i].access | uses[j].access) & SL_WRITE) &&
                sl__view_overlap(uses[j].view, uses[i].view))
                return SL_FAIL_OF_BOTH(SL_ERR_ALIAS, sl__view_made(uses[i].view), sl__view_made(uses[j].view),
                                       "%s: %s: expected memory of its own for \"%s\", got some of \"%s\"", name, use,
                                       uses[i].view->label, uses[j].view->label);
    }
    return SL_SUCCESS;
}

/* A GPU that can never hold the views at once would be asked for ever. */
static sl_status check_fit(const char *name, const sl_use uses[], int count)
{
    size_t bytes[SL__TASK_USES];
    for (int i = 0; i < count; i++)
        bytes[i] = sl__view_root(uses[i].view)->span;
    if (sl__device_fits(bytes, count))
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_MEMORY,
                   "%s: uses: expected views that fit into a GPU's memory at once (%lld bytes), got more", name,
                   (long long)sl__device_room());
}

/* Whether a call is right: nothing is queued, nor recorded, before. */
static sl_status check_call(const host_call *c)
{
    if (c->function == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: function: expected a function, got NULL", c->name);
    if (c->copied > 0 && c->arg == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: arg: expected %zu bytes to copy, got NULL", c->name, c->copied);
    SL_TRY(sl__policy_check(c->policy, 0, c->name, "a host task"));
    SL_TRY(check_uses(c->name, c->uses, c->count));
    if (sl__backend_of(sl__policy_where(c->policy)) != NULL)
        SL_TRY(check_fit(c->name, c->uses, c->count));
    if (!c->policy->synchronous)
        return SL_SUCCESS;
    SL_TRY(sl__runtime_check_blocking(c->name));
    for (int i = 0; i < c->count; i++) {
        SL_TRY(sl__view_check_host(c->uses[i].view, c->uses[i].access, c->name, NULL, "uses"));
        SL_TRY(sl__stuck_view(sl__view_root(c->uses[i].view), (int)c->uses[i].access, c->name));
    }
    return SL_SUCCESS;
}

/* Fills in a task, but for its policy. @return 0 without memory. */
static int fill_in_function(const host_call *c, sl__task *task)
{
    if (!sl__task_make_room(task, c->copied) ||
        (c->count > SL__TASK_VIEWS && !(task->many = calloc((size_t)c->count, sizeof *task->many))))
        return 0;
    sl__task_set_label(task, c->policy->label ? c->policy->label : c->name);
    task->where = sl__backend_of(sl__policy_where(c->policy)) != NULL ? SL__SIDE_DEVICE : SL__SIDE_CPU;
    task->function = c->function;
    task->footprint = sl__function_footprint(c->function);
    task->arg = (void *)c->arg;
    task->copied = c->copied;
    if (c->copied > 0)
        memcpy(task->scalars, c->arg, c->copied);
    task->waited = c->policy->synchronous != 0;
    for (int i = 0; i < c->count; i++)
        sl__task_add_view(task, sl__view_root(c->uses[i].view), (int)c->uses[i].access,
                          sl__view_is_part(c->uses[i].view) ? SL__LEAVES_REST : SL__LEAVES_NOTHING);
    return 1;
}

/* @return NULL without memory. */
static sl__task *host_task(const host_call *c)
{
    sl__task *task = sl__task_take();
    if (task == NULL)
        return NULL;
    sl__task_set_policy(task, c->policy);
    if (fill_in_function(c, task))
        return task;
    sl__task_drop(task);
    return NULL;
}

/* Runs it in the calling thread, if it is to. @return 0 when it did not run. Not inlined: its task is some kilobytes of
 * stack. */
__attribute__((noinline)) static int function_in_caller(const host_call *c, sl_status *status)
{
    sl__task task;
    sl__task_reset(&task);
    task.policy = c->policy;
    const int ran = fill_in_function(c, &task) && sl__inline_run_function(&task, c->name, status);
    sl__task_free_room(&task);
    free(task.many);
    return ran;
}

static sl_status submit_function(host_call *c)
{
    if (c->policy == NULL)
        c->policy = &sl__policy_default;
    SL_TRY(sl__runtime_check(c->name));
    SL_TRY(check_call(c));
    if (!sl__in_region()) {
        sl_status status;
        sl__awaited_called(NULL);
        if (c->policy->where == SL_CALLER && function_in_caller(c, &status))
            return status;
        SL_TRY(sl__task_throttle(c->name));
    }
    sl__task *task = host_task(c);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a task, got none", c->name);
    return sl__in_region() ? sl__region_record(task, c->name) : sl__task_submit(task, &sl__task_host_codelet, c->name);
}

sl_status sl_task_submit(const sl_policy *policy, sl_task_function function, void *arg, const sl_use uses[], int count)
{
    SL__CALL();
    host_call call = {"sl_task", policy, function, arg, 0, uses, count};
    return sl__submit_noted(submit_function(&call));
}

sl_status sl_task_submit_copy(const sl_policy *policy, sl_task_function function, const void *arg, size_t bytes,
                              const sl_use uses[], int count)
{
    SL__CALL();
    host_call call = {"sl_task_copy", policy, function, arg, bytes, uses, count};
    return sl__submit_noted(submit_function(&call));
}
