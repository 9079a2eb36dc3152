/* SPDX-License-Identifier: BSD-3-Clause */
/* Views to scatter into: a view, its operator, and loops of the library's own (codelets/scatter.c) that join it into
 * another one. */
#include <starloop/scatter_view.h>

#include <stdlib.h>
#include <string.h>

#include <starloop/complex.h>
#include <starloop/copy.h>

#include "base/error.h"
#include "base/object.h"
#include "base/slots.h"
#include "base/state.h"
#include "call/submit.h"
#include "codelets/scatter.h"
#include "data/create.h"
#include "data/subview.h"
#include "kernel/cases.h"
#include "kernel/policy.h"
#include "kernel/scatter.h"

struct sl_scatter_view {
    sl__object object;
    unsigned round; /* of sl_init() */
    int joins;      /* how: SL__JOINS() of the kernel language */
    sl_view *view;
    void *next; /* of the slots */
};

static sl__slots scatter_views = SL__SLOTS(sl_scatter_view, next, NULL);

extern const sl_kernel sl__scatter_join_f32__kernel, sl__scatter_join_f64__kernel, sl__scatter_join_i8__kernel,
    sl__scatter_join_i16__kernel, sl__scatter_join_i32__kernel, sl__scatter_join_i64__kernel,
    sl__scatter_join_u8__kernel, sl__scatter_join_u16__kernel, sl__scatter_join_u32__kernel,
    sl__scatter_join_u64__kernel, sl__scatter_join_complex__kernel, sl__scatter_join_complexf__kernel;

static const sl_kernel *join_kernel(sl_type type)
{
    switch (type) {
    case SL_FLOAT: return &sl__scatter_join_f32__kernel;
    case SL_DOUBLE: return &sl__scatter_join_f64__kernel;
    case SL_INT8: return &sl__scatter_join_i8__kernel;
    case SL_INT16: return &sl__scatter_join_i16__kernel;
    case SL_INT32: return &sl__scatter_join_i32__kernel;
    case SL_INT64: return &sl__scatter_join_i64__kernel;
    case SL_UINT8: return &sl__scatter_join_u8__kernel;
    case SL_UINT16: return &sl__scatter_join_u16__kernel;
    case SL_UINT32: return &sl__scatter_join_u32__kernel;
    case SL_UINT64: return &sl__scatter_join_u64__kernel;
    default:
        return sl_type_size(type) == sizeof(sl_complex) ? &sl__scatter_join_complex__kernel
                                                        : &sl__scatter_join_complexf__kernel;
    }
}

static sl_status check_scatter_view(const char *function, const sl_scatter_view *scatter)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__object_check((const sl__object *)scatter, SL__MAGIC_SCATTER, function, "scatter", "a scatter view"));
    return sl__runtime_check_round(scatter->round, function, "scatter");
}

/* ---- making ----------------------------------------------------------------------------------------------- */

/* Fills the elements with what changes nothing: -0 for sums, NaN for minima of floats. */
static sl_status make_neutral(const char *function, const sl_scatter_view *scatter)
{
    void *value = malloc(scatter->view->elem);
    if (value == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for an element", function);
    sl__scatter_fill(scatter->joins, scatter->view->type, value, 1);
    const sl_status status = sl__view_fill(function, scatter->view, scatter->view->type, value);
    free(value);
    return status;
}

/* How elements are joined: by the numbers that are said, by a complex number's parts or, by SL_PROD, both together, or
 * by their own type. @return 0 where the elements do not consist of such */
static int joins_of(sl_type said, int op, sl_type type)
{
    const sl_type parts = type == SL_TYPE(sl_complex) ? SL_DOUBLE : type == SL_TYPE(sl_complexf) ? SL_FLOAT : 0;
    if (said == 0 && parts != 0 && op == SL__PROD)
        return SL__JOINS_OF(SL__PROD_COMPLEX, 0);
    const sl_type number = said != 0 ? said : parts != 0 && op == SL__SUM ? parts : type;
    const int known = sl__scatter_known(op, number) && sl_type_size(type) % sl_type_size(number) == 0;
    return known ? SL__JOINS_OF(op, number) : 0;
}

static sl_status scatter_create(const char *function, sl_operator op, sl_type of, sl_view *view,
                                sl_scatter_view **scatter)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    SL_TRY(sl__view_check_one_layout(view, function, "view"));
    if (scatter == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: scatter: expected a pointer, got NULL", function);
    if ((int)op < 0 || (int)op >= SL__OPERATORS_END || !sl__scatter_known((int)op, SL_INT64))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: op: expected SL_SUM, SL_PROD, SL_MIN, SL_MAX, SL_BAND, SL_BOR or SL_BXOR, got %d", function,
                       (int)op);
    const int joins = joins_of(of, (int)op, view->type);
    const int integers = !sl__scatter_known((int)op, SL_DOUBLE);
    if (of != 0 && joins == 0)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: of: expected the type of the %s of which elements of \"%s\", %s, consist, "
                          "got %s",
                          function, integers ? "integers" : "numbers", view->label, sl_type_name(view->type),
                          sl_type_name(of));
    if (joins == 0)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view), "%s: view: expected a view of %s, got \"%s\" of %s",
                          function,
                          integers                        ? "integers"
                          : op == SL_SUM || op == SL_PROD ? "numbers or complex numbers"
                                                          : "numbers",
                          view->label, sl_type_name(view->type));
    sl_scatter_view *made = sl__slots_take(&scatter_views);
    if (made == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory for one more scatter view", function);
    made->joins = joins;
    made->view = NULL;
    made->round = sl__runtime_round();
    sl_extents extents = {.rank = view->rank};
    memcpy(extents.n, view->n, sizeof extents.n);
    const sl_layout layout = (view->layout.cases & SL__TAKES_RIGHT) || !(view->layout.cases & SL__TAKES_LEFT)
                                 ? SL_LAYOUT_RIGHT
                                 : SL_LAYOUT_LEFT;
    sl_status status =
        sl__view_create(function, view->label, view->type, &layout, &extents, SL_VIEW_UNINITIALIZED, &made->view);
    if (status == SL_SUCCESS)
        status = make_neutral(function, made);
    if (status != SL_SUCCESS) {
        sl_view_destroy(&made->view);
        sl__slots_give(&scatter_views, made);
        return status;
    }
    sl__object_init(&made->object, SL__MAGIC_SCATTER);
    *scatter = made;
    return SL_SUCCESS;
}

sl_status sl_scatter_view_create(sl_operator op, sl_view *view, sl_scatter_view **scatter)
{
    SL__CALL();
    return sl__submit_noted(scatter_create("sl_scatter_view_create", op, 0, view, scatter));
}

sl_status sl_scatter_view_create_of(sl_operator op, sl_type of, sl_view *view, sl_scatter_view **scatter)
{
    SL__CALL();
    return sl__submit_noted(scatter_create("sl_scatter_view_create_of", op, of, view, scatter));
}

void sl_scatter_view_destroy(sl_scatter_view **scatter)
{
    SL__CALL();
    if (scatter == NULL || *scatter == NULL)
        return;
    sl_scatter_view *s = *scatter;
    *scatter = NULL;
    if (sl__object_kill(&s->object, SL__MAGIC_SCATTER, "sl_scatter_view_destroy", "scatter", "a scatter view") !=
        SL_SUCCESS)
        return;
    if (s->round == sl__runtime_round())
        sl_view_destroy(&s->view);
    sl__slots_give(&scatter_views, s);
}

sl_view *sl_scatter_view_access(sl_scatter_view *scatter)
{
    SL__CALL();
    return check_scatter_view("sl_scatter_view_access", scatter) == SL_SUCCESS ? scatter->view : NULL;
}

sl_status sl_scatter_view_reset(sl_scatter_view *scatter)
{
    SL__CALL();
    static const char function[] = "sl_scatter_view_reset";
    SL_TRY(sl__submit_noted(check_scatter_view(function, scatter)));
    return make_neutral(function, scatter);
}

/* ---- contributing ----------------------------------------------------------------------------------------- */

/* Whether the elements of both are one after another in the same order. */
static int same_strides(const sl_view *a, const sl_view *b)
{
    return a->span == (size_t)a->count * a->elem && b->span == a->span &&
           memcmp(a->s, b->s, (size_t)a->rank * sizeof *a->s) == 0;
}

/* The numbers between a view's first and last element, in one row. */
static void cast_row(const sl_view *v, sl_type number, sl_view *seen)
{
    const size_t elem = sl_type_size(number);
    const sl__cast cast = {.type = number, .elem = elem, .rank = 1, .n = {(int64_t)(v->span / elem)}, .s = {1}};
    sl__view_cast(seen, v, &cast, 0);
}

static sl_status contribute_queue(const char *function, const sl_policy *policy, const sl_scatter_view *scatter,
                                  const sl_view *view)
{
    const sl_view *own = scatter->view;
    sl_view from, to;
    struct sl__join join;
    const sl_type number = sl__scatter_number(scatter->joins, view->type);
    memset(&join, 0, sizeof join); /* regions compare all of what kernels are given */
    join.op = SL__JOINS_OP(scatter->joins);
    join.parts = (int64_t)(view->elem / sl_type_size(number));
    if (!same_strides(own, view)) {
        join.rank = view->rank;
        memcpy(join.n, view->n, sizeof join.n);
        memcpy(join.from, own->s, sizeof join.from);
        memcpy(join.to, view->s, sizeof join.to);
    }
    cast_row(own, number, &from);
    cast_row(view, number, &to);
    const sl_space space = {.rank = 1, .hi = {view->count * join.parts}};
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &join},
                           {.kind = SL_ARG_VIEW, .view = &from},
                           {.kind = SL_ARG_VIEW, .view = &to}};
    return sl__submit_from(function, 0, join_kernel(number), policy, &space, args, 3);
}

static sl_status contribute(const char *function, const sl_policy *policy, sl_scatter_view *scatter, sl_view *view)
{
    sl_policy own;
    SL_TRY(policy->synchronous ? sl__runtime_check_blocking(function) : sl__runtime_check(function));
    SL_TRY(sl__policy_take(policy, function, "a contribution", &own));
    SL_TRY(check_scatter_view(function, scatter));
    SL_TRY(sl__view_check(view, function, "view"));
    SL_TRY(sl__view_check_writable(view, function, "view"));
    SL_TRY(sl__view_check_same_layout(function, "scatter", view, scatter->view));
    if (view->root == scatter->view->root)
        return SL_FAIL_OF(SL_ERR_ALIAS, sl__view_made(view),
                          "%s: view: expected another view than the one to scatter into, got \"%s\"", function,
                          view->label);
    if (view->count == 0)
        return SL_SUCCESS;
    SL_TRY(contribute_queue(function, &own, scatter, view));
    return policy->synchronous ? sl__view_wait(function, view) : SL_SUCCESS;
}

sl_status sl_scatter_view_contribute_with(sl_policy policy, sl_scatter_view *scatter, sl_view *view)
{
    SL__CALL();
    return sl__submit_noted(contribute("sl_scatter_view_contribute", &policy, scatter, view));
}

sl_status sl_scatter_view_contribute(sl_scatter_view *scatter, sl_view *view)
{
    return sl_scatter_view_contribute_with(sl__policy_default, scatter, view);
}
