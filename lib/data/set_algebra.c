/* SPDX-License-Identifier: BSD-3-Clause */
/* Union, intersection and difference of spaces whose indices go up, and the indices for which a comparison holds: by
 * runs of indices that follow one another. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/index_set.h"
#include "data/indices.h"
#include "data/list.h"
#include "data/measured.h"
#include "data/view.h"
#include "kernel/space.h"

/* Runs [lo, hi), apart from each other, going up. */
typedef struct run {
    sl_index lo, hi;
} run;
typedef struct runs {
    run *run;
    sl_index count, room;
} runs;

/* Which indices to keep: of a run of the first, of the second space, of both. */
enum { IN_A = 1, IN_B = 2, IN_BOTH = 4 };

/* @return 0 without memory. */
static int add_run(runs *r, sl_index lo, sl_index hi)
{
    if (r->count > 0 && r->run[r->count - 1].hi == lo) {
        r->run[r->count - 1].hi = hi;
        return 1;
    }
    if (r->count == r->room) {
        const sl_index room = r->room > 0 ? 2 * r->room : 64;
        run *more = realloc(r->run, (size_t)room * sizeof *more);
        if (more == NULL)
            return 0;
        r->run = more;
        r->room = room;
    }
    r->run[r->count++] = (run){lo, hi};
    return 1;
}

static sl_status no_runs(const char *function)
{
    return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for runs of indices, got none", function);
}

static sl_status add_indices(const char *function, const char *argument, const sl_index index[], sl_index count,
                             runs *r)
{
    for (sl_index k = 0; k < count; k++) {
        if (k > 0 && index[k] <= index[k - 1])
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: %s: expected indices that go up, got %" PRId64 " after %" PRId64 " at place %" PRId64,
                           function, argument, index[k], index[k - 1], k);
        if (!add_run(r, index[k], index[k] + 1))
            return no_runs(function);
    }
    return SL_SUCCESS;
}

/* The runs of a space. A range is one, and is not looked at index by index. */
static sl_status find_runs(const char *function, const char *argument, const sl_space *space, runs *r)
{
    sl_index *index = NULL;
    if (space->kind == SL_SPACE_BOX && space->rank == 1)
        return space->lo[0] < space->hi[0] && !add_run(r, space->lo[0], space->hi[0]) ? no_runs(function) : SL_SUCCESS;
    SL_TRY(sl__indices_get(function, argument, space, &index));
    const sl_status status = add_indices(function, argument, index, sl_space_size(space), r);
    free(index);
    return status;
}

/* What is in the runs of a and b, as @p keep says. @return 0 without memory. */
static int combine_runs(const runs *a, const runs *b, int keep, runs *out)
{
    sl_index i = 0, j = 0, at = INT64_MIN;
    while (i < a->count || j < b->count) {
        const run none = {INT64_MAX, INT64_MAX};
        const run x = i < a->count ? a->run[i] : none, y = j < b->count ? b->run[j] : none;
        const sl_index first = x.lo < y.lo ? x.lo : y.lo;
        at = at > first ? at : first;
        const int in = (at >= x.lo ? IN_A : 0) | (at >= y.lo ? IN_B : 0);
        sl_index end = in & IN_A ? x.hi : x.lo; /* up to where nothing changes */
        const sl_index other = in & IN_B ? y.hi : y.lo;
        end = end < other ? end : other;
        if ((in == (IN_A | IN_B) ? keep & IN_BOTH : keep & in) && !add_run(out, at, end))
            return 0;
        at = end;
        i += i < a->count && x.hi <= at;
        j += j < b->count && y.hi <= at;
    }
    return 1;
}

/* A list of the indices of some runs, as a segment. */
static sl_status push_list(const char *function, const char *label, const run first[], sl_index count, sl_index size,
                           sl_index_set *set)
{
    int64_t *index = malloc((size_t)size * sizeof *index);
    sl_list *list = NULL;
    sl_index at = 0;
    if (index == NULL)
        return no_runs(function);
    for (sl_index r = 0; r < count; r++)
        for (sl_index i = first[r].lo; i < first[r].hi; i++)
            index[at++] = i;
    sl_status status = sl__list_create(function, label, SL_INT64, index, size, &list);
    free(index);
    if (status == SL_SUCCESS)
        status = sl_index_set_push(set, sl_list_space(list));
    sl_list_destroy(&list);
    return status;
}

/* Long runs become ranges, the others between them lists. */
static sl_status push_runs(const char *function, const char *label, const runs *r, sl_index_set *set)
{
    sl_index first = 0, size = 0;
    for (sl_index k = 0; k <= r->count; k++) {
        /* Unsigned: two runs that meet may have 2^63 indices and more, which sl_index_set_push() refuses. */
        const uint64_t length = k < r->count ? (uint64_t)r->run[k].hi - (uint64_t)r->run[k].lo : SL__SET_RUN;
        if (length < SL__SET_RUN) {
            size += (sl_index)length;
            continue;
        }
        if (size > 0)
            SL_TRY(push_list(function, label, &r->run[first], k - first, size, set));
        if (k < r->count)
            SL_TRY(sl_index_set_push(set, SL_RANGE(r->run[k].lo, r->run[k].hi)));
        first = k + 1;
        size = 0;
    }
    return SL_SUCCESS;
}

/* A set of the indices in runs. */
static sl_status set_of_runs(const char *function, const char *label, const runs *r, sl_index_set **set)
{
    sl_index_set *made = NULL;
    SL_TRY(sl__index_set_create(function, label, 0, NULL, &made));
    const sl_status status = push_runs(function, made->label, r, made);
    if (status == SL_SUCCESS)
        *set = made;
    else
        sl_index_set_destroy(&made);
    return status;
}

static sl_status make_set(const char *function, const char *label, const sl_space *a, const sl_space *b, int keep,
                          runs of[3], sl_index_set **set)
{
    SL_TRY(find_runs(function, "a", a, &of[0]));
    SL_TRY(find_runs(function, "b", b, &of[1]));
    if (!combine_runs(&of[0], &of[1], keep, &of[2]))
        return no_runs(function);
    return set_of_runs(function, label, &of[2], set);
}

static sl_status set_algebra(const char *function, const char *label, const sl_space *a, const sl_space *b, int keep,
                             sl_index_set **set)
{
    runs of[3] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    SL_TRY(sl__runtime_check(function));
    if (set == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: set: expected where to put the set, got NULL", function);
    const sl_status status = make_set(function, label, a, b, keep, of, set);
    for (int k = 0; k < 3; k++)
        free(of[k].run);
    return status;
}

sl_status sl_index_set_union(const char *label, sl_space a, sl_space b, sl_index_set **set)
{
    SL__CALL();
    return set_algebra("sl_index_set_union", label, &a, &b, IN_A | IN_B | IN_BOTH, set);
}

sl_status sl_index_set_intersection(const char *label, sl_space a, sl_space b, sl_index_set **set)
{
    SL__CALL();
    return set_algebra("sl_index_set_intersection", label, &a, &b, IN_BOTH, set);
}

sl_status sl_index_set_difference(const char *label, sl_space a, sl_space b, sl_index_set **set)
{
    SL__CALL();
    return set_algebra("sl_index_set_difference", label, &a, &b, IN_A, set);
}

/* ---- by a comparison ------------------------------------------------------------------------------------- */

#define HOLDS(COMPARISON, A, B) \
    ((COMPARISON) == SL_LESS            ? (A) < (B) \
     : (COMPARISON) == SL_LESS_EQUAL    ? (A) <= (B) \
     : (COMPARISON) == SL_EQUAL         ? (A) == (B) \
     : (COMPARISON) == SL_NOT_EQUAL     ? (A) != (B) \
     : (COMPARISON) == SL_GREATER_EQUAL ? (A) >= (B) \
                                        : (A) > (B))
#define CASE(CODE, NUMBER, T, NAME) \
    case CODE: { \
        T bound; \
        memcpy(&bound, value, sizeof bound); \
        for (sl_index i = 0; i < n && there; i++) \
            if (HOLDS(comparison, ((const T *)from)[i * stride], bound)) \
                there = add_run(r, x->indices.first[0] + i, x->indices.first[0] + i + 1); \
        break; \
    }

/* The runs of a view whose elements are at @p from. @return 0 without memory */
static int find_where(sl_comparison comparison, const void *value, const sl_view *x, const void *from, runs *r)
{
    const sl_index n = x->n[0], stride = x->s[0];
    int there = 1;
    switch (x->type) {
        SL_TYPE_TABLE(CASE)
    default: break;
    }
    return there;
}

sl_status sl_index_set_where(const char *label, sl_comparison comparison, const void *value, sl_view *x,
                             sl_index_set **set)
{
    SL__CALL();
    static const char function[] = "sl_index_set_where";
    runs r = {NULL, 0, 0};
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__comparison_check(function, comparison, value));
    SL_TRY(sl__view_check(x, function, "x"));
    SL_TRY(sl__view_check_strides(x, function, "x"));
    if (x->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(x), "%s: x: expected rank 1, got %d of \"%s\"", function, x->rank,
                          x->label);
    if (x->type < SL_FLOAT || x->type > SL_UINT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(x), "%s: x: expected a built-in type, got %s of \"%s\"", function,
                          sl_type_name(x->type), x->label);
    if (set == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: set: expected where to put the set, got NULL", function);
    const void *from = sl_host_begin(x, SL_READ, x->type, function);
    if (from == NULL)
        return sl_last_status();
    sl_status status = find_where(comparison, value, x, from, &r) ? SL_SUCCESS : no_runs(function);
    const sl_status ended = sl_host_end(x);
    if (status == SL_SUCCESS)
        status = ended;
    if (status == SL_SUCCESS)
        status = set_of_runs(function, label, &r, set);
    free(r.run);
    return status;
}
