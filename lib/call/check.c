/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "base/types.h"
#include "call/pack_arguments.h"
#include "data/host.h"
#include "data/list.h"
#include "data/subview.h"
#include "exec/launch.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/modifiers.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "kernel/teams.h"
#include "task/stuck.h"

/* ---- one argument -------------------------------------------------------------------------------------- */

/* Whether some iteration may look past the edge of the view along a dimension. */
static int looks_past(const sl__request *c, const sl__reach *reach, const sl_view *view, int d)
{
    if (reach->index[d] == SL__FREE)
        return 0;
    const sl_index lo = c->space->lo[reach->index[d]], hi = c->space->hi[reach->index[d]];
    const sl_index first = view->indices.first[d], end = first + view->n[d];
    return lo < hi && (lo < first || hi > end || lo - first < reach->width[d] || end - hi < reach->width[d]);
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
               view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label);
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
        if (lo >= hi) /* of a nest, which has no index there */
            continue;
        if (lo < view->indices.first[d] || hi > view->indices.first[d] + view->n[d])
            return SL__REFUSE(SL_ERR_EXTENT, c, i,
                              "expected own indices in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                              "[%" PRId64 ", %" PRId64 ")",
                              view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label, lo, hi);
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
    const sl_index points = sl__kernel_points(c->kernel, c->space);
    if (!p->writes || p->reach.atomic || c->policy->schedule == SL_SEQ || points <= 1)
        return SL_SUCCESS;
    return SL__REFUSE(SL_ERR_ARGUMENT, c, i,
                      "expected one iteration, SL_SEQ, a reduction or the modifier atomic for a view of rank 0 that is "
                      "written, got %" PRId64 " parallel iterations",
                      points);
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
    if (view->layout.map != reach->map)
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected a view %s%s, got \"%s\", one %s", names[reach->map],
                          reach->map == SL__LAYOUT_RIGHT ? ", since it has no layout(...)" : "", view->label,
                          names[view->layout.map]);
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
        if (arg->index[d] < view->indices.first[d] || arg->index[d] >= view->indices.first[d] + view->n[d])
            return SL__REFUSE(
                SL_ERR_EXTENT, c, i,
                "expected SL_INTO with an index in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got %" PRId64,
                view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label, arg->index[d]);
        x[d] = arg->index[d] - view->indices.first[d];
    }
    const sl_index place = sl__view_place(view, x);
    if (place < 0)
        return SL__REFUSE(SL_ERR_UNSUPPORTED, c, i,
                          "expected SL_INTO of a view with strides or sl_view_set_map(), got \"%s\"", view->label);
    *offset = (sl_index)(view->part.offset / view->elem) + place;
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

static sl_status check_list(const sl__request *c)
{
    char argument[80];
    if (sl__list_fits(c->space)) /* a call that is right writes no text */
        return SL_SUCCESS;
    snprintf(argument, sizeof argument, "kernel %.50s: space", c->kernel->name);
    return sl__list_check(c->space, c->function, argument);
}

/* SL_RANGE_VIEW: an integer that says where the range ends. */
static sl_status check_end(const sl__request *c)
{
    const sl_view *view = c->space->object;
    char argument[80];
    if (c->space->lo[0] <= c->space->hi[0] && sl__view_live(view) && sl__list_takes(view->type) && view->count == 1 &&
        view == view->root && view->layout.map == SL__LAYOUT_RIGHT &&
        !view->layout.automatic) /* no text for what is right */
        return SL_SUCCESS;
    snprintf(argument, sizeof argument, "kernel %.50s: end of the space", c->kernel->name);
    if (c->space->hi[0] < c->space->lo[0])
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: space: expected SL_RANGE_VIEW(lo, most, n) with a most of %" PRId64
                       " at least, got %" PRId64,
                       c->function, c->kernel->name, c->space->lo[0], c->space->hi[0]);
    SL_TRY(sl__view_check(view, c->function, argument));
    if (!sl__list_takes(view->type))
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: %s: expected a view of int32_t or int64_t, got \"%s\" of %s", c->function, argument,
                          view->label, sl_type_name(view->type));
    if (view->count != 1)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: %s: expected a view of one element, got \"%s\" with %" PRId64, c->function, argument,
                          view->label, view->count);
    return sl__view_check_one_layout(view, c->function, argument);
}

static sl_status check_space_view(const sl__request *c)
{
    return c->space->kind == SL_SPACE_LIST         ? check_list(c)
           : c->space->kind == SL_SPACE_RANGE_VIEW ? check_end(c)
                                                   : SL_SUCCESS;
}

/* A space without points, by rank. */
static const sl_space nothing[SL_MAX_RANK + 1] = {{.rank = 0}, {.rank = 1}, {.rank = 2}, {.rank = 3},
                                                  {.rank = 4}, {.rank = 5}, {.rank = 6}};

sl_status sl__check_call(sl__request *c, const sl_arg args[], int n, sl_index into[])
{
    const sl_kernel *k = c->kernel;
    const sl__form *form = sl__form_of(k);
    SL_TRY(sl__space_check(c->space, c->function, k->name, k->rank));
    SL_TRY(check_space_view(c));
    SL_TRY(sl__policy_check(c->policy, k->rank, c->function, k->name));
    SL_TRY(form->check(k, c->policy, c->space, sl__launch_bound(k), c->function));
    if (c->policy->block > sl__launch_bound(k))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: policy.block: expected at most %d threads, as SL_LAUNCH_BOUNDS says, got %d",
                       c->function, k->name, sl__launch_bound(k), c->policy->block);
    if (c->space->kind != SL_SPACE_BOX && k->cpu[SL__CASE_INDEXED] == NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: space: expected a box for a kernel of this form, as for scans and nests, got a "
                       "%s",
                       c->function, k->name,
                       c->space->kind == SL_SPACE_RANGE_VIEW ? "range whose end is in a view" : "stride or list");
    if (n != k->nargs || (n > 0 && args == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: expected %d arguments, got %d", c->function, k->name, k->nargs,
                       args ? n : 0);
    if (!form->boxes && sl__split_asked(&c->policy->split))
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: %s: policy.split: expected none for a %s, got some", c->function,
                       k->name, form->noun);
    if (form->scans && c->policy->combine)
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
    c->empty = sl__kernel_points(k, c->space) == 0;
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

sl_status sl__check_stuck(const sl__request *c)
{
    for (int i = 0; i < c->kernel->nargs; i++) {
        const sl_view *root = sl__request_view(c, i) != NULL ? sl__view_root(sl__request_view(c, i)) : NULL;
        if (root != NULL && atomic_load(&root->splits) == NULL)
            SL_TRY(sl__stuck_view(root, sl__request_writes(c, i) ? SL_RDWR : SL_READ, c->function));
    }
    if (sl__space_view(c->space) != NULL)
        SL_TRY(sl__stuck_view(sl__view_root(sl__space_view(c->space)), SL_READ, c->function));
    return SL_SUCCESS;
}
