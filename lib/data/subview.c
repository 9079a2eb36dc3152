/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/subview.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <starloop/subview.h>

#include "base/error.h"
#include "base/state.h"
#include "kernel/cases.h"

/* Number of elements and span. */
static void subview_measure(sl_view *v)
{
    int64_t last = 0;
    v->count = 1;
    for (int d = 0; d < v->rank; d++) {
        v->count *= v->n[d];
        last += (v->n[d] - 1) * v->s[d];
    }
    v->span = v->count > 0 ? (size_t)(last + 1) * v->elem : 0;
    v->cases = sl__cases_of(v->rank, v->n, v->s);
}

/* The box of the root that a view's elements are among. */
static void subview_inherit(sl_view *seen, const sl_view *v)
{
    const sl_view *root = v->root;
    seen->root = v->root;
    seen->offset = v->offset;
    seen->data = v->data;
    for (int d = 0; d < root->rank; d++) {
        seen->lo[d] = v == root ? 0 : v->lo[d];
        seen->hi[d] = v == root ? root->n[d] : v->hi[d];
    }
}

void sl__view_cast(sl_view *seen, const sl_view *v, const sl__cast *cast, int whole)
{
    memset(seen, 0, sizeof *seen);
    atomic_store_explicit(&seen->magic, SL__MAGIC_VIEW, memory_order_relaxed);
    atomic_store_explicit(&seen->users, 1, memory_order_relaxed);
    subview_inherit(seen, v);
    seen->whole = whole;
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

/* ---- making them ----------------------------------------------------------------------------------------- */

static sl_status check_slice(const sl_view *v, int d, const struct sl__slice *slice)
{
    static const char function[] = "sl_subview";
    if (slice->kept_ == 2)
        return SL_SUCCESS;
    if (slice->kept_ == 0 && (slice->lo_ < 0 || slice->lo_ >= v->n[d]))
        return SL_FAIL(SL_ERR_EXTENT,
                       "%s: slices: expected an index in [0, %" PRId64 ") for dimension %d of \"%s\", got "
                       "%" PRId64,
                       function, v->n[d], d, v->label, slice->lo_);
    if (slice->lo_ < 0 || slice->hi_ < slice->lo_ || slice->hi_ > v->n[d])
        return SL_FAIL(SL_ERR_EXTENT,
                       "%s: slices: expected a range in [0, %" PRId64 ") for dimension %d of \"%s\", got [%" PRId64
                       ", %" PRId64 ")",
                       function, v->n[d], d, v->label, slice->lo_, slice->hi_);
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
        if (s->kept_ == 2)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s:", comma);
        else if (s->kept_ == 1)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRId64 ":%" PRId64, comma, s->lo_, s->hi_);
        else
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRId64, comma, s->lo_);
    }
    snprintf(text + used, sizeof text - (size_t)used, ")");
    if (strlen(text) >= sizeof sub->label)
        memcpy(text + sizeof sub->label - 4, "...", 4);
    memcpy(sub->label, text, strlen(text) + 1);
}

/* Dimension d of the view: a range becomes the next dimension of the subview. */
static void subview_take(sl_view *sub, const sl_view *v, int d, const struct sl__slice *slice)
{
    const int64_t lo = slice->kept_ == 2 ? 0 : slice->lo_, hi = slice->kept_ == 2 ? v->n[d] : slice->hi_;
    const int along = v == v->root ? d : v->along[d];
    if (lo < hi) /* else nothing is touched: the offset stays within the memory */
        sub->offset += (size_t)(lo * v->s[d]) * v->elem;
    if (along >= 0) {
        const int64_t first = sub->lo[along];
        sub->lo[along] = first + lo;
        sub->hi[along] = first + hi;
    }
    if (slice->kept_ == 0)
        return;
    sub->n[sub->rank] = hi - lo;
    sub->s[sub->rank] = v->s[d];
    sub->along[sub->rank++] = (signed char)along;
}

static sl_status subview_make(const char *function, sl_view *v, const struct sl__slice slices[], sl_view **sub)
{
    sl_view *made = sl__pool_take();
    if (made == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more view, of \"%s\"", function, v->label);
    sl_status status = sl__view_enter(v->root, function);
    if (status != SL_SUCCESS) {
        sl__pool_give(made);
        return status;
    }
    subview_inherit(made, v);
    made->type = v->type;
    made->elem = v->elem;
    made->managed = v->root->managed;
    for (int d = 0; d < SL_MAX_RANK; d++)
        made->n[d] = made->s[d] = 1;
    for (int d = 0; d < v->rank; d++)
        subview_take(made, v, d, &slices[d]);
    made->data = (char *)v->root->data + made->offset;
    subview_measure(made);
    subview_name(made, v, slices);
    atomic_store(&made->users, 1);
    atomic_store_explicit(&made->magic, SL__MAGIC_VIEW, memory_order_release);
    *sub = made;
    return SL_SUCCESS;
}

sl_status sl_view_sub(sl_view *view, int count, const struct sl__slice slices[], sl_view **sub)
{
    SL__CALL();
    static const char function[] = "sl_subview";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (sub == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: sub: expected where to put the view, got NULL", function);
    if (count != view->rank || (count > 0 && slices == NULL))
        return SL_FAIL(SL_ERR_RANK, "%s: slices: expected %d, one for each dimension of \"%s\", got %d", function,
                       view->rank, view->label, slices ? count : 0);
    for (int d = 0; d < count; d++)
        SL_TRY(check_slice(view, d, &slices[d]));
    sl__view_reap();
    return subview_make(function, view, slices, sub);
}
