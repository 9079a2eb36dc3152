/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/policy.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "backend/backend.h"
#include "kernel/policy.h"

const sl_policy sl__policy_default;

static int has_order(const sl_policy *policy, int rank)
{
    for (int d = 0; d < rank; d++)
        if (policy->order[d] != 0)
            return 1;
    return 0;
}

int sl__policy_ordered(const sl_policy *policy, int rank)
{
    return policy->iterate_inner != SL_ITERATE_DEFAULT || has_order(policy, rank);
}

void sl__iterate_order(sl_iterate iterate, int rank, int order[])
{
    for (int l = 0; l < rank; l++)
        order[l] = iterate == SL_ITERATE_LEFT ? rank - 1 - l : l;
}

void sl__policy_order(const sl_policy *policy, int rank, int order[])
{
    if (policy->iterate_inner != SL_ITERATE_DEFAULT)
        sl__iterate_order(policy->iterate_inner, rank, order);
    else
        memcpy(order, policy->order, (size_t)rank * sizeof *order);
}

int sl__policy_lexical(const sl_policy *policy, int rank)
{
    int order[SL_MAX_RANK], lexical = 1;
    sl__policy_order(policy, rank, order);
    for (int d = 0; d < rank; d++)
        lexical &= order[d] == d;
    return lexical || !sl__policy_ordered(policy, rank);
}

static sl_status check_order(const sl_policy *policy, int rank, const char *function, const char *what)
{
    int seen = 0;
    for (int l = 0; l < SL_MAX_RANK; l++) {
        int d = policy->order[l];
        if (l >= rank ? d != 0 : d < 0 || d >= rank || (seen & 1 << d))
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: %s: policy.order: expected each of the dimensions 0 to %d once, "
                           "got %d in "
                           "place %d",
                           function, what, rank - 1, d, l);
        seen |= 1 << d;
    }
    return SL_SUCCESS;
}

static sl_status check_iterate(const sl_policy *policy, int rank, const char *function, const char *what)
{
    if ((unsigned)policy->iterate_outer > SL_ITERATE_RIGHT)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.iterate_outer: expected an sl_iterate, got %d", function, what,
                       policy->iterate_outer);
    if ((unsigned)policy->iterate_inner > SL_ITERATE_RIGHT)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.iterate_inner: expected an sl_iterate, got %d", function, what,
                       policy->iterate_inner);
    if (policy->iterate_inner != SL_ITERATE_DEFAULT && has_order(policy, rank))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: %s: policy.iterate_inner: expected SL_ITERATE_DEFAULT beside .order, got %s", function,
                       what, policy->iterate_inner == SL_ITERATE_LEFT ? "SL_ITERATE_LEFT" : "SL_ITERATE_RIGHT");
    return SL_SUCCESS;
}

/* A tile is a block's extents along CUDA's axes, which are the three innermost loops. @return threads of a block, of
 * one that is too long along z too many; 0: no extent of it is given. */
static sl_index tile_threads(const sl_policy *policy, int rank, const int order[])
{
    sl_index threads = 1;
    int given = 0;
    for (int l = rank - 1, axis = 0; l >= 0 && axis < 3; l--, axis++) {
        const sl_index n = policy->tile[order[l]];
        given |= n > 0;
        if (n > SL__BLOCK_THREADS || (axis == 2 && n > SL__BLOCK_Z))
            return INT64_MAX;
        threads *= n > 0 ? n : 1;
    }
    return given ? threads : 0;
}

/* Where no order is given the layouts choose one: a tile that fits in either is let through. */
static sl_status check_tile(const sl_policy *policy, int rank, const char *function, const char *what)
{
    int order[2][SL_MAX_RANK];
    const sl_where where = sl__policy_where(policy);
    if (where == SL_ANYWHERE || where == SL_CPU || rank < 2 || policy->block != 0)
        return SL_SUCCESS;
    const sl__backend *b = sl__backend_of(where);
    if (b == NULL)
        return SL_SUCCESS;
    sl__iterate_order(SL_ITERATE_RIGHT, rank, order[0]);
    sl__iterate_order(SL_ITERATE_LEFT, rank, order[1]);
    if (sl__policy_ordered(policy, rank)) {
        sl__policy_order(policy, rank, order[0]);
        sl__policy_order(policy, rank, order[1]);
    }
    if (tile_threads(policy, rank, order[0]) <= SL__BLOCK_THREADS ||
        tile_threads(policy, rank, order[1]) <= SL__BLOCK_THREADS)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_ARGUMENT,
                   "%s: %s: policy.tile: expected at most %d threads in a block on %s, %d of them along the third "
                   "axis, got %lld x %lld x %lld",
                   function, what, SL__BLOCK_THREADS, b->place, SL__BLOCK_Z, (long long)policy->tile[0],
                   (long long)policy->tile[1], (long long)policy->tile[2]);
}

static sl_status check_launch(const sl_policy *policy, const char *function, const char *what)
{
    const sl_occupancy *o = &policy->occupancy;
    if (policy->block < 0 || policy->block > SL__BLOCK_THREADS)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.block: expected 0 to %d threads, got %d", function, what,
                       SL__BLOCK_THREADS, policy->block);
    if (policy->min_blocks < 0 || policy->min_blocks > SL__BLOCKS_PER_SM)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.min_blocks: expected 0 to %d blocks, got %d", function, what,
                       SL__BLOCKS_PER_SM, policy->min_blocks);
    if (policy->grid < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.grid: expected 0 blocks or more, got %lld", function, what,
                       (long long)policy->grid);
    if ((unsigned)o->kind > SL__OCCUPANCY_CUSTOM)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected one of the SL_OCC values, got kind %d",
                       function, what, o->kind);
    if (o->kind == SL__OCCUPANCY_FRACTION && (o->num < 0 || o->den < 1))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected a fraction of 0 or more, got %d / %d",
                       function, what, o->num, o->den);
    if (o->kind == SL__OCCUPANCY_CUSTOM && o->custom == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected a function, got NULL", function, what);
    return SL_SUCCESS;
}

sl_where sl__policy_where(const sl_policy *policy)
{
    const sl__backend *b = policy->gpu != 0 && policy->where == SL_ANYWHERE ? sl__backend_now() : NULL;
    return b != NULL ? b->where : policy->where;
}

/* Which of the devices in use it is. */
static sl_status check_gpu(const sl_policy *policy, const char *function, const char *what)
{
    const int gpu = policy->gpu, n = sl__device_workers(), is_near = gpu > SL__GPU / 2,
              k = is_near ? gpu - SL__GPU : gpu;
    if (policy->where == SL_CPU || policy->where == SL_CALLER)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.gpu: expected none with .where = %s, got %s%d%s", function,
                       what, policy->where == SL_CPU ? "SL_CPU" : "SL_CALLER", is_near ? "SL_GPU(" : "", k,
                       is_near ? ")" : "");
    if (n == 0)
        return SL_FAIL(SL_ERR_DEVICE, "%s: %s: policy.gpu: expected a GPU that is in use, got %s%d%s, but %s", function,
                       what, is_near ? "SL_GPU(" : "", k, is_near ? ")" : "", sl__device_absence());
    if (!is_near || k < 0 || k >= n)
        return SL_FAIL(SL_ERR_DEVICE,
                       "%s: %s: policy.gpu: expected SL_GPU(0) to SL_GPU(%d), the GPUs in use, got %s%d%s", function,
                       what, n - 1, is_near ? "SL_GPU(" : "", k, is_near ? ")" : "");
    return SL_SUCCESS;
}

static sl_status check_where(const sl_policy *policy, int rank, const char *function, const char *what)
{
    if (policy->gpu != 0)
        SL_TRY(check_gpu(policy, function, what));
    const sl_where where = sl__policy_where(policy);
    if (where == SL_ANYWHERE || where == SL_CPU || (where == SL_CALLER && rank == 0))
        return SL_SUCCESS;
    if (where == SL_CALLER)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: %s: policy.where: expected a place of loops, got SL_CALLER, which is of "
                       "host tasks",
                       function, what);
    const sl__backend *b = sl__backend_of(where);
    if (b == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.where: expected an sl_where, got %d", function, what,
                       policy->where);
    if (b != sl__backend_now() || sl__device_workers() == 0)
        return SL_FAIL(SL_ERR_DEVICE, "%s: %s: policy.where: expected a place to run, got %s, but %s", function, what,
                       b->place, b == sl__backend_now() ? sl__device_absence() : b->absence());
    if (policy->schedule == SL_SEQ)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: %s: policy.schedule: expected any but SL_SEQ on %s, got SL_SEQ, which runs on a CPU",
                       function, what, b->place);
    return SL_SUCCESS;
}

sl_status sl__split_check(const sl_split *split, int rank, sl__made view, const char *what)
{
    int64_t parts = 1;
    int is_auto = split->n[0] == SL__SPLIT_AUTO && rank > 0;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        int n = split->n[d];
        if (is_auto && (d == 0 || n == 0))
            continue;
        if (n < 0 || is_auto)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: expected 0 or more parts, or SL_SPLIT_AUTO, got %d along dimension %d",
                           what, n, d);
        if (d >= rank && n != 0)
            return SL_FAIL_OF(SL_ERR_RANK, view,
                              "%s: expected numbers of parts for %d dimensions, got %d along dimension %d", what, rank,
                              n, d);
        parts *= n > 1 ? n : 1;
        if (parts > SL__SPLIT_MOST)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: expected at most %d parts in all, got %lld", what, SL__SPLIT_MOST,
                           (long long)parts);
    }
    return SL_SUCCESS;
}

static sl_status check_split(const sl_policy *policy, int rank, const char *function, const char *what)
{
    char name[128];
    if (!sl__split_asked(&policy->split))
        return SL_SUCCESS;
    snprintf(name, sizeof name, "%s: %.60s: policy.split", function, what);
    return sl__split_check(&policy->split, rank, (sl__made){NULL, NULL}, name);
}

static sl_status check_scatter(const sl_policy *policy, const char *function, const char *what)
{
    if ((unsigned)policy->scatter > SL_SCATTER_COLOR)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.scatter: expected an sl_scatter, got %d", function, what,
                       policy->scatter);
    if ((unsigned)policy->reproducible > SL_ACROSS_DEVICES)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.reproducible: expected an sl_reproducible, got %d", function,
                       what, policy->reproducible);
    if (policy->reproducible != SL_NO && policy->scatter == SL_SCATTER_ATOMIC)
        return SL_FAIL(
            SL_ERR_UNSUPPORTED,
            "%s: %s: policy.scatter: expected SL_SCATTER_AUTO, SL_SCATTER_DUPLICATE or SL_SCATTER_COLOR with "
            ".reproducible = %s, got SL_SCATTER_ATOMIC",
            function, what, policy->reproducible == SL_YES ? "SL_YES" : "SL_ACROSS_DEVICES");
    return SL_SUCCESS;
}

/* The number of dimension @p d is that of SL_TILE_AUTO, and there is no other. */
static int is_auto_tile(const sl_policy *policy, int d)
{
    int others = 0;
    for (int e = 1; e < SL_MAX_RANK; e++)
        others |= policy->tile[e] != 0;
    return d == 0 && policy->tile[0] == SL__TILE_AUTO && !others;
}

sl_status sl__policy_check(const sl_policy *policy, int rank, const char *function, const char *what)
{
    if (policy == &sl__policy_default)
        return SL_SUCCESS;
    SL_TRY(check_iterate(policy, rank, function, what));
    SL_TRY(check_launch(policy, function, what));
    if ((unsigned)policy->schedule > SL_RUNTIME)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.schedule: expected an sl_schedule, got %d", function, what,
                       policy->schedule);
    if ((unsigned)policy->segments > SL_PARALLEL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.segments: expected an sl_segments, got %d", function, what,
                       policy->segments);
    if (policy->nest != NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.nest: expected NULL for what is no nest, got \"%s\"", function,
                       what, policy->nest);
    if (policy->chunk < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.chunk: expected 0 or more, got %lld", function, what,
                       (long long)policy->chunk);
    if (policy->collapse < 0 || policy->collapse > rank)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.collapse: expected 0 to %d, got %d", function, what, rank,
                       policy->collapse);
    for (int d = 0; d < SL_MAX_RANK; d++)
        if ((policy->tile[d] < 0 && !is_auto_tile(policy, d)) || (d >= rank && policy->tile[d] != 0))
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: %s: policy.tile: expected SL_TILE_AUTO, or 0 or more for %d dimensions, got %lld for "
                           "dimension %d",
                           function, what, rank, (long long)policy->tile[d], d);
    SL_TRY(check_split(policy, rank, function, what));
    if (policy->scatter != SL_SCATTER_AUTO || policy->reproducible != SL_NO)
        SL_TRY(check_scatter(policy, function, what));
    if (has_order(policy, SL_MAX_RANK))
        SL_TRY(check_order(policy, rank, function, what));
    SL_TRY(check_tile(policy, rank, function, what));
    return check_where(policy, rank, function, what);
}

sl_status sl__policy_check_whole(const sl_policy *policy, const char *function, const char *noun)
{
    if (sl__split_asked(&policy->split))
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.split: expected none for %s, got some", function, noun);
    if (policy->combine)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.combine: expected 0 for %s, got %d", function, noun,
                       policy->combine);
    return SL_SUCCESS;
}

sl_status sl__policy_take(const sl_policy *policy, const char *function, const char *noun, sl_policy *own)
{
    SL_TRY(sl__policy_check_whole(policy, function, noun));
    *own = (sl_policy){.where = policy->where,
                       .gpu = policy->gpu,
                       .schedule = policy->schedule,
                       .priority = policy->priority,
                       .label = policy->label != NULL ? policy->label : function};
    SL_TRY(sl__policy_check(own, 1, function, noun));
    own->where = sl__policy_where(own);
    return SL_SUCCESS;
}
