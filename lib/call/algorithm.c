/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views: loops of the library's own kernels (codelets/algorithm.c). A loop flags elements, and loops
 * over blocks of flags count them, find the first, or move what is flagged. */
#include <starloop/algorithm.h>

#include <inttypes.h>
#include <string.h>

#include <starloop/policy.h>
#include <starloop/scan.h>

#include "base/error.h"
#include "base/state.h"
#include "base/types.h"
#include "call/submit.h"
#include "codelets/algorithm.h"
#include "data/subview.h"

enum { BLOCKS = 512, SHORTEST = 2048 }; /* most of them; elements of the shortest */

#define KERNELS(code) \
    extern const sl_kernel sl__flag_##code##__kernel, sl__flag_unequal_##code##__kernel, \
        sl__flag_first_##code##__kernel, sl__minmax_##code##__kernel, sl__minmax_join_##code##__kernel;
KERNELS(f32)
KERNELS(f64)
KERNELS(i8)
KERNELS(i16)
KERNELS(i32)
KERNELS(i64)
KERNELS(u8)
KERNELS(u16)
KERNELS(u32)
KERNELS(u64)
extern const sl_kernel sl__flags_count__kernel, sl__flags_total__kernel, sl__flags_find__kernel,
    sl__flags_found__kernel, sl__flags_move8__kernel, sl__flags_move32__kernel, sl__flags_move64__kernel;

typedef struct typed_kernels {
    const sl_kernel *flag, *unequal, *first, *minmax, *join;
} typed_kernels;
#define ROW(code) \
    { \
        &sl__flag_##code##__kernel, &sl__flag_unequal_##code##__kernel, &sl__flag_first_##code##__kernel, \
            &sl__minmax_##code##__kernel, &sl__minmax_join_##code##__kernel \
    }
static const typed_kernels typed_table[SL__TYPE_BUILTIN_END] = {
    [SL_FLOAT] = ROW(f32),  [SL_DOUBLE] = ROW(f64), [SL_INT8] = ROW(i8),  [SL_INT16] = ROW(i16),
    [SL_INT32] = ROW(i32),  [SL_INT64] = ROW(i64),  [SL_UINT8] = ROW(u8), [SL_UINT16] = ROW(u16),
    [SL_UINT32] = ROW(u32), [SL_UINT64] = ROW(u64)};

/* A call while it is queued. */
typedef struct algorithm {
    const char *function;
    struct sl__algorithm s;
    const typed_kernels *kernels;
    sl_view *flags, *counts; /* memory of its own: an element each; a block each, and one more */
} algorithm;

/* ---- checks ----------------------------------------------------------------------------------------------- */

static sl_status check_vector(const char *function, const char *argument, const sl_view *view)
{
    SL_TRY(sl__view_check(view, function, argument));
    if (view->rank != 1)
        return SL_FAIL(SL_ERR_RANK, "%s: %s: expected a view of rank 1, got \"%s\" of rank %d", function, argument,
                       view->label, view->rank);
    return SL_SUCCESS;
}

static sl_status check_numbers(const char *function, const sl_view *x)
{
    SL_TRY(check_vector(function, "x", x));
    if (x->type < SL_FLOAT || x->type >= SL__TYPE_BUILTIN_END)
        return SL_FAIL(SL_ERR_TYPE, "%s: x: expected a view of an integer type, float or double, got \"%s\" of %s",
                       function, x->label, sl_type_name(x->type));
    return SL_SUCCESS;
}

static sl_status check_result(const char *function, const char *argument, const sl_view *view)
{
    SL_TRY(sl__view_check(view, function, argument));
    if (view->type != SL_INT64)
        return SL_FAIL(SL_ERR_TYPE, "%s: %s: expected a view of int64_t, got \"%s\" of %s", function, argument,
                       view->label, sl_type_name(view->type));
    if (view->rank != 0)
        return SL_FAIL(SL_ERR_RANK, "%s: %s: expected a view of rank 0, got \"%s\" of rank %d", function, argument,
                       view->label, view->rank);
    return SL_SUCCESS;
}

static sl_status check_same(const char *function, const char *argument, const sl_view *view, const sl_view *like)
{
    if (view->type != like->type)
        return SL_FAIL(SL_ERR_TYPE, "%s: %s: expected a view of %s like \"%s\", got \"%s\" of %s", function, argument,
                       sl_type_name(like->type), like->label, view->label, sl_type_name(view->type));
    return SL_SUCCESS;
}

static sl_status check_extent(const char *function, const char *argument, const sl_view *view, int64_t count)
{
    if (view->n[0] != count)
        return SL_FAIL(SL_ERR_EXTENT, "%s: %s: expected extent %" PRId64 ", got %" PRId64 " of \"%s\"", function,
                       argument, count, view->n[0], view->label);
    return SL_SUCCESS;
}

static sl_status check_comparison(const char *function, sl_comparison comparison, const void *value)
{
    if (comparison < SL_LESS || comparison > SL_GREATER)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: comparison: expected SL_LESS to SL_GREATER, got %d", function,
                       (int)comparison);
    if (value == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: value: expected a pointer to a value, got NULL", function);
    return SL_SUCCESS;
}

/* Where elements of a view are copied to. */
static sl_status check_target(const char *function, const sl_view *from, const sl_view *to)
{
    SL_TRY(check_vector(function, "to", to));
    SL_TRY(check_same(function, "to", to, from));
    if (to->n[0] < from->n[0])
        return SL_FAIL(SL_ERR_EXTENT, "%s: to: expected extent %" PRId64 " or more, got %" PRId64 " of \"%s\"",
                       function, from->n[0], to->n[0], to->label);
    if (to == from || (from->count > 0 && sl__view_overlap(to, from)))
        return SL_FAIL(SL_ERR_ALIAS, "%s: to: expected elements outside of \"%s\", got \"%s\", which has some of them",
                       function, from->label, to->label);
    return SL_SUCCESS;
}

/* ---- loops ------------------------------------------------------------------------------------------------ */

static sl_status go_through(const algorithm *a, const sl_kernel *kernel, int64_t count, const sl_arg args[], int n)
{
    const sl_policy policy = {.label = a->function};
    const sl_space space = {.rank = 1, .hi = {count}};
    return sl__submit_from(a->function, 0, kernel, &policy, &space, args, n);
}

static sl_arg view_arg(sl_view *view)
{
    return (sl_arg){.kind = SL_ARG_VIEW, .view = view};
}

static sl_arg own_arg(algorithm *a)
{
    return (sl_arg){.kind = SL_ARG_SCALAR, .data = &a->s};
}

static sl_status room_of(const char *label, sl_type type, int64_t count, sl_view **view)
{
    return sl_view_create_with(label, type, SL_LAYOUT_RIGHT, SL_EXTENTS(count), SL_VIEW_UNINITIALIZED, view);
}

/* What is known of x; no memory yet. */
static void set_up(algorithm *a, const char *function, const sl_view *x)
{
    memset(a, 0, sizeof *a); /* regions compare all of what kernels are given */
    a->function = function;
    a->kernels = &typed_table[x->type];
    a->s.count = x->n[0];
    a->s.block = (a->s.count + BLOCKS - 1) / BLOCKS;
    a->s.block = a->s.block < SHORTEST ? SHORTEST : a->s.block;
    a->s.blocks = (a->s.count + a->s.block - 1) / a->s.block;
}

static void set_comparison(algorithm *a, sl_comparison comparison, const void *value, const sl_view *x)
{
    a->s.comparison = (int32_t)comparison;
    memcpy(&a->s.value, value, x->elem);
}

static sl_status make_flags(algorithm *a)
{
    SL_TRY(room_of("flags", SL_UINT8, a->s.count, &a->flags));
    return room_of("flags of blocks", SL_INT64, a->s.blocks + 1, &a->counts);
}

/* Queued loops keep the memory. */
static sl_status end_flags(algorithm *a, sl_status status)
{
    if (a->flags != NULL)
        sl_view_destroy(&a->flags);
    if (a->counts != NULL)
        sl_view_destroy(&a->counts);
    return status;
}

/* A view of rank 0 as one of rank 1. */
static void cast_result(const sl_view *result, sl_view *seen)
{
    const sl__cast cast = {.type = SL_INT64, .elem = sizeof(int64_t), .rank = 1, .n = {1}, .s = {1}};
    sl__view_cast(seen, result, &cast, 0);
}

static sl_status flag_compared(algorithm *a, sl_view *x)
{
    SL_TRY(make_flags(a));
    const sl_arg args[] = {own_arg(a), view_arg(x), view_arg(a->flags)};
    return go_through(a, a->kernels->flag, a->s.count, args, 3);
}

/* The blocks' first places among what is flagged, and how many are, into a result. */
static sl_status count_flags(algorithm *a, sl_view *result)
{
    sl_view seen;
    cast_result(result, &seen);
    const sl_arg count[] = {own_arg(a), view_arg(a->flags), view_arg(a->counts)};
    const sl_arg total[] = {own_arg(a), view_arg(a->counts), view_arg(&seen)};
    SL_TRY(go_through(a, &sl__flags_count__kernel, a->s.blocks + 1, count, 3));
    SL_TRY(sl_scan_exclusive(SL_SUM, 0, NULL, a->counts, a->counts));
    return go_through(a, &sl__flags_total__kernel, 1, total, 3);
}

static sl_status find_flag(algorithm *a, sl_view *result)
{
    sl_view seen;
    cast_result(result, &seen);
    const sl_arg find[] = {own_arg(a), view_arg(a->flags), view_arg(a->counts)};
    const sl_arg found[] = {own_arg(a), view_arg(a->counts), view_arg(&seen)};
    SL_TRY(go_through(a, &sl__flags_find__kernel, a->s.blocks + 1, find, 3));
    return go_through(a, &sl__flags_found__kernel, 1, found, 3);
}

static void cast_units(const sl_view *v, int unit, sl_view *seen)
{
    const int64_t units = (int64_t)v->elem / unit;
    const sl__cast cast = {.type = unit == 8   ? SL_UINT64
                                   : unit == 4 ? SL_UINT32
                                               : SL_UINT8,
                           .elem = (size_t)unit,
                           .rank = 2,
                           .n = {v->n[0], units},
                           .s = {v->s[0] * units, 1}};
    sl__view_cast(seen, v, &cast, 0);
}

/* After count_flags(). */
static sl_status move_flagged(algorithm *a, const sl_view *from, const sl_view *to)
{
    const uintptr_t bits = from->elem | (uintptr_t)from->data | (uintptr_t)to->data;
    const int unit = bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
    sl_view seen_from, seen_to;
    a->s.units = (int64_t)from->elem / unit;
    cast_units(from, unit, &seen_from);
    cast_units(to, unit, &seen_to);
    const sl_arg args[] = {own_arg(a), view_arg(a->flags), view_arg(a->counts), view_arg(&seen_from),
                           view_arg(&seen_to)};
    return go_through(a,
                      unit == 8   ? &sl__flags_move64__kernel
                      : unit == 4 ? &sl__flags_move32__kernel
                                  : &sl__flags_move8__kernel,
                      a->s.blocks, args, 5);
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

static sl_status count_or_find(const char *function, int finds, sl_comparison comparison, const void *value, sl_view *x,
                               sl_view *result)
{
    algorithm a;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_comparison(function, comparison, value));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_result(function, finds ? "index" : "count", result));
    set_up(&a, function, x);
    set_comparison(&a, comparison, value, x);
    sl_status status = flag_compared(&a, x);
    if (status == SL_SUCCESS)
        status = finds ? find_flag(&a, result) : count_flags(&a, result);
    return end_flags(&a, status);
}

sl_status sl_count_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(count_or_find("sl_count_if", 0, comparison, value, x, count));
}

sl_status sl_find_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *index)
{
    SL__CALL();
    return sl__submit_noted(count_or_find("sl_find_if", 1, comparison, value, x, index));
}

static sl_status minmax_submit(const char *function, sl_view *x, sl_view *y)
{
    algorithm a;
    sl_view *ends[2] = {NULL, NULL};
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_numbers(function, x));
    if (x->count == 0)
        return SL_FAIL(SL_ERR_EXTENT, "%s: x: expected one element or more, got none in \"%s\"", function, x->label);
    SL_TRY(check_vector(function, "y", y));
    SL_TRY(check_same(function, "y", y, x));
    SL_TRY(check_extent(function, "y", y, 2));
    set_up(&a, function, x);
    sl_status status = room_of("minima", x->type, a.s.blocks, &ends[0]);
    if (status == SL_SUCCESS)
        status = room_of("maxima", x->type, a.s.blocks, &ends[1]);
    const sl_arg args[] = {own_arg(&a), view_arg(x), view_arg(ends[0]), view_arg(ends[1])};
    const sl_arg join[] = {own_arg(&a), view_arg(ends[0]), view_arg(ends[1]), view_arg(y)};
    if (status == SL_SUCCESS)
        status = go_through(&a, a.kernels->minmax, a.s.blocks, args, 4);
    if (status == SL_SUCCESS)
        status = go_through(&a, a.kernels->join, 1, join, 4);
    for (int k = 0; k < 2; k++)
        if (ends[k] != NULL)
            sl_view_destroy(&ends[k]);
    return status;
}

sl_status sl_minmax(sl_view *x, sl_view *y)
{
    SL__CALL();
    return sl__submit_noted(minmax_submit("sl_minmax", x, y));
}

static sl_status equal_submit(const char *function, sl_view *x, sl_view *y, sl_view *result)
{
    algorithm a;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_vector(function, "y", y));
    SL_TRY(check_same(function, "y", y, x));
    SL_TRY(check_extent(function, "y", y, x->n[0]));
    SL_TRY(check_result(function, "result", result));
    set_up(&a, function, x);
    a.s.wants = 1;
    sl_status status = make_flags(&a);
    const sl_arg args[] = {view_arg(x), view_arg(y), view_arg(a.flags)};
    if (status == SL_SUCCESS)
        status = go_through(&a, a.kernels->unequal, a.s.count, args, 3);
    if (status == SL_SUCCESS)
        status = find_flag(&a, result);
    return end_flags(&a, status);
}

sl_status sl_equal(sl_view *x, sl_view *y, sl_view *result)
{
    SL__CALL();
    return sl__submit_noted(equal_submit("sl_equal", x, y, result));
}

static sl_status move_counted(algorithm *a, sl_status status, const sl_view *from, const sl_view *to, sl_view *count)
{
    if (status == SL_SUCCESS)
        status = count_flags(a, count);
    if (status == SL_SUCCESS)
        status = move_flagged(a, from, to);
    return end_flags(a, status);
}

static sl_status copy_if_submit(const char *function, sl_comparison comparison, const void *value, sl_view *x,
                                sl_view *from, sl_view *to, sl_view *count)
{
    algorithm a;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_comparison(function, comparison, value));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_vector(function, "from", from));
    SL_TRY(check_extent(function, "from", from, x->n[0]));
    SL_TRY(check_target(function, from, to));
    SL_TRY(check_result(function, "count", count));
    set_up(&a, function, x);
    set_comparison(&a, comparison, value, x);
    return move_counted(&a, flag_compared(&a, x), from, to, count);
}

sl_status sl_copy_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *from, sl_view *to,
                     sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(copy_if_submit("sl_copy_if", comparison, value, x, from, to, count));
}

static sl_status unique_submit(const char *function, sl_view *x, sl_view *to, sl_view *count)
{
    algorithm a;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_target(function, x, to));
    SL_TRY(check_result(function, "count", count));
    set_up(&a, function, x);
    sl_status status = make_flags(&a);
    const sl_arg args[] = {view_arg(x), view_arg(a.flags)};
    if (status == SL_SUCCESS)
        status = go_through(&a, a.kernels->first, a.s.count, args, 2);
    return move_counted(&a, status, x, to, count);
}

sl_status sl_unique(sl_view *x, sl_view *to, sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(unique_submit("sl_unique", x, to, count));
}
