/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of views. One kernel is a whole sort of numbers: lib/exec/cpu/sort.c, and CUB on a device
 * (include/starloop/kernel/sort_view.h). Sorts by a function are loops over memory of their own (codelets/sort*.c), the
 * last of which writes the view. The sorts of libstdc++'s parallel mode and of oneTBB are C++, and qsort() runs on one
 * thread. */
#include <starloop/sort.h>

#include <inttypes.h>
#include <string.h>

#include <starloop/copy.h>

#include "backend/backend.h"
#include "base/env.h"
#include "base/error.h"
#include "base/state.h"
#include "base/types.h"
#include "call/codes.h"
#include "call/measured.h"
#include "call/sort.h"
#include "call/submit.h"
#include "data/create.h"
#include "data/host.h"
#include "data/subview.h"
#include "kernel/policy.h"
#include "kernel/sort.h"

#define ROW(BITS) \
    { \
        SL_UINT##BITS, &sl__sort_encode##BITS##__kernel, &sl__sort_decode##BITS##__kernel, \
            &sl__sort_segments##BITS##__kernel, &sl__sort_segments_pairs##BITS##__kernel \
    }
static const sl__radix_kernels radix_table[] = {ROW(8), ROW(16), ROW(32), ROW(64)};

/* ---- checks ----------------------------------------------------------------------------------------------- */

sl_status sl__sort_check_rank(const char *function, const char *argument, const sl_view *view)
{
    SL_TRY(sl__view_check(view, function, argument));
    SL_TRY(sl__view_check_one_layout(view, function, argument));
    SL_TRY(sl__view_check_writable(view, function, argument));
    if (view->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view), "%s: %s: expected a view of rank 1, got \"%s\" of rank %d",
                          function, argument, view->label, view->rank);
    return SL_SUCCESS;
}

sl_status sl__sort_check_keys(const char *function, const char *argument, sl_order order, const sl_view *view)
{
    if (order != SL_ASCENDING && order != SL_DESCENDING)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: order: expected SL_ASCENDING or SL_DESCENDING, got %d", function,
                       (int)order);
    SL_TRY(sl__sort_check_rank(function, argument, view));
    if (view->type < SL_FLOAT || view->type >= SL__TYPE_BUILTIN_END)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: %s: expected a view of an integer type, float or double, got \"%s\" of %s", function,
                          argument, view->label, sl_type_name(view->type));
    return SL_SUCCESS;
}

sl_status sl__sort_check_values(const char *function, const sl_view *keys, const sl_view *values)
{
    SL_TRY(sl__sort_check_rank(function, "values", values));
    if (values->n[0] != keys->n[0])
        return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(values), sl__view_made(keys),
                               "%s: values: expected extent %" PRId64 " like keys, got %" PRId64 " of \"%s\"", function,
                               keys->n[0], values->n[0], values->label);
    return sl__view_check_apart(function, "values", SL__APART_ELEMENTS, values, "keys ", keys);
}

sl_status sl__sort_check_host(const sl__sorting *s, const sl_view *keys, const sl_view *offsets, const sl_view *values)
{
    if (!s->waits)
        return SL_SUCCESS;
    SL_TRY(sl__view_check_host(keys, SL_RDWR, s->function, NULL, values != NULL || offsets != NULL ? "keys" : "view"));
    if (offsets != NULL)
        SL_TRY(sl__view_check_host(offsets, SL_READ, s->function, NULL, "offsets"));
    return values != NULL ? sl__view_check_host(values, SL_RDWR, s->function, NULL, "values") : SL_SUCCESS;
}

/* A sort that runs on CPUs only: of what, or by what. */
static sl_status sort_check_cpu(const char *function, const sl_policy *policy, const char *what)
{
    const sl__backend *b = sl__backend_of(sl__policy_where(policy));
    if (b == NULL)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.where: expected SL_ANYWHERE or SL_CPU for %s, got %s", function,
                   what, b->place);
}

/* What the loops of a sort take from a policy. */
sl_status sl__sort_take_policy(sl__sorting *s, const char *function, const char *noun, const sl_policy *policy)
{
    SL_TRY(policy->synchronous ? sl__runtime_check_blocking(function) : sl__runtime_check(function));
    memset(s, 0, sizeof *s); /* regions compare all of what kernels are given */
    s->function = function;
    s->waits = policy->synchronous;
    return sl__policy_take(policy, function, noun, &s->policy);
}

/* ---- radix sorts ------------------------------------------------------------------------------------------ */

sl_status sl__sort_loop(const sl__sorting *s, const sl_kernel *kernel, int64_t count, const sl_arg args[], int n)
{
    const sl_space space = {.rank = 1, .hi = {count}};
    return sl__submit_from(s->function, 0, kernel, &s->policy, &space, args, n);
}

sl_status sl__sort_memory(const sl__sorting *s, const char *label, sl_type type, int64_t count, sl_view **view)
{
    return sl__view_create(s->function, label, type, &SL_LAYOUT_RIGHT, &SL_EXTENTS(count), SL_VIEW_UNINITIALIZED, view);
}

/* How keys of a type become codes. */
void sl__sort_set_radix(sl__sorting *s, sl_type type, size_t elem, sl_order order, int64_t count)
{
    struct sl__radix *r = &s->radix;
    s->kernels = &radix_table[elem == 8 ? 3 : elem / 2];
    r->count = count;
    r->descending = order == SL_DESCENDING;
    sl__codes_set(&r->codes, type, elem);
}

/* The index that values which do not move with their keys begin with. */
sl_status sl__sort_make_index(sl__sorting *s)
{
    SL_TRY(sl__sort_memory(s, "sort order", SL_INT64, s->radix.count, &s->index[0]));
    const sl_arg number[] = {{.kind = SL_ARG_VIEW, .view = s->index[0]}};
    return sl__sort_loop(s, &sl__sort_number__kernel, s->radix.count, number, 1);
}

void sl__sort_drop(sl__sorting *s)
{
    sl_view *const all[] = {s->codes[0], s->codes[1], s->index[0], s->index[1]};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        sl_view *view = all[k];
        if (view != NULL)
            sl_view_destroy(&view);
    }
}

/* Keys, or values of a size that these have, as unsigned numbers. */
void sl__sort_cast(const sl_view *view, sl_view *seen)
{
    static const sl_type type[] = {[1] = SL_UINT8, [2] = SL_UINT16, [4] = SL_UINT32, [8] = SL_UINT64};
    const sl__cast cast = {
        .type = type[view->elem], .elem = view->elem, .rank = 1, .n = {view->n[0]}, .s = {view->s[0]}};
    sl__view_cast(seen, view, &cast, 0);
}

/* Values in units, an element a row. @param[in] v  the values, or memory without gaps for them */
static void cast_values(const sl_view *v, int64_t count, int64_t units, int unit, int64_t stride, sl_view *seen)
{
    const sl__cast cast = {.type = unit == 8   ? SL_UINT64
                                   : unit == 4 ? SL_UINT32
                                               : SL_UINT8,
                           .elem = (size_t)unit,
                           .rank = 2,
                           .n = {count, units},
                           .s = {stride * units, 1}};
    sl__view_cast(seen, v, &cast, 0);
}

/* Brings values to the order that an index says. */
sl_status sl__sort_order_values(sl__sorting *s, sl_view *values, sl_view *index)
{
    const size_t bits = values->elem | (size_t)(uintptr_t)values->data;
    const int unit = bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
    const int64_t count = values->n[0], units = (int64_t)values->elem / unit;
    sl_view *room = NULL, seen, seen_room;
    SL_TRY(sl__sort_memory(s, "sort values", SL_UINT8, count * (int64_t)values->elem, &room));
    cast_values(values, count, units, unit, values->s[0], &seen);
    cast_values(room, count, units, unit, 1, &seen_room);
    const sl_arg gather[] = {{.kind = SL_ARG_VIEW, .view = index},
                             {.kind = SL_ARG_VIEW, .view = &seen},
                             {.kind = SL_ARG_VIEW, .view = &seen_room}};
    const sl_arg back[] = {{.kind = SL_ARG_VIEW, .view = &seen_room}, {.kind = SL_ARG_VIEW, .view = &seen}};
    const sl_space space = {.rank = 2, .hi = {count, units}};
    sl_status status = sl__submit_from(s->function, 0,
                                       unit == 8   ? &sl__sort_gather64__kernel
                                       : unit == 4 ? &sl__sort_gather32__kernel
                                                   : &sl__sort_gather8__kernel,
                                       &s->policy, &space, gather, 3);
    if (status == SL_SUCCESS)
        status = sl__submit_from(s->function, 0,
                                 unit == 8   ? &sl__sort_return64__kernel
                                 : unit == 4 ? &sl__sort_return32__kernel
                                             : &sl__sort_return8__kernel,
                                 &s->policy, &space, back, 2);
    sl_view_destroy(&room);
    return status;
}

int sl__sort_are_moved(const sl_view *values, int there)
{
    const size_t bytes = values->elem;
    const int is_size = bytes == 4 || bytes == 8 || (!there && (bytes == 1 || bytes == 2));
    return is_size && (values->s[0] == 1 || values->count == 1);
}

int sl__sort_is_there(const sl__sorting *s)
{
    const sl_where wish = s->policy.where == SL_ANYWHERE ? (sl_where)sl__env_int(SL__ENV_WHERE) : s->policy.where;
    return sl__backend_of(wish) != NULL && sl__device_workers() > 0 &&
           s->policy.schedule != SL_SEQ; /* which is for CPUs */
}

/* ---- keys of 1 and 2 bytes on devices have codes of 4, by way of codes of their own size --------------------- */

/* A loop over the keys that takes them from one view to another. @param[in] radix  it takes how they become codes */
sl_status sl__sort_turn(const sl__sorting *s, const sl_kernel *kernel, int radix, sl_view *from, sl_view *to)
{
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = (void *)&s->radix},
                           {.kind = SL_ARG_VIEW, .view = from},
                           {.kind = SL_ARG_VIEW, .view = to}};
    return sl__sort_loop(s, kernel, s->radix.count, radix ? args : args + 1, radix ? 3 : 2);
}

sl_status sl__sort_encode_there(sl__sorting *s, sl_view *keys)
{
    const int narrow = keys->elem < 4;
    SL_TRY(sl__sort_memory(s, "sort keys", narrow ? SL_UINT32 : s->kernels->type, s->radix.count, &s->codes[0]));
    if (!narrow)
        return sl__sort_turn(s, s->kernels->encode, 1, keys, s->codes[0]);
    SL_TRY(sl__sort_memory(s, "sort keys", s->kernels->type, s->radix.count, &s->codes[1]));
    SL_TRY(sl__sort_turn(s, s->kernels->encode, 1, keys, s->codes[1]));
    return sl__sort_turn(s, keys->elem == 1 ? &sl__sort_widen8__kernel : &sl__sort_widen16__kernel, 0, s->codes[1],
                         s->codes[0]);
}

sl_status sl__sort_decode_there(sl__sorting *s, sl_view *keys)
{
    if (keys->elem < 4) {
        SL_TRY(sl__sort_turn(s, keys->elem == 1 ? &sl__sort_narrow8__kernel : &sl__sort_narrow16__kernel, 0,
                             s->codes[0], s->codes[1]));
        return sl__sort_turn(s, s->kernels->decode, 1, s->codes[1], keys);
    }
    return sl__sort_turn(s, s->kernels->decode, 1, s->codes[0], keys);
}

/* ---- one kernel is the sort -------------------------------------------------------------------------------- */

/* The kernel of a sort, and where it is to run. One that is left open runs on cores where no device has code for it.
 * @param[in] key, value  bytes of each; 0: no values  @param[in,out] s  its policy gets the place */
static sl_status choose_kernel(sl__sorting *s, size_t key, size_t value, int there, const sl_kernel **kernel)
{
    const sl__backend *b = sl__backend_of(s->policy.where);
    const int device = s->policy.schedule != SL_SEQ; /* which is for CPUs */
    *kernel = sl__sort_kernel(key, value, s->radix.count, device);
    if (*kernel != NULL && there)
        s->policy.where = sl__backend_now()->where;
    if (*kernel == NULL && there && b != NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.where: expected fewer than 2^31 keys for %s, got %" PRId64,
                       s->function, b->place, s->radix.count);
    if (*kernel == NULL)
        *kernel = sl__sort_kernel(key, value, s->radix.count, 0);
    return SL_SUCCESS;
}

/* Sorts keys, or codes, in place. @param[in] values  of 1, 2, 4, 8 bytes, without gaps; NULL: none */
static sl_status sort_by_kernel(sl__sorting *s, const struct sl__radix *radix, sl_view *keys, sl_view *values,
                                int there)
{
    sl__sorting here = *s;
    const sl_kernel *kernel;
    sl_view seen, moved;
    SL_TRY(choose_kernel(&here, keys->elem, values != NULL ? values->elem : 0, there, &kernel));
    sl__sort_cast(keys, &seen);
    if (values != NULL)
        sl__sort_cast(values, &moved);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = (void *)&radix->codes},
                           {.kind = SL_ARG_SCALAR, .data = (void *)&radix->descending},
                           {.kind = SL_ARG_VIEW, .view = &seen},
                           {.kind = SL_ARG_VIEW, .view = &moved}};
    return sl__sort_loop(&here, kernel, s->radix.count, args, values != NULL ? 4 : 3);
}

/* Keys, and values that move with them, or their index. */
static sl_status sort_keys(sl__sorting *s, sl_view *keys, sl_view *values, int there)
{
    static const struct sl__radix as_they_are;
    sl_view seen;
    if (!there || keys->elem >= 4)
        return sort_by_kernel(s, &s->radix, keys, values, there);
    sl__sort_cast(keys, &seen);
    SL_TRY(sl__sort_encode_there(s, &seen));
    SL_TRY(sort_by_kernel(s, &as_they_are, s->codes[0], values, there));
    return sl__sort_decode_there(s, &seen);
}

static sl_status sort_queue(sl__sorting *s, sl_view *keys, sl_view *values)
{
    const int there = sl__sort_is_there(s);
    if (values == NULL || sl__sort_are_moved(values, there))
        return sort_keys(s, keys, values, there);
    SL_TRY(sl__sort_make_index(s));
    SL_TRY(sort_keys(s, keys, s->index[0], there));
    return sl__sort_order_values(s, values, s->index[0]);
}

/* Waits for what a sort has queued where its policy says so. @return the first failure */
sl_status sl__sort_end(const sl__sorting *s, sl_status queued, sl_view *view, sl_view *values)
{
    if (queued != SL_SUCCESS || !s->waits)
        return queued;
    const sl_status status = sl__view_wait(s->function, view);
    const sl_status other = values != NULL ? sl__view_wait(s->function, values) : SL_SUCCESS;
    return status != SL_SUCCESS ? status : other;
}

static sl_status sort_submit(const char *function, const sl_policy *policy, sl_order order, sl_view *keys, int pairs,
                             sl_view *values)
{
    sl__sorting s;
    SL_TRY(sl__sort_take_policy(&s, function, "a sort", policy));
    SL_TRY(sl__sort_check_keys(function, pairs ? "keys" : "view", order, keys));
    if (pairs)
        SL_TRY(sl__sort_check_values(function, keys, values));
    SL_TRY(sl__sort_check_host(&s, keys, NULL, pairs ? values : NULL));
    if (keys->count == 0)
        return SL_SUCCESS;
    sl__sort_set_radix(&s, keys->type, keys->elem, order, keys->count);
    const sl_status status = sort_queue(&s, keys, values);
    sl__sort_drop(&s);
    return sl__sort_end(&s, status, keys, values);
}

sl_status sl_sort_with(sl_policy policy, sl_order order, sl_view *view)
{
    SL__CALL();
    return sl__submit_noted(sort_submit("sl_sort", &policy, order, view, 0, NULL));
}

sl_status sl_sort(sl_view *view)
{
    return sl_sort_with(sl__policy_default, SL_ASCENDING, view);
}

sl_status sl_sort_pairs_with(sl_policy policy, sl_order order, sl_view *keys, sl_view *values)
{
    SL__CALL();
    return sl__submit_noted(sort_submit("sl_sort_pairs", &policy, order, keys, 1, values));
}

sl_status sl_sort_pairs(sl_view *keys, sl_view *values)
{
    return sl_sort_pairs_with(sl__policy_default, SL_ASCENDING, keys, values);
}

/* ---- merge sorts ------------------------------------------------------------------------------------------ */

/* Sorts what data[0] has. @param[out] end  which of the two then has it */
static sl_status merge_queue(sl__sorting *s, struct sl__merge *m, sl_view *data[2], int *end)
{
    const int64_t blocks = (m->count + m->block - 1) / m->block;
    const sl__cast cast = {.type = SL_UINT8, .elem = 1, .rank = 1, .n = {m->count * m->elem}, .s = {1}};
    sl_view seen[2];
    int at = 0;
    for (int k = 0; k < 2; k++)
        sl__view_cast(&seen[k], data[k], &cast, 0);
    for (m->width = 0; m->width < m->count; m->width = m->width == 0 ? m->block : 2 * m->width) {
        const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = m},
                               {.kind = SL_ARG_VIEW, .view = &seen[at]},
                               {.kind = SL_ARG_VIEW, .view = &seen[1 - at]}};
        SL_TRY(sl__sort_loop(s, m->width == 0 ? &sl__merge_block__kernel : &sl__merge_runs__kernel, blocks, args, 3));
        at = m->width == 0 ? at : 1 - at;
    }
    *end = at;
    return SL_SUCCESS;
}

/* Sorts elements as they are. */
static sl_status merge_elements(sl__sorting *s, struct sl__merge *m, sl_view *view, sl_view *data[2])
{
    int end = 0;
    for (int k = 0; k < 2; k++)
        SL_TRY(sl__sort_memory(s, "sort elements", view->type, view->count, &data[k]));
    SL_TRY(sl__deep_copy(s->function, data[0], view));
    SL_TRY(merge_queue(s, m, data, &end));
    return sl__deep_copy(s->function, view, data[end]);
}

/* Sorts keys with their places, and brings values to these. */
static sl_status merge_pairs(sl__sorting *s, struct sl__merge *m, sl_view *keys, sl_view *values, sl_view *data[2])
{
    const int64_t bytes = (int64_t)keys->elem, bit = bytes & -bytes, place = sizeof(int64_t);
    int end = 0;
    sl_view seen;
    m->key = bytes;
    m->elem = (bytes + place - 1) / place * place + (bit > place ? bit : place); /* aligned as keys are */
    for (int k = 0; k < 2; k++)
        SL_TRY(sl__sort_memory(s, "sort elements", SL_UINT8, m->count * m->elem, &data[k]));
    SL_TRY(sl__sort_memory(s, "sort order", SL_INT64, m->count, &s->index[0]));
    const sl__cast cast = {
        .type = SL_UINT8, .elem = 1, .rank = 2, .n = {m->count, bytes}, .s = {keys->s[0] * bytes, 1}};
    sl__view_cast(&seen, keys, &cast, 0);
    const sl_arg pack[] = {{.kind = SL_ARG_SCALAR, .data = m},
                           {.kind = SL_ARG_VIEW, .view = &seen},
                           {.kind = SL_ARG_VIEW, .view = data[0]}};
    SL_TRY(sl__sort_loop(s, &sl__merge_pack__kernel, m->count, pack, 3));
    SL_TRY(merge_queue(s, m, data, &end));
    const sl_arg unpack[] = {{.kind = SL_ARG_SCALAR, .data = m},
                             {.kind = SL_ARG_VIEW, .view = data[end]},
                             {.kind = SL_ARG_VIEW, .view = &seen},
                             {.kind = SL_ARG_VIEW, .view = s->index[0]}};
    SL_TRY(sl__sort_loop(s, &sl__merge_unpack__kernel, m->count, unpack, 4));
    return sl__sort_order_values(s, values, s->index[0]);
}

static sl_status merge_submit(const char *function, const sl_policy *policy, sl_compare compare, sl_view *keys,
                              int pairs, sl_view *values)
{
    sl__sorting s;
    sl_view *data[2] = {NULL, NULL};
    const char *const argument = pairs ? "keys" : "view";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sort_check_cpu(function, policy, "a C function"));
    SL_TRY(sl__sort_take_policy(&s, function, "a sort", policy));
    if (compare == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: compare: expected a function, got NULL", function);
    SL_TRY(sl__sort_check_rank(function, argument, keys));
    if (pairs)
        SL_TRY(sl__sort_check_values(function, keys, values));
    SL_TRY(sl__sort_check_host(&s, keys, NULL, values));
    if (keys->count == 0)
        return SL_SUCCESS;
    s.policy.where = SL_CPU;
    struct sl__merge m;
    memset(&m, 0, sizeof m);
    m.count = keys->count;
    m.block = SL__MERGE_BLOCK;
    m.elem = (int64_t)keys->elem;
    m.compare = compare;
    const sl_status status = pairs ? merge_pairs(&s, &m, keys, values, data) : merge_elements(&s, &m, keys, data);
    for (int k = 0; k < 2; k++)
        if (data[k] != NULL)
            sl_view_destroy(&data[k]);
    sl__sort_drop(&s);
    return sl__sort_end(&s, status, keys, values);
}

sl_status sl_sort_by_with(sl_policy policy, sl_compare compare, sl_view *view)
{
    SL__CALL();
    return sl__submit_noted(merge_submit("sl_sort_by", &policy, compare, view, 0, NULL));
}

sl_status sl_sort_by(sl_compare compare, sl_view *view)
{
    return sl_sort_by_with(sl__policy_default, compare, view);
}

sl_status sl_sort_pairs_by_with(sl_policy policy, sl_compare compare, sl_view *keys, sl_view *values)
{
    SL__CALL();
    return sl__submit_noted(merge_submit("sl_sort_pairs_by", &policy, compare, keys, 1, values));
}

sl_status sl_sort_pairs_by(sl_compare compare, sl_view *keys, sl_view *values)
{
    return sl_sort_pairs_by_with(sl__policy_default, compare, keys, values);
}
