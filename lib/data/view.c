/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/state.h"
#include "base/types.h"
#include "data/interface.h"
#include "data/split.h"
#include "data/subview.h"
#include "data/mailbox.h"
#include "data/watch.h"
#include "data/hooks.h"

sl_status sl__view_check(const sl_view *v, const char *function, const char *argument)
{
    if (sl__view_live(v))
        return SL_SUCCESS;
    if (!v)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a view, got NULL", function, argument);
    if (atomic_load(&v->magic) == SL__MAGIC_DEAD)
        return SL_FAIL(SL_ERR_DESTROYED, "%s: %s: expected a live view, got \"%s\", which was destroyed", function,
                       argument, v->label);
    return SL_FAIL(SL_ERR_DESTROYED, "%s: %s: expected a live view, got a pointer to something else", function,
                   argument);
}

sl_status sl__view_check_writable(const sl_view *v, const char *function, const char *argument)
{
    if (!v->readonly)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a view that may be written, got \"%s\" of sl_view_readonly()",
                   function, argument, v->label);
}

sl_status sl__view_check_strides(const sl_view *v, const char *function, const char *argument)
{
    if (v->map == SL__LAYOUT_RIGHT)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_UNSUPPORTED,
                   "%s: %s: expected a view whose layout has strides, got \"%s\", which is blocked, in the order of "
                   "Morton or mapped",
                   function, argument, v->label);
}

sl_status sl__subview_refuse(const sl_view *v, const char *function)
{
    SL_TRY(sl__view_check_strides(v, function, "view"));
    if (v == v->root)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_UNSUPPORTED,
                   "%s: view: expected a view with memory of its own, got \"%s\", a subview of \"%s\"", function,
                   v->label, v->root->label);
}

/* Checks what describes a view's elements and computes their shape. */
static sl_status view_shape(const char *function, sl_type type, const sl_layout *layout, const sl_extents *extents,
                            sl__shape *shape)
{
    size_t elem = sl_type_size(type);
    if (elem == 0)
        return SL_FAIL(SL_ERR_TYPE, "%s: type: expected an element type, got %d", function, (int)type);
    return sl__layout_shape(function, elem, layout, extents, shape);
}

static void view_fill(sl_view *v, const char *label, sl_type type, const sl__shape *shape)
{
    int length = snprintf(v->label, sizeof v->label, "%s", label ? label : "view");
    if (length >= (int)sizeof v->label)
        memcpy(v->label + sizeof v->label - 4, "...", 4);
    v->type = type;
    v->rank = shape->rank;
    v->elem = shape->elem;
    v->span = shape->span;
    v->count = shape->count;
    memcpy(v->n, shape->n, sizeof v->n);
    memcpy(v->s, shape->s, sizeof v->s);
    memcpy(v->first, shape->first, sizeof v->first);
    v->shifted = shape->shifted;
    v->cases = shape->cases;
}

/* Hands the view to StarPU and makes it live. */
static void view_register(sl_view *v)
{
    const uintptr_t first = (uintptr_t)(v->device_data != NULL ? v->device_data : v->data);
    struct sl__interface itf = {
        .id = sl__interface_id(),
        .ptr = first,
        .dev_handle = first,
        .elem = v->elem,
        .span = v->span,
        .count = v->count,
        .rank = v->rank,
    };
    memcpy(itf.n, v->n, sizeof itf.n);
    memcpy(itf.s, v->s, sizeof itf.s);
    v->root = v;
    starpu_data_register(&v->handle, (int)v->home, &itf, &sl__interface_ops);
    if (v->home != STARPU_MAIN_RAM) { /* there is room in main memory, and nothing in it */
        struct sl__interface *main_memory = starpu_data_get_interface_on_node(v->handle, STARPU_MAIN_RAM);
        starpu_data_ptr_register(v->handle, STARPU_MAIN_RAM);
        main_memory->ptr = main_memory->dev_handle = (uintptr_t)v->data;
    }
    starpu_data_set_name(v->handle, v->label);
    if (sl__watched())
        sl__watch.place(v->data, v);
    atomic_store(&v->users, 1);
    atomic_store_explicit(&v->magic, SL__MAGIC_VIEW, memory_order_release);
}

/* Room for one element in an empty view: a body whose bad index was found goes on with element 0. */
static sl_status view_nothing(sl_view *v, const char *function)
{
    v->data = v->nothing;
    if (v->elem <= sizeof v->nothing)
        return SL_SUCCESS;
    SL_TRY(sl__memory_get(function, v->label, v->elem, 1, &v->block));
    v->data = v->block.data;
    return SL_SUCCESS;
}

static sl_status view_memory(sl_view *v, const char *function, int zero)
{
    v->managed = 1;
    if (v->span == 0)
        return view_nothing(v, function);
    SL_TRY(sl__memory_get(function, v->label, v->span, zero, &v->block));
    v->data = v->block.data;
    if (v->block.slab && sl__mailbox_may(v->count, v->elem))
        v->mailbox = sl__mailbox_place(v->data);
    return SL_SUCCESS;
}

/* Host memory beside that of the program on another node. */
static sl_status view_on_node(sl_view *v, const char *function, void *data, unsigned node)
{
    SL_TRY(sl__memory_get(function, v->label, v->span, 0, &v->block));
    v->data = v->block.data;
    v->device_data = data;
    v->home = node;
    sl_status status = sl__wrapped_enter(v, function);
    if (status != SL_SUCCESS)
        sl__memory_put(&v->block);
    return status;
}

/* Makes a view: managed when data is NULL, else over memory on a node. */
static sl_status view_make(const char *function, const char *label, sl_type type, const sl__shape *shape, void *data,
                           unsigned node, int zero, sl_view **view)
{
    sl__view_reap();
    sl_view *v = sl__pool_take();
    if (!v)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more view, \"%s\"", function, label ? label : "view");
    view_fill(v, label, type, shape);
    sl_status status;
    if (data == NULL) {
        status = view_memory(v, function, zero);
    } else if (v->span == 0) {
        status = view_nothing(v, function);
    } else if (node != STARPU_MAIN_RAM) {
        status = view_on_node(v, function, data, node);
    } else {
        v->data = data;
        status = sl__wrapped_enter(v, function);
    }
    if (status != SL_SUCCESS) {
        sl__pool_give(v);
        return status;
    }
    view_register(v);
    *view = v;
    return SL_SUCCESS;
}

/* A view without strides: one of rank 1 has the memory, and lives as long as this one does. */
static sl_status view_map(const char *function, const char *label, sl_type type, const sl__shape *shape, void *data,
                          unsigned node, int zero, sl_view **view)
{
    const sl_extents places = {.rank = 1, .n = {(int64_t)(shape->span / shape->elem)}};
    sl__shape memory;
    sl_view *root;
    SL_TRY(sl__layout_shape(function, shape->elem, &SL_LAYOUT_RIGHT, &places, &memory));
    SL_TRY(view_make(function, label, type, &memory, data, node, zero, &root));
    sl_status status = sl__subview_over(function, root, label, type, shape, 0, view);
    sl_view_destroy(&root); /* the view has it */
    return status;
}

static sl_status view_create(const char *function, const char *label, sl_type type, const sl_layout *layout,
                             const sl_extents *extents, unsigned flags, sl_view **view)
{
    SL__CALL();
    sl__shape shape;
    SL_TRY(sl__runtime_check(function));
    if (!view)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    if (flags & ~(unsigned)SL_VIEW_UNINITIALIZED)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: flags: expected SL_VIEW_ flags or-ed, got %#x", function, flags);
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    const int zero = !(flags & SL_VIEW_UNINITIALIZED);
    return shape.map == SL__LAYOUT_RIGHT ? view_make(function, label, type, &shape, NULL, STARPU_MAIN_RAM, zero, view)
                                         : view_map(function, label, type, &shape, NULL, STARPU_MAIN_RAM, zero, view);
}

sl_status sl_view_create(const char *label, sl_type type, sl_layout layout, sl_extents extents, sl_view **view)
{
    return view_create("sl_view_create", label, type, &layout, &extents, SL_VIEW_DEFAULT, view);
}

sl_status sl_view_create_with(const char *label, sl_type type, sl_layout layout, sl_extents extents, unsigned flags,
                              sl_view **view)
{
    return view_create("sl_view_create_with", label, type, &layout, &extents, flags, view);
}

/* What is to be wrapped. @param[in] memory  what to call it */
static sl_status check_wrap(const char *function, const char *memory, const char *label, sl_type type,
                            const sl__shape *shape, const void *data)
{
    const size_t align = sl__type_align(type);
    if (!data)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected %s memory for \"%s\", got NULL", function, memory,
                       label ? label : "view");
    if ((uintptr_t)data % align != 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected memory aligned to %zu bytes for %s, got %p", function,
                       align, sl_type_name(type), data);
    if ((uintptr_t)data + shape->span < (uintptr_t)data)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected %zu bytes of memory, got %p, after which there are fewer",
                       function, shape->span, data);
    return SL_SUCCESS;
}

static sl_status view_wrap(const char *function, const char *memory, const char *label, sl_type type,
                           const sl_layout *layout, const sl_extents *extents, void *data, unsigned node,
                           sl_view **view)
{
    sl__shape shape;
    if (!view)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    SL_TRY(check_wrap(function, memory, label, type, &shape, data));
    if (shape.map != SL__LAYOUT_RIGHT)
        return view_map(function, label, type, &shape, data, node, 0, view);
    if (node != STARPU_MAIN_RAM && shape.span != (size_t)shape.count * shape.elem)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: layout: expected one without gaps between the elements of \"%s\", got %zu bytes for "
                       "%" PRId64 " elements of %zu",
                       function, label ? label : "view", shape.span, shape.count, shape.elem);
    return view_make(function, label, type, &shape, data, node, 0, view);
}

sl_status sl_view_wrap(const char *label, sl_type type, sl_layout layout, sl_extents extents, void *data,
                       sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_view_wrap";
    SL_TRY(sl__runtime_check(function));
    return view_wrap(function, "host", label, type, &layout, &extents, data, STARPU_MAIN_RAM, view);
}

sl_status sl__view_wrap_node(const char *function, const char *label, sl_type type, const sl_layout *layout,
                             const sl_extents *extents, void *data, unsigned node, sl_view **view)
{
    return view_wrap(function, "device", label, type, layout, extents, data, node, view);
}

sl_status sl_view_bytes_needed(sl_type type, sl_layout layout, sl_extents extents, size_t *bytes)
{
    static const char function[] = "sl_view_bytes_needed";
    sl__shape shape;
    if (!bytes)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: bytes: expected where to put the number, got NULL", function);
    SL_TRY(view_shape(function, type, &layout, &extents, &shape));
    *bytes = shape.span;
    return SL_SUCCESS;
}

sl_status sl__view_enter(sl_view *v, const char *function)
{
    SL_TRY(sl__view_check(v, function, "view"));
    int32_t users = atomic_load(&v->users);
    while (users > 0) {
        if (atomic_compare_exchange_weak(&v->users, &users, users + 1))
            return SL_SUCCESS;
    }
    return SL_FAIL(SL_ERR_DESTROYED, "%s: view: expected a live view, got \"%s\", which is being destroyed", function,
                   v->label);
}

sl_view *sl_view_retain(sl_view *view)
{
    SL__CALL();
    if (sl__runtime_check("sl_view_retain") != SL_SUCCESS)
        return NULL;
    return sl__view_enter(view, "sl_view_retain") == SL_SUCCESS ? view : NULL;
}

/* Drops one reference. Returns 1 for the last. */
static int view_leave(sl_view *v)
{
    int32_t users = atomic_load(&v->users);
    while (users > 0) {
        if (atomic_compare_exchange_weak(&v->users, &users, users - 1))
            return users == 1;
    }
    return 0;
}

static int view_idle(void *arg)
{
    return sl__view_pending(arg) <= 0;
}

static sl_status view_wait_idle(sl_view *v, const char *function)
{
    char what[SL__VIEW_LABEL + 16];
    sl__data_hooks.looked();
    if (view_idle(v))
        return SL_SUCCESS;
    sl__data_hooks.flush();
    SL_TRY(sl__data_hooks.waits(v, 0, function));
    snprintf(what, sizeof what, "view \"%s\"", v->label);
    return sl__progress_wait(view_idle, v, function, what);
}

/* The last reference has gone. */
static void view_end(sl_view *v, const char *function)
{
    atomic_store(&v->magic, SL__MAGIC_DEAD);
    if (sl__host_abandon(v) > 0)
        SL_LOG(SL_LOG_WARN, "%s: \"%s\" was open for host access, which is ended", function, v->label);
}

sl_status sl__view_keep(sl_view *v, const char *function)
{
    if (v->managed)
        return sl__view_enter(v, function);
    atomic_fetch_add(&v->kept, 1); /* before the look at the magic number, and sl_view_destroy() the other way round */
    sl_status status = sl__view_check(v, function, "view");
    if (status != SL_SUCCESS)
        atomic_fetch_sub(&v->kept, 1);
    return status;
}

void sl__view_unkeep(sl_view *v)
{
    if (!v->managed) {
        atomic_fetch_sub(&v->kept, 1); /* and it may be freed */
    } else if (view_leave(v)) {
        view_end(v, "sl_region");
        sl__view_release(v);
    }
}

sl_view *sl__subview_end(sl_view *v, const char *function)
{
    sl_view *root = v->root;
    int ended = 0;
    atomic_store(&v->magic, SL__MAGIC_DEAD);
    while (atomic_load(&v->opened) > 0 && sl__host_end(v, function) == SL_SUCCESS)
        ended++;
    if (ended > 0)
        SL_LOG(SL_LOG_WARN, "%s: \"%s\" was open for host access, which is ended", function, v->label);
    sl__pool_give(v);
    return root;
}

void sl_view_destroy(sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_view_destroy";
    if (!view || !*view)
        return;
    sl_view *v = *view;
    *view = NULL;
    if (sl__view_check(v, function, "view") != SL_SUCCESS || sl__runtime_check(function) != SL_SUCCESS ||
        !view_leave(v))
        return;
    if (v != sl__view_root(v)) {
        sl_view *root = sl__subview_end(v, function);
        sl_view_destroy(&root);
        return;
    }
    view_end(v, function);
    if (atomic_load(&v->kept) > 0 && !sl__state_in_body()) /* else by who empties the reaper's list */
        sl__data_hooks.lose(v);
    if (v->managed || sl__view_in_starpu()) {
        sl__view_release(v);
    } else if (sl__in_region() && !view_idle(v)) {
        (void)SL_FAIL(SL_ERR_CONTEXT,
                      "%s: view: expected a call outside of a region for wrapped view \"%s\", which "
                      "queued tasks use, got one between sl_region_begin() and sl_region_end(), where nothing waits "
                      "for them: its memory is the program's after the next sl_wait()",
                      function, v->label);
        sl__view_release(v);
    } else if (view_wait_idle(v, function) == SL_SUCCESS) {
        sl__view_free(v); /* not by way of the reaper, which may be another thread: the memory is the caller's next */
    } else {
        sl__view_give_up(v, function); /* a stall, or a wait for itself, which is recorded */
        sl__view_release(v);
    }
    sl__view_reap();
}

sl_status sl_view_wait(sl_view *view)
{
    SL__CALL();
    static const char function[] = "sl_view_wait";
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(sl__view_check(view, function, "view"));
    view = sl__view_root(view);
    SL_TRY(view_wait_idle(view, function));
    sl__view_reap();
    sl__failure *failure = sl__view_poison(view);
    if (!failure)
        failure = sl__split_poison(view);
    if (!failure)
        return SL_SUCCESS;
    sl_status status = sl__failure_raise(failure);
    sl__failure_release(failure);
    return status;
}

sl__failure *sl__view_poison(const sl_view *v)
{
    sl_view *mutable = (sl_view *)(uintptr_t)v; /* for its lock */
    if (!sl__view_is_poisoned(v))
        return NULL;
    pthread_mutex_lock(&mutable->poison_lock);
    sl__failure *failure = sl__failure_retain(atomic_load(&mutable->poison));
    pthread_mutex_unlock(&mutable->poison_lock);
    return failure;
}

void sl__view_set_poison(sl_view *v, sl__failure *f)
{
    if (!f && (!sl__view_is_poisoned(v) || atomic_load(&v->gone)))
        return;
    sl__failure_retain(f);
    pthread_mutex_lock(&v->poison_lock);
    sl__failure *old = atomic_exchange(&v->poison, f);
    pthread_mutex_unlock(&v->poison_lock);
    sl__failure_release(old);
}

const char *sl_view_label(const sl_view *view)
{
    return sl__view_check(view, "sl_view_label", "view") == SL_SUCCESS ? view->label : "?";
}

sl_type sl_view_type(const sl_view *view)
{
    return sl__view_check(view, "sl_view_type", "view") == SL_SUCCESS ? view->type : 0;
}

int sl_view_rank(const sl_view *view)
{
    return sl__view_check(view, "sl_view_rank", "view") == SL_SUCCESS ? view->rank : -1;
}

/* Whether the view is live and has dimension d. */
static int view_has(const sl_view *v, const char *function, int d)
{
    if (sl__view_check(v, function, "view") != SL_SUCCESS)
        return 0;
    if (d >= 0 && d < v->rank)
        return 1;
    (void)SL_FAIL(SL_ERR_RANK, "%s: d: expected a dimension of \"%s\", which has rank %d, got %d", function, v->label,
                  v->rank, d);
    return 0;
}

sl_index sl_view_extent(const sl_view *view, int d)
{
    return view_has(view, "sl_view_extent", d) ? view->n[d] : -1;
}

sl_index sl_view_stride(const sl_view *view, int d)
{
    static const char function[] = "sl_view_stride";
    if (!view_has(view, function, d) || sl__view_check_strides(view, function, "view") != SL_SUCCESS)
        return 0;
    return view->s[d];
}

sl_index sl_view_first(const sl_view *view, int d)
{
    return view_has(view, "sl_view_first", d) ? view->first[d] : 0;
}

static sl_status view_place(const sl_view *v, const char *function, int rank, const sl_index index[], sl_index *place)
{
    sl_index x[SL_MAX_RANK] = {0};
    SL_TRY(sl__view_check(v, function, "view"));
    if (rank != v->rank || (rank > 0 && index == NULL))
        return SL_FAIL(SL_ERR_RANK, "%s: index: expected %d indices for \"%s\", got %d", function, v->rank, v->label,
                       index ? rank : 0);
    if (v->map == SL__LAYOUT_MAPPED)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: view: expected a layout that the library knows, got \"%s\", whose map kernel files have",
                       function, v->label);
    for (int d = 0; d < rank; d++) {
        x[d] = index[d] - v->first[d];
        if (x[d] < 0 || x[d] >= v->n[d])
            return SL_FAIL(SL_ERR_EXTENT,
                           "%s: index: expected one in [%" PRId64 ", %" PRId64 ") for dimension %d of \"%s\", got "
                           "%" PRId64,
                           function, v->first[d], v->first[d] + v->n[d], d, v->label, index[d]);
    }
    *place = sl__layout_place(v->map, rank, x, v->n, v->s);
    return SL_SUCCESS;
}

sl_index sl_view_place(const sl_view *view, int rank, const sl_index index[])
{
    sl_index place = -1;
    return view_place(view, "sl_view_place", rank, index, &place) == SL_SUCCESS ? place : -1;
}

sl_index sl_view_size(const sl_view *view)
{
    return sl__view_check(view, "sl_view_size", "view") == SL_SUCCESS ? view->count : -1;
}
