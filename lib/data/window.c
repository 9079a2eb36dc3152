/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/window.h"

#include <stdlib.h>
#include <string.h>

sl__windows *sl__windows_new(int count)
{
    sl__windows *windows = calloc(1, sizeof *windows + (size_t)count * sizeof windows->of[0]);
    if (windows != NULL)
        atomic_store_explicit(&windows->references, 1, memory_order_relaxed);
    return windows;
}

sl__windows *sl__windows_retain(sl__windows *windows)
{
    if (windows != NULL)
        atomic_fetch_add_explicit(&windows->references, 1, memory_order_relaxed);
    return windows;
}

void sl__windows_release(sl__windows *windows)
{
    if (windows != NULL && atomic_fetch_sub(&windows->references, 1) == 1)
        free(windows);
}

void sl__window_of(sl__window *window, const sl_view *v)
{
    window->is = 1;
    window->rank = v->rank;
    window->offset = v->part.offset;
    window->elem = v->elem;
    window->span = v->span;
    window->count = v->count;
    memcpy(window->n, v->n, sizeof window->n);
    memcpy(window->s, v->s, sizeof window->s);
    memcpy(window->first, v->indices.first, sizeof window->first);
    window->map = v->layout.map;
    window->origin = 0;
    for (int d = 0; d < v->rank && v->count > 0 && v->layout.map == SL__LAYOUT_RIGHT; d++) {
        if (v->n[d] == 1) /* layout cases take any stride of a single index for 1 */
            window->s[d] = 1;
        window->origin += v->indices.first[d] * window->s[d];
    }
    for (int d = 0; d < v->rank; d++) {
        window->along[d] = v->layout.map != SL__LAYOUT_RIGHT ? -1 : v == v->root ? (signed char)d : v->part.along[d];
        window->shift[d] =
            (v == v->root || window->along[d] < 0 ? 0 : v->part.lo[window->along[d]]) - v->indices.first[d];
    }
    window->indexed = v->root->layout.automatic && v->part.sliced && v->count > 0;
    memcpy(window->lo, v->part.lo, sizeof window->lo);
    memcpy(window->label, v->label, sizeof window->label);
}

size_t sl__window_offset(const struct sl__interface *whole, const int64_t lo[])
{
    int64_t first = 0;
    for (int d = 0; d < whole->rank; d++)
        first += lo[d] * whole->s[d];
    return (size_t)first * whole->elem;
}

/* What a window sees of a view that has other strides on other nodes. */
static const struct sl__interface *see_indexed(const sl__window *window, const struct sl__interface *whole,
                                               struct sl__interface *seen)
{
    int64_t last = 0;
    seen->ptr += sl__window_offset(whole, window->lo);
    for (int d = 0; d < window->rank; d++) {
        seen->s[d] = window->n[d] == 1 ? 1 : whole->s[window->along[d]];
        last += (window->n[d] - 1) * seen->s[d];
    }
    seen->span = (size_t)(last + 1) * window->elem;
    return seen;
}

const struct sl__interface *sl__window_on(const sl__window *window, const struct sl__interface *whole,
                                          struct sl__interface *seen)
{
    *seen = *whole;
    seen->elem = window->elem;
    seen->span = window->span;
    seen->count = window->count;
    seen->rank = window->rank;
    memcpy(seen->n, window->n, sizeof seen->n);
    if (window->indexed)
        return see_indexed(window, whole, seen);
    seen->ptr += window->offset - (size_t)window->origin * window->elem; /* modulo 2^64 */
    memcpy(seen->s, window->s, sizeof seen->s);
    return seen;
}

const struct sl__interface *sl__window_see(const sl__windows *windows, int argument, const struct sl__interface *whole,
                                           struct sl__interface *seen)
{
    const sl__window *window = sl__window_at(windows, argument);
    return window != NULL ? sl__window_on(window, whole, seen) : whole;
}
