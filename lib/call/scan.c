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
                   (int)SL_BXOR == (int)SL__BXOR && (int)SL_MINLOC == (int)SL__MINLOC &&
                   (int)SL_MAXLOC == (int)SL__MAXLOC,
               "the operators of scans and scatter views are those of reductions");

/* An operator, and what it joins. @return what is said where it is none: NULL */
static const char *joined_by(sl_operator op, const char **name)
{
    static const char numbers[] = "of integers, float, double, sl_complex or sl_complexf";
    static const char reals[] = "of integers, float or double", integers[] = "of integers";
    static const char places[] = "of SL_LOC(type)";
    switch (op) {
    case SL_SUM: return *name = "SL_SUM", numbers;
    case SL_PROD: return *name = "SL_PROD", numbers;
    case SL_MIN: return *name = "SL_MIN", reals;
    case SL_MAX: return *name = "SL_MAX", reals;
    case SL_BAND: return *name = "SL_BAND", integers;
    case SL_BOR: return *name = "SL_BOR", integers;
    case SL_BXOR: return *name = "SL_BXOR", integers;
    case SL_MINLOC: return *name = "SL_MINLOC", places;
    case SL_MAXLOC: return *name = "SL_MAXLOC", places;
    }
    return NULL;
}

static sl_status check_views(const char *function, sl_operator op, const sl_view *x, const sl_view *y)
{
    const char *name = NULL, *of = joined_by(op, &name);
    SL_TRY(sl__view_check_live(x, function, "x"));
    SL_TRY(sl__view_check_live(y, function, "y"));
    SL_TRY(sl__view_check_strides(x, function, "x"));
    SL_TRY(sl__view_check_strides(y, function, "y"));
    SL_TRY(sl__view_check_writable(y, function, "y"));
    if (sl__scan_operator(op, x->type) < 0)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(x), "%s: x: expected for %s a view %s, got \"%s\" of %s", function,
                          name, of, x->label, sl_type_name(x->type));
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
    const char *name;
    if (joined_by(op, &name) == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: op: expected SL_SUM, SL_MIN, SL_MAX, SL_PROD, SL_BAND, SL_BOR, SL_BXOR, SL_MINLOC or "
                       "SL_MAXLOC, got %d",
                       function, (int)op);
    SL_TRY(check_views(function, op, x, y));
    if (dim < 0 || dim >= x->rank)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(x), "%s: dim: expected 0 to %d, for \"%s\" of rank %d, got %d",
                          function, x->rank - 1, x->label, x->rank, dim);
    SL_TRY(sl__policy_check_whole(policy, function, "a scan"));
    SL_TRY(sl__policy_check(policy, x->rank, function, "a scan"));
    const int in_place = x == y;
    sl__scan_call call;
    memset(&call, 0, sizeof call); /* regions compare all of it */
    call.op_ = sl__scan_operator(op, x->type);
    call.dim_ = dim;
    call.exclusive_ = exclusive;
    call.in_place_ = in_place;
    call.rank_ = x->rank;
    sl__scan_nothing(op, x->type, 1, &call.neutral_);
    sl__scan_nothing(op, x->type, !exclusive, &call.initial_);
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
