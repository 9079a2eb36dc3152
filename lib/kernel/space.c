/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/space.h"

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

static sl_index box_points(const sl_space *space)
{
    sl_index count = 1;
    for (int d = 0; d < space->rank; d++)
        if (space->hi[d] <= space->lo[d])
            return 0;
    for (int d = 0; d < space->rank; d++) {
        sl_index n;
        if (__builtin_sub_overflow(space->hi[d], space->lo[d], &n) || __builtin_mul_overflow(count, n, &count))
            return -1;
    }
    return count;
}

static void box_places(const sl_space *space, int d, sl_index *lo, sl_index *hi)
{
    sl__space_places(space, d, lo, hi);
}

static int box_cut(const sl_space *space, const sl_index lo[], const sl_index hi[], sl_space *part)
{
    int some = 1;
    *part = *space;
    for (int d = 0; d < space->rank; d++) {
        if (part->lo[d] < lo[d])
            part->lo[d] = lo[d];
        if (part->hi[d] > hi[d])
            part->hi[d] = hi[d];
        some &= part->lo[d] < part->hi[d];
    }
    return some;
}

/* No width need be more than the view is long. */
static int box_use(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[], sl_index lo[],
                   sl_index hi[])
{
    for (int d = 0; d < rank; d++) {
        sl_index width = reach->width[d] < n[d] ? reach->width[d] : n[d];
        lo[d] = space->lo[reach->index[d]] - width;
        hi[d] = space->hi[reach->index[d]] + width;
    }
    return 1;
}

/* By kind. */
static const sl__space_ops kinds[] = {
    [SL_SPACE_BOX] = {box_points, box_places, box_cut, box_use},
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
        const sl_index extent = d < space->rank ? space->hi[d] - space->lo[d] : 1;
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
    if (space->rank != rank)
        return SL_FAIL(SL_ERR_RANK, "%s: kernel %s: space: expected rank %d, got %d", function, kernel, rank,
                       space->rank);
    if (points(space) < 0)
        return SL_FAIL(SL_ERR_EXTENT, "%s: kernel %s: space: expected fewer than 2^63 points, got more", function,
                       kernel);
    return SL_SUCCESS;
}
