/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/queue.h"
#include "call/inline.h"

#include "base/clock.h"
#include "base/env.h"
#include "base/error.h"
#include "base/fp.h"
#include "base/log.h"
#include "base/position.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/state.h"
#include "base/wait.h"
#include "call/measured.h"
#include "data/hold.h"
#include "data/reaper.h"
#include "data/split.h"
#include "exec/cpu/cpu.h"
#include "exec/worker.h"
#include "machine/lend.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/fault.h"
#include "task/place.h"
#include "task/publish.h"
#include "task/put_off.h"
#include "task/spans.h"

int sl__inline_asks;

static int nodes; /* StarPU's memory nodes */

void sl__inline_init(void)
{
    nodes = (int)starpu_memory_nodes_get_count();
}

/* ---- StarPU, where it has several memory nodes ------------------------------------------------------------ */

enum { VALID = 1, REQUESTED = 2 };

static int state_on(const sl_view *view, int node)
{
    int allocated, valid, requested;
    starpu_data_query_status(view->handle, node, &allocated, &valid, &requested);
    return (valid ? VALID : 0) | (requested ? REQUESTED : 0);
}

/* Whether another node has a copy, or is about to have one. */
static int is_elsewhere(const sl_view *view)
{
    for (int node = 0; node < nodes; node++)
        if (node != STARPU_MAIN_RAM && state_on(view, node))
            return 1;
    return 0;
}

/* A loop that may run on a GPU, too, does not take from there what it would write. @param[in] taken  it writes what has
 * a copy elsewhere */
static int inline_resides(const sl__task *task, const sl__task_view *use, int taken)
{
    return (state_on(use->view, STARPU_MAIN_RAM) & VALID) && (task->where == SL__SIDE_CPU || !taken);
}

/* @param[in] asked  bits: of which views StarPU was asked */
static void leave_starpu(const sl__task_view uses[], uint64_t asked)
{
    for (; asked != 0; asked &= asked - 1)
        starpu_data_release_on_node(uses[__builtin_ctzll(asked)].view->handle, STARPU_MAIN_RAM);
}

/* What only is in main memory stays there, and nothing else, while a loop holds the view. Where there are other copies,
 * those of what it writes must be known as old. StarPU grants this at once: all tasks have ended, but for what comes
 * after their functions, and if that is not over it says so. */
static int enter_starpu(const sl__task *task, const sl__task_view uses[], uint64_t *asked)
{
    *asked = 0;
    for (int i = 0; i < task->views; i++) {
        const sl__task_view *use = &uses[i];
        const int taken = (use->access & SL_WRITE) && is_elsewhere(use->view), asks = taken || sl__inline_asks;
        if (inline_resides(task, use, taken) &&
            (!asks || starpu_data_acquire_on_node_try(use->view->handle, STARPU_MAIN_RAM, sl__task_mode(use)) == 0)) {
            *asked |= (uint64_t)asks << i;
            continue;
        }
        leave_starpu(uses, *asked);
        return 0;
    }
    for (int i = 0; i < task->views; i++) {
        sl_view *view = uses[i].view;
        if (!(uses[i].access & SL_WRITE))
            continue;
        atomic_store_explicit(&view->placement.planned, SL__VIEW_IN_MAIN, memory_order_relaxed);
        if (task->where == SL__SIDE_CPU && !task->placed)
            atomic_fetch_or_explicit(&view->placement.host_accessed, SL_RDWR, memory_order_relaxed);
    }
    return 1;
}

/* ---- the route ---------------------------------------------------------------------------------------------- */

static int idle_now(sl_view *const view[], int views)
{
    for (int i = 0; i < views; i++)
        if (sl__view_pending(view[i]) != 0)
            return 0;
    return 1;
}

int sl__inline_idle(sl_view *const view[], int views, int waits)
{
    if (idle_now(view, views))
        return 1;
    sl__progress_poll(); /* nobody may have noticed the end of what used them */
    const int64_t until = waits ? sl__wait_now_ns() + SL__LETS_GO_NS : 0;
    for (sl__wait wait = SL__WAIT_OFFERED; !idle_now(view, views); sl__wait_again(&wait))
        if (!waits || sl__progress_pending() != 0 || sl__wait_now_ns() >= until)
            return 0;
    return 1;
}

sl__reason sl__inline_route(const sl__kernel_state *state, const sl_policy *policy, sl_index points, int where,
                            int waits, const sl__group **group, double *seconds)
{
    const sl__reason reason = sl__place_route(state, policy, points, where, waits, 1, seconds);
    *group = reason == SL__BECAUSE_LENT ? sl__lend_take() : NULL;
    return reason == SL__BECAUSE_LENT && *group == NULL
               ? sl__place_route(state, policy, points, where, waits, 0, seconds)
               : reason;
}

void sl__inline_leave(const sl__group *group)
{
    if (group != NULL)
        sl__lend_give();
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void inline_let_go(const sl__task_view uses[], int count)
{
    for (int i = 0; i < count; i++)
        sl__view_let_go(uses[i].view, uses[i].access & SL_WRITE);
}

static int inline_hold(const sl__task_view uses[], int views)
{
    for (int i = 0; i < views; i++)
        if (!sl__view_hold(uses[i].view, uses[i].access & SL_WRITE)) {
            inline_let_go(uses, i);
            if (i > 0)
                sl__progress_wake(); /* somebody may have found them held */
            return 0;
        }
    return 1;
}

static sl__failure *inline_run(sl__task *task, const sl__task_view uses[], const sl__group *group, sl__put_off *put_off)
{
    void *buffers[SL__TASK_USES];
    sl__fp own;
    for (int i = 0; i < task->views; i++)
        buffers[i] = starpu_data_get_interface_on_node(uses[i].view->handle, STARPU_MAIN_RAM);
    if (sl__watched())
        task->number = sl__task_number();
    if (group != NULL && task->kernel != NULL)
        task->footprint = sl__kernel_key(task->kernel, task->policy, &task->space);
    sl__put_off_current = put_off;
    sl__fp_enter(&own);
    sl__failure *failure = NULL;
    if (sl__task_is_fused(task))
        sl__worker_run_fused(task, NULL, buffers, group);
    else
        failure = sl__worker_run_call(task, NULL, buffers, group);
    sl__fp_leave(&own);
    sl__put_off_current = NULL;
    return failure;
}

/* ---- what a body submits ------------------------------------------------------------------------------------ */

int sl__inline_puts_off(sl__task *task)
{
    sl__put_off *put_off = sl__put_off_current;
    if (put_off == NULL)
        return 0;
    sl__task_view *views = sl__task_views(task);
    for (int i = 0; i < task->views; i++)
        (void)sl__view_task_coming(views[i].view); /* the body may destroy it */
    task->next = NULL;
    pthread_mutex_lock(&put_off->lock);
    *put_off->end = task;
    put_off->end = &task->next;
    pthread_mutex_unlock(&put_off->lock);
    return 1;
}

/* Hands over one task, and gives back what sl__inline_puts_off() took. There is no call to return an error from. */
static void submit_one(sl__task *task)
{
    sl_view *view[SL__TASK_USES];
    int views = task->views;
    const uint64_t root = task->root;
    for (int i = 0; i < views; i++)
        view[i] = sl__task_views(task)[i].view;
    const char *const outer = sl__position;
    sl__position = task->at.call;
    sl_status status = sl__task_submit(task, task->kernel ? &task->state->codelet : &sl__task_host_codelet,
                                       task->kernel ? "sl_forall" : "sl_task");
    for (int i = 0; i < views; i++)
        sl__view_task_done(view[i]);
    sl__position = outer;
    if (status == SL_SUCCESS)
        return;
    sl__failure *failure = sl__failure_new((sl__at){0}, status, "%s", sl_last_error());
    sl__failure_report(failure, root);
    sl__failure_release(failure);
}

static void submit_put_off(sl__put_off *put_off)
{
    while (put_off->first != NULL) {
        sl__task *task = put_off->first;
        put_off->first = task->next;
        submit_one(task);
    }
}

int sl__inline_run(sl__task *task, const sl__group *group, const char *function, sl_status *status)
{
    sl__put_off put_off = {.lock = PTHREAD_MUTEX_INITIALIZER, .first = NULL, .end = &put_off.first};
    uint64_t asked = 0; /* a bit each */
    const sl__task_view *const uses = sl__task_uses(task);
    if (!inline_hold(uses, task->views))
        return 0;
    if ((nodes > 1 || sl__inline_asks) && !enter_starpu(task, uses, &asked)) {
        inline_let_go(uses, task->views);
        sl__progress_wake();
        return 0;
    }
    if (task->kernel != NULL || sl__task_is_fused(task))
        SL_LOG(SL_LOG_DEBUG, "%s: loop \"%s\" runs %s: %s", function, task->label,
               sl__route_text(sl__route_of(task->reason)), sl__reason_text(task->reason));
    else
        SL_LOG(SL_LOG_DEBUG, "%s: host task \"%s\" runs in the calling thread", function, task->label);
    sl__profile_routed(task, task->reason);
    sl__publish_nothing(uses, task->views);
    sl__failure *failure = inline_run(task, uses, group, &put_off);
    leave_starpu(uses, asked);
    inline_let_go(uses, task->views);
    sl__progress_passed();
    if (put_off.first != NULL)
        submit_put_off(&put_off);
    *status = SL_SUCCESS;
    if (failure == NULL)
        return 1;
    if (task->waited)
        *status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return 1;
}

int sl__inline_run_function(sl__task *task, const char *function, sl_status *status)
{
    sl_view *view[SL__TASK_USES];
    if (!sl__place_function_in_caller(task->policy))
        return 0;
    for (int i = 0; i < task->views; i++)
        view[i] = sl__task_uses(task)[i].view;
    return sl__inline_idle(view, task->views, 1) && sl__inline_run(task, NULL, function, status);
}

int sl__inline_run_several(sl__fusing *fusing, sl__task *const call[], int count, int where, double seconds,
                           sl_status *status)
{
    sl__task task;
    if (count < 2 || !sl__route_shares(seconds, sl__machine_group(0)->size))
        return 0;
    sl__task_reset(&task);
    if (!sl__fused_fill(fusing, call, count, where, &task))
        return 0;
    task.reason = SL__BECAUSE_LENT;
    const sl__group *group = sl__lend_take();
    const int ran = group != NULL && sl__inline_run(&task, group, "sl_region_run", status);
    sl__inline_leave(group);
    return ran;
}
