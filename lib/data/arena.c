/* SPDX-License-Identifier: BSD-3-Clause */
/* An arena is a view of bytes, and how many of them are taken. Its views are subviews in other units. */
#include <starloop/arena.h>

#include <inttypes.h>
#include <pthread.h>

#include "base/error.h"
#include "base/object.h"
#include "base/slots.h"
#include "base/state.h"
#include "base/types.h"
#include "data/create.h"
#include "data/subview.h"

enum { ARENA_LINE = 64 /* where a view may begin */ };

struct sl_arena {
    sl__object object;
    pthread_mutex_t lock;
    unsigned round; /* of sl_init() */
    sl_view *bytes;
    size_t used;
    void *next_free; /* of the slots */
};

static void fresh_arena(void *slot)
{
    pthread_mutex_init(&((sl_arena *)slot)->lock, NULL);
}

static sl__slots arenas = SL__SLOTS(sl_arena, next_free, fresh_arena);

static sl_status arena_check(const sl_arena *arena, const char *function)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__object_check((const sl__object *)arena, SL__MAGIC_ARENA, function, "arena", "an arena"));
    return sl__runtime_check_round(arena->round, function, "arena");
}

sl_status sl_arena_create(const char *label, size_t bytes, sl_arena **arena)
{
    SL__CALL();
    static const char function[] = "sl_arena_create";
    SL_TRY(sl__runtime_check(function));
    if (arena == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: arena: expected where to put the arena, got NULL", function);
    if (bytes > (size_t)SL__MOST_BYTES)
        return SL_FAIL(SL_ERR_EXTENT, "%s: bytes: expected at most 2^62, got %zu", function, bytes);
    sl_arena *made = sl__slots_take(&arenas);
    if (made == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more arena", function);
    sl_status status = sl__view_create(function, label ? label : "arena", SL_UINT8, &SL_LAYOUT_RIGHT,
                                       &SL_EXTENTS((sl_index)bytes), SL_VIEW_DEFAULT, &made->bytes);
    if (status != SL_SUCCESS) {
        sl__slots_give(&arenas, made);
        return status;
    }
    made->used = 0;
    made->round = sl__runtime_round();
    sl__object_init(&made->object, SL__MAGIC_ARENA);
    *arena = made;
    return SL_SUCCESS;
}

/* Where a view of such elements may begin: at a multiple of a line and of an element. */
static size_t arena_next(size_t used, size_t elem)
{
    size_t a = elem, b = ARENA_LINE;
    while (b != 0) {
        const size_t rest = a % b;
        a = b;
        b = rest;
    }
    const size_t step = elem / a * ARENA_LINE;
    return (used + step - 1) / step * step;
}

sl_status sl_arena_view(sl_arena *arena, const char *label, sl_type type, sl_layout layout, sl_extents extents,
                        sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_arena_view";
    SL_TRY(arena_check(arena, function));
    if (view == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    const size_t elem = sl_type_size(type);
    if (elem == 0)
        return SL_FAIL(SL_ERR_TYPE, "%s: type: expected an element type, got %d", function, (int)type);
    sl__shape shape;
    SL_TRY(sl__layout_shape(function, elem, &layout, &extents, &shape));
    if (shape.automatic)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: layout: expected one layout for \"%s\", got SL_LAYOUT_AUTO", function,
                       label ? label : "view");
    pthread_mutex_lock(&arena->lock);
    const size_t at = shape.span > 0 ? arena_next(arena->used, elem) : 0, all = arena->bytes->span;
    sl_status status;
    if (shape.span > 0 && (at > all || shape.span > all - at))
        status = SL_FAIL(SL_ERR_MEMORY, "%s: \"%s\": expected %zu free bytes in arena \"%s\", got %zu of %zu", function,
                         label ? label : "view", shape.span, arena->bytes->label, at < all ? all - at : 0, all);
    else
        status = sl__subview_over(function, arena->bytes, label, type, &shape, at, view);
    if (status == SL_SUCCESS && shape.span > 0)
        arena->used = at + shape.span;
    pthread_mutex_unlock(&arena->lock);
    return status;
}

sl_status sl_arena_reset(sl_arena *arena)
{
    SL__CALL();
    SL_TRY(arena_check(arena, "sl_arena_reset"));
    pthread_mutex_lock(&arena->lock);
    arena->used = 0;
    pthread_mutex_unlock(&arena->lock);
    return SL_SUCCESS;
}

size_t sl_arena_used(sl_arena *arena)
{
    SL__CALL();
    if (arena_check(arena, "sl_arena_used") != SL_SUCCESS)
        return 0;
    pthread_mutex_lock(&arena->lock);
    const size_t used = arena->used;
    pthread_mutex_unlock(&arena->lock);
    return used;
}

void sl_arena_destroy(sl_arena **arena)
{
    if (arena == NULL || *arena == NULL)
        return;
    sl_arena *a = *arena;
    *arena = NULL;
    if (sl__object_kill(&a->object, SL__MAGIC_ARENA, "sl_arena_destroy", "arena", "an arena") != SL_SUCCESS)
        return;
    if (a->round == sl__runtime_round())
        sl_view_destroy(&a->bytes);
    sl__slots_give(&arenas, a);
}
