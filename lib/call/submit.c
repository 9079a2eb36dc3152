/* SPDX-License-Identifier: BSD-3-Clause */
/* From a call to a task, once call/check.h has nothing against it. */
#include <string.h>

#include "base/error.h"
#include "base/position.h"
#include "base/progress.h"
#include "base/state.h"
#include "call/by_block.h"
#include "call/check.h"
#include "call/inline.h"
#include "call/pack_arguments.h"
#include "call/queue.h"
#include "call/region.h"
#include "call/request.h"
#include "call/segments.h"
#include "call/spread.h"
#include "call/spread_side.h"
#include "call/submit.h"
#include "data/subview.h"
#include "kernel/kinds.h"
#include "kernel/form.h"
#include "kernel/space.h"
#include "kernel/teams.h"
#include "task/awaited.h"
#include "task/epoch.h"
#include "task/place.h"
#include "task/task.h"

/* ---- the task ------------------------------------------------------------------------------------------ */

/* What a loop leaves of an `out` view as it was. Where the body may write as it likes, nobody knows. */
static int leaves_of(const sl__request *c, int i)
{
    const sl__reach *reach = &c->state->parameter[i].reach;
    const sl_view *view = c->args[i].view;
    if (sl__view_is_part(view))
        return SL__LEAVES_REST;
    if (!c->state->parameter[i].leaves_unwritten)
        return SL__LEAVES_NOTHING;
    if (c->empty || (sl__form_of(c->kernel)->nests && sl_space_size(c->space) == 0)) /* a nest may write some */
        return SL__LEAVES_REST;
    if (view->rank == 0 || reach->kind != SL__REACH_OWN)
        return SL__LEAVES_PERHAPS;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    int all = sl__space_use(c->space, reach, view->rank, view->n, lo, hi);
    for (int d = 0; d < view->rank; d++) {
        const sl_index first = reach->index[d] == SL__FREE ? 0 : view->indices.first[d];
        if (lo[d] > first || hi[d] < first + view->n[d])
            return SL__LEAVES_REST;
    }
    return !all || sl__reach_is_sparse(reach, view->rank, view->n) ? SL__LEAVES_REST : SL__LEAVES_NOTHING;
}

/* What an argument sees of its view, where that is not all. Returns 0 without memory. */
static int set_window(const sl__request *c, sl__task *task, int i)
{
    const sl_view *view = c->args[i].view;
    if ((view == sl__view_root(view) || view->part.whole) && !view->indices.shifted)
        return 1;
    if (task->windows == NULL && (task->windows = sl__windows_new(c->kernel->nargs)) == NULL)
        return 0;
    sl__window_of(&task->windows->of[i], view);
    return 1;
}

/* The view of an argument. Returns 0 without memory. */
static int set_view(const sl__request *c, sl__task *task, int i)
{
    const sl_arg *arg = &c->args[i];
    sl_view *root = sl__view_root(arg->view);
    if (arg->kind == SL_ARG_INTO) { /* one element of many keeps the others */
        const sl_access access = root->count == 1 && !c->policy->combine ? SL_WRITE : SL_RDWR;
        task->slot[i] = (unsigned char)sl__task_add_view(task, root, access, 0);
        return 1;
    }
    const int joins = sl__joins_of(c->kernel->args[i].kind) == SL__JOINS_RESULTS && c->policy->combine;
    task->slot[i] =
        (unsigned char)sl__task_add_view(task, root, joins ? SL_RDWR : c->state->parameter[i].access, leaves_of(c, i));
    return set_window(c, task, i);
}

/* The lists that the loop runs over, or the end of its range: more views that the task reads. */
static void set_space_views(const sl__request *c, sl__task *task)
{
    for (int u = c->uses->count - 1; u >= 0 && c->uses->argument[u] < 0; u--) {
        const sl_view *view = c->uses->view[u];
        const int d = -1 - c->uses->argument[u];
        task->lists[d] = sl__task_add_view(task, c->uses->root[u], SL_READ, 0);
        task->list[d] = (struct sl__places){.start_ = (sl_index)(view->part.offset / view->elem),
                                            .step_ = sl__space_ends_in_view(c->space, d) ? 0 : view->s[0],
                                            .wide_ = view->type == SL_INT64};
    }
}

/* Fills in a task, but for its policy. Returns 0 without memory. */
static int fill_in(const sl__request *c, sl__task *task, int where, const sl_index into[])
{
    task->kernel = c->kernel;
    task->state = (sl__kernel_state *)c->state;
    task->space = *c->space;
    task->waited = c->waits;
    task->where = where;
    sl__task_set_label(task, c->policy->label ? c->policy->label : c->kernel->name);
    if (!sl__task_make_room(task, c->state->scalars))
        return 0;
    for (int i = 0; i < c->kernel->nargs; i++) {
        const sl__parameter *p = &c->state->parameter[i];
        const sl_arg *arg = &c->args[i];
        task->host[i] = NULL;
        task->into[i] = into[i];
        if (arg->kind == SL_ARG_SCALAR)
            memcpy(task->scalars + p->scalar, arg->data, p->info->size);
        else if (arg->kind == SL_ARG_HOST)
            task->host[i] = arg->data;
        else if (!set_view(c, task, i))
            return 0;
    }
    set_space_views(c, task);
    return 1;
}

/* A task that is filled in, or NULL without memory. */
static sl__task *make_task(const sl__request *c, int where, const sl_index into[])
{
    sl__task *task = sl__task_take();
    if (task == NULL)
        return NULL;
    sl__task_set_policy(task, c->policy);
    if (fill_in(c, task, where, into)) {
        task->footprint = sl__kernel_key(c->kernel, task->policy, c->space);
        return task;
    }
    sl__task_drop(task);
    return NULL;
}

/* Runs the call in the calling thread, alone or with a group. Returns 0 when it did not run. Not inlined: its task is
 * some kilobytes of stack, which calls that are queued need not step over. */
__attribute__((noinline)) static int submit_run_in_caller(const sl__request *c, sl__reason reason,
                                                          const sl__group *group, int where, const sl_index into[],
                                                          sl_status *status)
{
    sl__task task;
    sl__task_reset(&task);
    task.reason = (unsigned char)reason;
    task.policy = c->policy;
    const int ran = fill_in(c, &task, where, into) && sl__inline_run(&task, group, c->function, status);
    sl__windows_release(task.windows);
    return ran;
}

/* Finds out where the call goes, and runs it if that is the calling thread. @return why it goes there. */
static sl__reason submit_route(const sl__request *c, int where, const sl_index into[], sl_status *status)
{
    const int waits = c->waits ? SL__WAITS_AT_ONCE : sl__awaited_how(c->state);
    const sl__group *group;
    double seconds;
    const sl__reason reason =
        sl__inline_route(c->state, c->policy, sl__kernel_points(c->kernel, c->space), where, waits, &group, &seconds);
    const int in_caller = sl__route_in_caller(reason);
    const int ran = in_caller && sl__inline_idle(c->uses->root, c->uses->count, waits != SL__WAITS_NOT) &&
                    submit_run_in_caller(c, reason, group, where, into, status);
    sl__inline_leave(group);
    if (group != NULL || seconds >= SL__LEAD_LEAST) /* shorter ones are not led, however the program waits */
        sl__awaited_returns(c->state);
    return in_caller && !ran ? SL__BECAUSE_IN_USE : reason;
}

/* Everything before something is queued. */
static inline sl_status submit_ask(sl__request *c, int n, sl_index into[], int *where)
{
    sl__kernel_state *state;
    SL_TRY(sl__runtime_check(c->function));
    SL_TRY(sl__kernel_state_of(c->kernel, c->function, &state));
    c->state = state;
    c->policy = c->policy ? c->policy : &sl__policy_default;
    SL_TRY(sl__check_call(c, c->args, n, into));
    if (c->waits) {
        SL_TRY(sl__runtime_check_blocking(c->function));
        SL_TRY(sl__check_stuck(c));
    }
    return c->empty && !sl__kernel_reduces(state) ? SL_SUCCESS : sl__request_place(c, where);
}

static inline sl__request request_of(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                                     const sl_space *space, const sl_arg args[], sl__uses *uses)
{
    return (sl__request){.function = function,
                         .kernel = kernel,
                         .policy = policy,
                         .space = space,
                         .args = args,
                         .waits = waits,
                         .uses = uses};
}

/* Whether a call uses a distributed view. */
static int uses_spread(const sl__request *c)
{
    for (int u = 0; u < c->uses->count; u++)
        if (c->uses->root[u]->spread != NULL)
            return 1;
    return 0;
}

/* Not inlined: as above. */
__attribute__((noinline)) static sl_status check_spread_call(const sl__request *c, int n, int where,
                                                             const sl_index into[])
{
    if (sl__by_block_wanted(c))
        return sl__by_block_check(c, n);
    sl__task *task = make_task(c, where, into);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for a task, got none", c->function,
                       c->kernel->name);
    const sl_status status = sl__spread_check(task, 1, c->function);
    sl__task_drop(task);
    return status;
}

sl_status sl__submit_check(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                           const sl_space *space, const sl_arg args[], int n)
{
    sl_index into[SL_MAX_ARGS];
    sl__uses uses;
    int where = 0;
    sl__request c = request_of(function, waits, kernel, policy, space, args, &uses);
    SL_TRY(submit_ask(&c, n, into, &where));
    return !c.empty && uses_spread(&c) ? check_spread_call(&c, n, where, into) : SL_SUCCESS;
}

sl_status sl__submit_one(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                         const sl_space *space, const sl_arg args[], int n)
{
    sl_index into[SL_MAX_ARGS];
    sl__uses uses;
    int where = 0;
    sl_status status;
    sl__reason reason = SL__BECAUSE_PIECE;
    sl__request c = request_of(function, waits, kernel, policy, space, args, &uses);
    SL_TRY(submit_ask(&c, n, into, &where));
    const int by_block = sl__by_block_wanted(&c);
    if (by_block && !sl__in_region())
        return sl__by_block_submit(&c, n, into);
    if (where == SL__SIDE_DEVICE && uses_spread(&c))
        SL_TRY(sl__spread_check_gpus(function, kernel, c.policy));
    if (c.empty && !sl__kernel_reduces(c.state)) {
        if (!sl__region_sets_call())
            return SL_SUCCESS;
        where = SL__SIDE_CPU; /* a device has no launch without threads */
    }
    if (!sl__in_region()) {
        sl__awaited_called(c.state);
        reason = submit_route(&c, where, into, &status);
        if (sl__route_in_caller(reason))
            return status;
        SL_TRY(sl__task_throttle(function));
    }
    sl__task *task = make_task(&c, where, into);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for a task, got none", function, kernel->name);
    task->reason = (unsigned char)reason;
    status = sl__request_fit(task, c.function, !sl__in_region());
    if (status != SL_SUCCESS) {
        sl__task_drop(task);
        return status;
    }
    if (sl__in_region()) {
        status = by_block ? sl__by_block_check(&c, n) : sl__spread_check(task, 0, function);
        if (status == SL_SUCCESS)
            return sl__region_record(task, function);
        sl__task_drop(task);
        return status;
    }
    status = sl__task_submit(task, &task->state->codelet, function);
    sl__awaited_returns(c.state);
    return status;
}

/* A call that fails while a region is recorded fails that, too. */
sl_status sl__submit_noted(sl_status status)
{
    return sl__region_fail(status, NULL);
}

static sl_status submit_over(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                             const sl_space *space, const sl_arg args[], int n)
{
    return space != NULL && space->kind == SL_SPACE_SET
               ? sl__segments_submit(function, waits, kernel, policy, space, args, n)
               : sl__submit_one(function, waits, kernel, policy, space, args, n);
}

/* With an argument for each view of its packs. Not inlined: they are some kilobytes of stack. */
__attribute__((noinline)) static sl_status submit_packs(const char *function, int waits, const sl__packs *packs,
                                                        const sl_policy *policy, const sl_space *space,
                                                        const sl_arg args[], int n)
{
    sl_arg each[SL_MAX_ARGS];
    SL_TRY(sl__pack_arguments(packs, function, args, n, each));
    return submit_over(function, waits, &packs->kernel, policy, space, each, packs->kernel.nargs);
}

static sl_status submit_any(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                            const sl_space *space, const sl_arg args[], int n)
{
    const sl__kernel_state *known = sl__kernel_known(kernel);
    if (known == NULL) {
        sl__kernel_state *state;
        SL_TRY(sl__runtime_check(function));
        SL_TRY(sl__kernel_state_of(kernel, function, &state));
        known = state;
    }
    if (known->packs != NULL)
        return submit_packs(function, waits, known->packs, policy, space, args, n);
    return submit_over(function, waits, kernel, policy, space, args, n);
}

sl_status sl__submit_from(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                          const sl_space *space, const sl_arg args[], int n)
{
    SL__CALL();
    return sl__region_fail(submit_any(function, waits, kernel, policy, space, args, n),
                           kernel != NULL ? kernel->name : NULL);
}

sl_status sl_submit(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, const sl_arg args[], int n)
{
    return sl__submit_from("sl_submit", 0, kernel, policy, space, args, n);
}

/* sl_launch: the space is the league. */
static sl_status launch_submit(const sl_kernel *kernel, const sl_policy *policy, const sl_arg args[], int n)
{
    const sl_space league = SL_RANGE(0, sl__teams_league(policy));
    if (!sl__form_of(kernel)->teams)
        return sl__submit_noted(SL_FAIL(
            SL_ERR_UNSUPPORTED, "sl_launch: kernel %s: expected an SL_TEAM_KERNEL, got another kernel", kernel->name));
    return sl__submit_from("sl_launch", 0, kernel, policy, &league, args, n);
}

static sl_status submit_by(int by, const sl_kernel *kernel, const sl_policy *policy, const sl_space *space,
                           const sl_arg args[], int n)
{
    if (by == SL__REDUCE)
        return sl__submit_from("sl_reduce", 1, kernel, policy, space, args, n);
    if (by == SL__LAUNCH_CALL)
        return launch_submit(kernel, policy, args, n);
    for (int i = 0; i < n; i++)
        if (args[i].kind == SL_ARG_HOST)
            return sl__submit_noted(SL_FAIL(
                SL_ERR_ARGUMENT,
                "sl_forall: kernel %s, argument %s: expected SL_INTO(view), got %s: sl_forall returns before the "
                "result is there; sl_reduce waits",
                kernel->name, kernel->args[i].name, args[i].data ? "a host pointer" : "NULL"));
    return sl__submit_from("sl_forall", 0, kernel, policy, space, args, n);
}

/* A kernel of another binary interface is refused later; its call looks otherwise. Who compiled it does not matter. */
static int is_ours(const sl_kernel *kernel)
{
    return (kernel->abi & ~SL__ABI_PLAIN) == SL__ABI;
}

const char *sl__submit_set_position(const sl__call *call, const sl_kernel *kernel)
{
    const char *const outer = sl__position;
    sl__position = is_ours(kernel) ? call->position_ : NULL;
    return outer;
}

sl_status sl__submit(const sl__call *call, const sl_kernel *kernel, const sl_policy *policy, const sl_space *space,
                     const sl_arg args[], int n)
{
    const char *const outer = sl__submit_set_position(call, kernel);
    const sl_status status = submit_by(is_ours(kernel) ? call->by_ : 0, kernel, policy, space, args, n);
    sl__position = outer;
    return status;
}

sl_status sl__declared_otherwise(const sl__call *call, const sl_kernel *kernel)
{
    const char *const outer = sl__submit_set_position(call, kernel);
    const int by = is_ours(kernel) ? call->by_ : 0;
    const sl_status status = sl__submit_noted(
        SL_FAIL(SL_ERR_ARGUMENT,
                "%s: kernel %s: expected a declaration with the words of its SL_KERNEL (%s:%d), got a call by an "
                "SL_KERNEL_DECLARE with others: kind, type, rank or operator, modifiers, number or order of "
                "arguments",
                by == SL__REDUCE        ? "sl_reduce"
                : by == SL__NEST_CALL   ? "sl_nest"
                : by == SL__LAUNCH_CALL ? "sl_launch"
                                        : "sl_forall",
                kernel->name, kernel->file, kernel->line));
    sl__position = outer;
    return status;
}
