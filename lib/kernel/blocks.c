/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/blocks.h"

#include <string.h>

#include <starloop/kernel/abi.h>

#include "kernel/space.h"

enum {
    ORDERED_BLOCKS = 64, /* at least so many with one lane each, ... */
    ORDERED_LEAST = 64,  /* ... if that leaves so many iterations to each */
    TEAM_BLOCKS = 256,   /* of members of a league, each of which may take long */
    TILES = 512, /* at most so many from rank 2 on: two tiles to a block of a GPU, two blocks to each multiprocessor
                    of a large GPU, all at a time */
    LINE_TILES = 1024,      /* of rank 1 */
    LINE_TURNS = 8,         /* iterations of a lane along a line, ... */
    ROW_TURNS = 4,          /* ... and along a row, where there are enough: loads in flight */
    COPIES_ROOM = 64 << 20, /* bytes of all copies of arrays, but where one alone has more */
    COPY_TURNS = 16         /* iterations that are worth a copy of few elements */
};

static sl_index blocks_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index blocks_ceil_div(sl_index a, sl_index b)
{
    return a / b + (a % b != 0);
}

/* Whole rows, planes, ... as long as a block has room for more than one; of what is next, some; of the others, one. */
static void blocks_in_order(const sl_space *space, int blocks, sl_index least, sl_index extent[])
{
    sl_index need = blocks_min(blocks_ceil_div(sl_space_size(space), blocks), SL__BLOCK);
    if (need < least)
        need = least;
    for (int d = space->rank - 1; d >= 0; d--) {
        sl_index n = sl__space_length(space, d);
        extent[d] = n < 1 ? 1 : n < need ? n : need;
        need = extent[d] < n ? 1 : blocks_ceil_div(need, extent[d]);
    }
}

sl_index sl__blocks_make(const sl_space *space, int blocks, sl_index extent[], sl_index grid[])
{
    int last = space->rank - 1;
    sl_index count = 1;
    if (blocks == SL__BLOCKS_IN_ORDER) {
        blocks_in_order(space, ORDERED_BLOCKS, ORDERED_LEAST, extent);
    } else if (blocks == SL__BLOCKS_OF_TEAMS) {
        blocks_in_order(space, TEAM_BLOCKS, 1, extent);
    } else if (space->rank == 1) {
        extent[0] = SL__BLOCK;
    } else {
        sl_index n = sl__space_length(space, last);
        extent[last] = n <= 2 * SL__BLOCK ? (n > 0 ? n : 1) : SL__BLOCK;
        sl_index need = blocks_ceil_div(SL__BLOCK, SL__LANE_ROWS * extent[last]);
        for (int d = last - 1; d > 0; d--) {
            n = sl__space_length(space, d);
            extent[d] = n < 1 ? 1 : n < need ? n : need;
            need = blocks_ceil_div(need, extent[d]);
        }
        extent[0] = SL__LANE_ROWS * need;
    }
    for (int d = 0; d <= last; d++) {
        grid[d] = blocks_ceil_div(sl__space_length(space, d), extent[d]);
        count *= grid[d];
    }
    return count;
}

static int blocks_power_above(sl_index n, int most)
{
    int p = 1;
    while (p < n && p < most)
        p *= 2;
    return p;
}

/* Lanes: square, so that neighbouring threads find neighbouring elements in either layout, unless a side is short. */
static void share_lanes(const sl_space *space, sl__tiles *tiles)
{
    sl_index first = sl__space_length(space, 0), last = sl__space_length(space, space->rank - 1);
    const int side = 16;
    tiles->rows = tiles->columns = side;
    if (space->rank == 1) {
        tiles->rows = 1;
        tiles->columns = SL__DEVICE_LANES;
    } else if (last < side) {
        tiles->columns = blocks_power_above(last, side);
        tiles->rows = SL__DEVICE_LANES / tiles->columns;
    } else if (first < side) {
        tiles->rows = blocks_power_above(first, side);
        tiles->columns = SL__DEVICE_LANES / tiles->rows;
    }
}

/* Shares out the last dimension. Tiles come in pairs along it, unless one alone has all. */
static void blocks_cut_rows(const sl_space *space, sl__tiles *tiles)
{
    int last = space->rank - 1;
    sl_index n = sl__space_length(space, last), points = sl_space_size(space), pair = 2 * tiles->columns, turns = 1;
    sl_index wanted = blocks_min(points / ((sl_index)SL__DEVICE_LANES * TILES) + 1, last > 0 ? ROW_TURNS : LINE_TURNS);
    while (2 * turns <= wanted && turns * pair < n)
        turns *= 2;
    sl_index least = blocks_ceil_div(blocks_ceil_div(n, pair * turns), (last > 0 ? TILES : LINE_TILES) / 2);
    tiles->turns[last] = least > 1 ? least * turns : turns;
    tiles->grid[last] = n <= tiles->columns ? n > 0 : 2 * blocks_ceil_div(n, pair * tiles->turns[last]);
}

/* Shares out another dimension, which has so many places, among at most so many tiles. @return how many times as many
 * tiles there may be. */
static sl_index cut(int d, sl_index places, sl_index most, sl__tiles *tiles)
{
    tiles->turns[d] = places > most ? blocks_ceil_div(places, most) : 1;
    tiles->grid[d] = blocks_ceil_div(places, tiles->turns[d]);
    return tiles->grid[d] > 0 ? most / tiles->grid[d] : most;
}

void sl__tiles_make(const sl_space *space, sl__tiles *tiles)
{
    int last = space->rank - 1;
    memset(tiles, 0, sizeof *tiles);
    share_lanes(space, tiles);
    blocks_cut_rows(space, tiles);
    sl_index most = tiles->grid[last] > 0 ? TILES / tiles->grid[last] : 1;
    if (last > 0)
        most = cut(0, blocks_ceil_div(sl__space_length(space, 0), tiles->rows), most, tiles);
    for (int d = last - 1; d > 0; d--)
        most = cut(d, sl__space_length(space, d), most, tiles);
    tiles->count = 1;
    for (int d = 0; d <= last; d++)
        tiles->count *= tiles->grid[d];
}

void sl__array_lanes_make(sl_index points, sl_index elements, size_t bytes, sl__array_lanes *l)
{
    const sl_index room = bytes > 0 ? (sl_index)(COPIES_ROOM / bytes) : COPIES_ROOM;
    sl_index wanted = blocks_min(room, points / (elements > COPY_TURNS ? elements : COPY_TURNS));
    wanted = wanted > 1 ? wanted : 1;
    for (l->lanes = SL__DEVICE_LANES; l->lanes > wanted;)
        l->lanes /= 2;
    l->blocks = blocks_min(wanted / l->lanes, TILES);
    l->each = blocks_ceil_div(points, l->blocks);
}
