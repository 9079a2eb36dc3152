/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/subview.h"

#include <string.h>

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
