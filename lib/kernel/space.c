/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/space.h"

#include <string.h>

#include "base/error.h"

sl_space sl_space_box(int count, const sl_index bounds[])
{
    sl_space space = {0};
    if (count < 2 || count > 2 * SL_MAX_RANK || count % 2 != 0 || bounds == NULL)
        return space;
    space.rank = count / 2;
    for (int d = 0; d < space.rank; d++) {
        space.lo[d] = bounds[2 * d];
        space.hi[d] = bounds[2 * d + 1];
    }
    return space;
}

/* The bounds are made tight: the least and the greatest index. A stride of 0 stays as it is, to be refused. */
sl_space sl_space_stride(sl_index lo, sl_index hi, sl_index stride)
{
    sl_space space = {.rank = 1, .kind = SL_SPACE_STRIDE, .step = {stride}};
    const uint64_t width = stride > 0 ? (uint64_t)hi - (uint64_t)lo : (uint64_t)lo - (uint64_t)hi;
    const uint64_t each = stride > 0 ? (uint64_t)stride : -(uint64_t)stride;
    space.lo[0] = space.hi[0] = lo;
    if (stride == 0 || (stride > 0 ? lo >= hi : lo <= hi))
        return space;
    const sl_index last = (sl_index)((uint64_t)lo + (width - 1) / each * (uint64_t)stride);
    space.lo[0] = stride > 0 ? lo : last;
    space.hi[0] = stride > 0 ? last + 1 : lo;
    if (stride < 0 && __builtin_add_overflow(lo, 1, &space.hi[0]))
        space.step[0] = 0; /* there is no index past it */
    return space;
}

sl_space sl_space_range_view(sl_index lo, sl_index most, const struct sl_view *n)
{
    return (sl_space){.rank = 1, .kind = SL_SPACE_RANGE_VIEW, .lo = {lo}, .hi = {most}, .object = {n}};
}

/* The width may be larger than an index: few points lie far apart. */
static sl_index stride_along(const sl_space *space, int d)
{
    const uint64_t width = (uint64_t)space->hi[d] - (uint64_t)space->lo[d];
    const uint64_t each = space->step[d] > 0 ? (uint64_t)space->step[d] : -(uint64_t)space->step[d];
    if (space->hi[d] <= space->lo[d])
        return 0;
    const uint64_t points = each == 0 ? width : (width - 1) / each + 1;
    return points > (uint64_t)INT64_MAX ? -1 : (sl_index)points;
}

static sl_index list_along(const sl_space *space, int d)
{
    return space->step[d] >= 0 ? space->step[d] : -1 - space->step[d];
}

/* How many indices there are along a dimension; -1: more than are counted. */
static sl_index along(const sl_space *space, int d)
{
    sl_index n;
    if (sl__space_is_listed(space, d) || space->kind == SL_SPACE_SET)
        return list_along(space, d);
    if (!sl__space_is_plain(space))
        return stride_along(space, d);
    return space->hi[d] <= space->lo[d] ? 0 : __builtin_sub_overflow(space->hi[d], space->lo[d], &n) ? -1 : n;
}

sl_index sl__space_around(const sl_space *space)
{
    sl_index count = 1;
    for (int d = 0; d < space->rank; d++) {
        const sl_index n = along(space, d);
        if (n < 0 || (n > 0 && __builtin_mul_overflow(count, n, &count)))
            return -1;
    }
    return count;
}

/* Asked some times in each call: most boxes have one dimension. */
static sl_index box_points(const sl_space *space)
{
    if (space->rank == 1)
        return along(space, 0);
    for (int d = 0; d < space->rank; d++)
        if (space->hi[d] <= space->lo[d])
            return 0;
    return sl__space_around(space);
}

static sl_index stride_points(const sl_space *space)
{
    return stride_along(space, 0);
}

static sl_index product_points(const sl_space *space)
{
    for (int d = 0; d < space->rank; d++)
        if (along(space, d) == 0)
            return 0;
    return sl__space_around(space);
}

/* They are numbered from 0 on. */
static void numbered_places(const sl_space *space, int d, sl_index *lo, sl_index *hi)
{
    *lo = 0;
    *hi = along(space, d);
}

struct sl__places sl__space_stride_places(const sl_space *space, int d)
{
    struct sl__places places = {.list_ = NULL};
    if (!sl__space_is_plain(space)) {
        places.start_ =
            space->step[d] < 0 ? (sl_index)((uint64_t)space->hi[d] - 1) : space->lo[d]; /* it may be empty */
        places.step_ = space->step[d] == 0 ? 1 : space->step[d];                        /* a range of a product */
    }
    return places;
}

void sl__places_fetch(const struct sl__places *places, sl_index lo, sl_index hi, sl_index index[])
{
    const sl_index start = places->start_, step = places->step_;
    const int32_t *narrow = places->wide_ ? NULL : places->list_;
    const int64_t *wide = places->wide_ ? places->list_ : NULL;
    if (narrow != NULL && step == 1)
        for (sl_index k = lo; k < hi; k++)
            index[k - lo] = narrow[start + k];
    else if (wide != NULL && step == 1)
        memcpy(index, wide + start + lo, (size_t)(hi - lo) * sizeof *index);
    else
        for (sl_index k = lo; k < hi; k++)
            index[k - lo] = narrow != NULL ? narrow[start + k * step]
                            : wide != NULL ? wide[start + k * step]
                                           : (sl_index)((uint64_t)start + (uint64_t)k * (uint64_t)step);
}

static sl_index index_at(const struct sl__places *places, sl_index k)
{
    const sl_index at = (sl_index)((uint64_t)places->start_ + (uint64_t)k * (uint64_t)places->step_);
    return places->list_ == NULL ? at
           : places->wide_       ? ((const int64_t *)places->list_)[at]
                                 : ((const int32_t *)places->list_)[at];
}

/* Of a stride: without a search, for parts of loops ask often, most of ranges. */
static sl_index stride_below(const struct sl__places *places, sl_index n, sl_index index)
{
    const uint64_t each = places->step_ > 0 ? (uint64_t)places->step_ : -(uint64_t)places->step_;
    const int up = places->step_ > 0, none = up ? index <= places->start_ : index > places->start_;
    const uint64_t width =
        up ? (uint64_t)index - (uint64_t)places->start_ - 1 : (uint64_t)places->start_ - (uint64_t)index;
    const uint64_t steps = each == 1 ? width : width / each;
    const sl_index before = none ? 0 : steps < (uint64_t)n ? (sl_index)steps + 1 : n;
    return up ? before : n - before;
}

sl_index sl__places_below(const struct sl__places *places, sl_index n, sl_index index)
{
    sl_index below = 0, above = n;
    if (places->list_ == NULL)
        return stride_below(places, n, index);
    while (below < above) {
        const sl_index k = below + (above - below) / 2;
        if (index_at(places, k) < index)
            below = k + 1;
        else
            above = k;
    }
    return below;
}

int sl__space_part(const sl_space *space, const struct sl__places places[], const sl_index first[],
                   const sl_index end[], sl_space *part)
{
    *part = *space;
    for (int d = 0; d < space->rank; d++) {
        if (end[d] <= first[d])
            return 0;
        if (first[d] == 0 && end[d] == sl__space_length(space, d))
            continue;
        const sl_index one = index_at(&places[d], first[d]), other = index_at(&places[d], end[d] - 1);
        part->lo[d] = one < other ? one : other;
        part->hi[d] = (one < other ? other : one) + 1;
        if (sl__space_is_listed(space, d))
            part->step[d] = end[d] - first[d];
    }
    part->position += first[0];
    return 1;
}

static sl_index list_points(const sl_space *space)
{
    return list_along(space, 0);
}

/* Any element, where nobody has read the list. */
static int list_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
                    sl_index hi[])
{
    for (int d = 0; d < rank; d++) {
        const int q = reach->index[d], known = q != SL__FREE && sl__space_bounded(space, q);
        sl_index width = reach->width[d] < n[d] ? reach->width[d] : n[d];
        lo[d] = known ? space->lo[q] - width : 0;
        hi[d] = known ? space->hi[q] + width : n[d];
    }
    return 0;
}

static void box_places(const sl_space *space, int d, sl_index *lo, sl_index *hi)
{
    *lo = space->lo[d];
    *hi = space->hi[d];
}

/* No width need be more than the view is long. */
static int box_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
                   sl_index hi[])
{
    for (int d = 0; d < rank; d++) {
        sl_index width = reach->width[d] < n[d] ? reach->width[d] : n[d];
        if (reach->index[d] == SL__FREE) {
            lo[d] = 0;
            hi[d] = n[d];
            continue;
        }
        lo[d] = space->lo[reach->index[d]] - width;
        hi[d] = space->hi[reach->index[d]] + width;
    }
    return 1;
}

static int stride_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
                      sl_index hi[])
{
    box_use(space, reach, rank, n, lo, hi);
    return stride_points(space) == space->hi[0] - space->lo[0];
}

/* Some of what lies between its bounds. */
static int range_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
                     sl_index hi[])
{
    box_use(space, reach, rank, n, lo, hi);
    return 0;
}

/* By kind. */
static const sl__space_ops kinds[] = {
    [SL_SPACE_BOX] = {box_points, box_places, box_use},
    [SL_SPACE_STRIDE] = {stride_points, numbered_places, stride_use},
    [SL_SPACE_LIST] = {list_points, numbered_places, list_use},
    [SL_SPACE_SET] = {list_points, numbered_places, list_use}, /* before a call takes it apart */
    [SL_SPACE_RANGE_VIEW] = {box_points, box_places, range_use},
    [SL_SPACE_PRODUCT] = {product_points, numbered_places, list_use},
};

const sl__space_ops *sl__space_ops_of(int kind)
{
    return kind >= 0 && kind < (int)(sizeof kinds / sizeof *kinds) ? &kinds[kind] : NULL;
}

/* Number of points, or -1 when it does not fit; of a known kind. */
static sl_index points(const sl_space *space)
{
    return space->kind == SL_SPACE_BOX ? box_points(space) : sl__space_ops_of(space->kind)->points(space);
}

sl_index sl_space_size(const sl_space *space)
{
    if (space == NULL || space->rank < 1 || space->rank > SL_MAX_RANK)
        return 0;
    if (space->kind != SL_SPACE_BOX && sl__space_ops_of(space->kind) == NULL)
        return 0;
    sl_index count = points(space);
    return count < 0 ? INT64_MAX : count;
}

void sl__space_point(const sl_space *space, sl_index number, sl_index at[])
{
    for (int d = SL_MAX_RANK - 1; d >= 0; d--) {
        const sl_index extent = d < space->rank ? sl__space_width(space, d) : 1;
        at[d] = d < space->rank ? space->lo[d] + number % extent : 0;
        number /= extent;
    }
}

sl_status sl__space_check(const sl_space *space, const char *function, const char *kernel, int rank)
{
    if (space == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: space: expected a space, got NULL", function, kernel);
    if (sl__space_ops_of(space->kind) == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: space: expected a known kind (a box is %d), got %d", function,
                       kernel, SL_SPACE_BOX, space->kind);
    if (space->rank < 1 || space->rank > SL_MAX_RANK)
        return SL_FAIL(SL_ERR_RANK,
                       "%s: kernel %s: space: expected rank 1 to %d, "
                       "got %d (SL_BOX takes pairs of bounds)",
                       function, kernel, SL_MAX_RANK, space->rank);
    if (space->kind == SL_SPACE_STRIDE && space->step[0] == 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: space: expected a stride other than 0 and a first index below 2^63 - 1, got "
                       "stride 0 or that index",
                       function, kernel);
    if (space->kind != SL_SPACE_BOX && space->kind != SL_SPACE_PRODUCT && space->rank != 1)
        return SL_FAIL(SL_ERR_RANK, "%s: kernel %s: space: expected rank 1 of a stride or list, got %d", function,
                       kernel, space->rank);
    if (space->rank != rank)
        return SL_FAIL(SL_ERR_RANK, "%s: kernel %s: space: expected rank %d, got %d", function, kernel, rank,
                       space->rank);
    if (points(space) < 0)
        return SL_FAIL(SL_ERR_EXTENT, "%s: kernel %s: space: expected fewer than 2^63 points, got more", function,
                       kernel);
    return SL_SUCCESS;
}
