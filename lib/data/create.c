/* SPDX-License-Identifier: BSD-3-Clause */
/* Making views. */
#include "data/create.h"
#include "data/pool.h"
#include "data/view.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/reserve.h"
#include "base/state.h"
#include "base/types.h"
#include "data/interface.h"
#include "data/mailbox.h"
#include "data/pin.h"
#include "data/reaper.h"
#include "data/subview.h"
#include "data/watch.h"
#include "data/wrap_device.h"
#include "backend/backend.h"
#include "data/wrapped.h"
#include "machine/memory_nodes.h"

enum { NUMA_SHIFT = 8 }; /* of SL_VIEW_NUMA() */

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
    sl__view_set_label(v, label ? label : "view");
    v->type = type;
    v->rank = shape->rank;
    v->elem = shape->elem;
    v->span = shape->span;
    v->count = shape->count;
    memcpy(v->n, shape->n, sizeof v->n);
    memcpy(v->s, shape->s, sizeof v->s);
    memcpy(v->indices.first, shape->first, sizeof v->indices.first);
    v->indices.shifted = shape->shifted;
    v->layout.cases = shape->cases;
    v->layout.automatic = shape->automatic;
    v->layout.turns = shape->turns;
    atomic_store_explicit(&v->layout.places, NULL, memory_order_relaxed);
}

/* Hands the view to StarPU and makes it live. @param[in] room  bytes beside each copy of it  @param[in] edge  as of
 * struct sl__interface */
static void view_register(sl_view *v, size_t room, int edge)
{
    const uintptr_t first = (uintptr_t)(v->foreign.data != NULL ? v->foreign.data : v->data);
    const int hollow = v->data == v->nothing && v->count > 0; /* none of its elements are here */
    struct sl__interface itf = {
        .id = sl__interface_id(),
        .ptr = first,
        .dev_handle = first,
        .room = room,
        .elem = v->elem,
        .span = hollow ? 0 : v->span,
        .count = hollow ? 0 : v->count,
        .rank = v->rank,
        .automatic = v->layout.automatic,
        .edge = edge,
        .home = (uintptr_t)v->data,
    };
    for (int d = 0; d < SL_MAX_RANK; d++)
        itf.n[d] = hollow && d < v->rank ? 0 : v->n[d];
    memcpy(itf.s, v->s, sizeof itf.s);
    v->root = v;
    starpu_data_register(&v->handle, (int)v->foreign.node, &itf, &sl__interface_ops);
    if (v->foreign.node != STARPU_MAIN_RAM) { /* there is room in main memory, and nothing in it */
        struct sl__interface *main_memory = starpu_data_get_interface_on_node(v->handle, STARPU_MAIN_RAM);
        starpu_data_ptr_register(v->handle, STARPU_MAIN_RAM);
        main_memory->ptr = main_memory->dev_handle = (uintptr_t)v->data;
    }
    starpu_data_set_name(v->handle, v->label);
    if (sl__watched())
        sl__watch.place(v->data, v->label);
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

/* Where flags want memory to lie: as of sl__memory_bind(). */
static int node_of(unsigned flags)
{
    return flags & SL_VIEW_HIGH_BANDWIDTH ? SL__MEMORY_FAST
           : flags >> NUMA_SHIFT != 0     ? (int)(flags >> NUMA_SHIFT) - 1
                                          : SL__MEMORY_ANYWHERE;
}

static sl_status view_memory(sl_view *v, const char *function, unsigned flags)
{
    v->managed = 1;
    if (v->span == 0)
        return view_nothing(v, function);
    const int zero = !(flags & SL_VIEW_UNINITIALIZED);
    SL_TRY(sl__memory_get_on(function, v->label, v->span, zero, node_of(flags), &v->block));
    v->data = v->block.data;
    if (flags & SL_VIEW_PINNED && sl__device_workers() > 0)
        sl__pin_copied(v->data, v->span);
    if (v->block.slab && sl__mailbox_may(v->count, v->elem))
        v->mail.box = sl__mailbox_place(v->data);
    return SL_SUCCESS;
}

/* Host memory beside that of the program on another node. */
static sl_status view_on_node(sl_view *v, const char *function, void *data, unsigned node, sl_view **shared)
{
    SL_TRY(sl__memory_get(function, v->label, v->span, 0, &v->block));
    v->data = v->block.data;
    v->foreign.data = data;
    v->foreign.node = node;
    sl_status status = sl__wrapped_enter(v, function, shared);
    if (status != SL_SUCCESS)
        sl__memory_put(&v->block);
    return status;
}

/* A view with its shape, which has no memory yet. */
static sl_status view_take(const char *function, const char *label, sl_type type, const sl__shape *shape,
                           sl_view **view)
{
    sl__view_reap();
    *view = sl__reserve_ask(SL__RESERVE_HANDLE) ? sl__pool_take() : NULL;
    if (*view == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more view, \"%s\"", function, label ? label : "view");
    view_fill(*view, label, type, shape);
    return SL_SUCCESS;
}

/* Makes a view: managed when data is NULL, else over memory on a node, of which another view may have some: @p shared
 * is as of sl__wrapped_enter(). */
static sl_status view_make(const char *function, const char *label, sl_type type, const sl__shape *shape, void *data,
                           unsigned node, unsigned flags, sl_view **shared, sl_view **view)
{
    sl_view *v;
    sl_status status;
    SL_TRY(view_take(function, label, type, shape, &v));
    if (data == NULL) {
        status = view_memory(v, function, flags);
    } else if (v->span == 0) {
        status = view_nothing(v, function);
    } else if (node != STARPU_MAIN_RAM) {
        status = view_on_node(v, function, data, node, shared);
    } else {
        v->data = data;
        status = sl__wrapped_enter(v, function, shared);
    }
    if (status != SL_SUCCESS) {
        sl__pool_give(v);
        return status;
    }
    view_register(v, 0, 0);
    if (v->bound)
        sl__wrapped_made(v);
    *view = v;
    return SL_SUCCESS;
}

sl_status sl__view_create_apart(const char *function, const char *label, sl_type type, const sl_layout *layout,
                                const sl_extents *extents, size_t room, sl_view **view)
{
    sl__shape shape;
    sl_view *v;
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    SL_TRY(view_take(function, label, type, &shape, &v));
    v->managed = 1;
    if (room == SL__ELEMENTS_ELSEWHERE) {
        v->data = v->nothing;
    } else {
        const sl_status status = sl__memory_get(function, v->label, v->span + 2 * room, 1, &v->block);
        if (status != SL_SUCCESS) {
            sl__pool_give(v);
            return status;
        }
        v->data = (char *)v->block.data + room;
    }
    view_register(v, room == SL__ELEMENTS_ELSEWHERE ? 0 : room, 0);
    *view = v;
    return SL_SUCCESS;
}

sl_status sl__view_create_edge(const char *function, const char *label, sl_type type, const sl_extents *extents,
                               sl_view **view)
{
    sl__shape shape;
    sl_view *v;
    SL_TRY(view_shape(function, type, &SL_LAYOUT_RIGHT, extents, &shape));
    SL_TRY(view_take(function, label, type, &shape, &v));
    const sl_status status = view_memory(v, function, SL_VIEW_UNINITIALIZED);
    if (status != SL_SUCCESS) {
        sl__pool_give(v);
        return status;
    }
    view_register(v, 0, 1);
    *view = v;
    return SL_SUCCESS;
}

/* A view without strides: one of rank 1 has the memory, and lives as long as this one does. */
static sl_status view_map(const char *function, const char *label, sl_type type, const sl__shape *shape, void *data,
                          unsigned node, unsigned flags, sl_view **shared, sl_view **view)
{
    const sl_extents places = {.rank = 1, .n = {(int64_t)(shape->span / shape->elem)}};
    sl__shape memory;
    sl_view *root;
    SL_TRY(sl__layout_shape(function, shape->elem, &SL_LAYOUT_RIGHT, &places, &memory));
    SL_TRY(view_make(function, label, type, &memory, data, node, flags, shared, &root));
    sl_status status = sl__subview_over(function, root, label, type, shape, 0, view);
    sl_view_destroy(&root); /* the view has it */
    return status;
}

static sl_status check_flags(const char *function, unsigned flags)
{
    const unsigned alone = SL_VIEW_UNINITIALIZED | SL_VIEW_PINNED | SL_VIEW_HIGH_BANDWIDTH;
    const int node = (int)(flags >> NUMA_SHIFT) - 1, nodes = sl__memory_nodes();
    if (flags & ((1u << NUMA_SHIFT) - 1) & ~alone)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: flags: expected SL_VIEW_ flags or-ed, got %#x", function, flags);
    if (node >= 0 && flags & SL_VIEW_HIGH_BANDWIDTH)
        return SL_FAIL(
            SL_ERR_ARGUMENT,
            "%s: flags: expected SL_VIEW_NUMA() or SL_VIEW_HIGH_BANDWIDTH, which is on nodes of its own, got "
            "both",
            function);
    if (node >= nodes)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: flags: expected SL_VIEW_NUMA() of a node from 0 to %d, got %d", function,
                       nodes - 1, node);
    return SL_SUCCESS;
}

sl_status sl__view_create(const char *function, const char *label, sl_type type, const sl_layout *layout,
                          const sl_extents *extents, unsigned flags, sl_view **view)
{
    sl__shape shape;
    SL_TRY(sl__runtime_check(function));
    if (!view)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    SL_TRY(check_flags(function, flags));
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    return shape.map == SL__LAYOUT_RIGHT
               ? view_make(function, label, type, &shape, NULL, STARPU_MAIN_RAM, flags, NULL, view)
               : view_map(function, label, type, &shape, NULL, STARPU_MAIN_RAM, flags, NULL, view);
}

sl_status sl_view_create(const char *label, sl_type type, sl_layout layout, sl_extents extents, sl_view **view)
{
    SL__CALL();
    return sl__view_create("sl_view_create", label, type, &layout, &extents, SL_VIEW_DEFAULT, view);
}

sl_status sl_view_create_with(const char *label, sl_type type, sl_layout layout, sl_extents extents, unsigned flags,
                              sl_view **view)
{
    SL__CALL();
    return sl__view_create("sl_view_create_with", label, type, &layout, &extents, flags, view);
}

/* What is to be wrapped. @param[in] memory  what to call it */
static sl_status check_wrap(const char *function, const char *memory, const char *label, sl_type type,
                            const sl__shape *shape, const void *data)
{
    const size_t align = sl__type_align(type);
    if (!data && shape->span == 0) /* of an empty std::vector: such a view has memory of the library's */
        return SL_SUCCESS;
    if (!data)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected %s memory for \"%s\", got NULL", function, memory,
                       label ? label : "view");
    if ((uintptr_t)data % align != 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected memory aligned to %zu bytes for %s, got %p", function,
                       align, sl_type_name(type), data);
    if (shape->span > sl__memory_behind(data))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected %zu bytes of memory, got %p, after which there are fewer",
                       function, shape->span, data);
    return SL_SUCCESS;
}

/* There is one layout on a device, without gaps, of a view with memory of its own. */
static sl_status check_device_layout(const char *function, const char *label, const sl_layout *layout,
                                     const sl__shape *shape, const void *data, sl_view **shared)
{
    const int automatic = layout->kind == SL__LAYOUT_AUTO;
    if (!automatic && shape->span == (size_t)shape->count * shape->elem)
        return SL_SUCCESS;
    if (shared != NULL && (*shared = sl__wrapped_view(data, shape->span)) != NULL)
        return SL_ERR_ALIAS;
    if (automatic)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: layout: expected one layout for memory of a device, got SL_LAYOUT_AUTO",
                       function);
    return SL_FAIL(SL_ERR_UNSUPPORTED,
                   "%s: layout: expected one without gaps between the elements of \"%s\", got %zu bytes for "
                   "%" PRId64 " elements of %zu",
                   function, label ? label : "view", shape->span, shape->count, shape->elem);
}

sl_status sl__view_wrap_node(const char *function, const char *label, sl_type type, const sl_layout *layout,
                             const sl_extents *extents, void *data, unsigned node, sl_view **shared, sl_view **view)
{
    sl__shape shape;
    if (!view)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    SL_TRY(check_wrap(function, node == STARPU_MAIN_RAM ? "host" : "device", label, type, &shape, data));
    if (shape.map != SL__LAYOUT_RIGHT)
        return view_map(function, label, type, &shape, data, node, 0, shared, view);
    if (node != STARPU_MAIN_RAM)
        SL_TRY(check_device_layout(function, label, layout, &shape, data, shared));
    return view_make(function, label, type, &shape, data, node, 0, shared, view);
}

/* Host memory is nobody else's: a driver that moves it would do so while threads of the program have it. */
static sl_status check_host_memory(const char *function, const char *label, const void *data)
{
    const int device = data != NULL && sl__device_workers() > 0 ? sl__device_of(data) : -1;
    if (device == SL__DEVICE_MANAGED)
        return SL_FAIL(
            SL_ERR_ARGUMENT,
            "%s: data: expected host memory for \"%s\", got %p, which is managed memory: the driver moves it "
            "itself",
            function, label ? label : "view", data);
    if (device >= 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: data: expected host memory for \"%s\", got %p of device %d", function,
                       label ? label : "view", data, device);
    return SL_SUCCESS;
}

/* A view of memory that another wrapped view has: one handle is beneath both, so that StarPU orders their tasks. */
static sl_status wrap_shared(const char *function, sl_view *other, const char *label, sl_type type,
                             const sl_layout *layout, const sl_extents *extents, const char *data, sl_view **view)
{
    const char *const first = other->foreign.data != NULL ? other->foreign.data : other->data;
    sl__shape shape;
    SL_TRY(view_shape(function, type, layout, extents, &shape));
    if (shape.automatic || other->layout.automatic)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(other),
                          "%s: layout: expected one layout for memory that \"%s\" has, too, got SL_LAYOUT_AUTO",
                          function, other->label);
    if (data < first || data + shape.span > first + other->span)
        return SL_FAIL_OF(
            SL_ERR_ALIAS, sl__view_made(other),
            "%s: data: expected memory within that of \"%s\", [%p, %p), got [%p, %p): the first view that "
            "shares memory has all of it",
            function, other->label, (const void *)first, (const void *)(first + other->span), (const void *)data,
            (const void *)(data + shape.span));
    if ((size_t)(data - first) % sl__type_align(type) != 0)
        return SL_FAIL_OF(
            SL_ERR_ARGUMENT, sl__view_made(other),
            "%s: data: expected memory a multiple of %zu bytes, for %s, from the first of \"%s\" on, got %zu", function,
            sl__type_align(type), sl_type_name(type), other->label, (size_t)(data - first));
    if (other->span != (size_t)other->count * other->elem)
        return SL_FAIL_OF(SL_ERR_ALIAS, sl__view_made(other),
                          "%s: data: expected memory of a view without gaps between its elements, got that of \"%s\", "
                          "%" PRId64 " elements in %zu bytes",
                          function, other->label, other->count, other->span);
    return sl__subview_over(function, other, label, type, &shape, (size_t)(data - first), view);
}

sl_status sl_view_wrap_with(const char *label, sl_type type, sl_layout layout, sl_extents extents, void *data,
                            unsigned flags, sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_view_wrap_with";
    const int share = (flags & SL_VIEW_SHARED) != 0;
    sl_view *other = NULL;
    SL_TRY(sl__runtime_check(function));
    if (flags & ~(unsigned)SL_VIEW_SHARED)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: flags: expected SL_VIEW_DEFAULT or SL_VIEW_SHARED, got %#x", function,
                       flags);
    const int device = share && data != NULL && sl__device_workers() > 0 ? sl__device_of(data) : -1;
    if (device < 0)
        SL_TRY(check_host_memory(function, label, data));
    sl_view **const shared = share ? &other : NULL;
    sl_status status =
        device < 0 ? sl__view_wrap_node(function, label, type, &layout, &extents, data, STARPU_MAIN_RAM, shared, view)
                   : sl__view_wrap_device(function, label, type, &layout, &extents, data, device, shared, view);
    if (other != NULL) {
        status = wrap_shared(function, other, label, type, &layout, &extents, data, view);
        sl_view_destroy(&other); /* the new view has it */
    }
    return status;
}

sl_status sl_view_wrap(const char *label, sl_type type, sl_layout layout, sl_extents extents, void *data,
                       sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_view_wrap";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_host_memory(function, label, data));
    return sl__view_wrap_node(function, label, type, &layout, &extents, data, STARPU_MAIN_RAM, NULL, view);
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
