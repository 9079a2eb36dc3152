/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a region is changed for later runs: scalars and views. */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/types.h"
#include "call/check.h"
#include "call/region.h"
#include "data/subview.h"
#include "kernel/kinds.h"

/* Whether a scalar may have a value as it might in a call: the length of an array of results is the extent of that. */
static sl_status check_value(const sl__task *call, int i, const void *value)
{
    const sl__kernel_state *state = call->state;
    const char *name = call->kernel->args[i].name, *kernel = call->kernel->name;
    const int64_t number = sl__type_integer(state->parameter[i].info->type, value);
    const int64_t now = sl__type_integer(state->parameter[i].info->type, call->scalars + state->parameter[i].scalar);
    if ((atomic_load_explicit(&state->sizes, memory_order_relaxed) >> i & 1) && number < 1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_region_set: value: expected 1 or more for %s of nest %s, a size of tiles, got %" PRId64,
                       name, kernel, number);
    for (int a = 0; a < call->kernel->nargs && number != now; a++)
        if (state->parameter[a].length == i)
            return SL_FAIL(SL_ERR_EXTENT,
                           "sl_region_set: value: expected %" PRId64 " for %s of kernel %s, the extent of argument %s, "
                           "got %" PRId64,
                           now, name, kernel, call->kernel->args[a].name, number);
    return SL_SUCCESS;
}

static sl_status set_scalar(sl__task *call, int number, const char *name, const void *value, size_t size)
{
    if (call->kernel == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: call: expected a loop, got %d, which is host task \"%s\"",
                       number, call->label);
    for (int i = 0; i < call->kernel->nargs; i++) {
        const sl__parameter *p = &call->state->parameter[i];
        if (!sl__is_value(p->info->kind) || strcmp(p->info->name, name) != 0)
            continue;
        if (p->info->size != size)
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "sl_region_set: size: expected %zu bytes for scalar %s of kernel %s (%s), "
                           "got %zu",
                           p->info->size, name, call->kernel->name, p->info->type_name, size);
        SL_TRY(check_value(call, i, value));
        SL_TRY(sl__check_scratch_set(call, i, value));
        memcpy(call->scalars + p->scalar, value, size);
        return SL_SUCCESS;
    }
    return SL_FAIL(SL_ERR_ARGUMENT,
                   "sl_region_set: argument: expected the name of a scalar of kernel %s, which is "
                   "call %d, got \"%s\"",
                   call->kernel->name, number, name);
}

sl_status sl_region_set(sl_region *region, int call, const char *argument, const void *value, size_t size)
{
    SL__CALL();
    SL_TRY(sl__region_check(region, "sl_region_set"));
    if (argument == NULL || value == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: %s: expected a %s, got NULL", argument ? "value" : "argument",
                       argument ? "pointer to the value" : "name");
    SL_TRY(sl__region_check_not_recorded(region, "sl_region_set"));
    pthread_mutex_lock(&region->lock);
    sl__recording *r = region->recording;
    int calls = r ? r->calls : 0;
    sl_status status = sl__region_check_recorded(region, "sl_region_set");
    if (status == SL_SUCCESS)
        status =
            call < 0 || call >= calls
                ? SL_FAIL(SL_ERR_ARGUMENT, "sl_region_set: call: expected a loop from 0 to %d, got %d", calls - 1, call)
                : set_scalar(r->call[call], call, argument, value, size);
    if (r != NULL && status == SL_SUCCESS)
        sl__recording_changed(r);
    pthread_mutex_unlock(&region->lock);
    return status;
}

/* Whether one view can stand in a region where another one does. */
static sl_status check_exchange(const char *function, const sl_view *view, const sl_view *with)
{
    const char *const names[] = {"view", "with"};
    const sl_view *const both[] = {view, with};
    for (int k = 0; k < 2; k++) {
        SL_TRY(sl__view_check(both[k], function, names[k]));
        SL_TRY(sl__view_check_writable(both[k], function, names[k]));
        SL_TRY(sl__subview_refuse(both[k], function));
    }
    SL_TRY(sl__view_check_same_layout(function, "with", view, with));
    for (int d = 0; d < view->rank; d++)
        if (view->s[d] != with->s[d] || view->indices.first[d] != with->indices.first[d])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(view), sl__view_made(with),
                                   "%s: with: expected stride %" PRId64 " and first index %" PRId64 " in dimension %d, "
                                   "as \"%s\" has, got %" PRId64 " and %" PRId64 " of \"%s\"",
                                   function, view->s[d], view->indices.first[d], d, view->label, with->s[d],
                                   with->indices.first[d], with->label);
    return SL_SUCCESS;
}

sl_status sl_region_set_view(sl_region *region, sl_view *view, sl_view *with)
{
    SL__CALL();
    static const char function[] = "sl_region_set_view";
    SL_TRY(sl__region_check(region, function));
    SL_TRY(check_exchange(function, view, with));
    SL_TRY(sl__region_check_not_recorded(region, function));
    pthread_mutex_lock(&region->lock);
    sl__recording *r = region->recording;
    sl_status status = sl__region_check_recorded(region, function);
    if (status == SL_SUCCESS)
        status = sl__region_check_lost(r, function);
    if (status == SL_SUCCESS)
        status = sl__recording_exchange(r, view, with, function);
    pthread_mutex_unlock(&region->lock);
    return status;
}
