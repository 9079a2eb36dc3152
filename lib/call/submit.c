/* SPDX-License-Identifier: BSD-3-Clause */
/* From a call to a task: every argument is checked before anything is queued. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/state.h"
#include "base/types.h"
#include "call/inline.h"
#include "call/pack_arguments.h"
#include "call/queue.h"
#include "call/region.h"
#include "call/request.h"
#include "call/segments.h"
#include "call/submit.h"
#include "data/list.h"
#include "data/subview.h"
#include "exec/launch.h"
#include "kernel/kinds.h"
#include "kernel/modifiers.h"
#include "kernel/policy.h"
#include "kernel/form.h"
#include "kernel/space.h"
#include "machine/lend.h"
#include "task/awaited.h"
#include "task/place.h"
#include "task/stuck.h"
#include "task/task.h"

/* ---- one argument -------------------------------------------------------------------------------------- */

/* Whether some iteration may look past the edge of the view along a dimension. */
static int looks_past(const sl__request *c, const sl__reach *reach, const sl_view *view, int d)
{
    if (reach->index[d] == SL__FREE)
        return 0;
    const sl_index lo = c->space->lo[reach->index[d]] - view->first[d];
    const sl_index hi = c->space->hi[reach->index[d]] - view->first[d];
    return lo < reach->width[d] || view->n[d] - hi < reach->width[d];
}

/* A halo says how far a body may look, not that it does so everywhere: at the edges of the view it may look to one side
 * only. Who did not mean that reads it in the log, once. */
static void tell_of_edge(const sl__request *c, int i, const sl_view *view)
{
    const sl__reach *reach = &c->state->parameter[i].reach;
    const uint32_t bit = UINT32_C(1) << i;
    sl__kernel_state *state = (sl__kernel_state *)c->state;
    if (atomic_load_explicit(&state->told, memory_order_relaxed) & bit)
        return;
    for (int d = 0; d < view->rank; d++) {
        if (!looks_past(c, reach, view, d) || (atomic_fetch_or(&state->told, bit) & bit))
            continue;
        char text[128];
        const int q = reach->index[d];
        sl__modifiers_reach(&c->kernel->args[i], text, sizeof text);
        SL_LOG(SL_LOG_INFO,
               "%s: kernel %s, argument %s: %s around the loop's indices [%" PRId64 ", %" PRId64 ") leaves [%" PRId64
               ", %" PRId64 ") of dimension %d of \"%s\": at that edge the body is to look to one side only",
               c->function, c->kernel->name, c->kernel->args[i].name, text, c->space->lo[q], c->space->hi[q],
               view->first[d], view->first[d] + view->n[d], d, view->label);
    }
}

/* fixed: the extents are these. own: the space lies in the view. */
static sl_status check_reach(const sl__request *c, int i, const sl_view *view)
{
    const sl__reach *reach = &c->state->parameter[i].reach;
    for (int d = 0; d < view->rank; d++)
        if (reach->fixed[d] != 0 && view->n[d] != reach->fixed[d])
            return SL__REFUSE(SL_ERR_EXTENT, c, i,
                              "expected extent %" PRId64 " in dimension %d, got %" PRId64 " of \"%s\"", reach->fixed[d],
                              d, view->n[d], view->label);
    if (c->empty || !sl__space_bounded(c->space))
        return SL_SUCCESS;
    if (reach->kind == SL__REACH_HALO && sl__log_enabled(SL_LOG_INFO))
        tell_of_edge(c, i, view);
    if (reach->kind != SL__REACH_OWN)
        return SL_SUCCESS;
    for (int d = 0; d < view->rank; d++) {
        if (reach->index[d] == SL__FREE)
            continue;
        sl_index lo = c->space->lo[reach->index[d]], hi = c->space->hi[reach->index[d]];
        if (lo < view->first[d] || hi > view->first[d] + view->n[d])
            return SL__REFUSE(SL_ERR_EXTENT, c, i,
                              "expected own indices in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                              "[%" PRId64 ", %" PRId64 ")",
                              view->first[d], view->first[d] + view->n[d], d, view->label, lo, hi);
    }
    return SL_SUCCESS;
}

/* A check of data/view.h, which fails, of an argument. */
static sl_status refuse_view(const sl__request *c, int i,
                             sl_status (*check)(const sl_view *, const char *, const char *))
{
    char argument[128];
    snprintf(argument, sizeof argument, "kernel %.50s, argument %.50s", c->kernel->name, c->kernel->args[i].name);
    return check(c->args[i].view, c->function, argument);
}

static sl_status check_live(const sl__request *c, int i)
{
    return sl__view_live(c->args[i].view) ? SL_SUCCESS : refuse_view(c, i, sl__view_check);
}

static sl_status check_writable(const sl__request *c, int i)
{
    return c->args[i].view->readonly ? refuse_view(c, i, sl__view_check_writable) : SL_SUCCESS;
}

/* Iterations at the same time have no element of their own in a view of rank 0. */
static sl_status check_single(const sl__request *c, int i)
{
    const sl__parameter *p = &c->state->parameter[i];
    if (!p->writes || p->reach.atomic || c->policy->schedule == SL_SEQ || sl_space_size(c->space) <= 1)
        return SL_SUCCESS;
    return SL__REFUSE(SL_ERR_ARGUMENT, c, i,
                      "expected one iteration, SL_SEQ, a reduction or the modifier atomic for a view of rank 0 that is "
                      "written, got %" PRId64 " parallel iterations",
                      sl_space_size(c->space));
}

/* The extent of an array of results is what the call passes as its length. */
static sl_status check_length(const sl__request *c, int i, const sl_view *view)
{
    const int number = c->state->parameter[i].length;
    const int64_t length = number >= 0 ? sl__type_integer(c->kernel->args[number].type, c->args[number].data) : 0;
    if (number < 0 || view->n[0] == length)
        return SL_SUCCESS;
    return SL__REFUSE(SL_ERR_EXTENT, c, i, "expected extent %" PRId64 ", the scalar %s, got %" PRId64 " of \"%s\"",
                      length, c->kernel->args[number].name, view->n[0], view->label);
}

/* Whether the view's elements lie where the body looks for them. */
static sl_status check_layout(const sl__request *c, int i, const sl_view *view)
{
    static const char *const names[] = {[SL__LAYOUT_RIGHT] = "with strides",
                                        [SL__LAYOUT_BLOCKED] = "of SL_LAYOUT_BLOCKED",
                                        [SL__LAYOUT_MORTON] = "of SL_LAYOUT_MORTON",
                                        [SL__LAYOUT_MAPPED] = "of SL_LAYOUT_MAPPED"};
    const sl__reach *reach = &c->state->parameter[i].reach;
    if (view->map != reach->map)
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected a view %s%s, got \"%s\", one %s", names[reach->map],
                          reach->map == SL__LAYOUT_RIGHT ? ", since it has no layout(...)" : "", view->label,
                          names[view->map]);
    for (int d = 0; d < view->rank; d++)
        if (reach->block[d] != 0 && view->s[d] != reach->block[d])
            return SL__REFUSE(SL_ERR_EXTENT, c, i,
                              "expected blocks of extent %" PRId64 " in dimension %d, got %" PRId64 " of \"%s\"",
                              reach->block[d], d, view->s[d], view->label);
    return SL_SUCCESS;
}

static sl_status check_view(const sl__request *c, int i)
{
    const sl__parameter *p = &c->state->parameter[i];
    const sl__kind *kind = &sl__kinds[p->info->kind];
    const sl_view *view = c->args[i].view;
    SL_TRY(check_live(c, i));
    if (view->type != p->type)
        return SL__REFUSE(SL_ERR_TYPE, c, i, "expected %s of %s, got \"%s\" of %s", kind->noun, p->info->type_name,
                          view->label, sl_type_name(view->type));
    if (view->rank != p->info->rank)
        return SL__REFUSE(SL_ERR_RANK, c, i, "expected %s of rank %d, got \"%s\" of rank %d", kind->noun, p->info->rank,
                          view->label, view->rank);
    SL_TRY(check_layout(c, i, view));
    if (p->reach.pack > 0)
        SL_TRY(sl__pack_check_shape(c, i));
    if (p->writes) {
        SL_TRY(check_writable(c, i));
        SL_TRY(check_length(c, i, view));
    }
    SL_TRY(check_reach(c, i, view));
    if (view->rank == 0)
        SL_TRY(check_single(c, i));
    return c->waits ? sl__view_check_host(view, p->access, c->function, c->kernel->name, p->info->name) : SL_SUCCESS;
}

/* SL_INTO: the view's type, and an element of it. @param[out] offset of the element */
static sl_status check_into(const sl__request *c, int i, sl_index *offset)
{
    const sl__parameter *p = &c->state->parameter[i];
    const sl_arg *arg = &c->args[i];
    const sl_view *view = arg->view;
    sl_index x[SL_MAX_RANK] = {0};
    if (view == NULL && arg->rank == SL__INTO_LOST)
        return SL__REFUSE(SL_ERR_MEMORY, c, i, "expected memory for SL_INTO, got none");
    SL_TRY(check_live(c, i));
    if (view->type != p->type)
        return SL__REFUSE(SL_ERR_TYPE, c, i, "expected SL_INTO of a view of %s, got \"%s\" of %s", p->info->type_name,
                          view->label, sl_type_name(view->type));
    if (view->rank != arg->rank)
        return SL__REFUSE(SL_ERR_RANK, c, i, "expected SL_INTO with %d indices for \"%s\", got %d", view->rank,
                          view->label, arg->rank);
    SL_TRY(check_writable(c, i));
    for (int d = 0; d < view->rank; d++) {
        x[d] = arg->index[d] - view->first[d];
        if (x[d] < 0 || x[d] >= view->n[d])
            return SL__REFUSE(SL_ERR_EXTENT, c, i,
                              "expected SL_INTO with an index in [%" PRId64 ", %" PRId64
                              ") for dimension %d of \"%s\", got %" PRId64,
                              view->first[d], view->first[d] + view->n[d], d, view->label, arg->index[d]);
    }
    const sl_index place = sl__view_place(view, x);
    if (place < 0)
        return SL__REFUSE(SL_ERR_UNSUPPORTED, c, i,
                          "expected SL_INTO of a view with strides or sl_view_set_map(), got \"%s\"", view->label);
    *offset = (sl_index)(view->offset / view->elem) + place;
    return c->waits ? sl__view_check_host(view, SL_WRITE, c->function, c->kernel->name, p->info->name) : SL_SUCCESS;
}

static sl_status check_kind(const sl__request *c, int i)
{
    static const char *const names[] = {"nothing",       "a scalar",       "a view",
                                        "SL_INTO(view)", "a host pointer", "an array of views"};
    const sl__kind *kind = &sl__kinds[c->kernel->args[i].kind];
    int got = (int)c->args[i].kind;
    const char *text = got >= SL_ARG_SCALAR && got <= SL_ARG_PACK ? names[got] : "an unknown kind";
    if (got < SL_ARG_SCALAR || got > SL_ARG_PACK || !(kind->takes >> got & 1))
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected %s, got %s", kind->expects, text);
    if ((got == SL_ARG_SCALAR || got == SL_ARG_HOST) && c->args[i].data == NULL)
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected a pointer, got NULL");
    return SL_SUCCESS;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* A space without points, by rank. */
static const sl_space nothing[SL_MAX_RANK + 1] = {{.rank = 0}, {.rank = 1}, {.rank = 2}, {.rank = 3},
                                                  {.rank = 4}, {.rank = 5}, {.rank = 6}};

static sl_status submit_check(sl__request *c, const sl_arg args[], int n, sl_index into[])
{
    const sl_kernel *k = c->kernel;
    SL_TRY(sl__space_check(c->space, c->function, k->name, k->rank));
    if (c->space->kind == SL_SPACE_LIST)
        SL_TRY(sl__list_check(c->space, c->function, k->name));
    SL_TRY(sl__policy_check(c->policy, k->rank, c->function, k->name));
    if (c->policy->block > sl__launch_bound(k))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: policy.block: expected at most %d threads, as SL_LAUNCH_BOUNDS says, got %d",
                       c->function, k->name, sl__launch_bound(k), c->policy->block);
    if (c->space->kind != SL_SPACE_BOX && k->cpu[SL__CASE_INDEXED] == NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: space: expected a box for a kernel of this form, as for scans and nests, got a "
                       "stride or list",
                       c->function, k->name);
    if (n != k->nargs || (n > 0 && args == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: expected %d arguments, got %d", c->function, k->name, k->nargs,
                       args ? n : 0);
    if (sl__kernel_whole(k) && sl__split_asked(&c->policy->split))
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: %s: policy.split: expected none for a %s, got some", c->function,
                       k->name, sl__kernel_noun(k));
    if (sl__kernel_scans(k) && c->policy->combine)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: %s: policy.combine: expected 0 for a scan, got %d", c->function,
                       k->name, c->policy->combine);
    if (c->policy->schedule == SL_SEQ && c->state->reductions > 0 && !sl__policy_lexical(c->policy, k->rank))
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: policy.order: expected the default order for SL_SEQ with a "
                       "reduction, got another",
                       c->function, k->name);
    if (c->policy->combine && !sl__kernel_reduces(c->state))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: policy.combine: expected a kernel that reduces, got one that does not",
                       c->function, k->name);
    if (c->policy->scatter == SL_SCATTER_COLOR)
        SL_TRY(sl__request_colors(c));
    for (int i = 0; i < n; i++) {
        into[i] = 0;
        SL_TRY(check_kind(c, i));
        c->waits |= args[i].kind == SL_ARG_HOST;
    }
    c->empty = sl_space_size(c->space) == 0;
    if (c->empty) /* its other extents may be too large to be counted */
        c->space = &nothing[k->rank];
    c->waits |= c->policy->synchronous != 0;
    for (int i = 0; i < n; i++)
        if (args[i].kind == SL_ARG_VIEW)
            SL_TRY(check_view(c, i));
        else if (args[i].kind == SL_ARG_INTO)
            SL_TRY(check_into(c, i, &into[i]));
    return sl__request_aliases(c);
}

/* A call that waits does not wait for its own thread, which has a view open that others need first. Of a view that was
 * split it may need other parts than they write: that is left to the stall detector. */
static sl_status check_stuck(const sl__request *c)
{
    for (int i = 0; i < c->kernel->nargs; i++) {
        const sl_view *root = sl__request_view(c, i) != NULL ? sl__view_root(sl__request_view(c, i)) : NULL;
        if (root != NULL && atomic_load(&root->splits) == NULL)
            SL_TRY(sl__stuck_view(root, sl__request_writes(c, i) ? SL_RDWR : SL_READ, c->function));
    }
    if (c->space->kind == SL_SPACE_LIST)
        SL_TRY(sl__stuck_view(sl__view_root(c->space->object), SL_READ, c->function));
    return SL_SUCCESS;
}

/* ---- the task ------------------------------------------------------------------------------------------ */

/* What a loop leaves of an `out` view as it was. Where the body may write as it likes, nobody knows. */
static int kept(const sl__request *c, int i)
{
    const sl__reach *reach = &c->state->parameter[i].reach;
    const sl_view *view = c->args[i].view;
    if (sl__view_is_part(view))
        return SL__LEAVES_REST;
    if (!c->state->parameter[i].leaves_unwritten)
        return SL__LEAVES_NOTHING;
    if (c->empty)
        return SL__LEAVES_REST;
    if (view->rank == 0 || reach->kind != SL__REACH_OWN)
        return SL__LEAVES_PERHAPS;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    int all = sl__space_use(c->space, reach, view->rank, view->n, lo, hi);
    for (int d = 0; d < view->rank; d++) {
        const sl_index first = reach->index[d] == SL__FREE ? 0 : view->first[d];
        if (lo[d] > first || hi[d] < first + view->n[d])
            return SL__LEAVES_REST;
    }
    return !all || sl__reach_is_sparse(reach, view->rank, view->n) ? SL__LEAVES_REST : SL__LEAVES_NOTHING;
}

/* What an argument sees of its view, where that is not all. Returns 0 without memory. */
static int set_window(const sl__request *c, sl__task *task, int i)
{
    const sl_view *view = c->args[i].view;
    if ((view == sl__view_root(view) || view->whole) && !view->shifted)
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
    const int joins = c->kernel->args[i].kind == SL__ARRAY && c->policy->combine;
    task->slot[i] =
        (unsigned char)sl__task_add_view(task, root, joins ? SL_RDWR : c->state->parameter[i].access, kept(c, i));
    return set_window(c, task, i);
}

/* The list that the loop runs over: one more view that the task reads. */
static void set_list(const sl__request *c, sl__task *task)
{
    const sl_view *list = c->space->object;
    if (c->space->kind != SL_SPACE_LIST)
        return;
    task->lists = sl__task_add_view(task, sl__view_root(list), SL_READ, 0);
    task->list = (struct sl__places){
        .start_ = (sl_index)(list->offset / list->elem), .step_ = list->s[0], .wide_ = list->type == SL_INT64};
}

/* Fills in a task. Returns 0 without memory. */
static int fill_in(const sl__request *c, sl__task *task, int where, const sl_index into[])
{
    task->kernel = c->kernel;
    task->state = (sl__kernel_state *)c->state;
    task->policy = *c->policy;
    task->space = *c->space;
    task->waited = c->waits;
    task->where = where;
    sl__task_set_label(task, c->policy->label ? c->policy->label : c->kernel->name);
    task->policy.label = NULL; /* the program's string may go */
    if (c->state->scalars > sizeof task->small && !(task->scalars = malloc(c->state->scalars))) {
        task->scalars = task->small;
        return 0;
    }
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
    set_list(c, task);
    return 1;
}

/* A task that is filled in, or NULL without memory. */
static sl__task *make_task(const sl__request *c, int where, const sl_index into[])
{
    sl__task *task = sl__task_take();
    if (task == NULL)
        return NULL;
    task->footprint = sl__kernel_key(c->kernel, c->policy, c->space);
    if (fill_in(c, task, where, into))
        return task;
    sl__task_drop(task);
    return NULL;
}

/* Whether nothing is queued on the call's views, at a glance. */
static int idle(const sl__request *c)
{
    for (int i = 0; i < c->kernel->nargs; i++)
        if (sl__request_view(c, i) != NULL && sl__view_pending(sl__view_root(sl__request_view(c, i))) != 0)
            return 0;
    return c->space->kind != SL_SPACE_LIST || sl__view_pending(sl__view_root(c->space->object)) == 0;
}

static int is_idle_now(const sl__request *c)
{
    if (idle(c))
        return 1;
    sl__progress_poll(); /* nobody may have noticed the end of what used them */
    return idle(c);
}

/* Runs the call in the calling thread, alone or with a group. Returns 0 when it did not run. Not inlined: its task is
 * some kilobytes of stack, which calls that are queued need not step over. */
__attribute__((noinline)) static int submit_run_here(const sl__request *c, const sl__group *group, int where,
                                                     const sl_index into[], sl_status *status)
{
    sl__task task;
    sl__task_reset(&task);
    const int ran = fill_in(c, &task, where, into) && sl__inline_run(&task, group, c->function, status);
    sl__windows_release(task.windows);
    return ran;
}

/* The same with a group, if its worker has lent its place. */
static int submit_join(const sl__request *c, int where, const sl_index into[], sl_status *status)
{
    const sl__group *const group = sl__lend_take();
    if (group == NULL)
        return 0;
    const int ran = is_idle_now(c) && submit_run_here(c, group, where, into, status);
    sl__lend_give();
    sl__awaited_returns(c->state);
    return ran;
}

/* Runs the call here and now if that is quicker, and possible. Returns 0 when it is not. */
static int submit_run_in_caller(const sl__request *c, int where, const sl_index into[], sl_status *status)
{
    const int waits = c->waits || sl__awaited_is(c->state);
    if (waits && sl__inline_joins(c->state, c->policy, sl_space_size(c->space), where, c->waits) &&
        submit_join(c, where, into, status))
        return 1;
    return sl__place_in_caller(c->state, c->policy, sl_space_size(c->space), where, waits) > 0 && is_idle_now(c) &&
           submit_run_here(c, NULL, where, into, status);
}

/* Everything before something is queued. */
static inline sl_status submit_ask(sl__request *c, int n, sl_index into[], int *where)
{
    static const sl_policy plain;
    sl__kernel_state *state;
    SL_TRY(sl__runtime_check(c->function));
    SL_TRY(sl__kernel_state_of(c->kernel, c->function, &state));
    c->state = state;
    c->policy = c->policy ? c->policy : &plain;
    SL_TRY(submit_check(c, c->args, n, into));
    if (c->waits) {
        SL_TRY(sl__runtime_check_blocking(c->function));
        SL_TRY(check_stuck(c));
    }
    return c->empty && !sl__kernel_reduces(state) ? SL_SUCCESS : sl__request_place(c, where);
}

sl_status sl__submit_check(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                           const sl_space *space, const sl_arg args[], int n)
{
    sl_index into[SL_MAX_ARGS];
    int where = 0;
    sl__request c = {
        .function = function, .kernel = kernel, .policy = policy, .space = space, .args = args, .waits = waits};
    return submit_ask(&c, n, into, &where);
}

sl_status sl__submit_one(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                         const sl_space *space, const sl_arg args[], int n)
{
    sl_index into[SL_MAX_ARGS];
    int where = 0;
    sl_status status;
    sl__request c = {
        .function = function, .kernel = kernel, .policy = policy, .space = space, .args = args, .waits = waits};
    SL_TRY(submit_ask(&c, n, into, &where));
    if (c.empty && !sl__kernel_reduces(c.state))
        return SL_SUCCESS;
    if (!sl__in_region()) {
        sl__awaited_called(c.state);
        if (submit_run_in_caller(&c, where, into, &status))
            return status;
        SL_TRY(sl__task_throttle(function));
    }
    sl__task *task = make_task(&c, where, into);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for a task, got none", function, kernel->name);
    status = sl__request_fit(&c, task);
    if (status != SL_SUCCESS) {
        sl__task_drop(task);
        return status;
    }
    if (sl__in_region())
        return sl__region_record(task, function);
    status = sl__task_submit(task, &task->state->codelet, function);
    sl__awaited_returns(c.state);
    return status;
}

/* A call that fails while a region is recorded fails that, too. */
sl_status sl__submit_noted(sl_status status)
{
    return status != SL_SUCCESS && sl__in_region() ? sl__region_spoil(status) : status;
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
    return sl__submit_noted(submit_any(function, waits, kernel, policy, space, args, n));
}

sl_status sl_submit(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, const sl_arg args[], int n)
{
    return sl__submit_from("sl_submit", 0, kernel, policy, space, args, n);
}

sl_status sl__submit(int made_by, const sl_kernel *kernel, const sl_policy *policy, const sl_space *space,
                     const sl_arg args[], int n)
{
    if (made_by == SL__REDUCE)
        return sl__submit_from("sl_reduce", 1, kernel, policy, space, args, n);
    for (int i = 0; i < n; i++)
        if (args[i].kind == SL_ARG_HOST)
            return sl__submit_noted(SL_FAIL(
                SL_ERR_ARGUMENT,
                "sl_forall: kernel %s, argument %s: expected SL_INTO(view), got %s: sl_forall returns before the "
                "result is there; sl_reduce waits",
                kernel->name, kernel->args[i].name, args[i].data ? "a host pointer" : "NULL"));
    return sl__submit_from("sl_forall", 0, kernel, policy, space, args, n);
}

sl_status sl__declared_otherwise(int made_by, const sl_kernel *kernel)
{
    return sl__submit_noted(
        SL_FAIL(SL_ERR_ARGUMENT,
                "%s: kernel %s: expected a declaration with the words of its SL_KERNEL (%s:%d), got a call by an "
                "SL_KERNEL_DECLARE with others: kind, type, rank or operator, modifiers, number or order of "
                "arguments",
                made_by == SL__REDUCE      ? "sl_reduce"
                : made_by == SL__NEST_CALL ? "sl_nest"
                                           : "sl_forall",
                kernel->name, kernel->file, kernel->line));
}
