/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views: loops of the library's own kernels (codelets/algorithm.c). A scan copies elements. For
 * what is counted, searched or compared a loop flags elements, and another one reduces the flags. */
#include <starloop/algorithm.h>

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "base/types.h"
#include "call/codes.h"
#include "call/submit.h"
#include "codelets/algorithm.h"
#include "data/create.h"
#include "data/host.h"
#include "data/indices.h"
#include "data/subview.h"
#include "kernel/policy.h"

#define KERNELS(BITS) \
    extern const sl_kernel sl__flag_holds##BITS##__kernel, sl__flag_differs##BITS##__kernel, \
        sl__code_ends##BITS##__kernel, sl__copy_first##BITS##__kernel, sl__copy_held##BITS##_8__kernel, \
        sl__copy_held##BITS##_32__kernel, sl__copy_held##BITS##_64__kernel;
KERNELS(8)
KERNELS(16)
KERNELS(32)
KERNELS(64)
extern const sl_kernel sl__code_write__kernel, sl__flags_count__kernel, sl__flags_find__kernel, sl__flags_none__kernel;

/* The kernels for elements of a size. */
typedef struct sized_kernels {
    sl_type type;
    const sl_kernel *holds, *differs, *ends, *copy_first;
    const sl_kernel *copy_held[3]; /* in units of 1, 4 and 8 bytes */
} sized_kernels;
#define ROW(BITS) \
    { \
        SL_UINT##BITS, &sl__flag_holds##BITS##__kernel, &sl__flag_differs##BITS##__kernel, \
            &sl__code_ends##BITS##__kernel, &sl__copy_first##BITS##__kernel, \
        { \
            &sl__copy_held##BITS##_8__kernel, &sl__copy_held##BITS##_32__kernel, &sl__copy_held##BITS##_64__kernel \
        } \
    }
static const sized_kernels sized_table[] = {ROW(8), ROW(16), ROW(32), ROW(64)};

/* A call while it is queued. */
typedef struct algorithm {
    const char *function;
    sl_policy policy; /* of its loops */
    int waits;        /* until there are results */
    struct sl__test test;
    const sized_kernels *kernels;
    sl_view *own; /* memory of its own: flags, a byte for each element; or the elements */
} algorithm;

/* ---- checks ----------------------------------------------------------------------------------------------- */

static sl_status check_vector(const char *function, const char *argument, const sl_view *view)
{
    SL_TRY(sl__view_check(view, function, argument));
    SL_TRY(sl__view_check_one_layout(view, function, argument));
    if (view->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view), "%s: %s: expected a view of rank 1, got \"%s\" of rank %d",
                          function, argument, view->label, view->rank);
    return SL_SUCCESS;
}

static sl_status check_numbers(const char *function, const sl_view *x)
{
    SL_TRY(check_vector(function, "x", x));
    if (x->type < SL_FLOAT || x->type >= SL__TYPE_BUILTIN_END)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(x),
                          "%s: x: expected a view of an integer type, float or double, got \"%s\" of %s", function,
                          x->label, sl_type_name(x->type));
    return SL_SUCCESS;
}

static sl_status check_result(const char *function, const char *argument, const sl_view *view)
{
    SL_TRY(sl__view_check(view, function, argument));
    SL_TRY(sl__view_check_one_layout(view, function, argument));
    SL_TRY(sl__view_check_writable(view, function, argument));
    if (view->type != SL_INT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view), "%s: %s: expected a view of int64_t, got \"%s\" of %s",
                          function, argument, view->label, sl_type_name(view->type));
    if (view->rank != 0)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view), "%s: %s: expected a view of rank 0, got \"%s\" of rank %d",
                          function, argument, view->label, view->rank);
    return SL_SUCCESS;
}

static sl_status check_same(const char *function, const char *argument, const sl_view *view, const sl_view *like)
{
    if (view->type != like->type)
        return SL_FAIL_OF_BOTH(SL_ERR_TYPE, sl__view_made(like), sl__view_made(view),
                               "%s: %s: expected a view of %s like \"%s\", got \"%s\" of %s", function, argument,
                               sl_type_name(like->type), like->label, view->label, sl_type_name(view->type));
    return SL_SUCCESS;
}

static sl_status check_extent(const char *function, const char *argument, const sl_view *view, int64_t count)
{
    if (view->n[0] != count)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                          "%s: %s: expected extent %" PRId64 ", got %" PRId64 " of \"%s\"", function, argument, count,
                          view->n[0], view->label);
    return SL_SUCCESS;
}

/* What is written among what is read or written meanwhile would change it. */
static sl_status check_apart(const char *function, const char *argument, const sl_view *result, const sl_view *view)
{
    return sl__view_check_apart(function, argument, SL__APART_MEMORY, result, "", view);
}

/* Where elements of a view are copied to. */
static sl_status check_target(const char *function, const sl_view *from, const sl_view *to)
{
    SL_TRY(check_vector(function, "to", to));
    SL_TRY(sl__view_check_writable(to, function, "to"));
    SL_TRY(check_same(function, "to", to, from));
    if (to->n[0] < from->n[0])
        return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(to), sl__view_made(from),
                               "%s: to: expected extent %" PRId64 " or more, got %" PRId64 " of \"%s\"", function,
                               from->n[0], to->n[0], to->label);
    return check_apart(function, "to", to, from);
}

/* What an algorithm's loops take from a policy. */
static sl_status set_up(algorithm *a, const char *function, const sl_policy *policy)
{
    SL_TRY(policy->synchronous ? sl__runtime_check_blocking(function) : sl__runtime_check(function));
    memset(a, 0, sizeof *a); /* regions compare all of what kernels are given */
    a->function = function;
    a->waits = policy->synchronous;
    return sl__policy_take(policy, function, "an algorithm", &a->policy);
}

/* ---- tests ------------------------------------------------------------------------------------------------ */

/* What is known of the elements of x. */
static void set_elements(algorithm *a, const sl_view *x)
{
    struct sl__test *t = &a->test;
    const uint64_t all = UINT64_MAX >> (64 - 8 * x->elem);
    sl__codes_set(&t->codes, x->type, x->elem);
    a->kernels = &sized_table[x->elem == 8 ? 3 : x->elem / 2];
    t->value_bits = t->codes.is_float_ ? all ^ t->codes.sign_ : all;
    t->most = t->codes.is_float_ ? t->value_bits - t->codes.negative_nans_ : all; /* infinity */
    t->nan = t->most + (t->codes.negative_nans_ + 1) / 2;
}

/* A comparison with a value as a range of codes. Zeros have two codes, of which each comparison takes both or none. */
static void set_comparison(algorithm *a, sl_comparison comparison, const void *value, const sl_view *x)
{
    static const char zeros[sizeof(uint64_t)];
    struct sl__test *t = &a->test;
    uint64_t low = sl__codes_of(&t->codes, x->elem, value), high = low;
    const uint64_t zero = sl__codes_of(&t->codes, x->elem, zeros);
    const int is_nan = low > t->codes.last_, equality = comparison == SL_EQUAL || comparison == SL_NOT_EQUAL;
    const int below = comparison == SL_LESS || comparison == SL_LESS_EQUAL;
    if (t->codes.is_float_ && (low == zero || low + 1 == zero)) {
        low = zero - 1;
        high = zero;
    }
    uint64_t from = low, end = high; /* it holds from the one to the other */
    int none = is_nan;
    if (!equality && below) {
        from = 0;
        end = comparison == SL_LESS ? low - 1 : high;
        none |= comparison == SL_LESS && low == 0;
    } else if (!equality) {
        from = comparison == SL_GREATER ? high + 1 : low;
        end = t->codes.last_;
        none |= comparison == SL_GREATER && high == t->codes.last_;
    }
    t->from = none ? 0 : from;
    t->span = none ? UINT64_MAX : end - from; /* all, and their negation */
    t->negated = (uint64_t)(none != (comparison == SL_NOT_EQUAL));
}

/* ---- loops ------------------------------------------------------------------------------------------------ */

static sl_status go_through(const algorithm *a, const sl_kernel *kernel, int64_t count, const sl_arg args[], int n)
{
    const sl_space space = {.rank = 1, .hi = {count}};
    for (int i = 0; a->waits && i < n; i++)
        if (args[i].view != NULL)
            SL_TRY(sl__view_check_host(args[i].view, args[i].kind == SL_ARG_INTO ? SL_WRITE : SL_READ, a->function,
                                       NULL, "views"));
    return sl__submit_from(a->function, 0, kernel, &a->policy, &space, args, n);
}

static sl_arg view_arg(sl_view *view)
{
    return (sl_arg){.kind = SL_ARG_VIEW, .view = view};
}

static sl_arg into_arg(sl_view *view)
{
    return (sl_arg){.kind = SL_ARG_INTO, .view = view};
}

static sl_arg test_arg(algorithm *a)
{
    return (sl_arg){.kind = SL_ARG_SCALAR, .data = &a->test};
}

/* The elements as unsigned numbers. */
static void cast_numbers(const algorithm *a, const sl_view *x, sl_view *seen)
{
    const sl__cast cast = {.type = a->kernels->type, .elem = x->elem, .rank = 1, .n = {x->n[0]}, .s = {x->s[0]}};
    sl__view_cast(seen, x, &cast, 0);
}

/* Elements in units, an element a row. */
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

static sl_status make_flags(algorithm *a, int64_t count)
{
    return sl__view_create(a->function, "flags", SL_UINT8, &SL_LAYOUT_RIGHT, &SL_EXTENTS(count), SL_VIEW_UNINITIALIZED,
                           &a->own);
}

static sl_status flag_compared(algorithm *a, const sl_view *x)
{
    sl_view seen;
    SL_TRY(make_flags(a, x->n[0]));
    cast_numbers(a, x, &seen);
    const sl_arg args[] = {test_arg(a), view_arg(&seen), view_arg(a->own)};
    return go_through(a, a->kernels->holds, x->n[0], args, 3);
}

/* Flags what differs. */
static sl_status flag_different(algorithm *a, const sl_view *x, const sl_view *y)
{
    sl_view seen, other;
    SL_TRY(make_flags(a, x->n[0]));
    cast_numbers(a, x, &seen);
    cast_numbers(a, y, &other);
    const sl_arg args[] = {test_arg(a), view_arg(&seen), view_arg(&other), view_arg(a->own)};
    return go_through(a, a->kernels->differs, x->n[0], args, 4);
}

/* What a kernel makes of the flags, in a view of rank 0. */
static sl_status reduce_flags(const algorithm *a, const sl_kernel *kernel, sl_view *result)
{
    const sl_arg args[] = {view_arg(a->own), into_arg(result)};
    return go_through(a, kernel, a->own->n[0], args, 2);
}

/* The place of the first flag. Over nothing a minimum is the largest number, the bits of which are those of -1. */
static sl_status find_flag(const algorithm *a, sl_view *result)
{
    const sl__cast cast = {.type = SL_UINT64, .elem = sizeof(uint64_t), .rank = 0};
    sl_view seen;
    sl__view_cast(&seen, result, &cast, 0);
    return reduce_flags(a, &sl__flags_find__kernel, &seen);
}

/* Elements of x are read until the last one is copied: where they are among what is written, a copy of them is. */
static sl_status keep_apart(algorithm *a, sl_view **x, const sl_view *to, const sl_view *count)
{
    if (!sl__view_overlap(*x, to) && !sl__view_overlap(*x, count))
        return SL_SUCCESS;
    SL_TRY(sl__view_create(a->function, "compared", (*x)->type, &SL_LAYOUT_RIGHT, &SL_EXTENTS((*x)->n[0]),
                           SL_VIEW_UNINITIALIZED, &a->own));
    SL_TRY(sl__deep_copy(a->function, a->own, *x));
    *x = a->own;
    return SL_SUCCESS;
}

static sl_status copy_held(algorithm *a, sl_view *x, const sl_view *from, const sl_view *to, sl_view *count)
{
    const uintptr_t bits = from->elem | (uintptr_t)from->data | (uintptr_t)to->data;
    const int unit = bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
    sl_view seen, seen_from, seen_to;
    SL_TRY(keep_apart(a, &x, to, count));
    a->test.units = (int64_t)from->elem / unit;
    cast_numbers(a, x, &seen);
    cast_units(from, unit, &seen_from);
    cast_units(to, unit, &seen_to);
    const sl_arg args[] = {test_arg(a), view_arg(&seen), view_arg(&seen_from), view_arg(&seen_to), into_arg(count)};
    return go_through(a, a->kernels->copy_held[unit == 1 ? 0 : unit / 4], x->n[0], args, 5);
}

static sl_status copy_first(algorithm *a, const sl_view *x, const sl_view *to, sl_view *count)
{
    sl_view seen, seen_to;
    cast_numbers(a, x, &seen);
    cast_numbers(a, to, &seen_to);
    const sl_arg args[] = {test_arg(a), view_arg(&seen), view_arg(&seen_to), into_arg(count)};
    return go_through(a, a->kernels->copy_first, x->n[0], args, 4);
}

/* Drops the memory of its own, which queued loops keep, and waits for results where the policy says so.
 * @return the first failure */
static sl_status end_call(algorithm *a, sl_status status, sl_view *result, sl_view *other)
{
    if (a->own != NULL)
        sl_view_destroy(&a->own);
    if (status != SL_SUCCESS || !a->waits)
        return status;
    status = sl__view_wait(a->function, result);
    const sl_status second = other != NULL ? sl__view_wait(a->function, other) : SL_SUCCESS;
    return status != SL_SUCCESS ? status : second;
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

static sl_status count_or_find(const char *function, const sl_policy *policy, int finds, sl_comparison comparison,
                               const void *value, sl_view *x, sl_view *result)
{
    algorithm a;
    SL_TRY(set_up(&a, function, policy));
    SL_TRY(sl__comparison_check(function, comparison, value));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_result(function, finds ? "index" : "count", result));
    set_elements(&a, x);
    set_comparison(&a, comparison, value, x);
    sl_status status = flag_compared(&a, x);
    if (status == SL_SUCCESS)
        status = finds ? find_flag(&a, result) : reduce_flags(&a, &sl__flags_count__kernel, result);
    return end_call(&a, status, result, NULL);
}

sl_status sl_count_if_with(sl_policy policy, sl_comparison comparison, const void *value, sl_view *x, sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(count_or_find("sl_count_if", &policy, 0, comparison, value, x, count));
}

sl_status sl_count_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *count)
{
    return sl_count_if_with(sl__policy_default, comparison, value, x, count);
}

sl_status sl_find_if_with(sl_policy policy, sl_comparison comparison, const void *value, sl_view *x, sl_view *index)
{
    SL__CALL();
    return sl__submit_noted(count_or_find("sl_find_if", &policy, 1, comparison, value, x, index));
}

sl_status sl_find_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *index)
{
    return sl_find_if_with(sl__policy_default, comparison, value, x, index);
}

static sl_status check_ends(const char *function, const sl_view *x, const sl_view *ends)
{
    SL_TRY(check_numbers(function, x));
    if (x->count == 0)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(x), "%s: x: expected one element or more, got none in \"%s\"",
                          function, x->label);
    SL_TRY(check_vector(function, "ends", ends));
    SL_TRY(sl__view_check_writable(ends, function, "ends"));
    SL_TRY(check_same(function, "ends", ends, x));
    return check_extent(function, "ends", ends, 2);
}

/* Codes of the ends in views of rank 0, which become numbers. */
static sl_status ends_queue(algorithm *a, const sl_view *x, const sl_view *ends, sl_view *low, sl_view *high)
{
    sl_view seen, bytes;
    cast_numbers(a, x, &seen);
    cast_units(ends, 1, &bytes);
    a->test.units = (int64_t)ends->elem;
    const sl_arg find[] = {test_arg(a), view_arg(&seen), into_arg(low), into_arg(high)};
    const sl_arg write[] = {test_arg(a), view_arg(low), view_arg(high), view_arg(&bytes)};
    SL_TRY(go_through(a, a->kernels->ends, x->n[0], find, 4));
    return go_through(a, &sl__code_write__kernel, 2, write, 4);
}

static sl_status ends_submit(const char *function, const sl_policy *policy, sl_view *x, sl_view *ends)
{
    algorithm a;
    sl_view *code[2] = {NULL, NULL};
    SL_TRY(set_up(&a, function, policy));
    SL_TRY(check_ends(function, x, ends));
    set_elements(&a, x);
    sl_status status = SL_SUCCESS;
    for (int k = 0; k < 2 && status == SL_SUCCESS; k++)
        status = sl__view_create(a.function, k == 0 ? "low" : "high", SL_UINT64, &SL_LAYOUT_RIGHT, &SL_EXTENTS(),
                                 SL_VIEW_DEFAULT, &code[k]);
    if (status == SL_SUCCESS)
        status = ends_queue(&a, x, ends, code[0], code[1]);
    for (int k = 0; k < 2; k++)
        if (code[k] != NULL)
            sl_view_destroy(&code[k]);
    return end_call(&a, status, ends, NULL);
}

sl_status sl_minmax_of_with(sl_policy policy, sl_view *x, sl_view *ends)
{
    SL__CALL();
    return sl__submit_noted(ends_submit("sl_minmax_of", &policy, x, ends));
}

sl_status sl_minmax_of(sl_view *x, sl_view *ends)
{
    return sl_minmax_of_with(sl__policy_default, x, ends);
}

static sl_status equal_submit(const char *function, const sl_policy *policy, sl_view *x, sl_view *y, sl_view *result)
{
    algorithm a;
    SL_TRY(set_up(&a, function, policy));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_vector(function, "y", y));
    SL_TRY(check_same(function, "y", y, x));
    SL_TRY(check_extent(function, "y", y, x->n[0]));
    SL_TRY(check_result(function, "result", result));
    set_elements(&a, x);
    sl_status status = flag_different(&a, x, y);
    if (status == SL_SUCCESS)
        status = reduce_flags(&a, &sl__flags_none__kernel, result);
    return end_call(&a, status, result, NULL);
}

sl_status sl_equal_with(sl_policy policy, sl_view *x, sl_view *y, sl_view *result)
{
    SL__CALL();
    return sl__submit_noted(equal_submit("sl_equal", &policy, x, y, result));
}

sl_status sl_equal(sl_view *x, sl_view *y, sl_view *result)
{
    return sl_equal_with(sl__policy_default, x, y, result);
}

static sl_status copy_if_submit(const char *function, const sl_policy *policy, sl_comparison comparison,
                                const void *value, sl_view *x, sl_view *from, sl_view *to, sl_view *count)
{
    algorithm a;
    SL_TRY(set_up(&a, function, policy));
    SL_TRY(sl__comparison_check(function, comparison, value));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_vector(function, "from", from));
    SL_TRY(check_extent(function, "from", from, x->n[0]));
    SL_TRY(check_target(function, from, to));
    SL_TRY(check_result(function, "count", count));
    SL_TRY(check_apart(function, "count", count, from));
    SL_TRY(check_apart(function, "count", count, to));
    set_elements(&a, x);
    set_comparison(&a, comparison, value, x);
    return end_call(&a, copy_held(&a, x, from, to, count), to, count);
}

sl_status sl_copy_if_with(sl_policy policy, sl_comparison comparison, const void *value, sl_view *x, sl_view *from,
                          sl_view *to, sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(copy_if_submit("sl_copy_if", &policy, comparison, value, x, from, to, count));
}

sl_status sl_copy_if(sl_comparison comparison, const void *value, sl_view *x, sl_view *from, sl_view *to,
                     sl_view *count)
{
    return sl_copy_if_with(sl__policy_default, comparison, value, x, from, to, count);
}

static sl_status unique_submit(const char *function, const sl_policy *policy, sl_view *x, sl_view *to, sl_view *count)
{
    algorithm a;
    SL_TRY(set_up(&a, function, policy));
    SL_TRY(check_numbers(function, x));
    SL_TRY(check_target(function, x, to));
    SL_TRY(check_result(function, "count", count));
    SL_TRY(check_apart(function, "count", count, x));
    SL_TRY(check_apart(function, "count", count, to));
    set_elements(&a, x);
    return end_call(&a, copy_first(&a, x, to, count), to, count);
}

sl_status sl_unique_with(sl_policy policy, sl_view *x, sl_view *to, sl_view *count)
{
    SL__CALL();
    return sl__submit_noted(unique_submit("sl_unique", &policy, x, to, count));
}

sl_status sl_unique(sl_view *x, sl_view *to, sl_view *count)
{
    return sl_unique_with(sl__policy_default, x, to, count);
}
