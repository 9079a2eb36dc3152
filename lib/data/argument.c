/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/argument.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "base/types.h"
#include "data/host.h"
#include "data/subview.h"
#include "data/view.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/policy.h"
#include "kernel/space.h"

/* Fails with a sentence about the argument. */
#define ARGUMENT_REFUSE(a, status, format, ...) \
    SL_FAIL_OF((status), sl__view_made((a)->arg->view), "%s: kernel %s, argument %s: " format, (a)->function, \
               (a)->kernel->name, (a)->parameter->info->name, __VA_ARGS__)

/* A check of data/view.h, which fails, of an argument. */
static sl_status refuse_view(const sl__argument *a, sl_status (*check)(const sl_view *, const char *, const char *))
{
    char argument[128];
    snprintf(argument, sizeof argument, "kernel %.50s, argument %.50s", a->kernel->name, a->parameter->info->name);
    return check(a->arg->view, a->function, argument);
}

static sl_status check_live(const sl__argument *a)
{
    return sl__view_live(a->arg->view) ? SL_SUCCESS : refuse_view(a, sl__view_check_live);
}

static sl_status check_writable(const sl__argument *a)
{
    return a->arg->view->readonly ? refuse_view(a, sl__view_check_writable) : SL_SUCCESS;
}

/* Whether the view's elements lie where the body looks for them. */
static sl_status check_layout(const sl__argument *a, const sl_view *view)
{
    static const char *const names[] = {[SL__LAYOUT_RIGHT] = "with strides",
                                        [SL__LAYOUT_BLOCKED] = "of SL_LAYOUT_BLOCKED",
                                        [SL__LAYOUT_MORTON] = "of SL_LAYOUT_MORTON",
                                        [SL__LAYOUT_MAPPED] = "of SL_LAYOUT_MAPPED"};
    const sl__reach *reach = &a->parameter->reach;
    if (view->layout.map != reach->map)
        return ARGUMENT_REFUSE(a, SL_ERR_ARGUMENT, "expected a view %s%s, got \"%s\", one %s", names[reach->map],
                               reach->map == SL__LAYOUT_RIGHT ? ", since it has no layout(...)" : "", view->label,
                               names[view->layout.map]);
    for (int d = 0; d < view->rank; d++)
        if (reach->block[d] != 0 && view->s[d] != reach->block[d])
            return ARGUMENT_REFUSE(a, SL_ERR_EXTENT,
                                   "expected blocks of extent %" PRId64 " in dimension %d, got %" PRId64 " of \"%s\"",
                                   reach->block[d], d, view->s[d], view->label);
    return SL_SUCCESS;
}

/* Whether some iteration may look past the edge of the view along a dimension. */
static int reaches_past(const sl__argument *a, const sl__reach *reach, const sl_view *view, int d)
{
    if (reach->index[d] == SL__FREE || !sl__space_bounded(a->space, reach->index[d]))
        return 0;
    const sl_index lo = a->space->lo[reach->index[d]], hi = a->space->hi[reach->index[d]];
    const sl_index first = view->indices.first[d], end = first + view->n[d];
    return lo < hi && (lo < first || hi > end || lo - first < reach->width[d] || end - hi < reach->width[d]);
}

/* A halo says how far a body may look, not that it does so everywhere: at the edges of the view it may look to one side
 * only. Who did not mean that reads it in the log, once. */
static void log_halo_edge(const sl__argument *a, const sl_view *view)
{
    const sl__reach *reach = &a->parameter->reach;
    const uint32_t bit = UINT32_C(1) << (a->arg - a->args);
    if (atomic_load_explicit(a->edges, memory_order_relaxed) & bit)
        return;
    for (int d = 0; d < view->rank; d++) {
        if (!reaches_past(a, reach, view, d) || (atomic_fetch_or(a->edges, bit) & bit))
            continue;
        char text[128];
        const int q = reach->index[d];
        sl__modifiers_reach(a->parameter->info, text, sizeof text);
        SL_LOG(SL_LOG_INFO,
               "%s: kernel %s, argument %s: %s around the loop's indices [%" PRId64 ", %" PRId64 ") leaves [%" PRId64
               ", %" PRId64 ") of dimension %d of \"%s\": at that edge the body is to look to one side only",
               a->function, a->kernel->name, a->parameter->info->name, text, a->space->lo[q], a->space->hi[q],
               view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label);
    }
}

/* fixed: the extents are these. own: the space lies in the view. */
static sl_status check_reach(const sl__argument *a, const sl_view *view)
{
    const sl__reach *reach = &a->parameter->reach;
    for (int d = 0; d < view->rank; d++)
        if (reach->fixed[d] != 0 && view->n[d] != reach->fixed[d])
            return ARGUMENT_REFUSE(a, SL_ERR_EXTENT,
                                   "expected extent %" PRId64 " in dimension %d, got %" PRId64 " of \"%s\"",
                                   reach->fixed[d], d, view->n[d], view->label);
    if (reach->kind == SL__REACH_HALO && sl__log_enabled(SL_LOG_INFO))
        log_halo_edge(a, view);
    if (reach->kind != SL__REACH_OWN)
        return SL_SUCCESS;
    for (int d = 0; d < view->rank; d++) {
        if (reach->index[d] == SL__FREE || !sl__space_bounded(a->space, reach->index[d]))
            continue;
        sl_index lo = a->space->lo[reach->index[d]], hi = a->space->hi[reach->index[d]];
        if (lo >= hi) /* of a nest, which has no index there */
            continue;
        if (lo < view->indices.first[d] || hi > view->indices.first[d] + view->n[d])
            return ARGUMENT_REFUSE(a, SL_ERR_EXTENT,
                                   "expected own indices in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                                   "[%" PRId64 ", %" PRId64 ")",
                                   view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label, lo, hi);
    }
    return SL_SUCCESS;
}

/* Iterations at the same time have no element of their own in a view of rank 0. */
static sl_status check_single(const sl__argument *a)
{
    const sl__parameter *p = a->parameter;
    const sl_index points = sl__kernel_points(a->kernel, a->space);
    if (!p->writes || p->reach.atomic || a->sequential || points <= 1)
        return SL_SUCCESS;
    return ARGUMENT_REFUSE(
        a, SL_ERR_ARGUMENT,
        "expected one iteration, SL_SEQ, a reduction or the modifier atomic for a view of rank 0 that is "
        "written, got %" PRId64 " parallel iterations",
        points);
}

/* The extent of an array of results is what the call passes as its length. */
static sl_status check_length(const sl__argument *a, const sl_view *view)
{
    const int number = a->parameter->length;
    const int64_t length = number >= 0 ? sl__type_integer(a->kernel->args[number].type, a->args[number].data) : 0;
    if (number < 0 || view->n[0] == length)
        return SL_SUCCESS;
    return ARGUMENT_REFUSE(a, SL_ERR_EXTENT, "expected extent %" PRId64 ", the scalar %s, got %" PRId64 " of \"%s\"",
                           length, a->kernel->args[number].name, view->n[0], view->label);
}

sl_status sl__argument_check_view(const sl__argument *a)
{
    const sl__parameter *p = a->parameter;
    const sl_view *view = a->arg->view;
    const char *noun = sl__kinds[p->info->kind].noun;
    SL_TRY(check_live(a));
    if (view->type != p->type)
        return ARGUMENT_REFUSE(a, SL_ERR_TYPE, "expected %s of %s, got \"%s\" of %s", noun, p->info->type_name,
                               view->label, sl_type_name(view->type));
    if (view->rank != p->info->rank)
        return ARGUMENT_REFUSE(a, SL_ERR_RANK, "expected %s of rank %d, got \"%s\" of rank %d", noun, p->info->rank,
                               view->label, view->rank);
    SL_TRY(check_layout(a, view));
    if (p->writes) {
        SL_TRY(check_writable(a));
        SL_TRY(check_length(a, view));
    }
    SL_TRY(check_reach(a, view));
    if (view->rank == 0)
        SL_TRY(check_single(a));
    return a->waits ? sl__view_check_host(view, p->access, a->function, a->kernel->name, p->info->name) : SL_SUCCESS;
}

sl_status sl__argument_check_into(const sl__argument *a, sl_index *offset)
{
    const sl__parameter *p = a->parameter;
    const sl_arg *arg = a->arg;
    const sl_view *view = arg->view;
    sl_index x[SL_MAX_RANK] = {0};
    if (view == NULL && arg->rank == SL__INTO_LOST)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s, argument %s: expected memory for SL_INTO, got none", a->function,
                       a->kernel->name, p->info->name);
    SL_TRY(check_live(a));
    if (view->spread != NULL)
        return refuse_view(a, sl__view_check);
    if (view->type != p->type)
        return ARGUMENT_REFUSE(a, SL_ERR_TYPE, "expected SL_INTO of a view of %s, got \"%s\" of %s", p->info->type_name,
                               view->label, sl_type_name(view->type));
    if (view->rank != arg->rank)
        return ARGUMENT_REFUSE(a, SL_ERR_RANK, "expected SL_INTO with %d indices for \"%s\", got %d", view->rank,
                               view->label, arg->rank);
    SL_TRY(check_writable(a));
    for (int d = 0; d < view->rank; d++) {
        if (arg->index[d] < view->indices.first[d] || arg->index[d] >= view->indices.first[d] + view->n[d])
            return ARGUMENT_REFUSE(
                a, SL_ERR_EXTENT,
                "expected SL_INTO with an index in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got %" PRId64,
                view->indices.first[d], view->indices.first[d] + view->n[d], d, view->label, arg->index[d]);
        x[d] = arg->index[d] - view->indices.first[d];
    }
    const sl_index place = sl__view_place(view, x);
    if (place < 0)
        return ARGUMENT_REFUSE(a, SL_ERR_UNSUPPORTED,
                               "expected SL_INTO of a view with strides or sl_view_set_map(), got \"%s\"", view->label);
    *offset = (sl_index)(view->part.offset / view->elem) + place;
    return a->waits ? sl__view_check_host(view, SL_WRITE, a->function, a->kernel->name, p->info->name) : SL_SUCCESS;
}
