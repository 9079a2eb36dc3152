/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans of views: checked as what the program has written, then queued as kernels of the library's own. */
#include <starloop/scan.h>

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "call/submit.h"
#include "data/subview.h"
#include "data/view.h"
#include "kernel/policy.h"
#include "kernel/scan.h"

_Static_assert((int)SL_SUM == (int)SL__SUM && (int)SL_MIN == (int)SL__MIN && (int)SL_MAX == (int)SL__MAX &&
                   (int)SL_PROD == (int)SL__PROD && (int)SL_BAND == (int)SL__BAND && (int)SL_BOR == (int)SL__BOR &&
                   (int)SL_BXOR == (int)SL__BXOR,
               "the operators of scans and scatter views are those of reductions");

static sl_status check_views(const char *function, const sl_view *x, const sl_view *y)
{
    SL_TRY(sl__view_check(x, function, "x"));
    SL_TRY(sl__view_check(y, function, "y"));
    SL_TRY(sl__view_check_strides(x, function, "x"));
    SL_TRY(sl__view_check_strides(y, function, "y"));
    SL_TRY(sl__view_check_writable(y, function, "y"));
    if (!sl__scan_knows(x->type))
        return SL_FAIL_OF(
            SL_ERR_TYPE, sl__view_made(x),
            "%s: x: expected a view of int32_t, int64_t, uint32_t, uint64_t, float or double, got \"%s\" of "
            "%s",
            function, x->label, sl_type_name(x->type));
    if (y->type != x->type)
        return SL_FAIL_OF_BOTH(SL_ERR_TYPE, sl__view_made(y), sl__view_made(x),
                               "%s: y: expected a view of %s like x, got \"%s\" of %s", function, sl_type_name(x->type),
                               y->label, sl_type_name(y->type));
    if (x->rank == 0)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(x), "%s: x: expected a view of rank 1 to 6, got \"%s\" of rank 0",
                          function, x->label);
    if (y->rank != x->rank)
        return SL_FAIL_OF_BOTH(SL_ERR_RANK, sl__view_made(y), sl__view_made(x),
                               "%s: y: expected a view of rank %d like x, got \"%s\" of rank %d", function, x->rank,
                               y->label, y->rank);
    for (int d = 0; d < x->rank; d++)
        if (y->n[d] != x->n[d])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(y), sl__view_made(x),
                                   "%s: y: expected extent %" PRId64 " in dimension %d like x, got %" PRId64
                                   " of \"%s\"",
                                   function, x->n[d], d, y->n[d], y->label);
    return SL_SUCCESS;
}

sl_status sl__scan(const char *function, int exclusive, const sl_policy *policy, sl_operator op, int dim,
                   const void *initial, sl_view *x, sl_view *y)
{
    SL_TRY(sl__runtime_check(function));
    if ((int)op < SL__SUM || (int)op > SL__PROD)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: op: expected SL_SUM, SL_MIN, SL_MAX or SL_PROD, got %d", function,
                       (int)op);
    SL_TRY(check_views(function, x, y));
    if (dim < 0 || dim >= x->rank)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(x), "%s: dim: expected 0 to %d, for \"%s\" of rank %d, got %d",
                          function, x->rank - 1, x->label, x->rank, dim);
    SL_TRY(sl__policy_check_whole(policy, function, "a scan"));
    SL_TRY(sl__policy_check(policy, x->rank, function, "a scan"));
    const int in_place = x == y;
    sl__scan_call call;
    memset(&call, 0, sizeof call); /* regions compare all of it */
    call.op_ = op;
    call.dim_ = dim;
    call.exclusive_ = exclusive;
    call.in_place_ = in_place;
    call.rank_ = x->rank;
    call.neutral_ = sl__scan_neutral(op, x->type).u;
    call.initial_ = !exclusive ? call.neutral_ : sl__reduce_identity(op, x->type).u;
    if (initial != NULL)
        memcpy(&call.initial_, initial, x->elem);
    sl_space space = {.rank = x->rank};
    memcpy(space.hi, x->n, (size_t)x->rank * sizeof *space.hi);
    sl_view seen[2];
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &call},
                           {.kind = SL_ARG_VIEW, .view = sl__view_from_zero(x, &seen[0])},
                           {.kind = SL_ARG_VIEW, .view = sl__view_from_zero(y, &seen[1])}};
    return sl__submit_from(function, 0, sl__scan_kernel(exclusive, in_place, x->type, x->rank), policy, &space, args,
                           in_place ? 2 : 3);
}

static sl_status scan(const char *function, int exclusive, sl_policy policy, sl_operator op, int dim,
                      const void *initial, sl_view *x, sl_view *y)
{
    SL__CALL();
    return sl__submit_noted(sl__scan(function, exclusive, &policy, op, dim, initial, x, y));
}

sl_status sl_scan_inclusive(sl_operator op, int dim, sl_view *x, sl_view *y)
{
    return scan("sl_scan_inclusive", 0, sl__policy_default, op, dim, NULL, x, y);
}

sl_status sl_scan_inclusive_with(sl_policy policy, sl_operator op, int dim, sl_view *x, sl_view *y)
{
    return scan("sl_scan_inclusive", 0, policy, op, dim, NULL, x, y);
}

sl_status sl_scan_exclusive(sl_operator op, int dim, const void *initial, sl_view *x, sl_view *y)
{
    return scan("sl_scan_exclusive", 1, sl__policy_default, op, dim, initial, x, y);
}

sl_status sl_scan_exclusive_with(sl_policy policy, sl_operator op, int dim, const void *initial, sl_view *x, sl_view *y)
{
    return scan("sl_scan_exclusive", 1, policy, op, dim, initial, x, y);
}
