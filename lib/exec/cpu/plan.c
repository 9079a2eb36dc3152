/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/plan.h"

#include <string.h>

#include "exec/cpu/measured.h"
#include "kernel/blocks.h"
#include "kernel/cases.h"
#include "kernel/policy.h"
#include "kernel/space.h"

static sl_index plan_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index plan_ceil_div(sl_index a, sl_index b)
{
    return (a + b - 1) / b;
}

static sl_index plan_length(const sl__cut *cut, int d)
{
    return cut->hi[d] > cut->lo[d] ? cut->hi[d] - cut->lo[d] : 0;
}

/* The function for layouts that differ: that of what is written, at least, where there is one. */
static int mixed(const sl__cut *cut, const sl_kernel *kernel, unsigned written)
{
    int function = sl__cases_pick(written, cut->rank, cut->order);
    return function == SL__CASE_ANY || kernel->cpu[SL__CASE_MIXED + function] == NULL ? SL__CASE_ANY
                                                                                      : SL__CASE_MIXED + function;
}

/* The same case past the caches, where there is one and it may be. */
static void choose_stream(sl__cut *cut, const sl_kernel *kernel, unsigned streams)
{
    int function = SL__CASE_ANY;
    if (cut->function < SL__LAYOUTS && (streams & SL__STREAMS_ONE_CASE))
        function = SL__CASE_STREAM + cut->function;
    else if (cut->function >= SL__CASE_MIXED && (streams & SL__STREAMS_MIXED))
        function = SL__CASE_MIXED_STREAM + cut->function - SL__CASE_MIXED;
    if (function == SL__CASE_ANY || kernel->cpu[function] == NULL)
        return;
    cut->function = function;
    cut->streams = 1;
}

/* A view of one row or one column has the layouts of both orders: the innermost loop is to be the longer one. Blocks of
 * reductions are cut alike in either; rows of other loops would be one. */
static unsigned longer(const sl__cut *cut, unsigned layouts)
{
    const unsigned down = sl__cases_descending(layouts);
    return down != 0 && plan_length(cut, 0) > plan_length(cut, cut->rank - 1) ? down : layouts;
}

/* Whether the loops go by the order that a view likes whose dimensions follow them in another order. */
static int plan_turned(const sl__cut *cut, const sl_policy *policy, const sl__layouts *layouts, int reduces)
{
    return layouts->turned && !reduces && policy->schedule != SL_SEQ && !sl__policy_ordered(policy, cut->rank);
}

/* Loop order and chunk function: what the policy says, else what the layouts like; where they differ, what the written
 * views like, since stores to one line after another cost more than loads from them. */
static void plan_choose(sl__cut *cut, const sl_kernel *kernel, const sl_policy *policy, const sl__layouts *layouts_of,
                        int reduces, unsigned streams, const sl_space *space)
{
    unsigned layouts = reduces == SL__REDUCES + SL__BLOCKS_OF_LANES ? longer(cut, layouts_of->all) : layouts_of->all;
    unsigned preferred = layouts ? layouts : layouts_of->written;
    int ordered = !reduces && sl__policy_ordered(policy, cut->rank);
    if (ordered)
        sl__policy_order(policy, cut->rank, cut->order);
    else if (plan_turned(cut, policy, layouts_of, reduces))
        memcpy(cut->order, layouts_of->order, (size_t)cut->rank * sizeof *cut->order);
    else
        sl__cases_order(policy->schedule == SL_SEQ || reduces > SL__REDUCES + SL__BLOCKS_OF_LANES ||
                                (reduces && !sl__space_is_plain(space))
                            ? 0
                            : preferred,
                        cut->rank, cut->order);
    if (!sl__space_is_plain(space)) {
        const int right = (layouts & SL__TAKES_RIGHT) != 0 && kernel->cpu[SL__CASE_INDEXED_RIGHT] != NULL;
        cut->function = right ? SL__CASE_INDEXED_RIGHT : SL__CASE_INDEXED;
        return;
    }
    if (policy->schedule == SL_SEQ) {
        cut->function = SL__CASE_SEQ;
        return;
    }
    cut->function = sl__cases_pick(layouts, cut->rank, cut->order);
    if (cut->function == SL__CASE_ANY && (layouts & SL__TAKES_RIGHT) && layouts_of->turned &&
        cut->order[cut->rank - 1] == 0 && kernel->cpu[SL__CASE_TURNED] != NULL)
        cut->function = SL__CASE_TURNED;
    if (cut->function == SL__CASE_ANY)
        cut->function = mixed(cut, kernel, layouts_of->written);
    choose_stream(cut, kernel, streams);
}

/* Units of the first levels loops; the others run whole in each. */
static void plan_cut_rows(sl__cut *cut, const sl_policy *policy)
{
    cut->kind = SL__UNIT_ROWS;
    cut->levels = cut->rank == 1 ? 1 : cut->rank - 1;
    if (policy->collapse > 0)
        cut->levels = policy->collapse;
    for (int l = 0; l < cut->levels; l++)
        cut->grid[l] = plan_length(cut, cut->order[l]);
}

/* Tiles, in the order that the policy says for them, or that of the loops. */
static void cut_tiles(sl__cut *cut, const sl_index tile[], sl_iterate outer)
{
    cut->kind = SL__UNIT_TILES;
    cut->levels = cut->rank;
    if (outer == SL_ITERATE_DEFAULT)
        memcpy(cut->outer, cut->order, sizeof cut->outer);
    else
        sl__iterate_order(outer, cut->rank, cut->outer);
    for (int l = 0; l < cut->rank; l++) {
        int d = cut->outer[l];
        sl_index n = plan_length(cut, d);
        cut->extent[d] = tile[d] > 0 && tile[d] < n ? tile[d] : n > 0 ? n : 1;
        cut->grid[l] = plan_ceil_div(n, cut->extent[d]);
    }
}

/* Tiles for views that want different orders, short along one loop and long along another. */
static void cut_across(sl__cut *cut, const sl_policy *policy, int brief, sl_index few, int lengthy, sl_index many)
{
    sl_index tile[SL_MAX_RANK] = {1, 1, 1, 1, 1, 1};
    tile[brief] = cut->streams ? SL__TILE_STREAM_SHORT : few;
    tile[lengthy] = cut->streams ? SL__TILE_STREAM_LONG : many;
    cut_tiles(cut, tile, policy->iterate_outer);
}

/* Tiles for views that lie along different loops. Where the code knows the strides a short row costs little. */
static void cut_turned(sl__cut *cut, const sl_policy *policy, int across)
{
    const int inner = cut->order[cut->rank - 1], any = cut->function == SL__CASE_ANY;
    cut_across(cut, policy, inner, any ? SL__TILE_SHORT : SL__TILE_TURNED_SHORT, across,
               any ? SL__TILE_LONG : SL__TILE_TURNED_LONG);
}

/* The innermost loop runs along what is written, or nobody knows. */
static void cut_mixed(sl__cut *cut, const sl_policy *policy)
{
    const int any = cut->function == SL__CASE_ANY, outer = cut->order[0], inner = cut->order[cut->rank - 1];
    cut_across(cut, policy, any ? outer : inner, SL__TILE_SHORT, any ? inner : outer, SL__TILE_LONG);
}

/* Tiles to be tried: long along the innermost loop, so that rows stay rows, and so few rows, or planes, that what
 * neighbours share is still in the cache when they come. */
static void cut_to_try(sl__cut *cut, const sl_policy *policy, int way)
{
    static const sl_index extents[2][3] = {{512, 32, 32}, {256, 8, 8}}; /* from the innermost loop outwards */
    sl_index tile[SL_MAX_RANK];
    for (int l = 0; l < cut->rank; l++) {
        const int outwards = cut->rank - 1 - l;
        tile[cut->order[l]] = extents[way == SL__TILES_SMALL][outwards < 2 ? outwards : 2];
    }
    cut_tiles(cut, tile, policy->iterate_outer);
}

/* What is decided of SL_TILE_AUTO: a way to cut, or 0. */
static int way_to_cut(const sl_policy *policy)
{
    const sl_index way = SL__TILE_AUTO - policy->tile[0];
    return way > SL__TILES_NONE ? (int)way : 0;
}

static void cut_blocks(sl__cut *cut, const sl_space *space, int blocks)
{
    cut->kind = SL__UNIT_BLOCKS;
    cut->levels = cut->rank;
    sl__blocks made;
    sl__blocks_make(space, blocks, &made);
    memcpy(cut->extent, made.extent, sizeof cut->extent);
    memcpy(cut->grid, made.grid, sizeof cut->grid);
    cut->shift = made.shift;
}

static int tiled(const sl_policy *policy)
{
    for (int d = 0; d < SL_MAX_RANK; d++)
        if (policy->tile[d] > 0)
            return 1;
    return 0;
}

static void plan_places(const sl_space *space, sl__cut *cut)
{
    for (int d = 0; d < space->rank; d++)
        sl__space_places(space, d, &cut->lo[d], &cut->hi[d]);
}

void sl__cut_make(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, const sl__layouts *layouts,
                  int reduces, unsigned streams, sl__cut *cut)
{
    memset(cut, 0, sizeof *cut);
    cut->rank = space->rank;
    plan_places(space, cut);
    cut->points = sl_space_size(space);
    plan_choose(cut, kernel, policy, layouts, reduces, streams, space);
    if (reduces) {
        cut_blocks(cut, space, reduces - SL__REDUCES);
    } else if (tiled(policy)) {
        cut_tiles(cut, policy->tile, policy->iterate_outer);
    } else if (way_to_cut(policy)) {
        cut_to_try(cut, policy, way_to_cut(policy));
    } else if (plan_turned(cut, policy, layouts, reduces)) {
        if (layouts->across >= 0)
            cut_turned(cut, policy, layouts->across);
        else
            plan_cut_rows(cut, policy);
    } else if (layouts->all == 0 && policy->schedule != SL_SEQ && cut->rank > 1 &&
               !sl__policy_ordered(policy, cut->rank)) {
        cut_mixed(cut, policy);
    } else {
        plan_cut_rows(cut, policy);
    }
    cut->units = cut->points > 0;
    for (int l = 0; l < cut->levels && cut->units > 0; l++)
        cut->units *= cut->grid[l];
}

void sl__cut_together(sl__cut *cut, int most)
{
    const int last = cut->rank - 1;
    sl_index rows = cut->extent[0]; /* of a block, of indices of all dimensions but the last */
    cut->together = 1;
    if (cut->kind != SL__UNIT_BLOCKS || last == 0 || cut->function >= SL__LAYOUTS || cut->order[0] != last)
        return;
    for (int d = 1; d < last; d++)
        rows *= cut->extent[d];
    cut->columns = cut->extent[last] + SL__LANE_COLUMNS;
    if (rows == SL__LANE_ROWS) /* of which a lane has one: the order of its iterations stays */
        cut->columns = SL__COLUMNS_TOGETHER * SL__LANE_COLUMNS;
    cut->together = (int)plan_min(most, cut->grid[0]);
}

void sl__cut_restrict(sl__cut *cut, const sl_space *part)
{
    const sl_index whole = cut->lo[0];
    plan_places(part, cut);
    cut->points = sl_space_size(part);
    cut->units = cut->points > 0;
    if (cut->lo[0] != whole)
        cut->shift = 0;
    for (int d = 0; d < cut->rank; d++) {
        cut->grid[d] = plan_ceil_div((d == 0 ? cut->shift : 0) + plan_length(cut, d), cut->extent[d]);
        cut->units *= cut->grid[d];
    }
}

void sl__cut_lanes(sl__cut *cut)
{
    cut->kind = SL__UNIT_LANES;
    cut->function = SL__CASE_SEQ;
    cut->streams = 0;
    cut->together = 1;
    cut->units *= sl__cut_lanes_of(cut);
}

void sl__cut_no_lanes(sl__cut *cut)
{
    cut->kind = SL__UNIT_BLOCKS;
    cut->units /= sl__cut_lanes_of(cut);
}

/* The place of unit number u along each level. */
static void locate(const sl__cut *cut, sl_index u, sl_index place[])
{
    for (int l = cut->levels - 1; l >= 0; l--) {
        place[l] = u % cut->grid[l];
        u /= cut->grid[l];
    }
}

/* Rows: as many units as make a box. Where the inner levels begin at 0 and are run through, the box spans them. */
static sl_index rows_box(const sl__cut *cut, sl_index first, sl_index last, struct sl__box *box)
{
    sl_index place[SL_MAX_RANK] = {0}, inner = 1;
    int l = cut->levels - 1;
    locate(cut, first, place);
    while (l > 0 && place[l] == 0 && (last - first) / inner >= cut->grid[l])
        inner *= cut->grid[l--];
    sl_index run = plan_min((last - first) / inner, cut->grid[l] - place[l]);
    for (int m = 0; m < cut->rank; m++) {
        int d = cut->order[m];
        box->lo_[d] = cut->lo[d] + (m <= l ? place[m] : 0);
        box->hi_[d] = m < l ? box->lo_[d] + 1 : m == l ? box->lo_[d] + run : cut->hi[d];
    }
    return run * inner;
}

/* Tiles and blocks: one at a time, but for the blocks of rank 1, which a chunk function takes many of, where the first
 * one is as long as others. */
static sl_index tile_box(const sl__cut *cut, sl_index first, sl_index last, struct sl__box *box)
{
    sl_index place[SL_MAX_RANK] = {0}, count = 1, number = first;
    box->apart_ = cut->together > 1 ? cut->units / cut->grid[0] : 1;
    if (cut->together > 1)
        number = first % cut->grid[0] * box->apart_ + first / cut->grid[0];
    locate(cut, number, place);
    if (cut->kind == SL__UNIT_BLOCKS && cut->rank == 1 && cut->extent[0] == SL__BLOCK)
        count = last - first;
    if (cut->together > 1)
        count = plan_min(plan_min(last - first, cut->together), cut->grid[0] - place[0]);
    if (cut->shift > 0 && place[0] == 0)
        count = 1;
    box->together_ = cut->together > 1 ? (int)count : 1;
    box->rows_ = cut->extent[0];
    box->columns_ = cut->columns;
    for (int l = 0; l < cut->rank; l++) {
        int d = cut->kind == SL__UNIT_TILES ? cut->outer[l] : l;
        const sl_index from = sl__cut_begin(cut, d, place[l]),
                       to = sl__cut_begin(cut, d, place[l] + (d == 0 ? count : 1));
        box->lo_[d] = cut->lo[d] + from;
        box->hi_[d] = box->lo_[d] + plan_min(cut->hi[d] - box->lo_[d], to - from);
        box->base_[d] = box->lo_[d];
    }
    box->block_ = number;
    return count;
}

sl_index sl__cut_box(const sl__cut *cut, sl_index first, sl_index last, struct sl__box *box)
{
    return cut->kind == SL__UNIT_ROWS ? rows_box(cut, first, last, box) : tile_box(cut, first, last, box);
}
