/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of segments by themselves. On CPUs an iteration has a segment (codelets/sort_segments_nocuda.c); on a device
 * one kernel sorts the codes of all segments (include/starloop/kernel/sort_segments_view.h). Values go by an index. */
#include <starloop/sort.h>

#include <inttypes.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/state.h"
#include "base/types.h"
#include "call/sort.h"
#include "call/submit.h"
#include "data/subview.h"
#include "kernel/policy.h"
#include "kernel/sort.h"

static sl_status check_offsets(const char *function, const char *what, const sl_view *data, const sl_view *offsets)
{
    SL_TRY(sl__view_check(offsets, function, "offsets"));
    SL_TRY(sl__view_check_one_layout(offsets, function, "offsets"));
    if (offsets->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(offsets),
                          "%s: offsets: expected a view of rank 1, got \"%s\" of rank %d", function, offsets->label,
                          offsets->rank);
    if (offsets->type != SL_INT32 && offsets->type != SL_INT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(offsets),
                          "%s: offsets: expected a view of int32_t or int64_t, got \"%s\" of %s", function,
                          offsets->label, sl_type_name(offsets->type));
    if (offsets->n[0] < 1)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(offsets),
                          "%s: offsets: expected an element more than there are segments, 1 at least, got extent 0 of "
                          "\"%s\"",
                          function, offsets->label);
    return sl__view_check_apart(function, "offsets", SL__APART_MEMORY, offsets, what, data);
}

/* Where the sort runs. @param[out] device  the kernel that sorts the codes there; NULL: CPUs */
static sl_status choose_place(sl__sorting *s, const sl_view *keys, const sl_view *values, int64_t segments,
                              const sl_kernel **device)
{
    *device = sl__sort_is_there(s) ? sl__sort_segments_kernel(keys->elem, values != NULL, keys->count, segments) : NULL;
    const sl__backend *b = sl__backend_of(s->policy.where);
    if (b != NULL && *device == NULL) {
        SL_TRY(sl__policy_check(&s->policy, 1, s->function, "a sort of segments"));
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: policy.where: expected fewer than 2^31 keys and segments for %s, got %" PRId64
                       " and %" PRId64,
                       s->function, b->place, keys->count, segments);
    }
    s->policy.where = *device != NULL ? sl__backend_now()->where : SL_CPU;
    return SL_SUCCESS;
}

static sl_arg segments_view(sl_view *view)
{
    return (sl_arg){.kind = SL_ARG_VIEW, .view = view};
}

/* ---- on CPUs ----------------------------------------------------------------------------------------------- */

/* Whether the keys, as they lie in memory, are codes. */
static int are_codes(const sl__sorting *s, const sl_view *keys)
{
    const struct sl__radix *r = &s->radix;
    return !r->descending && !r->codes.is_float_ && r->codes.sign_ == 0 && (keys->s[0] == 1 || keys->count == 1);
}

/* Sorts codes, and the index if there is one. */
static sl_status sort_each(const sl__sorting *s, sl_view *codes, sl_view *offsets)
{
    const int pairs = s->index[0] != NULL;
    const sl_arg args[] = {segments_view(offsets), segments_view(codes), segments_view(s->codes[1]),
                           segments_view(s->index[0]), segments_view(s->index[1])};
    sl__sorting uneven = *s; /* segments may differ in length */
    uneven.policy.schedule = s->policy.schedule == SL_AUTO ? SL_GUIDED : s->policy.schedule;
    return sl__sort_loop(&uneven, pairs ? s->kernels->segments_pairs : s->kernels->segments, offsets->n[0] - 1, args,
                         pairs ? 5 : 3);
}

/* @param[in] offsets  of int64_t */
static sl_status queue_on_cpu(sl__sorting *s, sl_view *keys, sl_view *offsets, sl_view *values)
{
    const int in_place = are_codes(s, keys);
    sl_view seen;
    sl__sort_cast(keys, &seen);
    for (int k = in_place; k < 2; k++)
        SL_TRY(sl__sort_memory(s, "sort keys", s->kernels->type, s->radix.count, &s->codes[k]));
    if (values != NULL) {
        SL_TRY(sl__sort_make_index(s));
        SL_TRY(sl__sort_memory(s, "sort order", SL_INT64, s->radix.count, &s->index[1]));
    }
    if (!in_place)
        SL_TRY(sl__sort_turn(s, s->kernels->encode, 1, &seen, s->codes[0]));
    SL_TRY(sort_each(s, in_place ? &seen : s->codes[0], offsets));
    if (values != NULL)
        SL_TRY(sl__sort_order_values(s, values, s->index[0]));
    return in_place ? SL_SUCCESS : sl__sort_turn(s, s->kernels->decode, 1, s->codes[0], &seen);
}

/* ---- on devices -------------------------------------------------------------------------------------------- */

/* Where segments begin, and behind that where they end.
 * @param[in] offsets  of int64_t  @param[out] bounds  [2 segments] memory of its own */
static sl_status make_bounds(const sl__sorting *s, sl_view *offsets, sl_view **bounds)
{
    const int64_t segments = offsets->n[0] - 1;
    SL_TRY(sl__sort_memory(s, "sort segments", SL_INT32, 2 * segments, bounds));
    const sl_arg args[] = {segments_view(offsets), segments_view(*bounds)};
    return sl__sort_loop(s, &sl__sort_bounds__kernel, segments, args, 2);
}

/* Values of 8 bytes as an index. */
static void as_index(const sl_view *values, sl_view *seen)
{
    const sl__cast cast = {
        .type = SL_INT64, .elem = sizeof(int64_t), .rank = 1, .n = {values->n[0]}, .s = {values->s[0]}};
    sl__view_cast(seen, values, &cast, 0);
}

/* Sorts codes and an index, of the sort's own or the values themselves. */
static sl_status queue_there(sl__sorting *s, const sl_kernel *device, sl_view *seen, sl_view *bounds, sl_view *values)
{
    const int moved = values != NULL && values->elem == sizeof(int64_t) && sl__sort_are_moved(values, 1);
    sl_view with;
    SL_TRY(sl__sort_encode_there(s, seen));
    if (moved)
        as_index(values, &with);
    else if (values != NULL)
        SL_TRY(sl__sort_make_index(s));
    const sl_arg args[] = {segments_view(bounds), segments_view(s->codes[0]),
                           segments_view(moved ? &with : s->index[0])};
    SL_TRY(sl__sort_loop(s, device, s->radix.count, args, values != NULL ? 3 : 2));
    if (values != NULL && !moved)
        SL_TRY(sl__sort_order_values(s, values, s->index[0]));
    return sl__sort_decode_there(s, seen);
}

static sl_status queue_on_device(sl__sorting *s, const sl_kernel *device, sl_view *keys, sl_view *offsets,
                                 sl_view *values)
{
    sl_view seen, *bounds = NULL;
    sl__sort_cast(keys, &seen);
    sl_status status = make_bounds(s, offsets, &bounds);
    if (status == SL_SUCCESS)
        status = queue_there(s, device, &seen, bounds, values);
    sl_view_destroy(&bounds);
    return status;
}

/* ---- calls ------------------------------------------------------------------------------------------------- */

/* Offsets as int64_t that have been looked at, in memory of the sort's own: a failure stands there, which keeps the
 * loops behind from running. */
static sl_status take_offsets(const sl__sorting *s, sl_view *offsets, sl_view **own)
{
    *own = NULL;
    SL_TRY(sl__sort_memory(s, "sort offsets", SL_INT64, offsets->n[0], own));
    sl_view seen;
    const sl__cast cast = {
        .type = offsets->type, .elem = offsets->elem, .rank = 1, .n = {offsets->n[0]}, .s = {offsets->s[0]}};
    sl__view_cast(&seen, offsets, &cast, 0);
    const sl_arg args[] = {
        {.kind = SL_ARG_SCALAR, .data = (void *)&s->radix.count}, segments_view(&seen), segments_view(*own)};
    return sl__sort_loop(s, offsets->type == SL_INT64 ? &sl__sort_offsets64__kernel : &sl__sort_offsets32__kernel,
                         offsets->n[0], args, 3);
}

static sl_status segments_queue(sl__sorting *s, const sl_kernel *device, sl_view *keys, sl_view *offsets,
                                sl_view *values)
{
    sl_view *own;
    sl_status status = take_offsets(s, offsets, &own);
    if (status == SL_SUCCESS)
        status = device != NULL ? queue_on_device(s, device, keys, own, values) : queue_on_cpu(s, keys, own, values);
    sl__sort_drop(s);
    sl_view_destroy(&own);
    return status;
}

static sl_status segments_submit(const char *function, const sl_policy *policy, sl_order order, sl_view *keys,
                                 sl_view *offsets, int pairs, sl_view *values)
{
    sl__sorting s;
    const sl_kernel *device;
    SL_TRY(sl__sort_take_policy(&s, function, "a sort of segments", policy));
    SL_TRY(sl__sort_check_keys(function, "keys", order, keys));
    SL_TRY(check_offsets(function, "keys ", keys, offsets));
    if (pairs) {
        SL_TRY(sl__sort_check_values(function, keys, values));
        SL_TRY(check_offsets(function, "values ", values, offsets));
    }
    SL_TRY(sl__sort_check_host(&s, keys, offsets, pairs ? values : NULL));
    SL_TRY(choose_place(&s, keys, values, offsets->n[0] - 1, &device));
    if (keys->count == 0 || offsets->n[0] < 2)
        return SL_SUCCESS;
    sl__sort_set_radix(&s, keys->type, keys->elem, order, keys->count);
    return sl__sort_end(&s, segments_queue(&s, device, keys, offsets, values), keys, values);
}

sl_status sl_sort_segments_with(sl_policy policy, sl_order order, sl_view *keys, sl_view *offsets)
{
    SL__CALL();
    return sl__submit_noted(segments_submit("sl_sort_segments", &policy, order, keys, offsets, 0, NULL));
}

sl_status sl_sort_segments(sl_view *keys, sl_view *offsets)
{
    return sl_sort_segments_with(sl__policy_default, SL_ASCENDING, keys, offsets);
}

sl_status sl_sort_segments_pairs_with(sl_policy policy, sl_order order, sl_view *keys, sl_view *offsets,
                                      sl_view *values)
{
    SL__CALL();
    return sl__submit_noted(segments_submit("sl_sort_segments_pairs", &policy, order, keys, offsets, 1, values));
}

sl_status sl_sort_segments_pairs(sl_view *keys, sl_view *offsets, sl_view *values)
{
    return sl_sort_segments_pairs_with(sl__policy_default, SL_ASCENDING, keys, offsets, values);
}
