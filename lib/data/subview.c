/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/pool.h"
#include "data/subview.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <starloop/subview.h>

#include "base/error.h"
#include "base/state.h"
#include "data/layout.h"
#include "data/reaper.h"
#include "kernel/cases.h"

/* Number of elements and span. */
static void subview_measure(sl_view *v)
{
    int64_t last = 0;
    v->count = 1;
    for (int d = 0; d < v->rank; d++)
        v->count = v->n[d] == 0 ? 0 : v->count;
    for (int d = 0; d < v->rank && v->count > 0; d++) { /* of nothing the other extents may be anything */
        v->count *= v->n[d];
        last += v->layout.map == SL__LAYOUT_RIGHT ? (v->n[d] - 1) * v->s[d] : 0;
    }
    v->span = v->count > 0 ? (size_t)(last + 1) * v->elem : 0;
    v->layout.cases = sl__cases_of(v->rank, v->n, v->s);
    if (v->layout.map == SL__LAYOUT_RIGHT)
        return;
    v->span = v->count > 0 ? v->indices.room : 0;
    v->layout.cases = SL__TAKES_ALL;
}

/* The box of the root that a view's elements are among. */
static void subview_inherit(sl_view *seen, const sl_view *v)
{
    const sl_view *root = v->root;
    seen->root = v->root;
    seen->part.offset = v->part.offset;
    seen->data = v->data;
    for (int d = 0; d < root->rank; d++) {
        seen->part.lo[d] = v == root ? 0 : v->part.lo[d];
        seen->part.hi[d] = v == root ? root->n[d] : v->part.hi[d];
    }
}

void sl__view_cast(sl_view *seen, const sl_view *v, const sl__cast *cast, int whole)
{
    memset(seen, 0, sizeof *seen);
    memset(seen->part.along, -1, sizeof seen->part.along);
    atomic_store_explicit(&seen->magic, SL__MAGIC_VIEW, memory_order_relaxed);
    atomic_store_explicit(&seen->users, 1, memory_order_relaxed);
    subview_inherit(seen, v);
    seen->part.whole = whole;
    seen->type = cast->type;
    seen->elem = cast->elem;
    seen->rank = cast->rank;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        seen->n[d] = d < cast->rank ? cast->n[d] : 1;
        seen->s[d] = d < cast->rank ? cast->s[d] : 1;
    }
    memcpy(seen->label, v->label, sizeof seen->label);
    subview_measure(seen);
}

sl_view *sl__view_from_zero(sl_view *v, sl_view *seen)
{
    if (!v->indices.shifted)
        return v;
    sl__cast same = {.type = v->type, .elem = v->elem, .rank = v->rank};
    memcpy(same.n, v->n, sizeof same.n);
    memcpy(same.s, v->s, sizeof same.s);
    sl__view_cast(seen, v, &same, v == v->root || v->part.whole);
    return seen;
}

/* ---- making them ----------------------------------------------------------------------------------------- */

static sl_status check_slice(const char *function, const sl_view *v, int d, const struct sl__slice *slice)
{
    if (slice->select_ == 2)
        return SL_SUCCESS;
    const int64_t first = v->indices.first[d], end = first + v->n[d];
    if (slice->select_ == 0 && (slice->lo_ < first || slice->lo_ >= end))
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(v),
                          "%s: slices: expected an index in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                          "%" PRId64,
                          function, first, end, d, v->label, slice->lo_);
    if (slice->lo_ < first || slice->hi_ < slice->lo_ || slice->hi_ > end)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(v),
                          "%s: slices: expected a range in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                          "[%" PRId64 ", %" PRId64 ")",
                          function, first, end, d, v->label, slice->lo_, slice->hi_);
    return SL_SUCCESS;
}

/* "x(3, 2:5, :)" */
static void subview_name(sl_view *sub, const sl_view *v, const struct sl__slice slices[])
{
    char text[SL__VIEW_LABEL + 6 * 48];
    int used = snprintf(text, sizeof text, "%s(", v->label);
    for (int d = 0; d < v->rank; d++) {
        const struct sl__slice *s = &slices[d];
        const char *comma = d > 0 ? ", " : "";
        if (s->select_ == 2)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s:", comma);
        else if (s->select_ == 1)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRId64 ":%" PRId64, comma, s->lo_, s->hi_);
        else
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRId64, comma, s->lo_);
    }
    snprintf(text + used, sizeof text - (size_t)used, ")");
    sl__view_set_label(sub, text);
}

/* Dimension d of the view: a range becomes the next dimension of the subview. All of a dimension keeps its indices. */
static void subview_take(sl_view *sub, const sl_view *v, int d, const struct sl__slice *slice)
{
    const int all = slice->select_ == 2;
    const int64_t lo = all ? 0 : slice->lo_ - v->indices.first[d],
                  hi = all ? v->n[d] : slice->hi_ - v->indices.first[d];
    const int along = v == v->root ? d : v->part.along[d];
    if (lo < hi && v->count > 0) /* else nothing is touched: the offset stays within the memory */
        sub->part.offset += (size_t)(lo * v->s[d]) * v->elem;
    if (along >= 0) {
        const int64_t first = sub->part.lo[along];
        sub->part.lo[along] = first + lo;
        sub->part.hi[along] = first + hi;
    }
    if (slice->select_ == 0)
        return;
    sub->indices.first[sub->rank] = all ? v->indices.first[d] : 0;
    sub->indices.shifted |= sub->indices.first[sub->rank] != 0;
    sub->n[sub->rank] = hi - lo;
    sub->s[sub->rank] = v->s[d];
    sub->part.along[sub->rank++] = (signed char)along;
}

/* A view over the memory of v, not live yet, of which it has nothing but the type. It holds the root. */
static sl_status subview_new(const char *function, const sl_view *v, sl_view **made)
{
    sl__view_reap();
    sl_view *sub = sl__pool_take();
    if (sub == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more view, of \"%s\"", function, v->label);
    sl_status status = sl__view_enter(v->root, function);
    if (status != SL_SUCCESS) {
        sl__pool_give(sub);
        return status;
    }
    subview_inherit(sub, v);
    sub->type = v->type;
    sub->elem = v->elem;
    sub->managed = v->root->managed;
    sub->readonly = v->readonly;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        sub->n[d] = sub->s[d] = 1;
        sub->part.along[d] = -1;
    }
    *made = sub;
    return SL_SUCCESS;
}

static void subview_live(sl_view *sub, sl_view **view)
{
    sub->data = (char *)sub->root->data + sub->part.offset;
    subview_measure(sub);
    atomic_store(&sub->users, 1);
    atomic_store_explicit(&sub->magic, SL__MAGIC_VIEW, memory_order_release);
    *view = sub;
}

sl_status sl_view_sub(sl_view *view, int count, const struct sl__slice slices[], sl_view **sub)
{
    SL__CALL();
    return sl__view_sub("sl_subview", view, count, slices, sub);
}

sl_status sl__view_sub(const char *function, sl_view *view, int count, const struct sl__slice slices[], sl_view **sub)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    SL_TRY(sl__view_check_strides(view, function, "view"));
    if (sub == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: sub: expected where to put the view, got NULL", function);
    if (count != view->rank || (count > 0 && slices == NULL))
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view),
                          "%s: slices: expected %d, one for each dimension of \"%s\", got %d", function, view->rank,
                          view->label, slices ? count : 0);
    for (int d = 0; d < count; d++)
        SL_TRY(check_slice(function, view, d, &slices[d]));
    sl_view *made;
    SL_TRY(subview_new(function, view, &made));
    for (int d = 0; d < view->rank; d++)
        subview_take(made, view, d, &slices[d]);
    made->part.sliced = view == view->root || view->part.sliced;
    subview_name(made, view, slices);
    subview_live(made, sub);
    return SL_SUCCESS;
}

static sl_status check_block(const char *function, const sl_view *view, int count, const sl_index number[],
                             sl_view **block)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (block == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: block: expected where to put the view, got NULL", function);
    if (view->layout.map != SL__LAYOUT_BLOCKED)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                          "%s: view: expected one of SL_LAYOUT_BLOCKED, got \"%s\" of another layout", function,
                          view->label);
    if (count != view->rank || number == NULL)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view),
                          "%s: number: expected %d, one for each dimension of \"%s\", got %d", function, view->rank,
                          view->label, number ? count : 0);
    for (int d = 0; d < count; d++) {
        const int64_t blocks = view->n[d] / view->s[d] + (view->n[d] % view->s[d] != 0);
        if (number[d] < 0 || number[d] >= blocks)
            return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                              "%s: number: expected a block in [0, %" PRId64 ") for dimension %d of \"%s\", got "
                              "%" PRId64,
                              function, blocks, d, view->label, number[d]);
    }
    return SL_SUCCESS;
}

/* "u block (1, 0)" */
static void block_name(sl_view *block, const sl_view *view, const sl_index number[])
{
    char text[SL__VIEW_LABEL + SL_MAX_RANK * 24];
    int used = snprintf(text, sizeof text, "%s block (", view->label);
    for (int d = 0; d < view->rank; d++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRId64, d > 0 ? ", " : "", number[d]);
    snprintf(text + used, sizeof text - (size_t)used, ")");
    sl__view_set_label(block, text);
}

sl_status sl_view_block(sl_view *view, int count, const sl_index number[], sl_view **block)
{
    SL__CALL();
    static const char function[] = "sl_subblock";
    int64_t first[SL_MAX_RANK], size = 1;
    sl_view *made;
    SL_TRY(check_block(function, view, count, number, block));
    SL_TRY(subview_new(function, view, &made));
    made->rank = view->rank;
    for (int d = view->rank - 1; d >= 0; d--) {
        const int64_t b = view->s[d];
        first[d] = number[d] * b;
        made->n[d] = view->n[d] - first[d] < b ? view->n[d] - first[d] : b;
        made->s[d] = size;
        size *= b;
    }
    made->part.offset += (size_t)sl__layout_place(view->layout.map, view->rank, first, view->n, view->s) * view->elem;
    made->part.lo[0] = (int64_t)(made->part.offset / view->root->elem); /* the root has rank 1 */
    made->part.hi[0] = made->part.lo[0] + (int64_t)((size_t)size * view->elem / view->root->elem);
    block_name(made, view, number);
    subview_live(made, block);
    return SL_SUCCESS;
}

sl_status sl__subview_over(const char *function, sl_view *root, const char *label, sl_type type, const sl__shape *shape,
                           size_t offset, sl_view **view)
{
    sl_view *made;
    SL_TRY(subview_new(function, root, &made));
    made->type = type;
    made->elem = shape->elem;
    made->rank = shape->rank;
    made->part.offset = offset;
    memcpy(made->n, shape->n, sizeof made->n);
    memcpy(made->s, shape->s, sizeof made->s);
    memcpy(made->indices.first, shape->first, sizeof made->indices.first);
    made->indices.shifted = shape->shifted;
    made->layout.map = shape->map;
    made->indices.room = shape->span;
    if (root->rank == 1 && root->elem == 1) { /* of bytes: it is known which */
        made->part.lo[0] = (int64_t)offset;
        made->part.hi[0] = (int64_t)(offset + shape->span);
    }
    sl__view_set_label(made, label ? label : "view");
    subview_live(made, view);
    return SL_SUCCESS;
}

/* ---- other views of the same elements -------------------------------------------------------------------- */

static sl_status check_reshape(const char *function, const sl_view *view, const sl_layout *layout,
                               const sl_extents *extents, sl_view **reshaped, sl__shape *shape)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (reshaped == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: reshaped: expected where to put the view, got NULL", function);
    SL_TRY(sl__view_check_one_layout(view, function, "view"));
    SL_TRY(sl__layout_shape(function, view->elem, layout, extents, shape));
    if (shape->automatic)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                          "%s: layout: expected one layout for \"%s\", got SL_LAYOUT_AUTO", function, view->label);
    if (shape->map != SL__LAYOUT_RIGHT)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                          "%s: layout: expected one with strides for \"%s\", got one without", function, view->label);
    if (view->span != (size_t)view->count * view->elem)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: view: expected one whose elements lie without gaps, got \"%s\", %" PRId64
                          " elements in %zu bytes",
                          function, view->label, view->count, view->span);
    if (shape->count != view->count)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: extents: expected those of %" PRId64 " elements, as \"%s\" has, got %" PRId64, function,
                          view->count, view->label, shape->count);
    if (shape->span != view->span)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: layout: expected one without gaps, for \"%s\", got one that spans %zu bytes, not %zu",
                          function, view->label, shape->span, view->span);
    return SL_SUCCESS;
}

sl_status sl_view_reshape(sl_view *view, sl_layout layout, sl_extents extents, sl_view **reshaped)
{
    SL__CALL();
    static const char function[] = "sl_view_reshape";
    sl__shape shape;
    sl_view *made;
    SL_TRY(check_reshape(function, view, &layout, &extents, reshaped, &shape));
    SL_TRY(subview_new(function, view, &made));
    made->rank = shape.rank;
    memcpy(made->n, shape.n, sizeof made->n);
    memcpy(made->s, shape.s, sizeof made->s);
    memcpy(made->indices.first, shape.first, sizeof made->indices.first);
    made->indices.shifted = shape.shifted;
    memcpy(made->label, view->label, sizeof made->label);
    subview_live(made, reshaped);
    return SL_SUCCESS;
}

sl_status sl_view_readonly(sl_view *view, sl_view **readonly)
{
    SL__CALL();
    static const char function[] = "sl_view_readonly";
    sl_view *made;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (readonly == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: readonly: expected where to put the view, got NULL", function);
    SL_TRY(subview_new(function, view, &made));
    made->readonly = 1;
    made->part.sliced = view == view->root || view->part.sliced;
    made->part.whole = view == view->root || view->part.whole;
    made->rank = view->rank;
    memcpy(made->n, view->n, sizeof made->n);
    memcpy(made->s, view->s, sizeof made->s);
    memcpy(made->indices.first, view->indices.first, sizeof made->indices.first);
    made->indices.shifted = view->indices.shifted;
    made->layout.map = view->layout.map;
    made->indices.room = view->indices.room;
    memcpy(made->label, view->label, sizeof made->label);
    for (int d = 0; d < view->rank; d++)
        made->part.along[d] = view == view->root ? (signed char)d : view->part.along[d];
    subview_live(made, readonly);
    return SL_SUCCESS;
}

sl_status sl__view_shaped(const char *function, const char *argument, const sl_view *to, const sl_view *from)
{
    if (from->type != to->type)
        return SL_FAIL_OF_BOTH(SL_ERR_TYPE, sl__view_made(to), sl__view_made(from),
                               "%s: %s: expected %s, the type of \"%s\", got \"%s\" of %s", function, argument,
                               sl_type_name(to->type), to->label, from->label, sl_type_name(from->type));
    if (from->rank != to->rank)
        return SL_FAIL_OF_BOTH(SL_ERR_RANK, sl__view_made(to), sl__view_made(from),
                               "%s: %s: expected rank %d, as \"%s\" has, got \"%s\" of rank %d", function, argument,
                               to->rank, to->label, from->label, from->rank);
    for (int d = 0; d < to->rank; d++)
        if (from->n[d] != to->n[d])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(to), sl__view_made(from),
                                   "%s: %s: expected extent %" PRId64 " in dimension %d, as \"%s\" has, got %" PRId64
                                   " of \"%s\"",
                                   function, argument, to->n[d], d, to->label, from->n[d], from->label);
    return SL_SUCCESS;
}

int sl__view_same_layout(const sl_view *to, const sl_view *from)
{
    return to->layout.map == from->layout.map &&
           (to->layout.map == SL__LAYOUT_RIGHT || memcmp(to->s, from->s, (size_t)to->rank * sizeof *to->s) == 0) &&
           sl__view_map(to) == sl__view_map(from);
}

sl_status sl__view_check_same_layout(const char *function, const char *argument, const sl_view *to, const sl_view *from)
{
    SL_TRY(sl__view_shaped(function, argument, to, from));
    if (sl__view_same_layout(to, from))
        return SL_SUCCESS;
    return SL_FAIL_OF_BOTH(
        SL_ERR_ARGUMENT, sl__view_made(to), sl__view_made(from),
        "%s: %s: expected the layout of \"%s\", since that of one has no strides, got another one of \"%s\"", function,
        argument, to->label, from->label);
}

sl_status sl__subview_assignable(const char *function, const char *argument, const sl_view *to, const sl_view *from)
{
    SL_TRY(sl__view_check_same_layout(function, argument, to, from));
    if ((to->spread != NULL) != (from->spread != NULL))
        return SL_FAIL_OF_BOTH(SL_ERR_ARGUMENT, sl__view_made(to), sl__view_made(from),
                               "%s: %s: expected %s, as \"%s\" is, got \"%s\", which is not", function, argument,
                               to->spread != NULL ? "a view that is distributed over ranks"
                                                  : "a view that is whole here",
                               to->label, from->label);
    if (to->layout.cases != 0 && (from->layout.cases & to->layout.cases) == 0)
        return SL_FAIL_OF_BOTH(
            SL_ERR_ARGUMENT, sl__view_made(to), sl__view_made(from),
            "%s: %s: expected the layout of \"%s\", with stride 1 in dimension %d, got \"%s\" with stride "
            "%" PRId64 " there",
            function, argument, to->label, to->layout.cases & SL__TAKES_RIGHT ? to->rank - 1 : 0, from->label,
            from->s[to->layout.cases & SL__TAKES_RIGHT ? to->rank - 1 : 0]);
    if (from->readonly && !to->readonly)
        return SL_FAIL_OF_BOTH(SL_ERR_ARGUMENT, sl__view_made(to), sl__view_made(from),
                               "%s: %s: expected a view that may be written, as \"%s\" may, got \"%s\" of "
                               "sl_view_readonly()",
                               function, argument, to->label, from->label);
    return SL_SUCCESS;
}

sl_status sl_view_assign(sl_view **to, sl_view *from)
{
    SL__CALL();
    static const char function[] = "sl_view_assign";
    SL_TRY(sl__runtime_check(function));
    if (to == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: to: expected where to put the view, got NULL", function);
    SL_TRY(sl__view_check_live(from, function, "from"));
    if (*to != NULL) {
        SL_TRY(sl__view_check_live(*to, function, "to"));
        SL_TRY(sl__subview_assignable(function, "from", *to, from));
    }
    SL_TRY(sl__view_enter(from, function));
    sl_view_destroy(to);
    *to = from;
    return SL_SUCCESS;
}
