/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/create.h"
#include "data/list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/object.h"
#include "base/slots.h"
#include "base/state.h"
#include "data/indices.h"
#include "kernel/space.h"

struct sl_list {
    sl__object object;
    sl_view *view;
    sl_space space;
    void *next; /* of the slots */
};

static sl__slots lists = SL__SLOTS(sl_list, next, NULL);

/* ---- making them ----------------------------------------------------------------------------------------- */

static sl_status list_check_indices(const char *function, const char *label, sl_type type, const void *indices,
                                    sl_index count, sl_list **list)
{
    SL_TRY(sl__runtime_check(function));
    if (list == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: list: expected where to put the list, got NULL", function);
    if (!sl__list_takes(type))
        return SL_FAIL(SL_ERR_TYPE, "%s: type: expected int32_t or int64_t for \"%s\", got %s", function, label,
                       sl_type_name(type));
    if (count < 0)
        return SL_FAIL(SL_ERR_EXTENT, "%s: count: expected 0 or more indices for \"%s\", got %" PRId64, function, label,
                       count);
    if (count > SL__MOST_BYTES / (sl_index)sl_type_size(type))
        return SL_FAIL(SL_ERR_EXTENT,
                       "%s: count: expected at most 2^62 bytes of indices for \"%s\", got %" PRId64 " indices",
                       function, label, count);
    if (count > 0 && indices == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: indices: expected %" PRId64 " indices for \"%s\", got NULL", function,
                       count, label);
    return SL_SUCCESS;
}

/* The space of indices that are there; notes whether they ascend. */
static sl_status list_bounds(const char *function, sl_view *view, sl_space *space)
{
    const sl_index count = view->n[0];
    const int32_t *narrow = view->data;
    const int64_t *wide = view->data;
    sl_index least = INT64_MAX, greatest = INT64_MIN;
    view->list.ascends = 1;
    for (sl_index k = 0; k < count; k++) {
        const sl_index i = view->type == SL_INT64 ? wide[k] : narrow[k];
        view->list.ascends &= i >= greatest;
        least = i < least ? i : least;
        greatest = i > greatest ? i : greatest;
    }
    if (count > 0 && greatest == INT64_MAX)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: indices: expected indices below 2^63 - 1 for \"%s\", got that", function,
                       view->label);
    *space = (sl_space){.rank = 1, .kind = SL_SPACE_LIST, .step = {count}};
    if (count > 0) {
        space->lo[0] = least;
        space->hi[0] = greatest + 1;
    }
    return SL_SUCCESS;
}

/* Takes over a reference to the view. */
static sl_status list_make(const char *function, sl_view *view, const sl_space *space, sl_list **list)
{
    sl_list *made = sl__slots_take(&lists);
    if (made == NULL) {
        const sl_status status =
            SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a list of \"%s\", got none", function, view->label);
        sl_view_destroy(&view);
        return status;
    }
    made->view = view;
    made->space = *space;
    made->space.object[0] = view;
    sl__object_init(&made->object, SL__MAGIC_LIST);
    *list = made;
    return SL_SUCCESS;
}

/* The same for a view of indices that are there: nothing was read before there was room for so many. They are read
 * where the view has them, which is aligned. */
static sl_status list_over(const char *function, sl_view *view, sl_list **list)
{
    sl_space space;
    const sl_status status = list_bounds(function, view, &space);
    if (status == SL_SUCCESS)
        return list_make(function, view, &space, list);
    sl_view_destroy(&view);
    return status;
}

sl_status sl_list_create(const char *label, sl_type type, const void *indices, sl_index count, sl_list **list)
{
    SL__CALL();
    return sl__list_create("sl_list_create", label, type, indices, count, list);
}

sl_status sl__list_create(const char *function, const char *label, sl_type type, const void *indices, sl_index count,
                          sl_list **list)
{
    sl_view *view = NULL;
    label = label ? label : "list";
    SL_TRY(list_check_indices(function, label, type, indices, count, list));
    SL_TRY(sl__view_create(function, label, type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(count), SL_VIEW_DEFAULT, &view));
    if (count > 0) /* nobody else has the view */
        memcpy(view->data, indices, (size_t)count * view->elem);
    return list_over(function, view, list);
}

sl_status sl_list_wrap(const char *label, sl_type type, const void *indices, sl_index count, sl_list **list)
{
    SL__CALL();
    static const char function[] = "sl_list_wrap";
    sl_view *view = NULL;
    label = label ? label : "list";
    SL_TRY(list_check_indices(function, label, type, indices, count, list));
    if (count == 0) /* there need be no memory */
        SL_TRY(sl__view_create(function, label, type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(0), SL_VIEW_DEFAULT, &view));
    else
        SL_TRY(sl__view_wrap_node(function, label, type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(count),
                                  (void *)(uintptr_t)indices, STARPU_MAIN_RAM, NULL, &view));
    return list_over(function, view, list);
}

sl_status sl_list_from_view(sl_view *view, sl_list **list)
{
    SL__CALL();
    static const char function[] = "sl_list_from_view";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    SL_TRY(sl__view_check_one_layout(view, function, "view"));
    if (list == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: list: expected where to put the list, got NULL", function);
    if (!sl__list_takes(view->type))
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: view: expected one of int32_t or int64_t, got \"%s\" of %s", function, view->label,
                          sl_type_name(view->type));
    if (view->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view), "%s: view: expected one of rank 1, got \"%s\" of rank %d",
                          function, view->label, view->rank);
    SL_TRY(sl__view_enter(view, function));
    const sl_space space = {.rank = 1, .kind = SL_SPACE_LIST, .hi = {INT64_MAX}, .step = {-1 - view->n[0]}};
    return list_make(function, view, &space, list);
}

void sl_list_destroy(sl_list **list)
{
    SL__CALL();
    if (list == NULL || *list == NULL)
        return;
    sl_list *l = *list;
    *list = NULL;
    if (sl__object_kill(&l->object, SL__MAGIC_LIST, "sl_list_destroy", "list", "a list") != SL_SUCCESS)
        return;
    sl_view_destroy(&l->view);
    sl__slots_give(&lists, l);
}

/* ---- using them ------------------------------------------------------------------------------------------ */

static sl_status list_check(const sl_list *list, const char *function)
{
    SL_TRY(sl__runtime_check(function));
    return sl__object_check((const sl__object *)list, SL__MAGIC_LIST, function, "list", "a list");
}

sl_index sl_list_size(const sl_list *list)
{
    SL__CALL();
    return list_check(list, "sl_list_size") == SL_SUCCESS ? sl_space_size(&list->space) : -1;
}

sl_space sl_list_space(const sl_list *list)
{
    SL__CALL();
    return list_check(list, "sl_list_space") == SL_SUCCESS ? list->space : (sl_space){.rank = 0};
}

int sl__list_fits(const sl_space *space, int d)
{
    const sl_view *view = space->object[d];
    return sl__view_live(view) && sl__list_takes(view->type) && view->rank == 1 &&
           view->n[0] == sl__space_length(space, d);
}

sl_status sl__list_check(const sl_space *space, int d, const char *function, const char *argument)
{
    const sl_view *view = space->object[d];
    if (sl__list_fits(space, d))
        return SL_SUCCESS;
    if (!sl__view_live(view))
        return SL_FAIL_OF(view == NULL ? SL_ERR_ARGUMENT : SL_ERR_DESTROYED, sl__view_made(view),
                          "%s: %s: expected a list, got %s", function, argument,
                          view == NULL ? "none" : "one that was destroyed");
    return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                      "%s: %s: expected a list of %" PRId64 " indices, got \"%s\", which has others now", function,
                      argument, sl__space_length(space, d), view->label);
}

/* Whether a view of one integer says where a range ends. */
static int list_is_end(const sl_space *space, int d)
{
    const sl_view *view = space->object[d];
    return space->lo[d] <= space->hi[d] && sl__view_live(view) && sl__list_takes(view->type) && view->count == 1 &&
           view == view->root && view->spread == NULL && view->layout.map == SL__LAYOUT_RIGHT &&
           !view->layout.automatic;
}

sl_status sl__list_check_end(const sl_space *space, int d, const char *function, const char *owner)
{
    const sl_view *view = space->object[d];
    char argument[80];
    if (list_is_end(space, d))
        return SL_SUCCESS;
    if (space->hi[d] < space->lo[d])
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: %s: space: expected SL_RANGE_VIEW(lo, most, n) with a most of %" PRId64
                       " at least, got %" PRId64,
                       function, owner, space->lo[d], space->hi[d]);
    snprintf(argument, sizeof argument, "%.60s: end of the space", owner);
    SL_TRY(sl__view_check(view, function, argument));
    if (!sl__list_takes(view->type))
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: %s: expected a view of int32_t or int64_t, got \"%s\" of %s", function, argument,
                          view->label, sl_type_name(view->type));
    if (view->count != 1)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: %s: expected a view of one element, got \"%s\" with %" PRId64, function, argument,
                          view->label, view->count);
    return sl__view_check_one_layout(view, function, argument);
}

sl_status sl__list_check_space(const sl_space *space, const char *function, const char *kernel)
{
    char argument[80];
    for (int d = 0; d < space->rank; d++) { /* a call that is right writes no text */
        const int ends = sl__space_ends_in_view(space, d);
        if (ends ? list_is_end(space, d) : !sl__space_is_listed(space, d) || sl__list_fits(space, d))
            continue;
        snprintf(argument, sizeof argument, "kernel %.50s%s", kernel, ends ? "" : ": space");
        SL_TRY(ends ? sl__list_check_end(space, d, function, argument) : sl__list_check(space, d, function, argument));
    }
    return SL_SUCCESS;
}

sl_status sl_list_check_unique(const sl_list *list)
{
    SL__CALL();
    static const char function[] = "sl_list_check_unique";
    sl_index *index = NULL;
    SL_TRY(list_check(list, function));
    SL_TRY(sl__indices_get(function, "list", &list->space, &index));
    const sl_status status =
        sl__indices_once(function, "list", list->view->label, "places", index, sl_space_size(&list->space));
    free(index);
    return status;
}
