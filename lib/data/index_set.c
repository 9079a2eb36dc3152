/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/index_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/slots.h"
#include "base/state.h"
#include "data/indices.h"
#include "data/create.h"
#include "data/hooks.h"
#include "data/list.h"
#include "data/measured.h"
#include "data/memory.h"
#include "data/subview.h"
#include "kernel/space.h"

static void fresh_set(void *slot)
{
    pthread_mutex_init(&((sl_index_set *)slot)->lock, NULL);
}

static sl__slots sets = SL__SLOTS(sl_index_set, next, fresh_set);

sl_status sl__index_set_check(const sl_index_set *set, const char *function, const char *argument)
{
    SL_TRY(sl__runtime_check(function));
    return sl__object_check((const sl__object *)set, SL__MAGIC_INDEX_SET, function, argument, "an index set");
}

/* ---- making them ----------------------------------------------------------------------------------------- */

static sl_status check_segment(const sl_index_set *set, const char *function, const sl_space *segment, sl_index *size)
{
    if (segment->kind == SL_SPACE_SET)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__index_set_made(set),
                          "%s: segment: expected a range, stride or list for \"%s\", got an index set", function,
                          set->label);
    if (sl__space_ops_of(segment->kind) == NULL || segment->kind == SL_SPACE_RANGE_VIEW ||
        segment->kind == SL_SPACE_PRODUCT || (segment->kind == SL_SPACE_STRIDE && segment->step[0] == 0))
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__index_set_made(set),
                          "%s: segment: expected a range, stride or list for \"%s\", got %s", function, set->label,
                          segment->kind == SL_SPACE_STRIDE       ? "a stride of 0"
                          : segment->kind == SL_SPACE_RANGE_VIEW ? "a range whose end is in a view"
                                                                 : "another kind of space");
    if (segment->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__index_set_made(set), "%s: segment: expected rank 1 for \"%s\", got %d",
                          function, set->label, segment->rank);
    if (segment->kind == SL_SPACE_LIST)
        SL_TRY(sl__list_check(segment, 0, function, "segment"));
    if (__builtin_add_overflow(set->size, sl_space_size(segment), size))
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__index_set_made(set),
                          "%s: segment: expected fewer than 2^63 points of \"%s\" in all, got more", function,
                          set->label);
    return SL_SUCCESS;
}

static void forget_merged(sl_index_set *set)
{
    for (int r = 0; r < set->runs; r++)
        sl_list_destroy(&set->merged[r]);
    free(set->merged);
    set->merged = NULL;
    set->runs = 0;
    sl_list_destroy(&set->whole);
}

static sl_status push(const char *function, sl_index_set *set, const sl_space *segment)
{
    sl_index size = 0;
    SL_TRY(check_segment(set, function, segment, &size));
    if (set->count == set->room) {
        const int room = set->room > 0 ? 2 * set->room : 8;
        sl_space *more = realloc(set->segment, (size_t)room * sizeof *more);
        if (more == NULL)
            return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for one more segment of \"%s\", got none", function,
                           set->label);
        set->segment = more;
        set->room = room;
    }
    if (segment->kind == SL_SPACE_LIST)
        SL_TRY(sl__view_enter((sl_view *)segment->object[0], function));
    forget_merged(set);
    set->segment[set->count] = *segment;
    set->segment[set->count++].position = 0;
    set->size = size;
    return SL_SUCCESS;
}

/* Lets go of what a set has. */
static void index_set_free(sl_index_set *set)
{
    forget_merged(set);
    for (int s = 0; s < set->count; s++)
        if (set->segment[s].kind == SL_SPACE_LIST) {
            sl_view *view = (sl_view *)set->segment[s].object[0];
            sl_view_destroy(&view);
        }
    free(set->segment);
    set->segment = NULL;
    sl__slots_give(&sets, set);
}

sl_status sl__index_set_create(const char *function, const char *label, int count, const sl_space segments[],
                               sl_index_set **set)
{
    label = label ? label : "index set";
    SL_TRY(sl__runtime_check(function));
    if (set == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: set: expected where to put the set, got NULL", function);
    if (count < 0 || (count > 0 && segments == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: segments: expected 0 or more segments for \"%s\", got %s %d", function,
                       label, count < 0 ? "the number" : "NULL and the number", count);
    sl_index_set *made = sl__slots_take(&sets);
    if (made == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for \"%s\", got none", function, label);
    made->segment = NULL;
    made->merged = NULL;
    made->whole = NULL;
    made->runs = 0;
    made->count = made->room = 0;
    if (count > 0 && (made->segment = sl__memory_array(count, sizeof *made->segment)) == NULL) { /* none is read yet */
        sl__slots_give(&sets, made);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %d segments of \"%s\", got none", function, count,
                       label);
    }
    made->room = count;
    made->size = 0;
    const size_t length = strnlen(label, sizeof made->label - 1);
    memcpy(made->label, label, length);
    made->label[length] = '\0';
    for (int s = 0; s < count; s++) {
        const sl_status status = push(function, made, &segments[s]);
        if (status != SL_SUCCESS) {
            index_set_free(made);
            return status;
        }
    }
    sl__object_init(&made->object, SL__MAGIC_INDEX_SET);
    *set = made;
    return SL_SUCCESS;
}

sl_status sl_index_set_create(const char *label, int count, const sl_space segments[], sl_index_set **set)
{
    SL__CALL();
    return sl__index_set_create("sl_index_set_create", label, count, segments, set);
}

sl_status sl_index_set_push(sl_index_set *set, sl_space segment)
{
    SL__CALL();
    static const char function[] = "sl_index_set_push";
    SL_TRY(sl__index_set_check(set, function, "set"));
    return push(function, set, &segment);
}

sl_status sl_index_set_slice(const sl_index_set *set, int first, int last, sl_index_set **slice)
{
    SL__CALL();
    static const char function[] = "sl_index_set_slice";
    SL_TRY(sl__index_set_check(set, function, "set"));
    if (first < 0 || last < first || last > set->count)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__index_set_made(set),
                          "%s: expected segments in [0, %d) of \"%s\", got [%d, %d)", function, set->count, set->label,
                          first, last);
    return sl__index_set_create(function, set->label, last - first, set->segment + first, slice);
}

void sl_index_set_destroy(sl_index_set **set)
{
    SL__CALL();
    if (set == NULL || *set == NULL)
        return;
    sl_index_set *s = *set;
    *set = NULL;
    if (sl__object_kill(&s->object, SL__MAGIC_INDEX_SET, "sl_index_set_destroy", "set", "an index set") != SL_SUCCESS)
        return;
    index_set_free(s);
}

/* ---- asking them ----------------------------------------------------------------------------------------- */

int sl_index_set_segments(const sl_index_set *set)
{
    SL__CALL();
    return sl__index_set_check(set, "sl_index_set_segments", "set") == SL_SUCCESS ? set->count : -1;
}

sl_index sl_index_set_size(const sl_index_set *set)
{
    SL__CALL();
    return sl__index_set_check(set, "sl_index_set_size", "set") == SL_SUCCESS ? set->size : -1;
}

sl_space sl_index_set_segment(const sl_index_set *set, int segment)
{
    SL__CALL();
    static const char function[] = "sl_index_set_segment";
    if (sl__index_set_check(set, function, "set") != SL_SUCCESS)
        return (sl_space){.rank = 0};
    if (segment >= 0 && segment < set->count)
        return set->segment[segment];
    SL_FAIL_OF(SL_ERR_EXTENT, sl__index_set_made(set), "%s: segment: expected 0 to %d of \"%s\", got %d", function,
               set->count - 1, set->label, segment);
    return (sl_space){.rank = 0};
}

sl_space sl_index_set_space(const sl_index_set *set)
{
    SL__CALL();
    if (sl__index_set_check(set, "sl_index_set_space", "set") != SL_SUCCESS)
        return (sl_space){.rank = 0};
    return (sl_space){.rank = 1, .kind = SL_SPACE_SET, .object = {set}, .step = {set->size}};
}

sl_status sl_index_set_check_unique(const sl_index_set *set)
{
    SL__CALL();
    static const char function[] = "sl_index_set_check_unique";
    sl_index *index = NULL;
    const sl_space space = sl_index_set_space(set);
    SL_TRY(sl__index_set_check(set, function, "set"));
    SL_TRY(sl__indices_get(function, "set", &space, &index));
    const sl_status status = sl__indices_once(function, "set", set->label, "positions", index, set->size);
    free(index);
    return status;
}

/* ---- loops over them ------------------------------------------------------------------------------------- */

/* Whether a segment is better put together with others. */
static int is_short(const sl_space *segment)
{
    return sl__space_bounded(segment, 0) && sl_space_size(segment) < SL__SET_LOOP;
}

/* Segments that are better put together: neighbours, so that their points have positions that follow one another.
 * @return one past the last from @p s on; @p s: it is to have a loop of its own. @param[out] size  their points */
static int run_of(const sl_index_set *set, int s, sl_index *size)
{
    int some = 0, end = s;
    for (*size = 0; end < set->count && is_short(&set->segment[end]); end++) {
        *size += sl_space_size(&set->segment[end]);
        some += sl_space_size(&set->segment[end]) > 0;
    }
    return some > 1 ? end : s;
}

/* A list of a run, in 32 bits where these are enough. */
static sl_status merge_run(const sl_index_set *set, const char *function, int first, int end, sl_index size,
                           sl_list **list)
{
    int64_t *wide = malloc((size_t)size * sizeof *wide + 1);
    sl_index at = 0;
    int narrow = 1;
    if (wide == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %" PRId64 " indices of \"%s\", got none", function, size,
                       set->label);
    for (int s = first; s < end; s++) {
        sl__indices_known(&set->segment[s], wide + at);
        at += sl_space_size(&set->segment[s]);
    }
    for (sl_index k = 0; k < size; k++)
        narrow &= wide[k] >= INT32_MIN && wide[k] <= INT32_MAX;
    for (sl_index k = 0; k < size && narrow; k++) { /* in place: no index is overwritten before it is read */
        const int32_t index = (int32_t)wide[k];
        memcpy((char *)wide + (size_t)k * sizeof index, &index, sizeof index);
    }
    const sl_status status = sl__list_create(function, set->label, narrow ? SL_INT32 : SL_INT64, wide, size, list);
    free(wide);
    return status;
}

static sl_status merge_all(sl_index_set *set, const char *function)
{
    sl_status status = SL_SUCCESS;
    sl_index size;
    set->merged = calloc((size_t)set->count + 1, sizeof(sl_list *));
    if (set->merged == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %d lists of \"%s\", got none", function, set->count,
                       set->label);
    for (int s = 0, end; s < set->count && status == SL_SUCCESS; s = end > s ? end : s + 1) {
        end = run_of(set, s, &size);
        if (end > s && (status = merge_run(set, function, s, end, size, &set->merged[set->runs])) == SL_SUCCESS)
            set->runs++;
    }
    if (status != SL_SUCCESS)
        forget_merged(set);
    return status;
}

/* The lists of the runs. */
static sl_status merge_runs(sl_index_set *set, const char *function)
{
    pthread_mutex_lock(&set->lock);
    const sl_status status = set->merged == NULL ? merge_all(set, function) : SL_SUCCESS;
    pthread_mutex_unlock(&set->lock);
    return status;
}

sl_status sl__index_set_spaces(sl_index_set *set, int together, const char *function, sl_space **spaces, int *count)
{
    sl_index size, position = 0;
    if (together)
        SL_TRY(merge_runs(set, function));
    sl_space *found = malloc((size_t)(set->count + 1) * sizeof *found);
    int n = 0, runs = 0;
    if (found == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %d segments of \"%s\", got none", function, set->count,
                       set->label);
    for (int s = 0, end; s<set->count; s = end> s ? end : s + 1) {
        end = together ? run_of(set, s, &size) : s;
        if (end == s)
            size = sl_space_size(&set->segment[s]);
        if (size == 0)
            continue;
        found[n] = end > s ? sl_list_space(set->merged[runs++]) : set->segment[s];
        found[n++].position = position;
        position += size;
    }
    *spaces = found;
    *count = n;
    return SL_SUCCESS;
}

/* The type of those lists of a set that are in views. @param[out] type  0: it has none */
static sl_status type_in_views(const sl_index_set *set, const char *function, const char *argument, sl_type *type)
{
    *type = 0;
    for (int s = 0; s < set->count; s++) {
        const sl_space *segment = &set->segment[s];
        if (sl__space_bounded(segment, 0))
            continue;
        SL_TRY(sl__list_check(segment, 0, function, argument));
        const sl_view *view = segment->object[0];
        if (*type != 0 && view->type != *type)
            return SL_FAIL_OF(
                SL_ERR_TYPE, sl__index_set_made(set),
                "%s: %s: expected an index set whose lists in views are of one type, got \"%s\", of which "
                "segment %d is of %s beside others of %s",
                function, argument, set->label, s, sl_type_name(view->type), sl_type_name(*type));
        *type = view->type;
    }
    return SL_SUCCESS;
}

/* Writes the indices of a segment that are known to where the whole has them. @return 0: one takes more than 32 bits */
static int put_known(const sl_space *segment, sl_type type, sl_index index[], void *to)
{
    const sl_index size = sl_space_size(segment);
    int fit = 1;
    sl__indices_known(segment, index);
    for (sl_index k = 0; k < size; k++)
        if (type == SL_INT64) {
            ((int64_t *)to)[k] = index[k];
        } else {
            fit &= index[k] >= INT32_MIN && index[k] <= INT32_MAX;
            ((int32_t *)to)[k] = (int32_t)index[k];
        }
    return fit;
}

/* Writes all that are known. Nobody else has the view yet. */
static sl_status put_all_known(const sl_index_set *set, const char *function, const char *argument, sl_view *whole)
{
    sl_index *index = malloc((size_t)set->size * sizeof *index + 1);
    sl_index at = 0;
    int fit = 1;
    if (index == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for %" PRId64 " indices of \"%s\", got none", function,
                       set->size, set->label);
    for (int s = 0; s < set->count; s++) {
        if (sl__space_bounded(&set->segment[s], 0))
            fit &= put_known(&set->segment[s], whole->type, index, (char *)whole->data + (size_t)at * whole->elem);
        at += sl_space_size(&set->segment[s]);
    }
    free(index);
    return fit ? SL_SUCCESS
               : SL_FAIL_OF(SL_ERR_ARGUMENT, sl__index_set_made(set),
                            "%s: %s: expected indices that fit 32 bits beside a list of int32_t in a view, got \"%s\" "
                            "with others",
                            function, argument, set->label);
}

/* A list of all points, some of which are in views. */
static sl_status make_whole(sl_index_set *set, sl_type type, const char *function, const char *argument)
{
    sl_view *view = NULL;
    SL_TRY(
        sl__view_create(function, set->label, type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(set->size), SL_VIEW_DEFAULT, &view));
    sl_status status = put_all_known(set, function, argument, view);
    if (status == SL_SUCCESS)
        status = sl_list_from_view(view, &set->whole);
    sl_view_destroy(&view);
    return status;
}

/* Queues copies of what is in views: loops over the list before read what was there before. */
static sl_status copy_from_views(sl_index_set *set, const char *function)
{
    sl_view *const whole = (sl_view *)sl_list_space(set->whole).object[0];
    sl_status status = SL_SUCCESS;
    sl_index at = 0, size;
    for (int s = 0; s < set->count && status == SL_SUCCESS; s++, at += size) {
        const sl_space *segment = &set->segment[s];
        sl_view *part = NULL;
        size = sl_space_size(segment);
        if (sl__space_bounded(segment, 0) || size == 0)
            continue;
        status = sl__view_sub(function, whole, 1, &SL_PAIR(at, at + size), &part);
        if (status == SL_SUCCESS)
            status = sl__data_hooks.copy(function, part, (sl_view *)segment->object[0]);
        sl_view_destroy(&part);
    }
    return status;
}

sl_status sl__index_set_list(sl_index_set *set, const char *function, const char *argument, sl_space *space)
{
    sl_status status = SL_SUCCESS;
    sl_type type;
    SL_TRY(sl__index_set_check(set, function, argument));
    SL_TRY(type_in_views(set, function, argument, &type));
    pthread_mutex_lock(&set->lock);
    if (set->whole == NULL)
        status = type != 0 ? make_whole(set, type, function, argument)
                           : merge_run(set, function, 0, set->count, set->size, &set->whole);
    if (status == SL_SUCCESS && type != 0)
        status = copy_from_views(set, function);
    pthread_mutex_unlock(&set->lock);
    SL_TRY(status);
    *space = sl_list_space(set->whole);
    return SL_SUCCESS;
}
