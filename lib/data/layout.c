/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/layout.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "data/measured.h"
#include "kernel/cases.h"

#include <starloop/kernel/map.h>

enum { LINE_BYTES = 64 /* bytes of a cache line; managed memory begins on one */ };

/* @param[in] count  elements; of none it is where they would be */
static sl_status layout_too_large(const char *function, int64_t count)
{
    return SL_FAIL(SL_ERR_EXTENT, "%s: extents: expected %sat most 2^62 bytes%s, got more", function,
                   count > 0 ? "" : "strides of ", count > 0 ? "" : ", also of a view of no elements");
}

/* The dimensions by ascending stride. */
static sl_status layout_dimensions(const char *function, const sl_layout *layout, int rank, int order[SL_MAX_RANK])
{
    unsigned seen = 0;
    if (layout->kind == SL__LAYOUT_PERMUTED && layout->count != rank)
        return SL_FAIL(SL_ERR_RANK, "%s: layout: expected %d dimensions for rank %d, got %d", function, rank, rank,
                       layout->count);
    for (int k = 0; k < rank; k++) {
        const sl_index p = layout->kind == SL__LAYOUT_LEFT ? k : rank - 1 - k;
        const sl_index d = layout->kind == SL__LAYOUT_PERMUTED ? layout->stride[p] : p;
        if (d < 0 || d >= rank || (seen >> d & 1))
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: layout: expected each dimension from 0 to %d once, got %" PRId64,
                           function, rank - 1, d);
        seen |= 1u << d;
        order[k] = (int)d;
    }
    return SL_SUCCESS;
}

/* The length of a line of so many elements, with what is left out behind it. */
static sl_status layout_pad(const char *function, int64_t pad, size_t elem, int64_t *length)
{
    int64_t step = LINE_BYTES;
    if (pad < 0 && pad != SL_PAD_LINE)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: layout: expected padding of 0 elements or more, or SL_PAD_LINE, got %" PRId64, function,
                       pad);
    while (step > 1 && (size_t)step / 2 * elem % LINE_BYTES == 0) /* the least power of two that ends on a line */
        step /= 2;
    if (pad == SL_PAD_LINE)
        pad = (step - *length % step) % step;
    return __builtin_add_overflow(*length, pad, length) ? layout_too_large(function, 1) : SL_SUCCESS;
}

/* Strides of right, left and permuted: running products, in which an extent of 0 counts as 1 so that strides stay
 * positive. */
static sl_status layout_dense(const char *function, const sl_layout *layout, sl__shape *shape)
{
    int64_t product = 1;
    int order[SL_MAX_RANK];
    SL_TRY(layout_dimensions(function, layout, shape->rank, order));
    for (int k = 0; k < shape->rank; k++) {
        const int d = order[k];
        int64_t length = shape->n[d] ? shape->n[d] : 1;
        if (k == 0)
            SL_TRY(layout_pad(function, layout->pad, shape->elem, &length));
        shape->s[d] = product;
        if (__builtin_mul_overflow(product, length, &product) || product > SL__MOST_BYTES / (int64_t)shape->elem)
            return layout_too_large(function, shape->count);
    }
    return SL_SUCCESS;
}

/* Fills order with the dimensions of more than one index, by ascending stride; gives their number. */
static int layout_order(int rank, const int64_t n[], const int64_t s[], int order[SL_MAX_RANK])
{
    int count = 0;
    for (int d = 0; d < rank; d++) {
        if (n[d] <= 1)
            continue;
        int k = count++;
        for (; k > 0 && s[order[k - 1]] > s[d]; k--)
            order[k] = order[k - 1];
        order[k] = d;
    }
    return count;
}

/* Explicit strides: each must be larger than the largest offset within the dimensions of smaller strides. That is
 * enough for distinct elements to lie apart, and it keeps the elements in nested order, which copies rely on. */
static sl_status layout_explicit(const char *function, const sl_layout *layout, sl__shape *shape)
{
    if (layout->pad != 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: layout: expected padding of a right, left or permuted layout, got it of explicit strides",
                       function);
    if (layout->count != shape->rank)
        return SL_FAIL(SL_ERR_RANK, "%s: layout: expected %d strides for rank %d, got %d", function, shape->rank,
                       shape->rank, layout->count);
    for (int d = 0; d < shape->rank; d++) {
        if (layout->stride[d] < 1)
            return SL_FAIL(SL_ERR_EXTENT, "%s: layout: expected positive strides, got %" PRId64 " in dimension %d",
                           function, layout->stride[d], d);
        shape->s[d] = layout->stride[d];
    }
    if (shape->count == 0)
        return SL_SUCCESS;
    int order[SL_MAX_RANK];
    int dims = layout_order(shape->rank, shape->n, shape->s, order);
    int64_t reach = 0; /* the largest offset so far */
    for (int k = 0; k < dims; k++) {
        int d = order[k];
        if (shape->s[d] <= reach)
            return SL_FAIL(SL_ERR_EXTENT,
                           "%s: layout: expected a stride of more than %" PRId64 " in dimension %d, past the elements "
                           "of smaller strides, got %" PRId64,
                           function, reach, d, shape->s[d]);
        int64_t length;
        if (__builtin_mul_overflow(shape->n[d] - 1, shape->s[d], &length) ||
            __builtin_add_overflow(reach, length, &reach))
            return layout_too_large(function, 1);
    }
    return SL_SUCCESS;
}

static sl_status layout_size(const char *function, sl__shape *shape)
{
    const int64_t most = SL__MOST_BYTES / (int64_t)shape->elem;
    int64_t last = 0; /* offset of the last element */
    for (int d = 0; d < shape->rank; d++) {
        int64_t length;
        if (shape->n[d] > 1 && (__builtin_mul_overflow(shape->n[d] - 1, shape->s[d], &length) ||
                                __builtin_add_overflow(last, length, &last)))
            return layout_too_large(function, shape->count);
    }
    if (last >= most)
        return layout_too_large(function, shape->count);
    shape->span = shape->count ? (size_t)(last + 1) * shape->elem : 0;
    return SL_SUCCESS;
}

/* Layouts without strides: what stands in their place, and how many elements there is room for. */
static sl_status layout_words(const char *function, const sl_layout *layout, sl__shape *shape)
{
    const char *const names[] = {"SL_LAYOUT_BLOCKED(...)", "SL_LAYOUT_MORTON", "SL_LAYOUT_MAPPED(...)"};
    const char *name = names[layout->kind - SL__LAYOUT_BLOCKED];
    shape->map = layout->kind;
    if (shape->rank == 0)
        return SL_FAIL(SL_ERR_RANK, "%s: layout: expected a view of rank 1 to 6 for %s, got rank 0", function, name);
    if (layout->pad != 0 || layout->firsts != 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: layout: expected neither padding nor first indices of %s, got some",
                       function, name);
    if (layout->kind == SL__LAYOUT_BLOCKED && layout->count != shape->rank)
        return SL_FAIL(SL_ERR_RANK, "%s: layout: expected %d extents of a block for rank %d, got %d", function,
                       shape->rank, shape->rank, layout->count);
    const int words = layout->kind == SL__LAYOUT_BLOCKED                       ? layout->count
                      : layout->kind == SL__LAYOUT_MAPPED && layout->count > 0 ? 1
                                                                               : 0;
    for (int d = 0; d < shape->rank; d++) {
        shape->s[d] = d < words ? layout->stride[d] : 0;
        if (layout->kind == SL__LAYOUT_BLOCKED && shape->s[d] < 1)
            return SL_FAIL(SL_ERR_EXTENT,
                           "%s: layout: expected extents of a block of 1 or more, got %" PRId64 " in dimension %d",
                           function, shape->s[d], d);
        while (layout->kind == SL__LAYOUT_MORTON && shape->s[d] < 62 && (int64_t)1 << shape->s[d] < shape->n[d])
            shape->s[d]++;
    }
    if (layout->kind == SL__LAYOUT_MAPPED && shape->s[0] < 0)
        return SL_FAIL(SL_ERR_EXTENT, "%s: layout: expected room for 0 elements or more, got %" PRId64, function,
                       shape->s[0]);
    return SL_SUCCESS;
}

/* Bytes of the whole of them. */
static sl_status layout_room(const char *function, sl__shape *shape)
{
    int64_t places = shape->map == SL__LAYOUT_MAPPED ? shape->s[0] : 1;
    for (int d = 0; d < shape->rank && shape->map != SL__LAYOUT_MAPPED && shape->count > 0; d++) {
        const int64_t b = shape->s[d];
        int64_t length = shape->map == SL__LAYOUT_MORTON ? (int64_t)1 << b : (shape->n[d] - 1) / b + 1;
        if ((shape->map == SL__LAYOUT_BLOCKED && __builtin_mul_overflow(length, b, &length)) ||
            __builtin_mul_overflow(places, length, &places))
            return layout_too_large(function, 1);
    }
    if (places > SL__MOST_BYTES / (int64_t)shape->elem)
        return layout_too_large(function, 1);
    shape->span = shape->count > 0 ? (size_t)places * shape->elem : 0;
    shape->cases = SL__TAKES_ALL;
    if (shape->count == 0 || places > 0)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_EXTENT,
                   "%s: layout: expected room for elements, as the extents want, got SL_LAYOUT_MAPPED(0)", function);
}

int64_t sl__layout_place(sl_layout_kind map, int rank, const int64_t x[], const int64_t n[], const int64_t s[])
{
    int64_t place = 0;
    if (map == SL__LAYOUT_BLOCKED)
        return sl__place_blocked(rank, x, n, s);
    if (map == SL__LAYOUT_MORTON)
        return sl__place_morton(rank, x, s);
    for (int d = 0; d < rank; d++)
        place += x[d] * s[d];
    return place;
}

/* First indices: no index, nor how far an element with one would be from that at 0, leaves 62 bits. */
static sl_status layout_firsts(const char *function, const sl_layout *layout, sl__shape *shape)
{
    if (layout->firsts != 0 && layout->firsts != shape->rank)
        return SL_FAIL(SL_ERR_RANK, "%s: layout: expected %d first indices for rank %d, got %d", function, shape->rank,
                       shape->rank, layout->firsts);
    for (int d = 0; d < layout->firsts; d++) {
        const int64_t first = layout->first[d];
        int64_t bytes, end;
        if (__builtin_mul_overflow(first, shape->s[d], &bytes) ||
            __builtin_mul_overflow(bytes, (int64_t)shape->elem, &bytes) || bytes > SL__MOST_BYTES / SL_MAX_RANK ||
            bytes < -SL__MOST_BYTES / SL_MAX_RANK || __builtin_add_overflow(first, shape->n[d], &end))
            return SL_FAIL(SL_ERR_EXTENT,
                           "%s: layout: expected a first index within 2^62 bytes of 0, got %" PRId64 " in dimension %d",
                           function, first, d);
        shape->first[d] = first;
        shape->shifted |= first != 0;
    }
    return SL_SUCCESS;
}

static sl_status layout_extents(const char *function, const sl_extents *extents, sl__shape *shape)
{
    int empty = 0, large = 0;
    if (extents->rank < 0 || extents->rank > SL_MAX_RANK)
        return SL_FAIL(SL_ERR_RANK, "%s: extents: expected rank 0 to %d, got %d", function, SL_MAX_RANK, extents->rank);
    shape->rank = extents->rank;
    shape->count = 1;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        shape->n[d] = d < extents->rank ? extents->n[d] : 1;
        shape->s[d] = 1;
        if (shape->n[d] < 0)
            return SL_FAIL(SL_ERR_EXTENT, "%s: extents: expected 0 or more, got %" PRId64 " in dimension %d", function,
                           shape->n[d], d);
        empty |= shape->n[d] == 0;
        large |= __builtin_mul_overflow(shape->count, shape->n[d], &shape->count);
    }
    if (empty)
        shape->count = 0;
    else if (large)
        return layout_too_large(function, 1);
    return SL_SUCCESS;
}

/* Right in host memory. It takes more than one dimension of several indices for left to be another layout. */
static sl_status layout_auto(const char *function, const sl_layout *layout, sl__shape *shape)
{
    int several = 0;
    if (layout->pad != 0 || layout->firsts != 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: layout: expected neither padding nor first indices of SL_LAYOUT_AUTO, got some", function);
    for (int d = 0; d < shape->rank; d++)
        several += shape->n[d] > 1;
    shape->turns = 1;
    shape->automatic = shape->count > 0 && several > 1;
    return layout_dense(function, layout, shape);
}

void sl__layout_left(int rank, const int64_t n[], int64_t s[])
{
    int64_t product = 1;
    for (int d = 0; d < rank; d++) {
        s[d] = product;
        product *= n[d] > 0 ? n[d] : 1;
    }
}

sl_status sl__layout_shape(const char *function, size_t elem, const sl_layout *layout, const sl_extents *extents,
                           sl__shape *shape)
{
    sl__shape result = {.elem = elem};
    if (elem < 1 || elem > (size_t)SL__MOST_BYTES)
        return layout_too_large(function, 1);
    SL_TRY(layout_extents(function, extents, &result));
    switch (layout->kind) {
    case SL__LAYOUT_RIGHT:
    case SL__LAYOUT_LEFT:
    case SL__LAYOUT_PERMUTED: SL_TRY(layout_dense(function, layout, &result)); break;
    case SL__LAYOUT_AUTO: SL_TRY(layout_auto(function, layout, &result)); break;
    case SL__LAYOUT_STRIDE: SL_TRY(layout_explicit(function, layout, &result)); break;
    case SL__LAYOUT_BLOCKED:
    case SL__LAYOUT_MORTON:
    case SL__LAYOUT_MAPPED:
        SL_TRY(layout_words(function, layout, &result));
        SL_TRY(layout_room(function, &result));
        *shape = result;
        return SL_SUCCESS;
    default:
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: layout: expected one of SL_LAYOUT_RIGHT, _LEFT, ..., got kind %d",
                       function, (int)layout->kind);
    }
    SL_TRY(layout_size(function, &result));
    SL_TRY(layout_firsts(function, layout, &result));
    result.cases = sl__cases_of(result.rank, result.n, result.s);
    *shape = result;
    return SL_SUCCESS;
}

sl__runs sl__layout_runs(int rank, size_t elem, const int64_t n[], const int64_t s[])
{
    sl__runs runs = {.run = elem};
    for (int d = 0; d < rank; d++) {
        if (n[d] == 0)
            return (sl__runs){.run = 0};
    }
    int order[SL_MAX_RANK];
    int dims = layout_order(rank, n, s, order);
    for (int k = 0; k < dims; k++) {
        int64_t length = n[order[k]];
        size_t step = (size_t)s[order[k]] * elem;
        int last = runs.rank - 1;
        if (last < 0 && step == runs.run) {
            runs.run *= (size_t)length;
        } else if (last >= 0 && step == runs.step[last] * (size_t)runs.n[last]) {
            runs.n[last] *= length;
        } else {
            runs.n[runs.rank] = length;
            runs.step[runs.rank++] = step;
        }
    }
    return runs;
}

int sl__runs_next(const sl__runs *runs, int first, int64_t index[], size_t *offset)
{
    for (int k = first; k < runs->rank; k++) {
        *offset += runs->step[k];
        if (++index[k] < runs->n[k])
            return 1;
        *offset -= runs->step[k] * (size_t)runs->n[k];
        index[k] = 0;
    }
    return 0;
}

/* Costs are in bytes that a fast link moves in the time. */
sl__copy_way sl__layout_copy_way(const sl__runs *runs, size_t span, int gaps, int stage)
{
    const double run = (double)runs->run;
    double rows = 1, calls;
    for (int k = 0; k < runs->rank; k++)
        rows *= (double)runs->n[k];
    if (runs->rank == 0)
        return SL__COPY_SPAN;
    calls = rows / (double)runs->n[0];
    double by_rows = rows * (run > SL__COPY_COST_ROW ? run : SL__COPY_COST_ROW) + calls * SL__COPY_COST_ROWS;
    double by_span = (double)span + SL__COPY_COST_CALL;
    double by_stage = by_span + SL__COPY_COST_HOST * rows * (run > SL__COPY_COST_LINE ? run : SL__COPY_COST_LINE);
    if (gaps)
        return by_span <= by_rows ? SL__COPY_SPAN : SL__COPY_ROWS;
    return stage && by_stage < by_rows ? SL__COPY_STAGE : SL__COPY_ROWS;
}

void sl__layout_scatter(sl__scatter *scatter, void *data, const void *bytes, size_t begin, size_t end)
{
    const sl__runs *runs = &scatter->runs;
    char *to = data;
    const char *from = bytes;
    size_t at = scatter->offset;
    if (runs->run == 0)
        return;
    do {
        const size_t last = at + runs->run, low = at > begin ? at : begin, high = last < end ? last : end;
        if (at >= end)
            break;
        if (low < high && runs->run == sizeof(double) && high - low == sizeof(double))
            memcpy(to + low, from + (low - begin), sizeof(double)); /* of a length that the compiler knows */
        else if (low < high)
            memcpy(to + low, from + (low - begin), high - low);
        if (last > end)
            break;
    } while (sl__runs_next(runs, 0, scatter->index, &at));
    scatter->offset = at;
}

sl_layout sl__layout_dense(int rank, const int64_t n[], const int64_t s[], const int64_t first[])
{
    sl_layout layout = {.kind = SL__LAYOUT_STRIDE, .count = rank, .firsts = rank};
    memcpy(layout.first, first, (size_t)rank * sizeof *first);
    int64_t product = 1;
    for (unsigned left = (1u << rank) - 1; left != 0;) {
        int least = -1; /* of equal strides the last dimension, as right has it */
        for (int d = 0; d < rank; d++)
            if ((left >> d & 1) && (least < 0 || s[d] <= s[least]))
                least = d;
        left &= ~(1u << least);
        layout.stride[least] = product;
        product *= n[least] > 0 ? n[least] : 1;
    }
    return layout;
}
