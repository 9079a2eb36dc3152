/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/indices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "data/index_set.h"
#include "data/list.h"
#include "data/view.h"
#include "kernel/space.h"

/* Of a list, of which the caller has the memory. */
static void fetch_list(const sl_space *space, const void *from, sl_index index[])
{
    const sl_view *view = space->object[0];
    const struct sl__places places = {.list_ = from, .step_ = view->s[0], .wide_ = view->type == SL_INT64};
    sl__places_fetch(&places, 0, sl_space_size(space), index);
}

void sl__indices_known(const sl_space *space, sl_index index[])
{
    if (space->kind == SL_SPACE_LIST) {
        fetch_list(space, ((const sl_view *)space->object[0])->data, index);
        return;
    }
    const struct sl__places places = sl__space_counted(space, 0);
    sl__places_fetch(&places, 0, sl_space_size(space), index);
}

/* Of a range, stride or list. */
static sl_status get_segment(const char *function, const sl_space *space, sl_index index[])
{
    if (space->kind != SL_SPACE_LIST) {
        sl__indices_known(space, index);
        return SL_SUCCESS;
    }
    sl_view *view = (sl_view *)space->object[0];
    const void *from = sl_host_begin(view, SL_READ, view->type, function);
    if (from == NULL)
        return sl_last_status();
    fetch_list(space, from, index);
    return sl_host_end(view);
}

static sl_status get_all(const char *function, const sl_space *space, sl_index index[])
{
    if (space->kind != SL_SPACE_SET)
        return get_segment(function, space, index);
    const sl_index_set *set = space->object[0];
    for (int s = 0; s < set->count; s++) {
        SL_TRY(get_segment(function, &set->segment[s], index));
        index += sl_space_size(&set->segment[s]);
    }
    return SL_SUCCESS;
}

/* A space of rank 1 whose object is there. */
static sl_status check_space(const char *function, const char *argument, const sl_space *space)
{
    if (sl__space_ops_of(space->kind) == NULL || space->kind == SL_SPACE_PRODUCT)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a range, stride, list or index set, got a space of kind %d",
                       function, argument, space->kind);
    if (space->kind == SL_SPACE_RANGE_VIEW)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: %s: expected a range, stride, list or index set, got a range whose end is in a view",
                       function, argument);
    if (space->rank != 1)
        return SL_FAIL(SL_ERR_RANK, "%s: %s: expected a range, stride, list or index set, of rank 1, got rank %d",
                       function, argument, space->rank);
    if (space->kind == SL_SPACE_LIST)
        return sl__list_check(space, 0, function, argument);
    if (space->kind != SL_SPACE_SET)
        return SL_SUCCESS;
    SL_TRY(sl__index_set_check(space->object[0], function, argument));
    const sl_index size = ((const sl_index_set *)space->object[0])->size;
    if (size != sl_space_size(space))
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__index_set_made(space->object[0]),
                          "%s: %s: expected an index set of %" PRId64 " points, as when its space was made, got one of "
                          "%" PRId64,
                          function, argument, sl_space_size(space), size);
    return SL_SUCCESS;
}

sl_status sl__indices_get(const char *function, const char *argument, const sl_space *space, sl_index **index)
{
    SL_TRY(check_space(function, argument, space));
    const sl_index count = sl_space_size(space);
    sl_index *got =
        count <= PTRDIFF_MAX / (sl_index)sizeof *got ? malloc((count > 0 ? (size_t)count : 1) * sizeof *got) : NULL;
    if (got == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: %s: expected memory for %" PRId64 " indices, got none", function, argument,
                       count);
    const sl_status status = get_all(function, space, got);
    if (status != SL_SUCCESS)
        free(got);
    else
        *index = got;
    return status;
}

/* ---- duplicates ------------------------------------------------------------------------------------------ */

/* An index and its place. */
typedef struct entry {
    sl_index index, place;
} entry;

static int by_index(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

sl_status sl__indices_once(const char *function, const char *what, const char *label, const char *places,
                           const sl_index index[], sl_index count)
{
    entry *entries = malloc((count > 0 ? (size_t)count : 1) * sizeof *entries);
    sl_status status = SL_SUCCESS;
    if (entries == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected %" PRId64 " bytes to sort \"%s\", got none", function,
                       count * (sl_index)sizeof *entries, label);
    for (sl_index k = 0; k < count; k++)
        entries[k] = (entry){index[k], k};
    qsort(entries, (size_t)count, sizeof *entries, by_index);
    for (sl_index k = 1; k < count && status == SL_SUCCESS; k++)
        if (entries[k].index == entries[k - 1].index)
            status =
                SL_FAIL(SL_ERR_ARGUMENT,
                        "%s: %s: expected each index of \"%s\" once, got %" PRId64 " at %s %" PRId64 " and %" PRId64,
                        function, what, label, entries[k].index, places, entries[k - 1].place, entries[k].place);
    free(entries);
    return status;
}

sl_status sl__comparison_check(const char *function, sl_comparison comparison, const void *value)
{
    if (comparison < SL_LESS || comparison > SL_GREATER)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: comparison: expected SL_LESS to SL_GREATER, got %d", function,
                       (int)comparison);
    if (value == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: value: expected a pointer to a value, got NULL", function);
    return SL_SUCCESS;
}
