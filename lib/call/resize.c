/* SPDX-License-Identifier: BSD-3-Clause */
/* Resized views are new ones: tasks that are queued, regions and others who hold a reference know the old one. */
#include <starloop/resize.h>

#include <inttypes.h>
#include <string.h>

#include <starloop/copy.h>
#include <starloop/subview.h>

#include "base/error.h"
#include "base/state.h"
#include "call/region.h"
#include "call/submit.h"
#include "data/create.h"
#include "data/host.h"
#include "data/split.h"
#include "data/subview.h"

/* A region would keep the views of its first run. */
static sl_status check_place(const char *function, const char *instead)
{
    SL_TRY(sl__runtime_check(function));
    if (!sl__in_region())
        return SL_SUCCESS;
    return sl__region_fail(SL_FAIL(SL_ERR_CONTEXT,
                                   "%s: expected a call outside of a region, got one between sl_region_begin() and "
                                   "sl_region_end(): %s",
                                   function, instead),
                           NULL);
}

static sl_status check_handle(const char *function, const char *argument, sl_view *const *view)
{
    if (view == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected the handle of a view, got NULL", function, argument);
    return sl__view_check_live(*view, function, argument);
}

static sl_status check_resize(const char *function, sl_view *const *view, const sl_extents *extents)
{
    SL_TRY(check_place(function, "resize the view before it is recorded"));
    SL_TRY(check_handle(function, "view", view));
    const sl_view *v = *view;
    SL_TRY(sl__view_check(v, function, "view"));
    SL_TRY(sl__view_check_writable(v, function, "view"));
    SL_TRY(sl__view_check_strides(v, function, "view"));
    if (v != v->root)
        SL_TRY(sl__subview_refuse(v, function));
    if (!v->managed)
        return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(v),
                          "%s: view: expected a view with memory of Starloop's, got \"%s\", which wraps the program's",
                          function, v->label);
    if (extents->rank != v->rank)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(v), "%s: extents: expected rank %d, for \"%s\", got %d", function,
                          v->rank, v->label, extents->rank);
    return sl__view_check_host(v, SL_RDWR, function, NULL, "view");
}

/* The elements whose indices are in both views, which have the same first ones. @return 0: there are none. */
static int common_box(const sl_view *a, const sl_view *b, struct sl__slice box[])
{
    int some = 1;
    for (int d = 0; d < a->rank; d++) {
        const sl_index n = a->n[d] < b->n[d] ? a->n[d] : b->n[d];
        box[d] = SL_PAIR(a->indices.first[d], a->indices.first[d] + n);
        some = some && n > 0;
    }
    return some;
}

static sl_status copy_common(const char *function, sl_view *to, sl_view *from)
{
    struct sl__slice box[SL_MAX_RANK];
    sl_view *part_to = NULL, *part_from = NULL;
    if (!common_box(to, from, box))
        return SL_SUCCESS;
    sl_status status = sl__view_sub(function, to, to->rank, box, &part_to);
    if (status == SL_SUCCESS)
        status = sl__view_sub(function, from, from->rank, box, &part_from);
    if (status == SL_SUCCESS)
        status = sl__deep_copy(function, part_to, part_from);
    sl_view_destroy(&part_to);
    sl_view_destroy(&part_from);
    return status;
}

/* The new view is split as the old one was to be. */
static sl_status copy_wish(sl_view *to, const sl_view *from)
{
    sl__splits *splits = sl__splits_of(from);
    if (splits == NULL)
        return SL_SUCCESS;
    pthread_mutex_lock(&splits->lock);
    const sl_split wish = splits->wish;
    pthread_mutex_unlock(&splits->lock);
    return sl__split_asked(&wish) ? sl_view_split(to, wish) : SL_SUCCESS;
}

/* Of a view of SL_LAYOUT_AUTO that again, though its extents may have left nothing to turn. */
static sl_layout layout_of(const sl_view *v, const sl_extents *extents)
{
    return v->layout.turns ? SL_LAYOUT_AUTO : sl__layout_dense(v->rank, extents->n, v->s, v->indices.first);
}

sl_status sl_view_resize(sl_view **view, sl_extents extents)
{
    SL__CALL();
    static const char function[] = "sl_view_resize";
    sl_view *fresh = NULL;
    sl__shape shape;
    SL_TRY(check_resize(function, view, &extents));
    sl_view *old = *view;
    if (memcmp(extents.n, old->n, (size_t)old->rank * sizeof old->n[0]) == 0)
        return SL_SUCCESS;
    SL_TRY(sl__layout_shape(function, old->elem, &SL_LAYOUT_RIGHT, &extents, &shape));
    const sl_layout layout = layout_of(old, &extents);
    SL_TRY(sl__view_create(function, old->label, old->type, &layout, &extents, SL_VIEW_DEFAULT, &fresh));
    sl_status status = copy_wish(fresh, old);
    if (status == SL_SUCCESS)
        status = copy_common(function, fresh, old);
    if (status != SL_SUCCESS) {
        sl_view_destroy(&fresh);
        return status;
    }
    sl_view_destroy(view);
    *view = fresh;
    return SL_SUCCESS;
}

sl_status sl_view_swap(sl_view **a, sl_view **b)
{
    SL__CALL();
    static const char function[] = "sl_view_swap";
    SL_TRY(check_place(function, "record the step there and the step back in one region"));
    SL_TRY(check_handle(function, "a", a));
    SL_TRY(check_handle(function, "b", b));
    SL_TRY(sl__subview_assignable(function, "b", *a, *b));
    SL_TRY(sl__subview_assignable(function, "a", *b, *a));
    sl_view *held = *a;
    *a = *b;
    *b = held;
    return SL_SUCCESS;
}
