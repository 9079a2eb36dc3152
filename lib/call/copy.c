/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies: loops of the library's own kernels (codelets/copy.c) over views that are looked at in other units. */
#include <starloop/copy.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <starloop/policy.h>
#include <starloop/space.h>

#include "base/error.h"
#include "base/state.h"
#include "base/types.h"
#include "call/measured.h"
#include "call/moves.h"
#include "call/submit.h"
#include "codelets/relay.h"
#include "codelets/rows.h"
#include "data/create.h"
#include "data/layout.h"
#include "data/memory.h"
#include "data/split.h"
#include "data/spread.h"
#include "data/subview.h"
#include "data/wrapped.h"

extern const sl_kernel sl__copy8_1__kernel, sl__copy8_2__kernel, sl__copy8_3__kernel, sl__copy8_4__kernel,
    sl__copy8_5__kernel, sl__copy8_6__kernel, sl__copy4_1__kernel, sl__copy4_2__kernel, sl__copy4_3__kernel,
    sl__copy4_4__kernel, sl__copy4_5__kernel, sl__copy4_6__kernel, sl__copy1_1__kernel, sl__copy1_2__kernel,
    sl__copy1_3__kernel, sl__copy1_4__kernel, sl__copy1_5__kernel, sl__copy1_6__kernel, sl__fill8_1__kernel,
    sl__fill8_2__kernel, sl__fill8_3__kernel, sl__fill4_1__kernel, sl__fill4_2__kernel, sl__fill4_3__kernel,
    sl__rows_from_host__kernel, sl__rows_to_host__kernel, sl__relay_rows__kernel;

/* By the logarithm of the unit and the rank. */
static const sl_kernel *const copies[4][SL_MAX_RANK] = {
    {&sl__copy1_1__kernel, &sl__copy1_2__kernel, &sl__copy1_3__kernel, &sl__copy1_4__kernel, &sl__copy1_5__kernel,
     &sl__copy1_6__kernel},
    {NULL},
    {&sl__copy4_1__kernel, &sl__copy4_2__kernel, &sl__copy4_3__kernel, &sl__copy4_4__kernel, &sl__copy4_5__kernel,
     &sl__copy4_6__kernel},
    {&sl__copy8_1__kernel, &sl__copy8_2__kernel, &sl__copy8_3__kernel, &sl__copy8_4__kernel, &sl__copy8_5__kernel,
     &sl__copy8_6__kernel}};
enum { FILL_RANK = 3 };
static const sl_kernel *const fills[4][FILL_RANK] = {
    {NULL},
    {NULL},
    {&sl__fill4_1__kernel, &sl__fill4_2__kernel, &sl__fill4_3__kernel},
    {&sl__fill8_1__kernel, &sl__fill8_2__kernel, &sl__fill8_3__kernel}};

static int log_of(int unit)
{
    return unit == 8 ? 3 : unit == 4 ? 2 : 0;
}

static sl_type type_of(int unit)
{
    return unit == 8 ? SL_UINT64 : unit == 4 ? SL_UINT32 : SL_UINT8;
}

/* A view as a move sees it. @param[in] skip  bytes  @param[in] whole  see sl__view_cast() */
static void copy_cast(sl_view *seen, const sl_view *v, const sl__move *move, const int64_t stride[], size_t skip,
                      int whole)
{
    sl__cast cast = {.type = type_of(move->unit), .elem = (size_t)move->unit, .rank = move->rank};
    memcpy(cast.n, move->n, sizeof cast.n);
    memcpy(cast.s, stride, sizeof cast.s);
    sl__view_cast(seen, v, &cast, whole);
    seen->part.offset += skip;
    seen->data = (char *)seen->data + skip;
}

static sl_space space_of(const sl__move *move)
{
    sl_space space = {.rank = move->rank};
    memcpy(space.hi, move->n, sizeof space.hi);
    return space;
}

/* Whether a view has other strides on devices than another one: only they know them there. */
static int differ_on_devices(const sl_view *to, const sl_view *from)
{
    return to->root->layout.automatic != from->root->layout.automatic;
}

/* Whether it is known on CPUs only where the elements of a view lie: of a subview of one that is left on devices. */
static int lies_on_cpus(const sl_view *v)
{
    return v->root->layout.automatic && v != v->root && !v->part.whole;
}

/* One loop, of a rank that there are kernels for. */
static sl_status copy_box(const char *function, sl_view *to, sl_view *from, const sl__move *move, size_t skip_to,
                          size_t skip_from, int whole)
{
    sl_view seen_to, seen_from;
    copy_cast(&seen_to, to, move, move->to, skip_to, whole);
    copy_cast(&seen_from, from, move, move->from, skip_from, whole);
    const sl_arg args[] = {{.kind = SL_ARG_VIEW, .view = &seen_from}, {.kind = SL_ARG_VIEW, .view = &seen_to}};
    const int cpus = (!whole && differ_on_devices(to, from)) || lies_on_cpus(to) || lies_on_cpus(from);
    const sl_policy policy = {.label = function, .where = cpus ? SL_CPU : SL_ANYWHERE};
    const sl_space space = space_of(move);
    return sl__submit_from(function, 0, copies[log_of(move->unit)][move->rank - 1], &policy, &space, args, 2);
}

/* Takes dimension d out of a move. */
static void without(sl__move *move, int d)
{
    for (int e = d + 1; e < move->rank; e++) {
        move->n[e - 1] = move->n[e];
        move->to[e - 1] = move->to[e];
        move->from[e - 1] = move->from[e];
    }
    move->rank--;
}

/* Of six dimensions and the units of an element, that of fewest indices is run through here. */
static sl_status copy_boxes(const char *function, sl_view *to, sl_view *from, const sl__move *move)
{
    int least = 0;
    for (int d = 1; d < move->rank - 1; d++)
        least = move->n[d] < move->n[least] ? d : least;
    sl__move slice = *move;
    without(&slice, least);
    for (int64_t i = 0; i < move->n[least]; i++)
        SL_TRY(copy_box(function, to, from, &slice, (size_t)(i * move->to[least] * move->unit),
                        (size_t)(i * move->from[least] * move->unit), 0));
    return SL_SUCCESS;
}

/* ---- distributed views of which no loop has the indices: block by block ---------------------------------- */

static sl_status enter_blocks(const char *function, const sl_view *to, const sl_view *from)
{
    uint64_t hash = sl__spread_mix(0, function, strlen(function));
    hash = sl__spread_mix(hash, &to->spread->number, sizeof to->spread->number);
    hash = sl__spread_mix(hash, &from->spread->number, sizeof from->spread->number);
    sl__spread_called(hash, function, NULL, to->label);
    if (sl__in_region())
        return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(to),
                          "%s: expected elements of 4 or 8 bytes, for a fill rank 3 at most, or views that are whole "
                          "here, between sl_region_begin() and sl_region_end(), got \"%s\", which is distributed over "
                          "ranks",
                          function, to->label);
    return SL_SUCCESS;
}

static sl_status fill_each_block(const char *function, sl_view *view, sl_type type, const void *value)
{
    sl_status status = enter_blocks(function, view, view);
    for (int k = 0; k < view->spread->own && status == SL_SUCCESS; k++)
        status = sl__view_fill(function, view->spread->block[k], type, value);
    sl__spread_rewritten(view->spread);
    return status;
}

static sl_status copy_each_block(const char *function, sl_view *to, sl_view *from)
{
    sl_status status = enter_blocks(function, to, from);
    for (int k = 0; k < to->spread->own && status == SL_SUCCESS; k++)
        status = sl__deep_copy(function, to->spread->block[k], from->spread->block[k]);
    sl__spread_rewritten(to->spread);
    return status;
}

/* ---- between views --------------------------------------------------------------------------------------- */

/* Whether kernel files alone know where the elements are. */
static int has_unknown_map(const sl_view *v)
{
    return v->layout.map == SL__LAYOUT_MAPPED && sl__view_map(v) == NULL;
}

static sl_status check_same_shape(const char *function, const sl_view *to, const sl_view *from)
{
    SL_TRY(sl__view_check_live(to, function, "to"));
    SL_TRY(sl__view_check_live(from, function, "from"));
    SL_TRY(sl__view_check_writable(to, function, "to"));
    SL_TRY(sl__view_shaped(function, "from", to, from));
    if (!sl__view_same_layout(to, from) && (has_unknown_map(to) || has_unknown_map(from)))
        return SL_FAIL_OF_BOTH(
            SL_ERR_UNSUPPORTED, sl__view_made(to), sl__view_made(from),
            "%s: from: expected the layout of \"%s\", or sl_view_set_map() before, since kernels alone know "
            "the map of \"%s\", got another one of \"%s\"",
            function, to->label, has_unknown_map(to) ? to->label : from->label, from->label);
    return sl__view_check_apart(function, "from", SL__APART_ELEMENTS, from, "", to);
}

/* Loops over split and distributed views run in parts where their indices are the views'; of a view that is left on
 * devices the strides are not known here. */
static int keeps_indices(const sl_view *to, const sl_view *from)
{
    return to->root == to && from->root == from && to->rank > 0 && log_of((int)to->elem) + (to->elem == 1) > 0 &&
           to->elem <= 8 && ((uintptr_t)to->data | (uintptr_t)from->data) % to->elem == 0 &&
           (sl__splits_of(to) != NULL || sl__splits_of(from) != NULL || to->spread != NULL ||
            differ_on_devices(to, from));
}

/* A view without strides as the row of its places. */
static sl_view *all_places(const sl_view *v, sl_view *seen)
{
    const sl__cast cast = {.type = v->type, .elem = v->elem, .rank = 1, .n = {(int64_t)(v->span / v->elem)}, .s = {1}};
    sl__view_cast(seen, v, &cast, 0);
    return seen;
}

/* A view as the row of its bytes. */
static void all_bytes(sl_view *seen, const sl_view *v)
{
    const sl__cast cast = {.type = SL_UINT8, .elem = 1, .rank = 1, .n = {(int64_t)v->span}, .s = {1}};
    sl__view_cast(seen, v, &cast, 0);
}

/* Element by element, where one view has no strides. */
static sl_status copy_relayed(const char *function, sl_view *to, sl_view *from)
{
    struct sl__relay relay;
    sl_view seen_to, seen_from;
    sl_index rows = 1;
    memset(&relay, 0, sizeof relay); /* regions compare all of it */
    relay.rank = to->rank;
    relay.elem = (int)to->elem;
    for (int d = 0; d < to->rank; d++) {
        relay.n[d] = to->n[d];
        relay.to.s[d] = to->s[d];
        relay.from.s[d] = from->s[d];
        rows *= d < to->rank - 1 ? to->n[d] : 1;
    }
    relay.to.map = to->layout.map;
    relay.from.map = from->layout.map;
    relay.to.own = sl__view_map(to);
    relay.from.own = sl__view_map(from);
    all_bytes(&seen_to, to);
    all_bytes(&seen_from, from);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &relay},
                           {.kind = SL_ARG_VIEW, .view = &seen_from},
                           {.kind = SL_ARG_VIEW, .view = &seen_to}};
    const sl_policy policy = {.label = function, .where = SL_CPU};
    const sl_space space = {.rank = 1, .hi = {rows}};
    return sl__submit_from(function, 0, &sl__relay_rows__kernel, &policy, &space, args, 3);
}

static sl_status deep_copy(const char *function, sl_view *to, sl_view *from)
{
    if (!sl__view_same_layout(to, from))
        return copy_relayed(function, to, from);
    sl__move move;
    sl_view places[2];
    if (to->layout.map != SL__LAYOUT_RIGHT) { /* of one layout */
        to = all_places(to, &places[0]);
        from = all_places(from, &places[1]);
    }
    const int whole = keeps_indices(to, from);
    sl__move_make(&move, to->rank, to->elem, to->n, to->s, from->s, (uintptr_t)to->data | (uintptr_t)from->data,
                  !whole);
    return move.rank > SL_MAX_RANK ? copy_boxes(function, to, from, &move)
                                   : copy_box(function, to, from, &move, 0, 0, whole);
}

sl_status sl_deep_copy(sl_view *to, sl_view *from)
{
    SL__CALL();
    return sl__deep_copy("sl_deep_copy", to, from);
}

sl_status sl__deep_copy(const char *function, sl_view *to, sl_view *from)
{
    sl_status status = sl__runtime_check(function);
    if (status == SL_SUCCESS)
        status = check_same_shape(function, to, from);
    if (status != SL_SUCCESS)
        return sl__submit_noted(status);
    if (to->spread != NULL && from->spread != NULL && to->spread->grid->parts == from->spread->grid->parts &&
        !keeps_indices(to, from))
        return copy_each_block(function, to, from);
    return to->count == 0 ? SL_SUCCESS : deep_copy(function, to, from);
}

/* ---- a value --------------------------------------------------------------------------------------------- */

/* After how many bytes a value repeats: 1, 2, 4 or 8; 0: not so soon. */
static int period_of(const char *value, size_t size)
{
    for (int period = 1; period <= 8; period *= 2)
        if (size % (size_t)period == 0 &&
            memcmp(value, value + period, size > (size_t)period ? size - (size_t)period : 0) == 0)
            return period;
    return 0;
}

/* Fills by units that all are the same, if they are. @return 0 when they are not. */
static int fill_units(const char *function, sl_view *view, const char *value, sl_status *status)
{
    sl__move move;
    sl_view seen;
    const int period = period_of(value, view->elem);
    uint64_t word;
    uint32_t half;
    const int whole = view->rank <= FILL_RANK && keeps_indices(view, view);
    sl__move_make(&move, view->rank, view->elem, view->n, view->s, view->s, (uintptr_t)view->data, !whole);
    if (period == 0 || move.unit % period != 0 || move.unit < 4 || move.rank > FILL_RANK ||
        (view->spread != NULL && !whole))
        return 0;
    for (size_t b = 0; b < sizeof word; b++)
        ((char *)&word)[b] = value[b % (size_t)period];
    memcpy(&half, &word, sizeof half);
    copy_cast(&seen, view, &move, move.to, 0, whole);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = move.unit == 8 ? (void *)&word : (void *)&half},
                           {.kind = SL_ARG_VIEW, .view = &seen}};
    const sl_policy policy = {.label = function, .where = lies_on_cpus(view) ? SL_CPU : SL_ANYWHERE};
    const sl_space space = space_of(&move);
    *status = sl__submit_from(function, 0, fills[log_of(move.unit)][move.rank - 1], &policy, &space, args, 2);
    return 1;
}

/* Copies one element to all. */
static sl_status fill_elements(const char *function, sl_view *view, const void *value)
{
    static const int64_t none[SL_MAX_RANK];
    sl_view *one = NULL;
    sl__move move;
    SL_TRY(
        sl__view_create(function, "value", view->type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(), SL_VIEW_UNINITIALIZED, &one));
    memcpy(one->data, value, view->elem); /* nothing has used it */
    sl__move_make(&move, view->rank, view->elem, view->n, view->s, none, (uintptr_t)view->data, 1);
    sl_status status = move.rank > SL_MAX_RANK ? copy_boxes(function, view, one, &move)
                                               : copy_box(function, view, one, &move, 0, 0, 0);
    sl_view_destroy(&one);
    return status;
}

static sl_status check_type(const char *function, const char *argument, const sl_view *view, sl_type type)
{
    SL_TRY(sl__view_check_live(view, function, argument));
    if (type == view->type)
        return SL_SUCCESS;
    return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view), "%s: type: expected %s, the type of \"%s\", got %s", function,
                      sl_type_name(view->type), view->label, sl_type_name(type));
}

static sl_status check_fill(const char *function, const sl_view *view, sl_type type, const void *value)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_type(function, "view", view, type));
    SL_TRY(sl__view_check_writable(view, function, "view"));
    if (value == NULL)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                          "%s: value: expected a pointer to a value for \"%s\", got NULL", function, view->label);
    return SL_SUCCESS;
}

sl_status sl_view_fill(sl_view *view, sl_type type, const void *value)
{
    SL__CALL();
    return sl__view_fill("sl_view_fill", view, type, value);
}

sl_status sl__view_fill(const char *function, sl_view *view, sl_type type, const void *value)
{
    sl_status status = check_fill(function, view, type, value);
    if (status != SL_SUCCESS)
        return sl__submit_noted(status);
    sl_view places;
    if (view->layout.map != SL__LAYOUT_RIGHT)
        view = all_places(view, &places);
    if (view->count == 0 || fill_units(function, view, value, &status))
        return status;
    if (view->spread != NULL)
        return fill_each_block(function, view, type, value);
    return sl__submit_noted(fill_elements(function, view, value));
}

/* ---- host memory ----------------------------------------------------------------------------------------- */

static sl_status check_memory(const char *function, const char *argument, const sl_view *view, const sl__shape *shape,
                              const void *memory)
{
    const size_t align = sl__type_align(view->type);
    const uintptr_t first = (uintptr_t)memory, data = (uintptr_t)view->root->data;
    if (memory == NULL)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view), "%s: %s: expected host memory for \"%s\", got NULL",
                          function, argument, view->label);
    if (first % align != 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected memory aligned to %zu bytes for %s, got %p", function,
                       argument, align, sl_type_name(view->type), memory);
    if (shape->span > sl__memory_behind(memory))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected %zu bytes of memory, got %p, after which there are fewer",
                       function, argument, shape->span, memory);
    if (first < data + view->root->span && data < first + shape->span)
        return SL_FAIL(SL_ERR_ALIAS, "%s: %s: expected memory of no view, got %p, which is among that of \"%s\"",
                       function, argument, memory, view->root->label);
    if (sl__wrapped_holds(memory, shape->span))
        return SL_FAIL(SL_ERR_ALIAS, "%s: %s: expected memory of no view, got %p, which is among that of a wrapped one",
                       function, argument, memory);
    return SL_SUCCESS;
}

static sl_status check_host(const char *function, const char *names[2], const sl_view *view, sl_type type,
                            const sl_layout *layout, const void *memory, sl__shape *shape)
{
    sl_extents extents;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, names[0]));
    SL_TRY(check_type(function, names[0], view, type));
    SL_TRY(sl__view_check_strides(view, function, names[0]));
    extents.rank = view->rank;
    memcpy(extents.n, view->n, sizeof extents.n);
    SL_TRY(sl__layout_shape(function, view->elem, layout, &extents, shape));
    if (shape->map != SL__LAYOUT_RIGHT || shape->automatic)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: layout: expected one with strides, got one without", function);
    return view->count == 0 ? SL_SUCCESS : check_memory(function, names[1], view, shape, memory);
}

static void set_rows(struct sl__rows *rows, const sl__move *move, char *memory, const int64_t view[],
                     const int64_t mine[])
{
    memset(rows, 0, sizeof *rows);
    rows->host = memory;
    rows->rank = move->rank;
    rows->unit = move->unit;
    rows->piece = SL__COPY_PIECE / move->unit;
    for (int d = 0; d < move->rank; d++) {
        rows->n[d] = move->n[d];
        rows->view[d] = view[d] * move->unit;
        rows->mine[d] = mine[d] * move->unit;
    }
}

/* Rows are copied by pointers, so the kernel has all of the view's bytes. */
static sl_status copy_host(const char *function, sl_view *view, const sl__shape *shape, char *memory, int to_view)
{
    sl__move move;
    struct sl__rows rows;
    sl_view seen;
    const int64_t *to = to_view ? view->s : shape->s, *from = to_view ? shape->s : view->s;
    sl__move_make(&move, view->rank, view->elem, view->n, to, from, (uintptr_t)view->data | (uintptr_t)memory, 1);
    set_rows(&rows, &move, memory, to_view ? move.to : move.from, to_view ? move.from : move.to);
    all_bytes(&seen, view);
    int64_t count = (move.n[move.rank - 1] + rows.piece - 1) / rows.piece;
    for (int d = 0; d < move.rank - 1; d++)
        count *= move.n[d];
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &rows}, {.kind = SL_ARG_VIEW, .view = &seen}};
    const sl_policy policy = {.label = function, .where = SL_CPU};
    const sl_space space = {.rank = 1, .hi = {count}};
    return sl__submit_from(function, 0, to_view ? &sl__rows_from_host__kernel : &sl__rows_to_host__kernel, &policy,
                           &space, args, 2);
}

sl_status sl_deep_copy_from_host(sl_view *to, sl_type type, sl_layout layout, const void *from)
{
    SL__CALL();
    static const char function[] = "sl_deep_copy_from_host";
    static const char *names[] = {"to", "from"};
    sl__shape shape;
    sl_status status = check_host(function, names, to, type, &layout, from, &shape);
    if (status == SL_SUCCESS)
        status = sl__view_check_writable(to, function, names[0]);
    if (status != SL_SUCCESS)
        return sl__submit_noted(status);
    return to->count == 0 ? SL_SUCCESS : copy_host(function, to, &shape, (char *)(uintptr_t)from, 1);
}

sl_status sl_deep_copy_to_host(sl_type type, sl_layout layout, void *to, sl_view *from)
{
    SL__CALL();
    static const char function[] = "sl_deep_copy_to_host";
    static const char *names[] = {"from", "to"};
    sl__shape shape;
    sl_status status = check_host(function, names, from, type, &layout, to, &shape);
    if (status != SL_SUCCESS)
        return sl__submit_noted(status);
    return from->count == 0 ? SL_SUCCESS : copy_host(function, from, &shape, to, 0);
}

/* ---- mirrors --------------------------------------------------------------------------------------------- */

static sl_status make_mirror(const char *function, const sl_view *view, sl_mirror what, sl_view **mirror)
{
    char label[SL__VIEW_LABEL + 8];
    sl_extents extents;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (what != SL_MIRROR_SHAPE && what != SL_MIRROR_COPY)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: what: expected SL_MIRROR_SHAPE or SL_MIRROR_COPY, got %d", function,
                       (int)what);
    if (mirror == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: mirror: expected where to put the view, got NULL", function);
    snprintf(label, sizeof label, "%s mirror", view->label);
    extents.rank = view->rank;
    memcpy(extents.n, view->n, sizeof extents.n);
    sl_layout layout = {.kind = view->layout.map, .count = view->layout.map == SL__LAYOUT_MAPPED ? 1 : view->rank};
    memcpy(layout.stride, view->s, sizeof layout.stride);
    if (view->layout.map == SL__LAYOUT_RIGHT)
        layout = sl__layout_dense(view->rank, view->n, view->s, view->indices.first);
    SL_TRY(sl__view_create(function, label, view->type, &layout, &extents,
                           what == SL_MIRROR_COPY ? SL_VIEW_UNINITIALIZED : SL_VIEW_DEFAULT, mirror));
    if (view->layout.map == SL__LAYOUT_MAPPED)
        atomic_store(&(*mirror)->root->layout.places, sl__view_map(view));
    return SL_SUCCESS;
}

sl_status sl_view_mirror(sl_view *view, sl_mirror what, sl_view **mirror)
{
    SL__CALL();
    static const char function[] = "sl_view_mirror";
    sl_status status = make_mirror(function, view, what, mirror);
    if (status != SL_SUCCESS)
        return sl__submit_noted(status);
    if (what == SL_MIRROR_SHAPE || view->count == 0)
        return SL_SUCCESS;
    status = deep_copy(function, *mirror, view);
    if (status != SL_SUCCESS)
        sl_view_destroy(mirror);
    return status;
}
