/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/launch.h"

#include <string.h>

#include "exec/form.h"
#include "exec/measured.h"
#include "exec/nest_shape.h"
#include "kernel/blocks.h"
#include "kernel/cases.h"
#include "kernel/kinds.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "kernel/teams.h"

enum { SLOT_ALIGN = 128 }; /* bytes: teams share no line of a device's caches */

static const sl_index most_blocks[3] = {INT32_MAX, 65535, 65535}; /* CUDA's limits of a grid */

static sl_index launch_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index launch_ceil_div(sl_index a, sl_index b)
{
    return a / b + (a % b != 0);
}

/* The power of two at or above n, at most @p most, which is one. */
static int launch_power_above(sl_index n, int most)
{
    int p = 1;
    while (p < n && p < most)
        p *= 2;
    return p;
}

static int power_below(int n)
{
    int p = 1;
    while (2 * p <= n)
        p *= 2;
    return p;
}

/* Loop order, outermost first, and function: as the policy says, else as the layouts like it, what is written first. */
static void launch_choose(const sl_policy *policy, int rank, const sl__layouts *layouts, int reduces,
                          sl__launch *launch)
{
    int *const order = launch->order;
    unsigned preferred = layouts->all ? layouts->all : layouts->written;
    int ordered = !reduces && sl__policy_ordered(policy, rank);
    if (ordered)
        sl__policy_order(policy, rank, order);
    else if (layouts->turned && !reduces)
        memcpy(order, layouts->order, (size_t)rank * sizeof *order);
    else
        launch->reduction.turned_ = sl__cases_order(preferred, rank, order);
    launch->function = sl__cases_pick(layouts->all, rank, order);
    launch->reduces = reduces;
}

/* The axes: x for the innermost dimension, y for the next, z for all others, the inner ones faster. */
static void make_box(const sl_space *space, const int order[], sl__device_box *box)
{
    sl_index count[3] = {1, 1, 1};
    int empty = 0;
    for (int l = space->rank - 1; l >= 0; l--) {
        int d = order[l], axis = space->rank - 1 - l < 2 ? space->rank - 1 - l : 2;
        sl__space_places(space, d, &box->lo_[d], &box->hi_[d]);
        box->axis_[d] = axis;
        box->divide_[d] = axis == 2 ? count[2] : 1;
        empty |= sl__space_length(space, d) == 0;
        if (!empty)
            count[axis] *= sl__space_length(space, d);
    }
    for (int a = 0; a < 3; a++)
        box->count_[a] = empty ? 0 : count[a];
}

/* A tile is what a CUDA block covers. */
static int is_tiled(const sl__launch_call *call)
{
    int tiled = 0;
    for (int d = 0; d < call->space->rank; d++)
        tiled |= call->policy->tile[d] > 0;
    return tiled;
}

/* Fewer threads of a block where there are few iterations: with blocks for all multiprocessors none is idle. */
static int few_threads(const sl__launch_call *call, const sl__launch_limits *limits, int threads)
{
    const sl_index points = sl_space_size(call->space);
    while (threads / 2 >= SL__LAUNCH_FEW_THREADS && points / threads < limits->multiprocessors)
        threads /= 2;
    return threads;
}

/* Threads of a block along the axes: those that the tiles want if they are not too many, else rows of a warp. */
static void shape_block(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    const sl_policy *policy = call->policy;
    int rank = call->space->rank, mixed = launch->function == SL__CASE_ANY;
    int row = mixed ? SL__LAUNCH_MIXED_ROW : call->own ? SL__LAUNCH_OWN_ROW : SL__LAUNCH_ROW;
    int threads = policy->block > 0 ? policy->block
                                    : (int)launch_min(call->bound > 0     ? call->bound
                                                      : call->copies > 0  ? SL__LAUNCH_COPY_THREADS
                                                      : rank > 1 && mixed ? SL__LAUNCH_MIXED_THREADS
                                                                          : SL__LAUNCH_THREADS,
                                                      limits->threads);
    const sl_index *count = launch->box.count_;
    sl_index tile[3] = {0, 0, 0};
    if (rank == 1) {
        const int open = policy->block == 0 && call->bound == 0 && call->copies == 0 && !is_tiled(call);
        launch->block[0] = (unsigned)(open ? few_threads(call, limits, threads) : threads);
        launch->block[1] = launch->block[2] = 1;
        return;
    }
    for (int l = rank - 1, a = 0; l >= 0 && a < 3; l--, a++)
        tile[a] = policy->tile[launch->order[l]] > 0 ? policy->tile[launch->order[l]] : 0;
    int x = launch_power_above(count[0], (int)launch_min(row, power_below(threads)));
    int y = launch_power_above(count[1], power_below(threads) / x);
    int z = launch_power_above(count[2], (int)launch_min(power_below(threads) / (x * y), SL__BLOCK_Z));
    sl_index wanted[3] = {tile[0] ? tile[0] : x, tile[1] ? tile[1] : y, tile[2] ? tile[2] : 1};
    int fits = (tile[0] || tile[1] || tile[2]) && policy->block == 0 && wanted[0] <= SL__BLOCK_THREADS &&
               wanted[1] <= SL__BLOCK_THREADS && wanted[2] <= SL__BLOCK_Z &&
               wanted[0] * wanted[1] * wanted[2] <= limits->threads;
    launch->block[0] = (unsigned)(fits ? wanted[0] : x);
    launch->block[1] = (unsigned)(fits ? wanted[1] : y);
    launch->block[2] = (unsigned)(fits ? wanted[2] : z);
}

/* How many iterations a thread has: one where that is enough to keep the device busy. */
static int turns_of(const sl__launch_call *call, const sl__launch_limits *limits, const sl__launch *launch)
{
    sl_index points = sl_space_size(call->space);
    sl_index busy = (sl_index)SL__LAUNCH_SEVERAL_TURNS * limits->multiprocessors * limits->threads_per_sm;
    return is_tiled(call) || launch->function == SL__CASE_ANY || points < busy ||
                   launch->box.count_[0] < call->turns * (sl_index)launch->block[0]
               ? 1
               : call->turns;
}

static void cover(int turns, sl__launch *launch)
{
    launch->box.span_ = turns * (int)launch->block[0];
    launch->box.apart_ = turns > 1 ? (int)launch->block[0] : (int)launch_min(launch->box.count_[0], INT32_MAX);
    for (int a = 0; a < 3; a++) {
        sl_index blocks = launch_ceil_div(launch->box.count_[a], a == 0 ? launch->box.span_ : (int)launch->block[a]);
        launch->grid[a] = (unsigned)launch_min(most_blocks[a], blocks);
        launch->strides |= blocks > most_blocks[a];
    }
}

/* CUDA blocks for all groups, where there are not too many. */
static void place_groups(sl_index groups, int threads, sl__launch *launch)
{
    launch->reduction.groups_ = groups;
    launch->block[0] = (unsigned)threads;
    launch->block[1] = launch->block[2] = 1;
    launch->grid[0] = (unsigned)(groups < 1 ? 1 : launch_min(groups, most_blocks[0]));
    launch->grid[1] = launch->grid[2] = 1;
}

/* The blocks and lanes of a CPU as tiles, a CUDA block each, whose threads are the lanes. */
static void take_blocks(const sl__launch_call *call, sl__launch *launch)
{
    const int rank = call->space->rank, last = rank - 1;
    sl__device_reduction *r = &launch->reduction;
    sl__blocks blocks;
    sl__blocks_make(call->whole != NULL ? call->whole : call->space, SL__BLOCKS_OF_LANES, &blocks);
    launch->part = call->whole != NULL;
    if (launch->part)
        launch->part_results = sl__blocks_of_part(call->space, call->before, &blocks);
    memcpy(r->turns_, blocks.extent, sizeof r->turns_);
    memcpy(r->grid_, blocks.grid, sizeof r->grid_);
    r->tiles_ = blocks.count;
    r->shift_ = blocks.shift;
    r->rows_ = rank == 1 ? 1 : SL__LANE_ROWS;
    r->columns_ = rank == 1 ? SL__LANES : SL__LANE_COLUMNS;
    r->turns_[last] = launch_ceil_div(r->turns_[last], r->columns_);
    if (last > 0)
        r->turns_[0] /= SL__LANE_ROWS;
    r->lanes_ = r->rows_ * r->columns_;
    r->pair_ = 1;
    place_groups(r->tiles_, r->lanes_, launch);
}

/* One or two tiles go to a CUDA block: with two, its part is a branch of the tree. */
static void group_tiles(const sl__launch_call *call, sl__launch *launch)
{
    sl__device_reduction *r = &launch->reduction;
    sl__tiles tiles;
    sl__tiles_make(call->whole != NULL ? call->whole : call->space, &tiles);
    const int cut = call->whole != NULL ? sl__blocks_cut(call->whole, call->space) : -1;
    const int together = sl__tiles_together(&tiles, call->policy, call->reductions, call->space->rank, cut);
    launch->part = call->whole != NULL;
    if (launch->part) {
        launch->part_results = sl__tiles_of_part(call->whole, call->space, &tiles);
        launch->part_results.first /= together;
        launch->part_results.count = launch_ceil_div(launch->part_results.count, together);
        launch->part_results.step /= together;
    }
    memcpy(r->grid_, tiles.grid, sizeof r->grid_);
    memcpy(r->turns_, tiles.turns, sizeof r->turns_);
    r->rows_ = tiles.rows;
    r->columns_ = tiles.columns;
    r->shift_ = tiles.shift;
    r->tiles_ = tiles.count;
    r->lanes_ = SL__DEVICE_LANES;
    r->pair_ = 2;
    place_groups(launch_ceil_div(r->tiles_, together), together * SL__DEVICE_LANES, launch);
}

/* A CUDA block has the lanes of a block; its other threads help to fill and to join the copies. */
static void share_arrays(const sl__launch_call *call, sl__launch *launch)
{
    const sl_space *const whole = call->whole != NULL ? call->whole : call->space;
    const sl_index points = sl_space_size(whole), before = call->space->lo[0] - whole->lo[0];
    sl__array_lanes lanes;
    sl__array_lanes_make(points, call->elements, call->bytes, &lanes);
    sl__array_lanes_align(whole, &lanes);
    launch->reduces = 1;
    launch->reduction.lanes_ = lanes.lanes;
    launch->reduction.turns_[0] = lanes.each;
    launch->part = call->whole != NULL;
    if (launch->part) { /* it begins with a block, and ends with one, or with the loop */
        lanes.blocks = launch_ceil_div(sl_space_size(call->space), lanes.each);
        launch->part_results = (sl__part_results){
            .first = before * (points / sl__space_length(whole, 0)) / lanes.each, .count = lanes.blocks, .times = 1};
    }
    place_groups(lanes.blocks, SL__DEVICE_LANES, launch);
}

/* Whether a reduction is to have the same bits as on CPUs. */
static int is_across(const sl__launch_call *call)
{
    return (call->policy->reproducible == SL_ACROSS_DEVICES || call->across) && call->reductions > 0;
}

/* Whether 32 bits hold every index, and every sum of an index and a step over the grid; of a range's indices. */
static int is_narrow(const sl__launch_call *call, const sl__launch *launch)
{
    const sl_index most = (sl_index)1 << 30;
    if (call->space->kind != SL_SPACE_BOX)
        return 0;
    for (int d = 0; d < call->space->rank; d++)
        if (call->space->lo[d] < -most || call->space->hi[d] > most)
            return 0;
    return launch->box.count_[0] <= most && launch->box.count_[1] <= most && launch->box.count_[2] <= most;
}

/* The function of a loop or nest that is laid out: that of the layouts, or of copies, or of wide indices. */
static void pick_function(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    launch->shared = (unsigned)call->copies;
    launch->copies = call->copies > 0;
    if (launch->copies)
        launch->function = SL__DEVICE_COPIES;
    else if (launch->strides || is_across(call) || !is_narrow(call, launch) || call->policy->block > limits->threads)
        launch->function = SL__DEVICE_WIDE;
}

void sl__launch_loop(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    if (call->bytes > 0) {
        share_arrays(call, launch);
    } else if (is_across(call)) {
        take_blocks(call, launch);
    } else if (call->reductions > 0) {
        group_tiles(call, launch);
    } else {
        shape_block(call, limits, launch);
        cover(call->copies > 0 ? 1 : turns_of(call, limits, launch), launch);
    }
    pick_function(call, limits, launch);
}

/* CUDA blocks take tile after tile: some for each multiprocessor are enough. */
void sl__launch_scan(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    sl__device_reduction *r = &launch->reduction;
    launch->reduces = 1; /* any grid will do */
    r->tiles_ = call->scan.count;
    r->groups_ = INT32_MAX;
    r->scan_.items_ = call->scan.items;
    r->scan_.used_ = call->scan.links;
    r->scan_.first_ = call->scan.first;
    r->scan_.skipped_ = call->scan.skipped;
    launch->block[0] = SL__DEVICE_SCAN_THREADS;
    launch->grid[0] =
        (unsigned)launch_min(call->scan.blocks, SL__LAUNCH_SCAN_BLOCKS * (sl_index)limits->multiprocessors);
    launch->block[1] = launch->block[2] = launch->grid[1] = launch->grid[2] = 1;
    pick_function(call, limits, launch);
    if (call->scan.function >= 0)
        launch->function = call->scan.function;
}

/* Neighbours have a result together, so many that it depends on the league alone how they are joined. */
static void group_members(const sl__launch_call *call, sl__launch *launch)
{
    const sl_space *league = call->whole != NULL ? call->whole : call->space;
    const sl_index each = sl__team_group(sl_space_size(league));
    launch->reduces = 1;
    launch->reduction.turns_[0] = each;
    launch->reduction.groups_ = launch_ceil_div(launch->box.count_[0], each);
    launch->part = call->whole != NULL;
    launch->part_results = (sl__part_results){
        .first = (call->space->lo[0] - league->lo[0]) / each, .count = launch->reduction.groups_, .times = 1};
    launch->grid[0] = launch->reduction.groups_ > 0 ? (unsigned)launch->reduction.groups_ : 1;
}

int64_t sl__launch_team_results(const sl_kernel *kernel)
{
    size_t widest = 0;
    for (int i = 0; i < kernel->nargs; i++)
        if (sl__is_result(kernel->args[i].kind) && kernel->args[i].size > widest)
            widest = kernel->args[i].size;
    return (int64_t)(SL__TEAM_WARPS * widest); /* each warp has its own */
}

static int64_t team_align(int64_t bytes)
{
    return (bytes + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN * SL__TEAM_ALIGN;
}

static int64_t team_shared(const sl__team_block *b, int vector, int threads)
{
    const int64_t warps = launch_ceil_div(vector * threads, SL__TEAM_WARP);
    return team_align(SL__TEAM_PART * warps * vector) + team_align(b->scratch[SL__ROOM_TEAM]) +
           (b->checked ? SL__TEAM_DEVICE_SPARE : 0) + threads * b->scratch[SL__ROOM_THREAD];
}

void sl__launch_team_block(sl__team_block *b)
{
    const int vector = sl__teams_vector(b->policy), whole = b->results > 0 ? SL__TEAM_WARP / vector : 1;
    const int bound = (int)launch_min(b->bound > 0 ? b->bound : b->most, b->most);
    const int open = (int)launch_min(b->bound > 0 ? b->bound : SL__LAUNCH_TEAM_THREADS, b->most);
    const int wanted = b->policy->team > 0 ? b->policy->team : open / vector;
    int threads = (wanted + whole - 1) / whole * whole;
    threads = threads < whole ? whole : threads > whole && threads * vector > bound ? threads - whole : threads;
    while (b->policy->team == 0 && threads > whole && team_shared(b, vector, threads) + b->results > b->room)
        threads -= whole;
    b->threads = threads;
    b->shared = team_shared(b, vector, threads);
    b->slot = b->scratch[SL__ROOM_GLOBAL] + threads * b->scratch[SL__ROOM_GLOBAL_THREAD];
    b->slot = launch_ceil_div(b->slot, SLOT_ALIGN) * SLOT_ALIGN;
}

/* A team is a CUDA block: its lanes lie along x, its threads along y. The blocks stride over the league. */
void sl__launch_team(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    sl__team_block block = {.policy = call->policy,
                            .scratch = call->scratch,
                            .bound = call->bound,
                            .most = limits->threads,
                            .room = limits->shared,
                            .checked = call->checked,
                            .results = call->results};
    sl__launch_team_block(&block);
    launch->block[0] = (unsigned)sl__teams_vector(call->policy);
    launch->block[1] = (unsigned)block.threads;
    launch->grid[0] = (unsigned)launch_min(launch->box.count_[0], most_blocks[0]);
    launch->block[2] = launch->grid[1] = launch->grid[2] = 1;
    launch->shared = (unsigned)block.shared;
    launch->box.slot_ = block.slot;
    if (call->reductions > 0)
        group_members(call, launch);
}

static sl__nest_call nest_call_of(const sl__launch_call *call, int threads)
{
    return (sl__nest_call){
        .launch = call->nest, .space = call->space, .value = call->sizes, .threads = threads, .wanted = call->threads};
}

/* The call was checked; what a device or a function cannot do CUDA refuses. */
void sl__launch_nest(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    char why[SL__NEST_WHY];
    sl__nest_call nest = nest_call_of(call, limits->threads);
    if (!sl__nest_shape(&nest, launch->block, launch->grid, why)) {
        nest.threads = SL__BLOCK_THREADS;
        (void)sl__nest_shape(&nest, launch->block, launch->grid, why);
    }
    launch->planes = sl__nest_planes(&nest, launch->grid);
    launch->box.plane_ = -1;
    pick_function(call, limits, launch);
}

void sl__launch_plane(const sl__launch_call *call, int64_t plane, sl__launch *launch, unsigned grid[3])
{
    const sl__nest_call nest = nest_call_of(call, 0);
    launch->box.plane_ = plane;
    sl__nest_plane(&nest, plane, launch->block, launch->grid, grid);
}

int sl__launch_compiled_bound(const sl_kernel *kernel)
{
    return kernel->cuda != NULL ? kernel->cuda->threads : 0;
}

int sl__launch_bound(const sl_kernel *kernel)
{
    const int bound = sl__launch_compiled_bound(kernel);
    return bound > 0 ? bound : SL__BLOCK_THREADS;
}

void sl__launch_make(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch)
{
    memset(launch, 0, sizeof *launch);
    launch_choose(call->policy, call->space->rank, &call->layouts, call->reductions > 0, launch);
    make_box(call->space, launch->order, &launch->box);
    launch->box.ends_[0] = (call->whole != NULL ? call->whole : call->space)->lo[0];
    launch->box.ends_[1] = (call->whole != NULL ? call->whole : call->space)->hi[0];
    sl__forms_exec[call->form].launch(call, limits, launch);
    launch->box.loop_grid_ = launch->grid[2];
}

sl_index sl__launch_most(const sl_policy *policy, const sl__launch *launch, const sl__launch_limits *limits,
                         int blocks_per_sm)
{
    const sl_occupancy *o = &policy->occupancy;
    int threads = (int)(launch->block[0] * launch->block[1] * launch->block[2]);
    sl_index most = 0, sms = limits->multiprocessors;
    if (o->kind == SL__OCCUPANCY_MAX) {
        most = blocks_per_sm * sms;
    } else if (o->kind == SL__OCCUPANCY_AVOID_MAX) {
        int full = blocks_per_sm > 1 && blocks_per_sm * threads >= limits->threads_per_sm;
        most = (blocks_per_sm - full) * sms;
    } else if (o->kind == SL__OCCUPANCY_FRACTION) {
        sl_index each = (sl_index)blocks_per_sm * o->num / o->den + o->offset;
        most = (each < 1 ? 1 : each) * sms;
    } else if (o->kind == SL__OCCUPANCY_CUSTOM) {
        sl_occupancy_query query = {threads, blocks_per_sm, limits->threads_per_sm, limits->multiprocessors,
                                    (sl_index)launch->grid[0] * launch->grid[1] * launch->grid[2]};
        most = o->custom(&query);
    }
    if (o->kind != SL__OCCUPANCY_DEFAULT && most < 1)
        most = 1;
    return policy->grid > 0 && (most == 0 || policy->grid < most) ? policy->grid : most;
}

sl_index sl__launch_most_copies(const sl__launch_call *call, const sl__launch *launch, const sl__launch_limits *limits,
                                int blocks_per_sm)
{
    const sl_index threads = (sl_index)launch->block[0] * launch->block[1] * launch->block[2];
    const sl_index worth =
        launch_ceil_div(sl_space_size(call->space), threads > call->scattered ? threads : call->scattered);
    const sl_index most = launch_min((sl_index)blocks_per_sm * limits->multiprocessors, worth);
    return most > 0 ? most : 1;
}

int64_t sl__launch_slots_room(int64_t room)
{
    return room / SL__LAUNCH_SLOTS_SHARE;
}

sl_index sl__launch_most_slots(const sl__launch *launch, const sl__launch_limits *limits, int blocks_per_sm,
                               int64_t room)
{
    const sl_index most =
        launch_min((sl_index)blocks_per_sm * limits->multiprocessors, sl__launch_slots_room(room) / launch->box.slot_);
    return most > 0 ? most : 1;
}

unsigned sl__launch_cluster(const sl__launch *launch, const sl__launch_limits *limits)
{
    const int tiles = launch->reduction.tiles_ > 0 || launch->reduction.groups_ == 0; /* arrays have none */
    return limits->clusters && launch->reduces && tiles && !launch->part &&
                   launch->reduction.groups_ <= SL__DEVICE_CLUSTER
               ? launch->grid[0]
               : 1;
}

void sl__launch_limit(sl__launch *launch, sl_index most)
{
    if (most <= 0 || most >= (sl_index)launch->grid[0] * launch->grid[1] * launch->grid[2])
        return;
    if (!launch->reduces && launch->shared == 0)
        launch->function = SL__DEVICE_WIDE;
    for (int a = 0; a < 3; a++) {
        launch->grid[a] = (unsigned)launch_min(launch->grid[a], most);
        most /= launch->grid[a] > 0 ? launch->grid[a] : 1;
        most = most < 1 ? 1 : most;
    }
    launch->box.loop_grid_ = launch->grid[2];
}
