/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of all wrapped views: intervals that do not overlap, sorted by address. StarPU does not order accesses
 * through different handles over the same memory, so two such views would race. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/spread.h"
#include "data/view.h"
#include "data/wrapped.h"

typedef struct wrapped_interval {
    uintptr_t first, end;
    sl_view *view;
    int made; /* it is live, or was */
} wrapped_interval;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a view is made */
    wrapped_interval *at;   /* [count] */
    size_t count, room;
} wrapped = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* The first interval that ends after an address. */
static size_t wrapped_after(uintptr_t address)
{
    size_t low = 0, high = wrapped.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (wrapped.at[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The program's memory. */
static uintptr_t wrapped_address(const sl_view *v)
{
    return (uintptr_t)(v->foreign.data != NULL ? v->foreign.data : v->data);
}

static int wrapped_grow(void)
{
    if (wrapped.count < wrapped.room)
        return 1;
    size_t room = wrapped.room ? 2 * wrapped.room : 64;
    wrapped_interval *at = sl__memory_small(room * sizeof *at);
    if (!at)
        return 0;
    if (wrapped.count > 0)
        memcpy(at, wrapped.at, wrapped.count * sizeof *at);
    free(wrapped.at);
    wrapped.at = at;
    wrapped.room = room;
    return 1;
}

/* The place of an interval that overlaps this one, or where it would be. The other thread that makes its view is waited
 * for: it needs no lock but this one. */
static size_t wrapped_place(uintptr_t first, uintptr_t end)
{
    size_t i = wrapped_after(first);
    while (i < wrapped.count && wrapped.at[i].first < end && !wrapped.at[i].made) {
        pthread_cond_wait(&wrapped.changed, &wrapped.lock);
        i = wrapped_after(first);
    }
    return i;
}

static sl_view *wrapped_hold(size_t i, uintptr_t end)
{
    return i < wrapped.count && wrapped.at[i].first < end && sl__view_retain(wrapped.at[i].view) ? wrapped.at[i].view
                                                                                                 : NULL;
}

sl_view *sl__wrapped_view(const void *data, size_t bytes)
{
    const uintptr_t first = (uintptr_t)data, end = first + bytes;
    pthread_mutex_lock(&wrapped.lock);
    sl_view *view = wrapped_hold(wrapped_place(first, end), end);
    pthread_mutex_unlock(&wrapped.lock);
    return view;
}

sl_status sl__wrapped_enter(sl_view *v, const char *function, sl_view **shared)
{
    const uintptr_t first = wrapped_address(v), end = first + v->span;
    wrapped_interval other = {0, 0, NULL, 0};
    int room = 1;
    if (v->span == 0)
        return SL_SUCCESS;
    pthread_mutex_lock(&wrapped.lock);
    size_t i = wrapped_place(first, end);
    if (i < wrapped.count && wrapped.at[i].first < end) {
        other = wrapped.at[i];
        if (shared != NULL)
            *shared = wrapped_hold(i, end);
    } else if ((room = wrapped_grow()) != 0) {
        memmove(&wrapped.at[i + 1], &wrapped.at[i], (wrapped.count - i) * sizeof wrapped.at[0]);
        wrapped.at[i] = (wrapped_interval){first, end, v, 0};
        wrapped.count++;
        v->bound = 1;
    }
    pthread_mutex_unlock(&wrapped.lock);
    if (shared != NULL && *shared != NULL)
        return SL_ERR_ALIAS;
    /* Not under the lock: the log's handler is the program's. The other view's slot stays, whatever becomes of it. */
    if (other.view)
        return SL_FAIL_OF_BOTH(SL_ERR_ALIAS, sl__view_made(v), sl__view_made(other.view),
                               "%s: data: expected memory of no other wrapped view; [%#zx, %#zx) of \"%s\" "
                               "overlaps [%#zx, %#zx) of \"%s\"",
                               function, (size_t)first, (size_t)end, v->label, (size_t)other.first, (size_t)other.end,
                               other.view->label);
    if (!room)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory to keep track of \"%s\"", function, v->label);
    return SL_SUCCESS;
}

void sl__wrapped_made(const sl_view *v)
{
    pthread_mutex_lock(&wrapped.lock);
    wrapped.at[wrapped_after(wrapped_address(v))].made = 1;
    pthread_cond_broadcast(&wrapped.changed);
    pthread_mutex_unlock(&wrapped.lock);
}

void sl__wrapped_leave(sl_view *v)
{
    if (!v->bound)
        return;
    pthread_mutex_lock(&wrapped.lock);
    size_t i = wrapped_after(wrapped_address(v));
    if (i < wrapped.count && wrapped.at[i].view == v) {
        wrapped.count--;
        memmove(&wrapped.at[i], &wrapped.at[i + 1], (wrapped.count - i) * sizeof wrapped.at[0]);
    }
    v->bound = 0;
    if (wrapped.count == 0) {
        free(wrapped.at);
        wrapped.at = NULL;
        wrapped.room = 0;
    }
    pthread_mutex_unlock(&wrapped.lock);
}

int sl__wrapped_holds(const void *data, size_t bytes)
{
    pthread_mutex_lock(&wrapped.lock);
    size_t i = wrapped_after((uintptr_t)data);
    int held = i < wrapped.count && wrapped.at[i].first < (uintptr_t)data + bytes;
    pthread_mutex_unlock(&wrapped.lock);
    return held;
}

static int64_t box_low(const sl_view *v, int d)
{
    return v == v->root ? 0 : v->part.lo[d];
}

static int64_t box_high(const sl_view *v, int d)
{
    return v == v->root ? v->n[d] : v->part.hi[d];
}

/* Whether two views of one root may have an element in common: a root's elements lie apart. */
static int boxes_meet(const sl_view *a, const sl_view *b)
{
    for (int d = 0; d < a->root->rank; d++)
        if (box_low(a, d) >= box_high(b, d) || box_low(b, d) >= box_high(a, d))
            return 0;
    return 1;
}

/* The strides of both views in bytes, each once, the largest first. @return how many there are */
static int common_strides(const sl_view *a, const sl_view *b, int64_t step[2 * SL_MAX_RANK])
{
    int count = 0;
    for (int k = 0; k < a->rank + b->rank; k++) {
        const sl_view *v = k < a->rank ? a : b;
        const int d = k < a->rank ? k : k - a->rank;
        const int64_t bytes = v->s[d] * (int64_t)v->elem;
        int at = count;
        if (v->n[d] <= 1)
            continue;
        while (at > 0 && step[at - 1] < bytes)
            at--;
        if (at > 0 && step[at - 1] == bytes)
            continue;
        memmove(&step[at + 1], &step[at], (size_t)(count - at) * sizeof *step);
        step[at] = bytes;
        count++;
    }
    return count;
}

/* A view's place, from @p base bytes of the root on, as a number whose digits are counts of these steps, and bytes
 * behind them: [low, high) of each.
 * @return 0: some of its elements have other digits, since those of smaller steps go on into a larger one */
static int view_digits(const sl_view *v, int64_t base, int count, const int64_t step[], int64_t low[], int64_t high[])
{
    int64_t rest = (v == v->root ? 0 : (int64_t)v->part.offset) - base, end;
    for (int k = 0; k < count; k++) {
        low[k] = rest / step[k];
        high[k] = low[k] + 1;
        rest %= step[k];
        for (int d = 0; d < v->rank; d++)
            if (v->n[d] > 1 && v->s[d] * (int64_t)v->elem == step[k])
                high[k] += v->n[d] - 1;
    }
    low[count] = rest;
    high[count] = end = rest + (int64_t)v->elem;
    for (int k = count - 1; k >= 0; k--) {
        if (end > step[k])
            return 0;
        end += (high[k] - 1) * step[k];
    }
    return 1;
}

/* Whether some digit of one view is none of the other's, counted from @p base bytes of the root on. */
static int digits_differ(const sl_view *a, const sl_view *b, int64_t base, int count, const int64_t step[])
{
    int64_t low[2][2 * SL_MAX_RANK + 1], high[2][2 * SL_MAX_RANK + 1];
    if (!view_digits(a, base, count, step, low[0], high[0]) || !view_digits(b, base, count, step, low[1], high[1]))
        return 0;
    for (int k = 0; k <= count; k++)
        if (low[0][k] >= high[1][k] || low[1][k] >= high[0][k])
            return 1;
    return 0;
}

/* Whether two views with strides are known to have no byte in common, though they lie among each other. What they are
 * cut from begins where the root does, or, of an arena or a line, where their boxes do. */
static int views_interlace(const sl_view *a, const sl_view *b)
{
    int64_t step[2 * SL_MAX_RANK], first = 0;
    if (a->layout.map != SL__LAYOUT_RIGHT || b->layout.map != SL__LAYOUT_RIGHT)
        return 0;
    const int count = common_strides(a, b, step);
    if (a->root->rank == 1)
        first = box_low(a, 0) < box_low(b, 0) ? box_low(a, 0) : box_low(b, 0);
    return digits_differ(a, b, 0, count, step) ||
           (first > 0 && digits_differ(a, b, first * (int64_t)a->root->elem, count, step));
}

int sl__view_meets(const sl_view *v, const void *memory, size_t bytes)
{
    const sl__spread *spread = v->root->spread;
    for (int k = 0; spread != NULL && k < spread->own; k++)
        if (sl__view_meets(spread->block[k], memory, bytes))
            return 1;
    return spread == NULL && (uintptr_t)memory < (uintptr_t)v->data + v->span &&
           (uintptr_t)v->data < (uintptr_t)memory + bytes && v->span > 0 && bytes > 0;
}

/* A distributed view has memory by its blocks alone. */
static int blocks_overlap(const sl__spread *spread, const sl_view *other)
{
    for (int k = 0; k < spread->own; k++)
        if (sl__view_overlap(spread->block[k], other))
            return 1;
    return 0;
}

int sl__view_overlap(const sl_view *a, const sl_view *b)
{
    if (a->root != b->root && a->root->spread != NULL)
        return blocks_overlap(a->root->spread, b);
    if (a->root != b->root && b->root->spread != NULL)
        return blocks_overlap(b->root->spread, a);
    const uintptr_t first_a = (uintptr_t)a->data, first_b = (uintptr_t)b->data;
    if (a == b)
        return 1;
    if (a->count == 0 || b->count == 0)
        return 0;
    if (first_a >= first_b + b->span || first_b >= first_a + a->span)
        return 0;
    return a->root != b->root || (boxes_meet(a, b) && !views_interlace(a, b));
}

sl_status sl__view_check_apart(const char *function, const char *argument, sl__apart words, const sl_view *v,
                               const char *of, const sl_view *other)
{
    if (!sl__view_overlap(v, other))
        return SL_SUCCESS;
    if (words == SL__APART_ELEMENTS)
        return SL_FAIL_OF_BOTH(SL_ERR_ALIAS, sl__view_made(other), sl__view_made(v),
                               "%s: %s: expected elements outside of %s\"%s\", got \"%s\", which has some of them",
                               function, argument, of, other->label, v->label);
    return SL_FAIL_OF_BOTH(SL_ERR_ALIAS, sl__view_made(v), sl__view_made(other),
                           "%s: %s: expected memory of its own, got \"%s\", which overlaps %s\"%s\"", function,
                           argument, v->label, of, other->label);
}
